"""The twelve bonus cards: what each counts in the cards lying in front of a player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rummykit.cards import Placed
from rummykit.engine.table import TableMeld
from rummykit.i18n import mark
from rummykit.melds import Meld

RED, BLUE = 0, 1


@dataclass(frozen=True)
class Display:
    """What lies in front of one player: their melds, and the single cards that count for them."""

    melds: tuple[TableMeld, ...]
    cards: tuple[Placed, ...]
    joker_counts_as_value: bool

    @classmethod
    def of(
        cls, seat: int, table: Sequence[TableMeld], credit: Literal["owner", "layer"], joker_counts_as_value: bool
    ) -> Display:
        """Collect the display of *seat*; a card laid off counts for the meld's owner, or for the layer."""
        return cls(
            melds=tuple(meld for meld in table if meld.owner == seat),
            cards=tuple(
                placed
                for meld in table
                for placed, layer in meld.laid
                if (meld.owner if credit == "owner" else layer) == seat
            ),
            joker_counts_as_value=joker_counts_as_value,
        )

    def value(self, placed: Placed) -> int:
        """The value a card counts with; for a joker what it stands for, or nothing."""
        return 0 if placed.card.is_joker and not self.joker_counts_as_value else placed.shown.rank + 1

    def with_values(self, *values: int) -> int:
        """Count the cards of these values."""
        return sum(self.value(placed) in values for placed in self.cards)

    def longest(self, sets: bool) -> int:
        """Return the size of the largest set, or of the longest run."""
        return max((len(meld.meld) for meld in self.melds if meld.is_set is sets), default=0)

    def number(self, sets: bool) -> int:
        """Return the number of sets, or of runs."""
        return sum(meld.is_set is sets for meld in self.melds)

    def in_colour(self, colour: int) -> int:
        """Count the cards of a colour; a joker has its own."""
        return sum(placed.card.suit == colour for placed in self.cards)

    def jokers(self) -> int:
        """Count the jokers."""
        return sum(placed.card.is_joker for placed in self.cards)

    def highest_triple(self) -> int:
        """Return the best sum of a meld of exactly three cards."""
        return max((self._sum(meld.meld) for meld in self.melds if len(meld.meld) == 3), default=0)

    def _sum(self, meld: Meld) -> int:
        return sum(self.value(placed) for placed in meld.cards)


@dataclass(frozen=True)
class BonusCard:
    """A bonus card: its rule, its title, and its count; None means it is not counted on the table."""

    rule: str
    title: str
    count: Callable[[Display], int] | None
    fewest: bool = False


BONUS_CARDS: Mapping[str, BonusCard] = {
    "most_cards": BonusCard("R17-BON-01", mark("Most cards"), lambda display: len(display.cards)),
    "most_sets": BonusCard("R17-BON-02", mark("Most sets"), lambda display: display.number(sets=True)),
    "most_runs": BonusCard("R17-BON-03", mark("Most runs"), lambda display: display.number(sets=False)),
    "longest_set": BonusCard("R17-BON-04", mark("Largest set"), lambda display: display.longest(sets=True)),
    "longest_run": BonusCard("R17-BON-05", mark("Longest run"), lambda display: display.longest(sets=False)),
    "most_123": BonusCard("R17-BON-06", mark("Most 1/2/3"), lambda display: display.with_values(1, 2, 3)),
    "most_8_16": BonusCard("R17-BON-07", mark("Most 8/16"), lambda display: display.with_values(8, 16)),
    "most_red": BonusCard("R17-BON-08", mark("Most red"), lambda display: display.in_colour(RED)),
    "fewest_blue": BonusCard("R17-BON-09", mark("Fewest blue"), lambda display: display.in_colour(BLUE), fewest=True),
    "fewest_jokers": BonusCard("R17-BON-10", mark("Fewest jokers"), Display.jokers, fewest=True),
    "highest_triple": BonusCard("R17-BON-11", mark("Highest triple"), Display.highest_triple),
    "game_finished": BonusCard("R17-BON-12", mark("Game finished"), None),
}


def winners(
    card: BonusCard, displays: Sequence[Display], most_requires_positive: bool, fewest_requires_meld: bool
) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
    """Return the seats that fulfil a counted bonus card (ties share it), and every seat's count."""
    assert card.count is not None
    counts: list[int | None] = [card.count(display) for display in displays]
    if card.fewest and fewest_requires_meld:
        counts = [count if display.melds else None for count, display in zip(counts, displays, strict=True)]
    competing = [count for count in counts if count is not None]
    if not competing:
        return (), tuple(counts)
    best = min(competing) if card.fewest else max(competing)
    if best == 0 and not card.fewest and most_requires_positive:
        return (), tuple(counts)
    return tuple(seat for seat, count in enumerate(counts) if count == best), tuple(counts)
