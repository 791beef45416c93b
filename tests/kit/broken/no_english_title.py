"""Is called something in German only."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


@hookimpl
def rummykit_variant():
    return altered(titles={"de": "Winzig"})
