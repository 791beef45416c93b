"""Has a rule that is not said in a sentence."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


@hookimpl
def rummykit_variant():
    return altered(rules={**RULES, "TINY-01": "32 cards"})
