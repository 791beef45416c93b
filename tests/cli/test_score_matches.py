"""A match typed into a score sheet round by round has the same sheet as the match itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign import Sample, samples
from cli.at_a_table import PLUGINS, Played, lines, play, type_in
from cli.command import rummy
from matches import match_sections
from rummykit.engine.books import Event
from rummykit.engine.match import Match
from rummykit.engine.ruleset import Ruleset
from rummykit.scenario import resolve
from rummykit_cli.render.sheet import books_json
from rummykit_kit.strategies import match_options
from rummykit_session.paper.keeping import Kept

PARTY: dict[str, Any] = {
    "elimination": 250,
    "ante": 5,
    "fee": 1,
    "per_point": 1,
    "buyback": True,
    "buyback_from": 100,
    "buyback_to": 400,
}


def rules_of(variant: str, players: int, preset: str | None = None, **sections: dict[str, Any]) -> Ruleset:
    return PLUGINS.assemble(resolve(PLUGINS, variant, preset=preset, **sections), players)


def typed_in(played: Played) -> Kept:
    """Type a match in; on the way, the sheet must stand as the match stood."""
    dealers: dict[int, int] = {}
    for kept, _ in type_in(played):
        if kept.question is not None and kept.books.offer is None and kept.question.round:
            dealers[kept.question.round] = kept.books.dealer
            assert kept.books.seated == kept.books.still_in
            assert kept.books.sheet == played.match.sheet[: len(kept.books.sheet)]
    assert list(dealers.values()) == played.dealers
    return kept


def assert_same(kept: Kept, match: Match) -> None:
    books = kept.books
    assert books.is_over
    assert books.sheet == match.sheet
    assert (books.totals, books.chips, books.pot) == (match.totals, match.chips, match.pot)
    assert (books.still_in, books.winners, books.bought) == (match.still_in, match.winners, match.bought)
    for own, other in zip(books.scores, match.scores, strict=True):
        assert (own.totals, own.factors) == (other.totals, other.factors)
        assert [(item.key, item.points) for item in own.items] == sorted_like(own.items, other.items)
        assert bool(own.remark) == bool(other.remark)


def sorted_like(own: Any, other: Any) -> list[tuple[str, tuple[int, ...]]]:
    """Return the items of a match in the order of the sheet: bonus cards lie there in the order of the list."""
    points = {item.key: item.points for item in other}
    assert len(points) == len(own)
    return [(item.key, points[item.key]) for item in own]


@samples(normal=1, campaign=20)
def test_games_of_good_players_are_counted_alike(our_game: tuple[str, str | None], sample: Sample) -> None:
    variant, preset = our_game
    for_two = preset == "brettspielnetz"
    for seed in sample.seeds:
        played = play(rules_of(variant, 2 if for_two else 3, preset), seed, "greedy")
        assert_same(typed_in(played), played.match)


@samples(normal=3, campaign=200)
def test_generated_matches_are_kept_alike(our_variant: str, sample: Sample, tally: Callable[[str, int], None]) -> None:
    high_wins = rules_of(our_variant, 3).scoring.high_wins

    @sample.drawn
    @given(match_options(high_wins), st.integers(2, 4), st.integers(0, 2**32))
    def keep_alike(options: dict[str, Any], players: int, seed: int) -> None:
        rules = rules_of(our_variant, players, stock={"reshuffles": 0}, deal={"cards": 7}, **options)
        played = play(rules, seed)
        assert_same(typed_in(played), played.match)

    keep_alike()
    tally(f"matches of {our_variant} typed into a score sheet", sample.number)


def played_parties() -> Iterator[Played]:
    for seed in range(6):
        yield play(rules_of("deutsches_romme", 4, stock={"reshuffles": 0}, **match_sections(PARTY)), seed)


def test_a_party_with_all_that_can_happen_is_kept_alike() -> None:
    parties = list(played_parties())
    for played in parties:
        assert_same(typed_in(played), played.match)
    assert {line.event for played in parties for line in played.match.sheet} == set(Event) - {Event.BONUS}
    assert any(len(played.rounds[-1].names) == 2 for played in parties)


def test_rummy17_doubles_and_gives_out_bonus_cards_alike() -> None:
    options: dict[str, Any] = {"rounds": 6}
    scores = []
    for seed, double in enumerate(("all_players", "finisher_only", "never")):
        played = play(rules_of("rummy17", 3, scoring={"double_17": double}, match=options), seed, "greedy")
        assert_same(typed_in(played), played.match)
        scores += played.match.scores
    assert {(2, 2, 2), (1, 1, 1)} < {score.factors for score in scores}


@pytest.mark.parametrize(
    ("shown", "bonus"),
    [(0, {"in_play": 0}), (12, {"in_play": 12}), (3, {"cards": ["most_red", "longest_run", "game_finished"]})],
)
def test_rummy17_does_not_ask_which_bonus_cards_lie_open_if_that_is_clear(shown: int, bonus: dict[str, Any]) -> None:
    played = play(rules_of("rummy17", 2, bonus=bonus), 3, "greedy")
    asked = {kept.question.key for kept, _ in type_in(played) if kept.question is not None}
    assert "open" not in asked
    assert len([key for key in asked if key.startswith("bonus")]) == max(shown - 1, 0)
    assert_same(typed_in(played), played.match)


def test_the_command_keeps_the_sheet_alike(our_variant: str, home: Path) -> None:
    party = match_sections({"rounds": 3} if our_variant == "rummy17" else PARTY)
    file = {"variant": our_variant, **party, "rules": {"stock": {"reshuffles": 0}}}
    (home / "ours.yaml").write_text(json.dumps(file), "utf-8")
    played = play(rules_of(our_variant, 3, stock={"reshuffles": 0}, **party), 4)
    match = played.match
    typed = "\n".join(lines(played)) + "\n"
    names = ",".join(match.names)
    data = json.loads(rummy(home, "score", "--rules", "ours.yaml", "--players", names, "--json", typed=typed).out)
    expected = json.loads(json.dumps(books_json(match)))
    for key in ("players", "over", "sheet", "totals", "still_in", "chips", "pot", "winners"):
        assert data[key] == expected[key]
    assert (data["variant"], data["dealer"]) == (our_variant, None)
    shown = rummy(home, "score", "--rules", "ours.yaml", "--players", names, typed=typed)
    assert shown.code == 0
    for number, dealer in enumerate(played.dealers, 1):
        assert f"Round {number}: {match.names[dealer]} deals." in shown.text
