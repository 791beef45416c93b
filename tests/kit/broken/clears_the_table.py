"""Puts a meld under the pile whenever somebody discards."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


class Tidy(Discarding):
    def throw(self, round, card):
        super().throw(round, card)
        if round.table:
            round.pile[:0] = round.rules.pack.kinds(round.table.pop(min(round.table)).meld.heap)


@hookimpl
def rummykit_turn(rules):
    return flow(rules, discarding=Tidy)
