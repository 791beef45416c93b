"""Lists discards of cards that it makes itself, without their signs, which no text is read as."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from dataclasses import replace

from kit.tiny import *
from rummykit.engine.actions import Discard


class Homemade(Discarding):
    def legal(self, round, found):
        listed = []
        super().legal(round, listed)
        found += [Discard(replace(action.card, sign="")) for action in listed]

    def check(self, round, action):
        if action.card.sign:
            return round.rules.refuse(Reason.DISCARD_TAKEN, (action.card,))
        return super().check(round, action)


@hookimpl
def rummykit_turn(rules):
    return flow(rules, discarding=Homemade)
