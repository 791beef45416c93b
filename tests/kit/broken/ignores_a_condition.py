"""A call needs two sets, but the arranger that comes with the melds ignores that."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *
from rummykit.melds import Condition, Demand, Shape
from rummykit.parts import Calling
from rummykit.solver import Arranger


class Deaf(Arranger):
    def meeting(self, demands, heap, value=None, *, keep=0):
        return super().meeting((), heap, value, keep=keep)


class Melds(MeldRules):
    def own_arranger(self):
        return Deaf(self)


@hookimpl
def rummykit_melds(pack):
    return Melds(pack)


@hookimpl
def rummykit_turn(rules):
    usual = flow(rules)
    return replace(usual, moves=(*usual.moves, Calling(Condition((Demand(2, Shape.SET),), "two sets"))))
