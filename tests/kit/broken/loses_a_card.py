"""Forgets to put a discard on the pile, if it is a spade."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


class Careless(Discarding):
    def throw(self, round, card):
        super().throw(round, card)
        if card.text.endswith("s"):
            round.pile.pop()


@hookimpl
def rummykit_turn(rules):
    return flow(rules, discarding=Careless)
