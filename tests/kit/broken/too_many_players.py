"""Says that nine can play with twenty-eight cards."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


@hookimpl
def rummykit_variant():
    return altered(players=(2, 9))
