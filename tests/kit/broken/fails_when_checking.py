"""Looks something up that is not there, when somebody asks whether he may discard the seven of hearts."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *

NOTES: dict[str, int] = {}


class Hasty(Discarding):
    def check(self, round, action):
        if action.card.text == "7h":
            NOTES["7h"] += 1
        return super().check(round, action)


@hookimpl
def rummykit_turn(rules):
    return flow(rules, discarding=Hasty)
