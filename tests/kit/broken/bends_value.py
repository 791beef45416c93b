"""Makes other values of some that are in the range."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


def options():
    from pydantic import field_validator

    from kit.tiny_rules import TinyDeal, TinyRules

    class OddDeal(TinyDeal):
        @field_validator("hand_size")
        @classmethod
        def three_or_six(cls, size: int) -> int:
            return size if size == 3 else 6

    class Rules(TinyRules):
        deal: OddDeal = OddDeal()

    return Rules


@hookimpl
def rummykit_variant():
    return altered(options=options)
