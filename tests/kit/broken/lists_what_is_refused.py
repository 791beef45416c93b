"""Lists the discard of the open card, which nobody holds."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *
from rummykit.engine.actions import Discard


class Generous(Discarding):
    def legal(self, round, found):
        super().legal(round, found)
        if round.open_card is not None:
            found.append(Discard(round.open_card))


@hookimpl
def rummykit_turn(rules):
    return flow(rules, discarding=Generous)
