"""Lists discards in the order of a set of texts, which is another one in every process."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *
from rummykit.engine.actions import Discard


class Unordered(Discarding):
    def legal(self, round, found):
        listed = []
        super().legal(round, listed)
        found += [Discard(round.rules.pack.card(text)) for text in {action.card.text for action in listed}]


@hookimpl
def rummykit_turn(rules):
    return flow(rules, discarding=Unordered)
