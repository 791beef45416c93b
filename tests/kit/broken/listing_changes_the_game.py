"""Counts how often the moves were listed, and scores by it; a record does not know that."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


class Counting(Discarding):
    def legal(self, round, found):
        super().legal(round, found)
        round.listed = getattr(round, "listed", 0) + 1


@hookimpl
def rummykit_turn(rules):
    return flow(rules, discarding=Counting)
