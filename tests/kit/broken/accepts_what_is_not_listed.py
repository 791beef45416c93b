"""Does not list the discard of aces while there is another card, but lets it pass."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


class Forgetful(Discarding):
    def legal(self, round, found):
        listed = []
        super().legal(round, listed)
        found += [action for action in listed if action.card.rank] or listed


@hookimpl
def rummykit_turn(rules):
    return flow(rules, discarding=Forgetful)
