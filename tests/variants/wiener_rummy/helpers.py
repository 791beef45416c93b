"""Words in which the rule tests of Wiener Rummy are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matches import match_sections
from rummykit.engine.actions import PASS, Discard, Knock
from rummykit.engine.match import Match
from rummykit.engine.round import Round
from rummykit.melds import MeldProblem
from rummykit.refusals import Reason
from rummykit.scenario import Scenario, Table

from ..helpers import PLUGINS

NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fay")

# Ten cards of which nothing, five points, or six are left over.
ALL_MELDED = "5s 6s 7s 8s Qh Qd Qc 2d 3d 4d"
FIVE_LEFT = "5s 6s 7s 8s 9s Qh Qd Qc 2d 3c"
SIX_LEFT = "5s 6s 7s 8s 9s Qh Qd Qc 2d 4c"
# Ten cards without any meld, worth 72 points.
NO_MELD = "Ks Kh 10s 10h 8s 8h 6s 6h 2c 2c"
# Ten more, worth 84.
NO_MELD_EITHER = "Jd Jc 9d 9c 7d 7c 4h 4c Ad Ac"


def wiener(players: int = 2, preset: str | None = None, **options: Mapping[str, Any]) -> Scenario:
    """Wiener Rummy under some house rules, given as ``section={option: value}``."""
    return Scenario("wiener_rummy", players, plugins=PLUGINS, preset=preset, **options)


def dealt(
    players: int = 2, dealer: int = 0, seed: int = 1, preset: str | None = None, **options: Mapping[str, Any]
) -> Table:
    """A table freshly shuffled and dealt."""
    return Table(Round(wiener(players, preset, **options).rules, dealer, seed))


def holding(
    hand: str, *others: str, players: int = 2, preset: str | None = None, **options: Mapping[str, Any]
) -> Table:
    """The first player has drawn and holds these cards, under some house rules."""
    return wiener(players, preset, **options).deal(hands=[hand, *others], open_card="9h", drawn=True)


def knocked(*others: str, stock_top: str = "", players: int = 2, **options: Mapping[str, Any]) -> Table:
    """The first player has knocked with five points; the king of diamonds lies open."""
    table = wiener(players, **options).deal(
        hands=[f"{FIVE_LEFT} Kd", *others], open_card="9h", stock_top=stock_top, drawn=True
    )
    return table.play("knock Kd")


def sizes(table: Table) -> list[int]:
    """How many cards everybody holds."""
    return [hand.bit_count() for hand in table.round.hands]


def jokers(table: Table) -> list[int]:
    """How many jokers everybody holds."""
    return [(hand & table.round.rules.pack.joker_bits).bit_count() for hand in table.round.hands]


def left(cards: str, **options: Mapping[str, Any]) -> int:
    """What of some cards is in no meld, at its least."""
    rules = wiener(**options).rules
    return rules.least_deadwood(rules.pack.heap(cards))


def shown(table: Table) -> list[str]:
    """The hands that lie open."""
    return [str(hand) for hand in table.round.shown]


def why_no_meld(cards: str, **options: Mapping[str, Any]) -> Reason | None:
    """Why the cards are not a meld, or None if they are one."""
    rules = wiener(**options).rules.melds
    try:
        rules.readings(rules.pack.placed_cards(cards))
    except MeldProblem as problem:
        return problem.reason
    return None


# -- matches whose rounds end as a test wants -----------------------------------------------------------


def new_match(players: int = 3, seed: int = 1, preset: str | None = None, **options: Any) -> Match:
    """A match under some match options."""
    return Match(wiener(players, preset, **match_sections(options)).rules, seed, NAMES[:players])


def end_round(match: Match, *points: int | None, by: int | None = None) -> None:
    """End the round with these points for the seats of the match, None for whoever is out.

    Seat *by* knocks, and nobody exchanges; if nobody does, nothing moves any more and all hands count.
    """
    round, pack = match.round, match.round.rules.pack
    assert [seat for seat, worth in enumerate(points) if worth is not None] == list(match.seated)
    actor = match.seated.index(match.seated[0] if by is None else by)
    # Everybody has a suit of his own.
    round.hands = [pack.heap(_cards_worth(points[seat] or 0, "shdc"[at])) for at, seat in enumerate(match.seated)]
    round.hands[actor] = pack.add(round.hands[actor], pack.card("Jd").kind)
    rest = pack.everything
    for hand in round.hands:
        rest = pack.subtract(rest, hand)
    round.stock, round.pile, round.skips_draw = pack.kinds(rest), [], 0
    round.rules.flow.start_turn(round, actor)
    round.rules.flow.start_play(round)
    round.stall = 59
    played, last = len(match.scores), pack.card("Jd")
    match.play(Discard(last) if by is None else Knock(last))
    while len(match.scores) == played:
        match.play(PASS)
    assert match.scores[played].totals == tuple(worth or 0 for worth in points)


def _cards_worth(points: int, suit: str) -> str:
    """Return cards that make no meld and are worth so much altogether, of one suit and, for many points, of clubs."""
    if points < 10:
        return f"{points}{suit}" if points else ""
    worth = {"A": 11, "K": 10, "10": 10, "7": 7, "5": 5, "3": 3}

    def take(missing: int, cards: list[str]) -> list[str] | None:
        if not missing:
            return []
        for at, card in enumerate(cards):
            value = worth[card[:-1]]
            more = take(missing - value, cards[at + 1 :]) if value <= missing else None
            if more is not None:
                return [card, *more]
        return None

    found = take(points, [rank + suit for rank in worth for _ in range(2)] + ["Kc", "10c"])
    assert found is not None, f"{points} points cannot be made"
    return " ".join(found)
