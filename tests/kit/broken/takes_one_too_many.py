"""Gives whoever reaches into the spread pile its lowest card, too."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *
from rummykit.engine.actions import Draw, Source


class OneMore(Drawing):
    def apply(self, round, action):
        super().apply(round, action)
        if isinstance(action, Draw) and action.source is Source.DISCARD and round.pile:
            seat = round.active
            round.hands[seat] = round.rules.pack.add(round.hands[seat], round.pile.pop(0))


@hookimpl
def rummykit_turn(rules):
    turn = flow(rules)
    return replace(turn, drawing=OneMore(exhausted="reshuffle", reshuffles=2, spread=True, reach="any_depth"))
