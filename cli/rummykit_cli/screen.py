"""What a player sees: the table from one seat, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Literal

from rich.console import Console
from rich.text import Text

from rummykit.cards import Card, Pack, Placed
from rummykit.match import Match
from rummykit.scoring import ScoreItem
from rummykit.views import View

SortBy = Literal["colour", "value"]
LABEL = 9


class Screen:
    """Prints to one console. Colours only repeat what letters say."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def line(self, text: str | Text = "", style: str = "") -> None:
        """Print a line as it is; nothing in it is taken for markup."""
        self.console.print(Text(text, style=style) if isinstance(text, str) else text, highlight=False)

    def show(self, match: Match, view: View, sort_by: SortBy) -> None:
        """Print the whole table as the view's seat sees it."""
        self.line()
        self.console.rule(Text(self._title(match, view)), align="left", characters="-", style="")
        for at, player in enumerate(self._players(match, view)):
            self._row("Players" if at == 0 else "", player)
        if view.side_cards:
            for at, item in enumerate(view.standing):
                self._row("Bonus" if at == 0 else "", Text(self._leader(item, view)))
        if view.pool or view.rules.deal.pool_jokers:
            self._row("Pool", self._cards(view.rules.pack, view.pool_cards) if view.pool else Text("no joker left"))
        middle = Text(f"stock {view.stock_size} cards, open card ")
        middle.append(self._card(view.rules.pack, view.open_card) if view.open_card else Text("none"))
        self._row("Middle", middle)
        for at, meld in enumerate(view.table):
            laid = Text(f"{meld.number:>2}  ")
            laid.append(Text(" ").join(self._placed(view.rules.pack, placed) for placed in meld.meld.cards))
            laid.append(f"  ({view.names[meld.owner]})")
            self._row("Table" if at == 0 else "", laid)
        if not view.table:
            self._row("Table", Text("no melds yet"))
        self._row("Hand", self._hand(view, sort_by))

    def _title(self, match: Match, view: View) -> str:
        title = f"{match.rules.title} - round {view.number} - lap {view.lap}"
        return title + (" - LAST TURN, the stock is empty" if view.final_turn else "")

    def _row(self, label: str, content: Text) -> None:
        for at, part in enumerate(content.wrap(self.console, max(self.console.width - LABEL - 1, 30))):
            head = Text(f"{label if at == 0 else '':<{LABEL}}", style="bold")
            self.line(head.append_text(part))

    def _players(self, match: Match, view: View) -> Iterator[Text]:
        width = max(map(len, view.names))
        for seat, name in enumerate(view.names):
            size = view.hand_sizes[seat]
            notes = [f"{size:>2} card{'' if size == 1 else 's'}"]
            notes += ["melded"] if view.melded[seat] else []
            notes += ["dealer"] if seat == view.dealer else []
            notes += [f"{match.totals[seat]} points so far"] if match.scores else []
            on_turn = seat == view.active
            yield Text(f"{'>' if on_turn else ' '} {name:<{width}}  {', '.join(notes)}", "bold" if on_turn else "")

    def _leader(self, item: ScoreItem, view: View) -> str:
        if not item.counts:
            return f"{item.title}: open"
        leaders = item.earners
        if not leaders:
            return f"{item.title}: nobody yet"
        names = "all" if len(leaders) == view.players else ", ".join(view.names[seat] for seat in leaders)
        return f"{item.title}: {names} ({item.counts[leaders[0]]})"

    def _hand(self, view: View, sort_by: SortBy) -> Text:
        cards: list[Card] = list(view.cards)
        if sort_by == "value":
            cards.sort(key=lambda card: (card.rank, card.suit))
            groups = groupby(cards, key=lambda card: card.rank)
        else:
            groups = groupby(cards, key=lambda card: card.suit)
        return Text("   ").join(self._cards(view.rules.pack, group) for _, group in groups)

    def _cards(self, pack: Pack, cards: Iterable[Card]) -> Text:
        return Text(" ").join(self._card(pack, card) for card in cards)

    def _placed(self, pack: Pack, placed: Placed) -> Text:
        meaning = f"={self._signed(pack, placed.stands_for)}" if placed.stands_for else ""
        return Text(self._signed(pack, placed.card) + meaning, style=self._style(pack, placed.card))

    def _card(self, pack: Pack, card: Card) -> Text:
        return Text(self._signed(pack, card), style=self._style(pack, card))

    def _signed(self, pack: Pack, card: Card) -> str:
        """Return the card with its suit's sign, or with the letter where the terminal lacks the sign."""
        if card.is_joker or self.console.options.ascii_only:
            return card.text
        return pack.ranks[card.rank] + pack.suits[card.suit].sign

    @staticmethod
    def _style(pack: Pack, card: Card) -> str:
        colour = pack.suits[card.suit].colour if card.suit >= 0 else ""
        return "" if colour == "black" else colour
