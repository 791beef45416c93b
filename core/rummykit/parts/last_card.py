"""The last card where it may not be discarded: whoever goes out lays it on the table.

A turn ends with a discard all the same. So no move leaves a single card that has no place: the turn could not be ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummykit.engine.actions import Action, Discard, LayDown, LayOff
from rummykit.refusals import Reason, Refusal

if TYPE_CHECKING:
    from rummykit.engine.round import Round


def still_endable(round: Round, found: Sequence[Action]) -> list[Action]:
    """Return the moves of *found* after which the turn can be ended."""
    return [action for action in found if can_end_after(round, action)]


def refuse_stranded(round: Round, action: Action) -> Refusal | None:
    """Refuse a move that leaves a single card without a place."""
    if can_end_after(round, action):
        return None
    cards = round.rules.pack.cards_in(_after(round, action).hands[round.active])
    return round.rules.refuse(Reason.LAST_CARD_LEFT, cards)


def can_end_after(round: Round, action: Action) -> bool:
    """Whether the turn can be ended after a move that is legal but for that."""
    hand = round.hands[round.active].bit_count()
    if round.rules.flow.discarding.final_allowed or hand - _most_placed(action, hand) > 1:
        return True
    trial = _after(round, action)
    if trial.turn != round.turn or trial.outcome is not None or trial.hands[trial.active].bit_count() != 1:
        return True
    return bool(trial.rules.flow.placing(trial))


def _most_placed(action: Action, hand: int) -> int:
    """Return how many cards of the hand a move places at most; cheap."""
    match action:
        case Discard():
            return 0
        case LayOff():
            return 1
        case LayDown(melds=melds):
            return sum(map(len, melds))
    return hand


def _after(round: Round, action: Action) -> Round:
    trial = round.copy()
    trial.rules.flow.playing.apply(trial, action)
    return trial
