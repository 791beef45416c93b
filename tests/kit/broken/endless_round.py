"""Goes on for ever: whoever has no card left gets a new one, and the pile becomes the stock again."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


class Restless(Discarding):
    def apply(self, round, action):
        self.throw(round, action.card)
        seat = round.active
        if len(round.stock) < 3:
            round.stock, round.pile = round.pile[:-1] + round.stock, round.pile[-1:]
        if not round.hands[seat]:
            round.give_from_stock(seat)
        round.rules.flow.start_turn(round, (seat + 1) % round.players)

    def leaves_discard(self, round, hand):
        return hand.bit_count() > 1


class NoMelds(LayingDown):
    def legal(self, round, found):
        return

    def check(self, round, action):
        return round.rules.refuse(Reason.NO_MELD_LAP, needed=1)


@hookimpl
def rummykit_turn(rules):
    throwing = Restless(taken_allowed=rules.draw.may_throw_back)
    return TurnFlow(Drawing(), None, (NoMelds(), LayingOff(on=rules.draw.layoff), throwing))
