"""Has partners, but lets each of them make a first meld of their own."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


class Alone(LayingDown):
    def apply(self, round, action):
        before = round.melded
        super().apply(round, action)
        round.melded = before | 1 << round.active


@hookimpl
def rummykit_deal(rules, players):
    return Deal(hand_size=rules.deal.hand_size, sides=((0, 2), (1,)) if players == 3 else ())


@hookimpl
def rummykit_turn(rules):
    turn = flow(rules)
    return replace(turn, moves=(Alone(), *turn.moves[1:]))
