"""Brings an arranger that says all cards are melded where it was asked to leave some over."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *
from rummykit.solver import Arranger


class Boasting(Arranger):
    def all_but(self, spare, heap, *, keep=0):
        best = super().all_but(spare, heap, keep=keep)
        return best and best._replace(left=0)


class Melds(MeldRules):
    def own_arranger(self):
        return Boasting(self)


@hookimpl
def rummykit_melds(pack):
    return Melds(pack)
