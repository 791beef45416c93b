"""What a position leads to, where melds lie on the table: going out, the end of the round, what the hand counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummykit.i18n import say, say_number
from rummykit_bots.hints.rest_of_turn import hints_go_out
from rummykit_bots.position import Position
from rummykit_bots.turns import plans
from rummykit_bots.weights import LONG_HAND, SHORT_HAND

if TYPE_CHECKING:
    from rummykit_bots.judgement import Judgement


def going_out(judgement: Judgement, after: Position) -> str | None:
    """Say how the turn can end the round from a position; None if it cannot."""
    if not after.hand:
        return say("It places your last cards, so you go out.")
    if after.hand.bit_count() == judgement.know.cards_at_end:
        (card,) = judgement.view.rules.pack.cards_in(after.hand)
        return say("Then {card} is the only card left, and you go out with it as your discard.", card=card)
    if can_go_out(judgement, after):
        return say("After it your other cards find their places, too: you can go out in this turn.")
    return None


def can_go_out(judgement: Judgement, position: Position) -> bool:
    """Whether a turn goes out from a position if the hints are followed, with nothing that the rules could forbid."""
    know, flow = judgement.know, judgement.view.rules.flow
    pool = flow.laying_down.pool
    if flow.restrictions or (pool is not None and pool.per_turn < know.pack.joker_bits.bit_count()):
        return False  # a mod may forbid a move, and how many jokers the turn has taken already cannot be seen
    if position.hand.bit_count() > LONG_HAND:
        return False  # a turn of so many cards takes too long to think through
    is_possible = any(plan.position.hand.bit_count() <= know.cards_at_end for plan in plans(judgement, position))
    return is_possible and hints_go_out(judgement, position)


def most_placed(judgement: Judgement, hand: int) -> int:
    """Return the cards of a hand that find a place where the table may be rearranged, as many as can be found."""
    view, rule = judgement.view, judgement.view.rules.flow.rearranging
    assert rule is not None
    know, position = judgement.know, Position.of(view).holding(hand)
    move = rule.many_cards(view.rules, view.table, view.seat, hand, view.placed, know.last_cards, know.hard_to_place)
    return 0 if move is None else know.pack.subtract(hand, position.after(move, view).hand)


def points_off(judgement: Judgement, hand: int) -> str | None:
    """Say how much less a hand counts than the one that the seat holds now."""
    points = judgement.know.hand_penalty(judgement.view.hand) - judgement.know.hand_penalty(hand)
    if points <= 0:
        return None
    return say_number(
        "It takes {number} point off what your hand counts against you.",
        "It takes {number} points off what your hand counts against you.",
        points,
    )


def end_is_near(judgement: Judgement) -> str | None:
    """Say who may soon end the round, or that the stock runs out, where that makes cards in the hand a risk."""
    view = judgement.view
    if judgement.risk <= judgement.weights.calm_risk:
        return None
    if view.final_turn:
        return say("This is the last turn of the round.")
    size, seat = min((size, seat) for seat, size in enumerate(view.hand_sizes) if seat != view.seat)
    if any(view.melded) and size <= SHORT_HAND and seat in judgement.side:
        return say_number(
            "Your partner {name} has only {number} card left and may soon go out; what you hold then counts.",
            "Your partner {name} has only {number} cards left and may soon go out; what you hold then counts.",
            size,
            name=view.names[seat],
        )
    if any(view.melded) and size <= SHORT_HAND:
        return say_number(
            "{name} has only {number} card left and may soon go out.",
            "{name} has only {number} cards left and may soon go out.",
            size,
            name=view.names[seat],
        )
    return say_number(
        "Only {number} card is left to draw, so the round will soon be over.",
        "Only {number} cards are left to draw, so the round will soon be over.",
        judgement.cards_to_draw,
    )
