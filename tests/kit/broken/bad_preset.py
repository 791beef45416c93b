"""Has a preset that sets an option there is not."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


@hookimpl
def rummykit_variant():
    return altered(presets={"long": "description: Many cards.\nrules:\n  deal:\n    hand_sise: 8\n"})
