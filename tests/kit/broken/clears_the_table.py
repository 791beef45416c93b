"""Puts a meld under the pile once a card was laid off on it."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


class Tidy(LayingOff):
    def apply(self, round, action):
        super().apply(round, action)
        round.pile[:0] = round.rules.pack.kinds(round.table.pop(action.number).meld.heap)


@hookimpl
def rummykit_turn(rules):
    return flow(rules, laying_off=Tidy)
