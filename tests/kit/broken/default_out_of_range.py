"""Has a default that its own range refuses."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


def options():
    from pydantic import Field

    from kit.tiny_rules import TinyDeal, TinyRules

    class BigDeal(TinyDeal):
        hand_size: int = Field(9, ge=3, le=8, description="cards for each player")

    class Rules(TinyRules):
        deal: BigDeal = BigDeal()

    return Rules


@hookimpl
def rummykit_variant():
    return altered(options=options)
