"""Counts the discards of a side, but only for the partner who made them."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *
from rummykit.engine.state import Kept


class Counting(Discarding):
    keeps = (Kept("discards", 0, per="side"),)

    def apply(self, round, action):
        counts = list(round.state["discards"])
        counts[round.active] += 1
        round.keep("discards", tuple(counts))
        super().apply(round, action)


@hookimpl
def rummykit_deal(rules, players):
    return Deal(hand_size=rules.deal.hand_size, sides=((0, 2), (1,)) if players == 3 else ())


@hookimpl
def rummykit_turn(rules):
    return flow(rules, discarding=Counting)
