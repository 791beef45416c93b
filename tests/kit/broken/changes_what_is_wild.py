"""Turns up a card, but makes sevens wild as soon as somebody goes out."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *
from rummykit.engine.deal import TurnUp


class Forgetful(Discarding):
    def throw(self, round, card):
        super().throw(round, card)
        if round.hands[round.active] == 0:
            round.rules = round.rules.with_turned_up(round.rules.pack.card("7s"))


@hookimpl
def rummykit_deal(rules):
    return Deal(hand_size=rules.deal.hand_size, turn_up=TurnUp())


@hookimpl
def rummykit_turn(rules):
    return flow(rules, discarding=Forgetful)
