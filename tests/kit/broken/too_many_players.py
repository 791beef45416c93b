"""Says that nine can play with twenty-eight cards."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *
from rummykit.info import VariantInfo


@hookimpl
def rummykit_variant():
    return VariantInfo("tiny", {"en": "Tiny"}, 2, 9, "A small game for tests.")
