"""Offers the open card only while nobody else holds one of its suit."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *
from rummykit.engine.actions import DRAW_DISCARD, DRAW_STOCK


class Spying(Drawing):
    def _is_free(self, round):
        others = [round.hands[seat] for seat in range(round.players) if seat != round.active]
        cards = [card for hand in others for card in round.rules.pack.cards_in(hand)]
        return round.open_card is not None and all(card.suit != round.open_card.suit for card in cards)

    def legal(self, round):
        return (DRAW_STOCK, DRAW_DISCARD) if self._is_free(round) else (DRAW_STOCK,)

    def check(self, round, action):
        if action == DRAW_DISCARD and not self._is_free(round):
            return round.rules.refuse(Reason.PILE_EMPTY)
        return super().check(round, action)


@hookimpl
def rummykit_turn(rules):
    return flow(rules, drawing=Spying)
