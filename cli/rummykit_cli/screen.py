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
from rummykit.views import BuybackView, View
from rummykit_cli.sheet import match_table
from rummykit_cli.words import chips, tell_shown

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
            self.row("Players" if at == 0 else "", player)
        if view.side_cards:
            for at, item in enumerate(view.standing):
                self.row("Bonus" if at == 0 else "", Text(self._leader(item, view)))
        if view.pool or view.rules.deal.pool_jokers:
            self.row("Pool", self.cards(view.rules.pack, view.pool_cards) if view.pool else Text("no joker left"))
        middle = Text(f"stock {view.stock_size} cards")
        if view.rules.flow.drawing.from_pile:
            middle.append(", open card ")
            middle.append(self._card(view.rules.pack, view.open_card) if view.open_card else Text("none"))
        self.row("Middle", middle)
        for at, meld in enumerate(view.table):
            laid = Text(f"{meld.number:>2}  ")
            laid.append(Text(" ").join(self.placed(view.rules.pack, placed) for placed in meld.meld.cards))
            laid.append(f"  ({view.names[meld.owner]})")
            self.row("Table" if at == 0 else "", laid)
        if not view.table and view.rules.flow.lays_out:
            self.row("Table", Text("no melds yet"))
        for at, hand in enumerate(view.shown):
            self.row("Shown" if at == 0 else "", Text(tell_shown(hand, view.names)))
        self.row("Hand", self._hand(view, sort_by))

    def show_offer(self, match: Match, view: BuybackView) -> None:
        """Print an offer to buy back as it is put to the view's seat: the sheet so far, the price, what it brings."""
        self.line()
        self.console.print(match_table(match))
        self.line()
        own = view.totals[view.seat]
        self.line(
            f"A buy-back costs {chips(view.price)} and lowers your total from {own} to {view.new_total}; "
            f"at {view.limit} a player is out."
        )

    def _title(self, match: Match, view: View) -> str:
        title = f"{match.rules.title} - round {view.number} - lap {view.lap}"
        if match.format.has_chips:
            title += f" - {chips(match.pot)} in the pot"
        return title + (" - LAST TURN, the stock is empty" if view.final_turn else "")

    def row(self, label: str, content: Text) -> None:
        """Print something under a label, broken at the edge of the screen."""
        for at, part in enumerate(content.wrap(self.console, max(self.console.width - LABEL - 1, 30))):
            head = Text(f"{label if at == 0 else '':<{LABEL}}", style="bold")
            self.line(head.append_text(part))

    def _players(self, match: Match, view: View) -> Iterator[Text]:
        width = max(map(len, match.names))
        for seat, name in enumerate(view.names):
            size = view.hand_sizes[seat]
            notes = [f"{size:>2} card{'' if size == 1 else 's'}"]
            notes += ["melded"] if view.melded[seat] else []
            notes += ["dealer"] if seat == view.dealer else []
            notes += self._standing(match, match.seated[seat])
            on_turn = seat == view.active
            yield Text(f"{'>' if on_turn else ' '} {name:<{width}}  {', '.join(notes)}", "bold" if on_turn else "")
        for seat, name in enumerate(match.names):
            if seat not in match.seated:
                yield Text(f"  {name:<{width}}  {', '.join(['out', *self._standing(match, seat)])}")

    def _standing(self, match: Match, seat: int) -> list[str]:
        points = [f"{match.totals[seat]} points so far"] if match.scores else []
        return points + ([chips(match.chips[seat])] if match.format.has_chips else [])

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
        return Text("   ").join(self.cards(view.rules.pack, group) for _, group in groups)

    def cards(self, pack: Pack, cards: Iterable[Card]) -> Text:
        """Return cards side by side."""
        return Text(" ").join(self._card(pack, card) for card in cards)

    def placed(self, pack: Pack, placed: Placed) -> Text:
        """Return a card as it lies in a meld: a joker with what it stands for."""
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
