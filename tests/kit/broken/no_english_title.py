"""Is called something in German only."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *
from rummykit.info import VariantInfo


@hookimpl
def rummykit_variant():
    return VariantInfo("tiny", {"de": "Winzig"}, 2, 3, "A small game for tests.")
