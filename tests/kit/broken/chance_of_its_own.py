"""Shuffles the stock after every discard, with a generator that nobody has seeded."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from random import SystemRandom

from kit.tiny import *


class Shuffling(Discarding):
    def throw(self, round, card):
        super().throw(round, card)
        SystemRandom().shuffle(round.stock)


@hookimpl
def rummykit_turn(rules):
    return flow(rules, discarding=Shuffling)
