"""Writes down in the round how many cards were discarded, without declaring it."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


class Counting(Discarding):
    def apply(self, round, action):
        round.discards = getattr(round, "discards", 0) + 1
        super().apply(round, action)


@hookimpl
def rummykit_turn(rules):
    return flow(rules, discarding=Counting)
