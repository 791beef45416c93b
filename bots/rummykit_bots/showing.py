"""After a knock, where melds are spread and cards laid off one by one: whatever leaves least in the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummykit.engine.actions import PASS, Action, LayDown, LayOff

if TYPE_CHECKING:
    from rummykit.engine.views import View


def show(view: View) -> Action:
    """Return the next move of a seat that spreads melds or lays off; a pass when there is nothing more to gain."""
    return _spread(view) or _lay_off(view) or PASS


def _spread(view: View) -> LayDown | None:
    """Return a meld of those that leave least over."""
    best = view.rules.arranger.least_left(view.hand, view.rules.card_values, thorough=True).melds
    return next((move for move in view.legal if isinstance(move, LayDown) and set(move.melds) <= set(best)), None)


def _lay_off(view: View) -> LayOff | None:
    """Return the lay-off after which least is left, if it is less than without."""
    least, pack = view.rules.least_deadwood, view.rules.pack

    def left(move: LayOff) -> tuple[int, bool]:
        # A run grows by it, so that further cards may fit; a set does not.
        is_set = any(meld.is_set for meld in view.table if meld.number == move.number)
        return least(pack.remove(view.hand, move.placed.card.kind)), is_set

    moves = [move for move in view.legal if isinstance(move, LayOff)]
    best = min(moves, key=left, default=None)
    return best if best is not None and left(best)[0] < least(view.hand) else None
