"""Says that hands have three to eight cards, and refuses seven."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


@hookimpl
def rummykit_options():
    from pydantic import field_validator

    from kit.tiny_rules import TinyDeal, TinyRules

    class OddDeal(TinyDeal):
        @field_validator("hand_size")
        @classmethod
        def not_seven(cls, size: int) -> int:
            if size == 7:
                raise ValueError("seven cards bring bad luck")
            return size

    class Rules(TinyRules):
        deal: OddDeal = OddDeal()

    return Rules
