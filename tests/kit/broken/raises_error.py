"""Looks something up that is not there, when the seven of hearts is discarded."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *

NOTES: dict[str, int] = {}


class Hasty(Discarding):
    def throw(self, round, card):
        if card.text == "7h":
            NOTES["7h"] += 1
        super().throw(round, card)


@hookimpl
def rummykit_turn(rules):
    return flow(rules, discarding=Hasty)
