"""The veto: which moves would end a round with a joker, or leave nothing else to do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

from rummykit.cards import Card
from rummykit.engine.actions import Action, Call, Discard, Draw, Knock, LayDown, LayOff, Rearrange, SwapJoker
from rummykit.engine.round import Round
from rummykit.refusals import Refusal


class FinishReason(Enum):
    """Why the mod refuses a move."""

    JOKER_LAST = "{cards} would be the last card, and nobody ends a round with a joker."
    ONLY_JOKER_LEFT = "After that you would have only {cards} to discard, and nobody ends a round with a joker."


@dataclass(frozen=True)
class NoJokerFinish:
    """Refuses moves whose last card is a joker; ``forbids`` says whether that counts for discards alone."""

    forbids: Literal["any", "discard"]

    def __call__(self, round: Round, action: Action) -> Refusal | None:
        """Refuse the move, or return None."""
        joker = self._last_card(round, action)
        if joker is not None:
            return round.rules.refuse(FinishReason.JOKER_LAST, (joker,))
        joker = self._stranded_with(round, action)
        if joker is not None:
            return round.rules.refuse(FinishReason.ONLY_JOKER_LEFT, (joker,))
        return None

    def _last_card(self, round: Round, action: Action) -> Card | None:
        """Return the joker with which a move would end the round in a way that is forbidden."""
        hand = round.hands[round.actor]
        if isinstance(action, Discard | Knock | Call):
            ends = not isinstance(action, Discard) or hand.bit_count() == 1
            return action.card if ends and action.card.is_joker else None
        if self.forbids == "discard":
            return None
        if isinstance(action, SwapJoker):
            # The cards swapped in leave the hand first, then the joker is laid off.
            last = action.homes[-1] if action.homes else None
            ends = hand.bit_count() == len(action.swaps) and isinstance(last, LayOff)
            return last.placed.card if ends and isinstance(last, LayOff) else None
        if isinstance(action, LayOff | LayDown | Rearrange) and _lone_jokers(round, hand):
            return None if _after(round, action).hands[round.actor] else round.rules.pack.cards_in(hand)[0]
        return None

    def _stranded_with(self, round: Round, action: Action) -> Card | None:
        """Return the joker that a move would leave as the only card, with nothing to do but what is forbidden."""
        seat, pack = round.actor, round.rules.pack
        if not round.hands[seat] & pack.joker_bits or not _may_leave_one_card(round, action):
            return None
        after = _after(round, action)
        left = after.hands[seat]
        if left.bit_count() != 1 or not _lone_jokers(after, left) or after.outcome is not None or after.actor != seat:
            return None
        forbidden = all(self._last_card(after, move) is not None for move in after.stage.legal(after))
        return pack.cards_in(left)[0] if forbidden else None


def _lone_jokers(round: Round, hand: int) -> bool:
    return not hand & ~round.rules.pack.joker_bits


def _may_leave_one_card(round: Round, action: Action) -> bool:
    """Whether it is worth while to look what a move leaves; most are ruled out by counting."""
    held = round.hands[round.actor].bit_count()
    if isinstance(action, LayOff):
        return held == 2
    if isinstance(action, LayDown):
        return sum(len(meld.cards) for meld in action.melds) >= held - 1
    return isinstance(action, SwapJoker | Rearrange) or (isinstance(action, Draw) and action.use is not None)


def _after(round: Round, action: Action) -> Round:
    after = round.copy()
    after.apply(action)
    return after
