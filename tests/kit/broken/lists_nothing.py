"""Leaves nothing to do for whoever should draw when the seven of hearts lies open."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


def is_bad_luck(round):
    return round.open_card is not None and round.open_card.text == "7h"


class Superstitious(Drawing):
    def legal(self, round):
        return () if is_bad_luck(round) else super().legal(round)

    def check(self, round, action):
        return round.rules.refuse(Reason.PILE_EMPTY) if is_bad_luck(round) else super().check(round, action)


@hookimpl
def rummykit_turn(rules):
    return flow(rules, drawing=Superstitious)
