"""Words in which the rule tests of Gin Rummy are written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from rummykit.engine.round import Round
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import Scenario, Table

Options = Mapping[str, Any]

# Ten cards that leave nothing, six points, ten points and eleven points in no meld.
GIN = "5s 6s 7s 8s Qh Qd Qc 2d 3d 4d"
SIX_LEFT = "5s 6s 7s 8s Qh Qd Qc Ah 2d 3c"
TEN_LEFT = "5s 6s 7s 8s Qh Qd Qc 2h 3d 5c"
ELEVEN_LEFT = "5s 6s 7s 8s Qh Qd Qc 2h 4d 5c"
# Ten cards without any meld, of which the four of spades and the queen of spades fit the melds above.
NO_MELD = "4s Qs Kc Kd 10h 10c 8h 8c 6h 6d"


@cache
def plugins() -> Plugins:
    return Plugins.discover()


def gin(preset: str | None = None, **options: Options) -> Scenario:
    """Gin Rummy under some house rules, given as ``section={option: value}``."""
    return Scenario("gin_rummy", plugins=plugins(), preset=preset, **options)


def dealt(preset: str | None = None, dealer: int = 1, seed: int = 1, **options: Options) -> Table:
    """A hand freshly shuffled and dealt; the first player is the one who has not dealt."""
    return Table(Round(gin(preset, **options).rules, dealer, seed))


def offered(upcard: str, *hands: str, preset: str | None = None, **options: Options) -> Table:
    """The beginning of a hand with this first upcard."""
    return gin(preset, **options).deal(hands=hands, open_card=upcard)


def holding(hand: str, *others: str, stock: int | None = None, preset: str | None = None, **options: Options) -> Table:
    """The first player has drawn, holds these cards and must discard."""
    return gin(preset, **options).deal(hands=[hand, *others], open_card="9c", drawn=True, stock_size=stock)


def knocked(hand: str, other: str = NO_MELD, **options: Options) -> Table:
    """The first player has knocked with this hand and the jack of hearts; nothing is spread yet."""
    return holding(f"{hand} Jh", other, **options).play("knock Jh")


def spread(hand: str, other: str = NO_MELD, *, melds: str = "5s 6s 7s 8s | Qh Qd Qc", **options: Options) -> Table:
    """The first player has knocked and spread these melds; the other one is to answer."""
    return knocked(hand, other, **options).play(f"meld {melds}", "pass")


def points(table: Table) -> tuple[int, ...]:
    """What the finished hand brings to both."""
    return table.round.rules.scoring.score(table.round).totals


def void_rule(table: Table) -> str:
    """The rule by which nobody scores in the finished hand."""
    (item,) = table.round.rules.scoring.score(table.round).items
    assert (item.key, item.points) == ("void", (0, 0))
    return item.rule


def rule_of(table: Table, move: str) -> str:
    """The rule by which a move is refused."""
    refusal = table.refusal(move)
    assert refusal is not None, f"{move} is allowed"
    return refusal.rule
