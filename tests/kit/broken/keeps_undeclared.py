"""Keeps under a name that no part declares."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *
from rummykit.engine.state import Kept


class Counting(Discarding):
    keeps = (Kept("discards", 0),)

    def apply(self, round, action):
        round.keep("discard", round.state["discards"] + 1)
        super().apply(round, action)


@hookimpl
def rummykit_turn(rules):
    return flow(rules, discarding=Counting)
