"""What a player sees: the table from one seat, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import groupby
from typing import Literal

from rich.console import Console, OverflowMethod, RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.text import Text

from rummykit.cards import Card, Pack, Placed
from rummykit.engine.match import Match
from rummykit.engine.ruleset import Ruleset
from rummykit.engine.views import BuybackView, View
from rummykit.i18n import mark, say
from rummykit_cli.render.console import CLEARED
from rummykit_cli.render.palettes import STANDARD, Palette, colour_of
from rummykit_cli.render.sheet import match_table
from rummykit_session import table_state
from rummykit_session.table_state import TableState
from rummykit_session.words import chips, own_melds, shown_name, tell_shown

SortBy = Literal["colour", "value"]

PLAYERS = mark("Players")
BONUS = mark("Bonus")
POOL = mark("Pool")
MIDDLE = mark("Middle")
TABLE = mark("Table")
SHOWN = mark("Shown")
HAND = mark("Hand")
IN_MELDS = mark("In melds")
LOOSE = mark("Loose")
_LAST_TURN = mark("LAST TURN, the stock is empty")
_LABELS = (PLAYERS, BONUS, POOL, MIDDLE, TABLE, SHOWN, HAND, IN_MELDS, LOOSE)


@dataclass(frozen=True)
class Line:
    """A line of an answer, for whatever screen shows it."""

    text: str
    style: str = ""
    indent: int = 0
    in_one: bool = False
    """Whether it is cut at the edge of the screen instead of being broken."""

    @classmethod
    def item(cls, text: str) -> Line:
        """Return something that belongs to the line above."""
        return cls(text, indent=2)

    @classmethod
    def warning(cls, text: str) -> Line:
        """Return what is wrong with what somebody asked for."""
        return cls(text, style="yellow")

    def __rich__(self) -> RenderableType:
        # An ellipsis is one sign that some screens lack.
        overflow: OverflowMethod = "crop" if self.in_one else "fold"
        text = Text(self.text, self.style, no_wrap=self.in_one, overflow=overflow)
        return Padding(text, (0, 0, 0, self.indent), expand=False) if self.indent else text


class Screen:
    """Prints to one console. Colours only repeat what letters and signs say."""

    def __init__(self, console: Console, palette: Palette = STANDARD) -> None:
        self.console = console
        self._palette = palette

    def line(self, text: str | Text = "", style: str = "") -> None:
        """Print a line as it is; nothing in it is taken for markup."""
        self.console.print(Text(text, style=style) if isinstance(text, str) else text, highlight=False)

    def clear(self) -> None:
        """Leave nothing on the terminal, with the lines scrolled away."""
        self.console.print(CLEARED, end="")

    def lines(self, lines: Iterable[Line]) -> None:
        """Print an answer."""
        for line in lines:
            self.console.print(line, highlight=False)

    def unbroken(self, text: str) -> None:
        """Print a line with a path or a command, which must stay in one piece to be copied."""
        self.console.print(Text(text), highlight=False, soft_wrap=True)

    def item(self, text: str) -> None:
        """Print something that belongs to the line above, broken at the edge of the screen."""
        self.console.print(Line.item(text))

    def rows(self, label: str, contents: Iterable[Text]) -> None:
        """Print lines that belong together, the label before the first."""
        for at, content in enumerate(contents):
            self.row(label if at == 0 else "", content)

    def row(self, label: str, content: Text) -> None:
        """Print something under a label, broken at the edge of the screen."""
        width = self._label_width
        for at, part in enumerate(content.wrap(self.console, max(self.console.width - width - 1, 30))):
            head = say(label) if at == 0 else ""
            self.line(Text.assemble((f"{head:<{width}}", "bold"), part))

    @cached_property
    def _label_width(self) -> int:
        return 1 + max(len(say(label)) for label in _LABELS)

    # -- the table -----------------------------------------------------------------------------------------

    def show(self, match: Match, view: View, sort_by: SortBy) -> None:
        """Print the whole table as the view's seat sees it."""
        self.show_open(match.rules, table_state.lying_open(match), *([say(_LAST_TURN)] if view.final_turn else []))
        self.rows(SHOWN, (Text(tell_shown(hand, view.names)) for hand in view.shown))
        self.row(HAND, self.hand(view.rules.pack, view.cards, sort_by))
        if not view.rules.flow.lays_out:
            self.row(IN_MELDS, Text(own_melds(view)))

    def show_open(self, rules: Ruleset, table: TableState, *notes: str) -> None:
        """Print what lies open on a table; the *notes* go with its title."""
        self.line()
        title = " - ".join([rules.title, *table_state.heading(table), *notes])
        self.console.rule(Text(title), align="left", characters="-", style="")
        self.rows(PLAYERS, self._players(table))
        if table.bonus:
            self.rows(BONUS, map(Text, self._bonus(table)))
        if table.pool is not None:
            self.row(POOL, self.cards(rules.pack, table.pool) if table.pool else Text(say("no joker left")))
        self.row(MIDDLE, middle(table, partial(self._style, rules.pack)))
        self.rows(TABLE, self._melds(rules.pack, table))
        if not table.melds and rules.flow.lays_out:
            self.row(TABLE, Text(say("no melds yet")))

    def show_offer(self, match: Match, view: BuybackView) -> None:
        """Print an offer to buy back as it is put to the view's seat: the sheet so far, the price, what it brings."""
        self.line()
        self.console.print(match_table(match))
        self.line()
        self.line(offer_words(view))

    def _players(self, table: TableState) -> Iterator[Text]:
        width = max(len(shown_name(seat.name)) for seat in table.seats)
        for seat in sorted(table.seats, key=lambda seat: not seat.playing):
            notes = ", ".join(table_state.seat_notes(seat, width=2))
            line = f"{'>' if seat.on_turn else ' '} {shown_name(seat.name):<{width}}  {notes}"
            yield Text(line, "bold" if seat.on_turn else "")

    def _bonus(self, table: TableState) -> Iterable[str]:
        """Return the lines about the bonus cards: one for each."""
        return [table_state.bonus_words(bonus, table) for bonus in table.bonus]

    def _melds(self, pack: Pack, table: TableState) -> Iterator[Text]:
        for meld in table.melds:
            laid = Text(f"{meld.number:>2}  ").append(self.placed(pack, meld.cards))
            yield laid.append(f"  ({table_state.owner_words(meld, table)})")

    # -- cards ---------------------------------------------------------------------------------------------

    def hand(self, pack: Pack, cards: Iterable[Card], sort_by: SortBy) -> Text:
        """Return a hand in the order that a player likes."""
        if sort_by == "value":
            ordered = sorted(cards, key=lambda card: (card.rank, card.suit))
            groups = groupby(ordered, key=lambda card: card.rank)
        else:
            groups = groupby(sorted(cards, key=lambda card: card.kind), key=lambda card: card.suit)
        return Text("   ").join(self.cards(pack, group) for _, group in groups)

    def cards(self, pack: Pack, cards: Iterable[Card]) -> Text:
        """Return cards side by side."""
        return self.placed(pack, map(Placed, cards))

    def placed(self, pack: Pack, cards: Iterable[Placed]) -> Text:
        """Return cards as they lie in a meld: a joker with what it stands for."""
        return Text(" ").join(Text(placed.spoken, style=self._style(pack, placed.card)) for placed in cards)

    def _style(self, pack: Pack, card: Card) -> str:
        return colour_of(pack.suits[card.suit], self._palette) if card.suit >= 0 else ""


def middle(table: TableState, style: Callable[[Card], str | Style]) -> Text:
    """Return stock and open cards, each card in its *style*."""
    text = Text(table_state.stock_words(table))
    if table.has_pile:
        text.append(", ").append(table_state.open_card_words(table))
        for card in dict.fromkeys(table.spread or filter(None, [table.open_card])):
            text.highlight_words([card.spoken], style(card))
    return text


def offer_words(view: BuybackView) -> str:
    """Return what a buy-back costs and brings."""
    return say(
        "A buy-back costs {chips} and lowers your total from {total} to {new}; at {limit} a player is out.",
        chips=chips(view.price),
        total=view.totals[view.seat],
        new=view.new_total,
        limit=view.limit,
    )
