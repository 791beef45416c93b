"""Has a rule that no test carries."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


@hookimpl
def rummykit_variant():
    return altered(rules={**RULES, "TINY-99": "Nobody plays so."})
