"""Writes down the totals from the best to the worst, whoever has them."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


class Ranking(TurnFlow):
    def begin(self, round):
        round.totals = tuple(sorted(round.totals))


@hookimpl
def rummykit_turn(rules):
    return flow(rules, turns=Ranking)
