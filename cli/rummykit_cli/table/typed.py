"""Lines typed at the full-screen table: read by the very code that reads them in line mode."""

from __future__ import annotations

from collections.abc import Callable

from rummykit.engine.actions import Action
from rummykit.engine.match import Match
from rummykit.engine.views import BuybackView, View
from rummykit.errors import NotationError
from rummykit.refusals import Reason, Refusal
from rummykit_cli.ask import Asker
from rummykit_cli.render.words import shown_name
from rummykit_cli.table.fan import Order
from rummykit_cli.table.sitting import Sitting


class TypedLines(Asker):
    """Answers typed lines. What line mode prints goes to the notebook; what needs a screen is asked of the table."""

    def __init__(
        self, sitting: Sitting, hint: Callable[[], None], undo: Callable[[], None], rearrange: Callable[[], None]
    ) -> None:
        super().__init__(sitting.log, interactive=False, game=sitting.game)
        self._sitting = sitting
        self._give_hint = hint
        self._take_back = undo
        self._start_rearranging = rearrange
        self.understood = True
        """Whether the last line was a legal move or a command; if not, it can be mended."""

    def answer(self, line: str) -> Action | None:
        """Return the legal move in a line, or do what else it asks for; raises `Leave` where it asks for that."""
        self.understood = True
        view = self._sitting.view or self._sitting.offer
        return None if view is None else self._answer(line, self._sitting.match, view)

    def _move(self, line: str, match: Match, view: View | BuybackView) -> Action | None:
        if self._sitting.on_turn:
            return super()._move(line, match, view)
        self._refuse(match.rules.refuse(Reason.NOT_YOUR_TURN, actor=shown_name(match.names[match.actor])))
        return None

    def _explain(self, line: str, error: NotationError, view: View | BuybackView) -> None:
        self.understood = False
        super()._explain(line, error, view)

    def _refuse(self, refusal: Refusal | None) -> None:
        self.understood = False
        if refusal is not None:
            self._sitting.refuse(refusal)
        super()._refuse(refusal)

    def _show(self, match: Match, view: View | BuybackView) -> None:
        pass  # the table is on the screen all the time

    def _sort(self, match: Match, view: View | BuybackView, by: str) -> None:
        orders = {"colour": Order.COLOUR, "color": Order.COLOUR, "suit": Order.COLOUR}
        orders |= {"value": Order.VALUE, "rank": Order.VALUE}
        if by in orders:
            self._sitting.fan.sort(orders[by])
        else:
            self.understood = False
            super()._sort(match, view, by)  # which says what can be said

    def _log(self) -> None:
        for entry in self._sitting.entries:
            self.screen.line(entry.text)

    def _hint(self) -> None:
        self._give_hint()

    def _undo(self, match: Match) -> None:
        self._take_back()

    def _rearrange(self, match: Match, view: View) -> Action | None:
        self._start_rearranging()
        return None
