"""Lets nobody discard after a meld, and lets them meld all the same."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


class Barred(Discarding):
    def legal(self, round, found):
        if not round.placed:
            super().legal(round, found)

    def check(self, round, action):
        return round.rules.refuse(Reason.NO_CARD_LEFT) if round.placed else super().check(round, action)


@hookimpl
def rummykit_turn(rules):
    return flow(rules, discarding=Barred)
