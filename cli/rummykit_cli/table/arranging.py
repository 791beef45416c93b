"""The screen on which the whole table is laid anew, by keys or mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.table import Table as Grid
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.geometry import Region
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from rummykit.cards import Pack
from rummykit.engine.actions import Action
from rummykit.engine.match import Match
from rummykit.engine.views import View
from rummykit.i18n import mark, say
from rummykit.refusals import Refusal
from rummykit_cli.render.plain import HAND as HAND_LABEL
from rummykit_cli.render.plain import LOOSE as LOOSE_LABEL
from rummykit_cli.table.possible_moves import ENTER, ESCAPE, SPACE, Button
from rummykit_cli.table.widgets.flow import Lines, Piece, flow
from rummykit_cli.table.widgets.ink import Ink, signs
from rummykit_cli.table.widgets.pages import ChoiceList, Page
from rummykit_cli.table.widgets.pieces import Bar, Pieces
from rummykit_session.bench import HAND, LOOSE, Bench, BenchRow, Place
from rummykit_session.forming import meld_words
from rummykit_session.workbench import StepError

KEYS = (
    (mark("arrows"), mark("go from card to card, and from row to row")),
    (mark("home end"), mark("go to the first or the last card of the row")),
    (SPACE, mark("pick the card, or put it back")),
    ("n", mark("put the picked cards together as a new meld")),
    ("p", mark("add the picked cards to the meld in this row")),
    ("t", mark("take the meld in this row apart")),
    ("u", mark("go back one step")),
    (ENTER, mark("play the table as it is now")),
    (ESCAPE, mark("cancel: back to your turn; nothing is changed")),
)
"""Keys and what they do; with the mouse a card is picked, and the name of a row does what t or p does there."""

_TITLE = mark("Rearrange the table: nothing is played until you confirm it.")

MORE_THAN_A_ROW = 1000
"""More cards than any row has."""


class BenchPieces(Pieces):
    """The work area: a row for every group, for loose cards and for the hand.

    The key of a card is its place; that of a row's name is the name.
    """

    can_focus = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1, 0)", show=False),
        Binding("down", "move(1, 0)", show=False),
        Binding("left", "move(0, -1)", show=False),
        Binding("right", "move(0, 1)", show=False),
        Binding("home", f"move(0, -{MORE_THAN_A_ROW})", show=False),
        Binding("end", f"move(0, {MORE_THAN_A_ROW})", show=False),
    ]

    class Moved(Message):
        """The cursor may lie in another row."""

    def __init__(self, bench: Bench, pack: Pack) -> None:
        super().__init__("bench")
        self._bench = bench
        self._pack = pack
        self.row = 0
        self.column = 0

    @property
    def rows(self) -> list[BenchRow]:
        """The rows as they lie now."""
        return self._bench.rows

    @property
    def here(self) -> BenchRow:
        """The row under the cursor."""
        return self.rows[self.row]

    def action_move(self, rows: int, columns: int) -> None:
        """Move the cursor; cards may have gone since."""
        lying = self.rows
        self.row = min(max(self.row + rows, 0), len(lying) - 1)
        last = max(len(lying[self.row].cards) - 1, 0)
        self.column = min(max(min(self.column, last) + columns, 0), last)
        self.draw(self.ink)
        self._keep_in_view()
        self.post_message(self.Moved())

    def go_to(self, place: Place) -> None:
        """Put the cursor on a card."""
        name, self.column = place
        self.row = [row.name for row in self.rows].index(name)
        self.action_move(0, 0)

    def _keep_in_view(self) -> None:
        """Scroll to the line of the cursor where the rows are more than the screen has room for."""
        line = self.lines.spot(self.rows[self.row].name).line
        if isinstance(self.parent, Widget):
            self.parent.scroll_to_region(Region(0, line, 1, 2), animate=False, force=True)

    def lay(self, width: int, height: int) -> Lines:
        """Lay the rows below one another."""
        lines, labels = Lines(), {LOOSE: say(LOOSE_LABEL), HAND: say(HAND_LABEL)}
        indent = max(map(cell_len, labels.values())) + len(">  ")
        for at, row in enumerate(self.rows):
            sign = "> " if at == self.row else "  "
            label = labels.get(row.name, row.name)
            pieces = [Piece(Text(set_cell_size(sign + label, indent), "bold"), row.name)]
            pieces += [Piece(self._card(at, column, row), (row.name, column)) for column in range(len(row.cards))]
            if row.changed:
                colour = self.ink.look.accent if row.is_meld else self.ink.look.warning
                pieces.append(Piece(Text(f"<- {row.remark}", colour), gap=1))
            lines.add(flow(pieces, width, indent))
        return lines

    def _card(self, at: int, column: int, row: BenchRow) -> Text:
        here = (at, column) == (self.row, self.column)
        around = signs(here, (row.name, column) in self._bench.picked)
        return self.ink.card(self._pack, row.cards[column], around, reverse=here)


class ArrangeScreen(Screen[Action | None]):
    """Cards are picked anywhere and put down anywhere; the screen is left with a legal move, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pick", show=False),
        Binding("n", "put_new", show=False),
        Binding("p", "put_here", show=False),
        Binding("t", "take_apart", show=False),
        Binding("u", "undo", show=False),
        Binding("enter", "confirm", show=False),
        Binding("escape,q", "dismiss", show=False),
        Binding("question_mark", "help", show=False),
    ]

    def __init__(self, match: Match, view: View, ink: Ink) -> None:
        super().__init__()
        self.bench = Bench(match, view)
        self._pack = view.rules.pack
        self._ink = ink
        self._can_be_played = False

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        yield Static(say(_TITLE), id="page-title", markup=False)
        with VerticalScroll(id="page-body", can_focus=False):
            yield BenchPieces(self.bench, self._pack)
        yield Static("", id="bench-standing", markup=False)
        yield Static("", id="bench-note", markup=False)
        yield Bar("bench-buttons", focusable=False)

    def on_mount(self) -> None:
        """Begin at the first card."""
        self.query_one(BenchPieces).focus()
        self._show(say("Go from card to card with the arrows, Home and End; ? explains all keys."))

    def show_clock(self, left: str) -> None:
        """Show how much time is left."""
        self.query_one("#page-title", Static).update(" - ".join(filter(None, [say(_TITLE), left])))

    def _show(self, note: str = "") -> None:
        """Show how it stands, and below it what was answered to the last key, unless that is the same."""
        pieces = self.query_one(BenchPieces)
        pieces.ink = self._ink
        pieces.action_move(0, 0)
        standing, self._can_be_played = self.bench.standing
        self.query_one("#bench-standing", Static).update(Text("" if standing in note else standing))
        self.query_one("#bench-note", Static).update(Text(note, self._ink.look.warning))
        self._show_buttons()

    @on(BenchPieces.Moved)
    def _show_buttons(self) -> None:
        self.query_one(Bar).show(self._buttons(), self._ink)

    def _buttons(self) -> list[Button]:
        picked, here = bool(self.bench.picked), self.query_one(BenchPieces).here.name
        return [
            Button(SPACE, say("pick"), "pick"),
            Button("n", say("new meld from the picked cards"), "put_new", picked),
            Button("p", say("add them here"), "put_here", picked and here != HAND),
            Button("t", say("take this meld apart"), "take_apart", here not in (LOOSE, HAND)),
            Button("u", say("undo"), "undo", self.bench.can_undo),
            Button(ENTER, say("play it"), "confirm", self._can_be_played),
            Button("?", say("help"), "help"),
            Button(ESCAPE, say("cancel"), "dismiss"),
        ]

    # -- keys ------------------------------------------------------------------------------------------------

    def action_pick(self) -> None:
        """Pick the card under the cursor."""
        pieces = self.query_one(BenchPieces)
        if pieces.here.cards:
            self.bench.pick((pieces.here.name, pieces.column))
            self._show()

    def action_put_new(self) -> None:
        """Put the picked cards together as a new meld."""
        self._step(self.bench.put)

    def action_put_here(self) -> None:
        """Put the picked cards to the meld under the cursor."""
        name = self.query_one(BenchPieces).here.name
        self._step(lambda: self.bench.put(name))

    def action_take_apart(self) -> None:
        """Take the meld under the cursor apart."""
        name = self.query_one(BenchPieces).here.name
        self._step(lambda: self.bench.take_apart(name))

    def action_undo(self) -> None:
        """Go back one step."""
        self._step(self.bench.undo, ask=False)

    def action_confirm(self) -> None:
        """Play the table as it lies now."""
        try:
            action = self.bench.action()
        except StepError as error:
            self._show(str(error))
            return
        if isinstance(action, Refusal):
            self._show(say("Refused: {refusal}", refusal=action))
        else:
            self.dismiss(action)

    def action_help(self) -> None:
        """Explain the keys."""
        grid = Grid.grid(padding=(0, 2))
        for keys, meaning in KEYS:
            grid.add_row(Text(say(keys), "bold", no_wrap=True), Text(say(meaning)))
        self.app.push_screen(Page(say("Keys"), [grid], self._ink))

    def _step(self, step: Callable[[], None], *, ask: bool = True) -> None:
        try:
            step()
        except StepError as error:
            self._show(str(error))
            return
        self._show()
        if ask:
            self._ask_in_doubt()

    def _ask_in_doubt(self) -> None:
        """Ask what the jokers of a group stand for, where it can be read in several ways."""
        doubt = self.bench.in_doubt
        if doubt is None:
            return
        name, melds = doubt

        def read(at: int | None) -> None:
            if at is not None:
                self._step(lambda: self.bench.read_as(name, melds[at]))

        labels = [f"{meld.spoken} ({meld_words(meld)})" for meld in melds]
        self.app.push_screen(ChoiceList(say("Which meld do you mean?"), labels), read)

    # -- mouse -----------------------------------------------------------------------------------------------

    @on(Pieces.Pressed, "#bench")
    def _pressed(self, event: Pieces.Pressed) -> None:
        """Pick a pressed card; the name of a row puts the picked cards there, or takes the meld apart."""
        key = event.key
        if isinstance(key, tuple):
            self.query_one(BenchPieces).go_to(key)
            self.action_pick()
        elif self.bench.picked:
            self._step(lambda: self.bench.put(str(key)))
        else:
            self._step(lambda: self.bench.take_apart(str(key)))

    @on(Pieces.Pressed, "#bench-buttons")
    async def _button(self, event: Pieces.Pressed) -> None:
        await self.run_action(str(event.key))
