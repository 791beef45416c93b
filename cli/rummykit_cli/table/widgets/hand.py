"""The hand on the screen."""

from __future__ import annotations

from rich.text import Text

from rummykit.cards import Pack, Placed
from rummykit.i18n import say
from rummykit_cli.render.plain import POOL
from rummykit_cli.table.fan import Fan, Slot
from rummykit_cli.table.widgets.flow import Lines, Piece, Spot, flow
from rummykit_cli.table.widgets.ink import Ink, signs
from rummykit_cli.table.widgets.pieces import Pieces

BETWEEN_GROUPS = 2


class HandFan(Pieces):
    """A hand in pairs of lines: picked cards stand a line higher. Below it lies the pool, in a line of its own.

    The keys of the pieces are places in the fan.

    Signs say everything that colours say: ``[7r]`` is picked, ``>7r<`` under the cursor, ``+7r`` new.
    """

    can_focus = True

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self._fan = Fan()
        self._pack: Pack | None = None

    def show(self, fan: Fan, pack: Pack, ink: Ink) -> None:
        """Show a hand with cards of a pack."""
        self._fan, self._pack = fan, pack
        self.draw(ink)

    def lay(self, width: int, height: int) -> Lines:
        """Lay the cards side by side, then lift the picked ones."""
        held = sum(not slot.open for slot in self._fan.slots)
        lines = self._lifted(flow(self._pieces(0, held), width))
        pool = self._pieces(held, len(self._fan.slots))
        if pool:
            label = Text(f"{say(POOL)} ")
            lines.add(flow([Piece(label), *pool], width, indent=label.cell_len))
        return lines

    def _pieces(self, first: int, end: int) -> list[Piece]:
        return [Piece(self._card(at, self._fan.slots[at]), at, self._gap(at)) for at in range(first, end)]

    def _lifted(self, flat: Lines) -> Lines:
        lines = Lines()
        for number in range(len(flat.rows)):
            raised, lowered = Text(no_wrap=True), Text(no_wrap=True)
            for at, spot in enumerate(flat.spots):
                if spot.line == number:
                    row = raised if self._fan.slots[at].picked else lowered
                    row.pad_right(spot.left - row.cell_len)
                    row.append_text(self._card(at, self._fan.slots[at]))
                    lines.spots += [Spot(2 * number + below, spot.left, spot.right, at) for below in (0, 1)]
            lines.rows += [raised, lowered]
        return lines

    def _gap(self, at: int) -> int:
        within_hand = at > 0 and not self._fan.slots[at].open
        return BETWEEN_GROUPS if within_hand and self._fan.begins_group(at) else 0

    def _card(self, at: int, slot: Slot) -> Text:
        assert self._pack is not None
        here = at == self._fan.cursor
        around = signs(here, slot.picked, slot.new)
        return self.ink.card(self._pack, Placed(slot.card), around, reverse=here and self.has_focus)
