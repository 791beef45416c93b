"""Shows with every turn the cards that will be drawn."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


class Open(TurnFlow):
    def start_turn(self, round, seat):
        super().start_turn(round, seat)
        round.side_cards = tuple(round.rules.pack.cards[kind].text for kind in round.stock)


@hookimpl
def rummykit_turn(rules):
    return flow(rules, turns=Open)
