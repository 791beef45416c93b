"""A turn thought through to its end, as the hints after this one will play it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from rummykit.engine.actions import Discard
from rummykit.engine.round import Round
from rummykit_bots.greedy import Greedy
from rummykit_bots.hints.cards import hidden_cards

if TYPE_CHECKING:
    from rummykit.engine.views import View
    from rummykit_bots.judgement import Judgement
    from rummykit_bots.position import Position


def hints_go_out(judgement: Judgement, position: Position) -> bool:
    """Whether the turn ends the round if the hints are followed from a position.

    That a way out exists is not enough: another turn may be worth more than it, by bonus points for example, and then
    the next hint takes another way.
    """
    seat, bot = position.seat, Greedy(judgement.weights)
    round = _round_at(position, judgement.view)
    while round.outcome is None and round.active == seat:
        round.apply(bot(round.view(seat), Random(0)))
    return round.outcome is not None and round.outcome.seat == seat


def _round_at(position: Position, view: View) -> Round:
    """Return a round in which the seat plays on from a position.

    Before the seat plays, the position has the open card in its hand. Hidden cards lie anywhere: they change nothing.
    """
    rules, pack, seat = view.rules, view.rules.pack, view.seat
    round = Round(rules, view.dealer, 0, view.number, view.names, view.totals)
    hidden = [kind for kind, number in hidden_cards(view).items() for _ in range(number)]
    for other, size in enumerate(view.hand_sizes):
        round.hands[other] = view.hand if other == seat else pack.add_all(0, [hidden.pop() for _ in range(size)])
    round.stock = [hidden.pop() for _ in range(view.stock_size)]
    round.pile = [*hidden, *view.seen_discards]
    round.lap, round.turn, round.skips_draw = view.lap, view.turn - 1, 0
    rules.flow.start_turn(round, seat)
    if view.stage in ("draw", "claim"):
        rules.flow.drawing.take_discard(round)
        round.owed = -1  # the position has used the card where it must be used
    else:
        round.taken = _barred_from_discard(view)
        if view.owed is not None and position.hand == view.hand:
            round.owed = view.owed.kind
    rules.flow.start_play(round)
    round.outcome, round.final_turn, round.opened_now = None, view.final_turn, position.opened_now
    round.placed = view.placed + round.hands[seat].bit_count() - position.hand.bit_count()
    round.laid_melds = view.laid_melds + max(0, len(position.table) - len(view.table))
    round.hands[seat], round.pool, round.side_cards = position.hand, position.pool, view.side_cards
    round.table = {meld.number: meld for meld in position.table}
    round.next_number = 1 + max(round.table, default=0)
    round.melded = sum(1 << other for other, melded in enumerate(view.melded) if melded)
    round.melded |= rules.side_bits[seat] if position.melded else 0
    return round


def _barred_from_discard(view: View) -> int:
    """Return the kind of the card that was taken from the pile and must not go back to it, or -1."""
    discards = {move.card.kind for move in view.legal if isinstance(move, Discard)}
    barred = [card.kind for card in view.cards if card.kind not in discards]
    return barred[0] if discards and barred else -1
