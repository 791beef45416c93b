"""After a knock, where melds are spread and cards laid off one by one: whatever leaves least in the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummykit.engine.actions import PASS, Action, LayDown, LayOff
from rummykit.solver.laying_off import best_lay_offs

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
    """Return the first of the lay-offs after which least is left."""
    moves = [move for move in view.legal if isinstance(move, LayOff)]
    if not moves:
        return None
    rules, table = view.rules, list(view.table)
    best = best_lay_offs(rules.melds, [lying.meld for lying in table], view.hand, rules.least_deadwood)
    wanted = [(table[at].number, placed) for at, placed in best.cards[:1]]
    return next((move for move in moves if (move.number, move.placed) in wanted), None)
