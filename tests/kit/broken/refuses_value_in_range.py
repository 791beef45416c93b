"""Says that hands have three to eight cards, and refuses all sizes but two."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


def options():
    from pydantic import field_validator

    from kit.tiny_rules import TinyDeal, TinyRules

    class OddDeal(TinyDeal):
        @field_validator("hand_size")
        @classmethod
        def three_or_six(cls, size: int) -> int:
            if size not in (3, 6):
                raise ValueError("so many cards bring bad luck")
            return size

    class Rules(TinyRules):
        deal: OddDeal = OddDeal()

    return Rules


@hookimpl
def rummykit_variant():
    return altered(options=options)
