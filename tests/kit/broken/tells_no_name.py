"""Tosses cards instead of discarding them, and does not say in the log who did it."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *
from rummykit.engine.actions import CardAction


class Toss(CardAction):
    __slots__ = ()
    verb = phrase = "toss"
    form = "toss CARD"
    meaning = "Put a card on the discard pile from afar."
    you = "You toss {card}."
    they = "{player} tosses {card}."


class Tossing(Discarding):
    action = Toss

    def legal(self, round, found):
        pack = round.rules.pack
        found += map(Toss, dict.fromkeys(pack.cards_in(self.throwable(round))))


@hookimpl
def rummykit_turn(rules):
    turn = flow(rules)
    return replace(turn, moves=(*turn.moves, Tossing(taken_allowed=rules.draw.may_throw_back)))
