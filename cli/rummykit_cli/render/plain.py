"""What a player sees: the table from one seat, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Literal

from rich.console import Console, OverflowMethod, RenderableType
from rich.padding import Padding
from rich.text import Text

from rummykit.cards import Card, Pack, Placed
from rummykit.engine.match import Match
from rummykit.engine.scoring import ScoreItem, ShownHand
from rummykit.engine.views import BuybackView, View
from rummykit.i18n import mark, say, say_number
from rummykit_cli.render.console import CLEARED
from rummykit_cli.render.palettes import STANDARD, Palette, colour_of
from rummykit_cli.render.sheet import match_table
from rummykit_cli.render.words import chips, in_melds, shown_name, tell_shown

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
        pack, flow = view.rules.pack, view.rules.flow
        self.line()
        self.console.rule(Text(self._title(match, view)), align="left", characters="-", style="")
        self.rows(PLAYERS, self._players(match, view))
        if view.side_cards:
            self.rows(BONUS, map(Text, self._bonus(view)))
        if view.pool or view.rules.deal.pool_jokers:
            self.row(POOL, self.cards(pack, view.pool_cards) if view.pool else Text(say("no joker left")))
        self.row(MIDDLE, self._middle(view))
        self.rows(TABLE, self._melds(view))
        if not view.table and flow.lays_out:
            self.row(TABLE, Text(say("no melds yet")))
        self.rows(SHOWN, (Text(tell_shown(hand, view.names)) for hand in view.shown))
        self.row(HAND, self.hand(pack, view.cards, sort_by))
        if not flow.lays_out:
            self.row(IN_MELDS, Text(self._in_melds(view)))

    def show_offer(self, match: Match, view: BuybackView) -> None:
        """Print an offer to buy back as it is put to the view's seat: the sheet so far, the price, what it brings."""
        self.line()
        self.console.print(match_table(match))
        self.line()
        self.line(offer_words(view))

    def _title(self, match: Match, view: View) -> str:
        parts = [match.rules.title, say("round {number}", number=view.number), say("lap {number}", number=view.lap)]
        if match.format.has_chips:
            parts.append(say("{chips} in the pot", chips=chips(match.pot)))
        if view.final_turn:
            parts.append(say("LAST TURN, the stock is empty"))
        return " - ".join(parts)

    def _players(self, match: Match, view: View) -> Iterator[Text]:
        width = max(len(shown_name(name)) for name in match.names)
        for seat, name in enumerate(view.names):
            size = view.hand_sizes[seat]
            notes = [say_number("{number} card", "{number} cards", size, number=f"{size:>2}")]
            notes += [say("melded")] if view.melded[seat] else []
            notes += [say("dealer")] if seat == view.dealer else []
            notes += self._standing(match, match.seated[seat])
            on_turn = seat == view.active
            line = f"{'>' if on_turn else ' '} {shown_name(name):<{width}}  {', '.join(notes)}"
            yield Text(line, "bold" if on_turn else "")
        for seat, name in enumerate(match.names):
            if seat not in match.seated:
                notes = [say("out"), *self._standing(match, seat)]
                yield Text(f"  {shown_name(name):<{width}}  {', '.join(notes)}")

    def _standing(self, match: Match, seat: int) -> list[str]:
        points = [say("{points} points so far", points=match.shown(match.totals[seat]))] if match.scores else []
        return points + ([chips(match.chips[seat])] if match.format.has_chips else [])

    def _bonus(self, view: View) -> Iterable[str]:
        """Return the lines about the bonus cards: one for each."""
        return [self._leader(item, view) for item in view.standing]

    def _leader(self, item: ScoreItem, view: View) -> str:
        title, leaders = say(item.title), item.earners
        if not item.counts:
            return say("{title}: open", title=title)
        if not leaders:
            return say("{title}: nobody yet", title=title)
        count = item.counts[leaders[0]]
        if len(leaders) == view.players:
            return say("{title}: all ({count})", title=title, count=count)
        names = ", ".join(shown_name(view.names[seat]) for seat in leaders)
        return f"{title}: {names} ({count})"

    def _middle(self, view: View) -> Text:
        middle = Text(say_number("stock {number} card", "stock {number} cards", view.stock_size))
        if view.rules.flow.drawing.pile:
            middle.append(", ")
            middle.append(self._open_card(view.rules.pack, view.open_card))
        return middle

    def _open_card(self, pack: Pack, card: Card | None) -> Text:
        if card is None:
            return Text(say("no open card"))
        shown = Text(say("open card {card}", card=card))
        shown.highlight_words([card.spoken], self._style(pack, card))
        return shown

    def _melds(self, view: View) -> Iterator[Text]:
        for meld in view.table:
            laid = Text(f"{meld.number:>2}  ")
            laid.append(self.placed(view.rules.pack, meld.meld.cards))
            yield laid.append(f"  ({shown_name(view.names[meld.owner])})")

    @staticmethod
    def _in_melds(view: View) -> str:
        """Return the own hand as it would be shown now, and what it would cost."""
        best = ShownHand.of(view.rules, view.seat, view.hand)
        if not best.melds:
            return say_number("nothing yet ({number} point)", "nothing yet ({number} points)", best.points)
        return say_number("{hand} ({number} point)", "{hand} ({number} points)", best.points, hand=in_melds(best))

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


def offer_words(view: BuybackView) -> str:
    """Return what a buy-back costs and brings."""
    return say(
        "A buy-back costs {chips} and lowers your total from {total} to {new}; at {limit} a player is out.",
        chips=chips(view.price),
        total=view.totals[view.seat],
        new=view.new_total,
        limit=view.limit,
    )
