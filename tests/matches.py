"""Matches whose rounds end as a test wants: real rounds of Deutsches Rommé, ended by a real move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rummykit.cards import Card
from rummykit.engine.actions import Discard
from rummykit.engine.match import Match
from rummykit.parts import MatchOptions, StakesOptions
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import resolve

PLUGINS = Plugins.discover()
NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fay")
STALL_LIMIT = 60

PARTY: dict[str, Any] = {"elimination": 101, "ante": 5, "fee": 1, "buyback": True}
"""Until one is left, with chips; all else as it is by default: out at 101, 5 chips for 81 to 100, once."""


def match_sections(options: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The options of a match, said all together, in their two sections."""
    return {
        name: {option: value for option, value in options.items() if option in section.model_fields}
        for name, section in (("match", MatchOptions), ("stakes", StakesOptions))
    }


def new_match(players: int = 3, seed: int = 1, variant: str = "deutsches_romme", **options: Any) -> Match:
    """A match under some match options, `PARTY` if there are none."""
    sections = {"hand_romme": {"when": "never"}} if variant == "deutsches_romme" else {}
    rules = PLUGINS.assemble(resolve(PLUGINS, variant, **match_sections(options or PARTY), **sections), players)
    return Match(rules, seed, NAMES[:players])


def end_round(match: Match, *points: int | None, by: int | None = None) -> None:
    """End the round with these bad points for the seats of the match, None for whoever is out.

    Seat *by* goes out; if nobody does, nothing moves any more and all hands count.
    """
    round, pack = match.round, match.round.rules.pack
    assert [seat for seat, worth in enumerate(points) if worth is not None] == list(match.seated)
    left = [pack.cards[kind] for kind in pack.kinds(pack.everything)]
    hands = [_cards_worth(points[seat] or 0, left, match) for seat in match.seated]
    actor, last = match.seated.index(match.seated[0] if by is None else by), left.pop()
    assert by is None or not hands[actor], "whoever goes out has no points"
    hands[actor].append(last)
    round.hands = [pack.heap(hand) for hand in hands]
    round.stock, round.pile, round.table, round.skips_draw = [card.kind for card in left], [], {}, 0
    round.rules.flow.start_turn(round, actor)
    round.rules.flow.start_play(round)
    round.stall = STALL_LIMIT - 1
    played = len(match.scores)
    match.play(Discard(last))
    assert match.scores[played].totals == tuple(worth or 0 for worth in points)


def _cards_worth(points: int, left: list[Card], match: Match) -> list[Card]:
    """Take cards of this worth altogether."""
    worth, taken = match.rules.scoring.card_penalty, []
    while points:
        # Never leave one point: no card is worth that.
        card = max((card for card in left if worth(card) <= points and worth(card) != points - 1), key=worth)
        left.remove(card)
        taken.append(card)
        points -= worth(card)
    return taken
