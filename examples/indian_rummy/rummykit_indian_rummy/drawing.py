"""Wild cards in the pile: they may not be taken, except as the upcard at the very start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummykit.refusals import Refusal

from rummykit_indian_rummy.rulebook import IndianReason

if TYPE_CHECKING:
    from rummykit.engine.actions import LayDown, LayOff
    from rummykit.engine.round import Round


class NoWildCards:
    """Bars the way to the pile while a wild card that somebody has discarded lies open."""

    def refuse(self, round: Round, use: LayDown | LayOff | None) -> Refusal | None:
        """Say why the open card may not be taken."""
        card, is_upcard = round.open_card, round.discarder < 0
        if card is None or is_upcard or not round.rules.melds.is_wild(card):
            return None
        return round.rules.refuse(IndianReason.WILD_CARD_OPEN, (card,))
