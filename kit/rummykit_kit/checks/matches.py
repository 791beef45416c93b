"""Checks of whole matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hypothesis import assume
from hypothesis import strategies as st

from rummykit.match import MOST_ROUNDS
from rummykit_kit.broken import Broken
from rummykit_kit.crashes import is_for_citations
from rummykit_kit.matches import Look, PlayedMatch, assert_books, assert_sheet
from rummykit_kit.search import for_all
from rummykit_kit.setup import Setup
from rummykit_kit.strategies import LARGEST_SEED, match_options

if TYPE_CHECKING:
    from rummykit_kit.subject import Subject

GAMES_PER_MATCH = 4
"""A match takes the time of several games."""


FEW_ROUNDS = 60
"""As far as a match is played by checks that do not ask whether it ends."""


def matches_end(subject: Subject) -> None:
    """Every match ends, and whoever is out of it gets no more cards."""
    _for_all_matches(subject, _assert_no_fault)


def books_balance(subject: Subject) -> None:
    """Chips are neither made nor lost, and the sheet of a match tells every total."""
    _for_all_matches(subject, _assert_sheet, assert_books, FEW_ROUNDS)


def matches_run(subject: Subject) -> None:
    """No error is raised in the later rounds of a match, or when fewer play on."""
    _for_all_matches(subject, _assert_no_crash, None, FEW_ROUNDS)


def _assert_no_fault(played: PlayedMatch) -> None:
    if played.fault:
        raise Broken(played.fault)


def _assert_sheet(played: PlayedMatch) -> None:
    if played.is_whole:
        assert_sheet(played.match)


def _assert_no_crash(played: PlayedMatch) -> None:
    if played.crash is not None and not is_for_citations(played.crash, played.rules):
        raise Broken(str(played.crash))


def _for_all_matches(
    subject: Subject,
    hold_over: Callable[[PlayedMatch], None],
    look: Look | None = None,
    most_rounds: int = MOST_ROUNDS,
) -> None:
    high_wins = subject.default_rules().scoring.high_wins
    fewest, most = subject.plugins.variants()[subject.variant]
    options = st.one_of(st.just({}), match_options(high_wins))
    drawn = st.tuples(st.integers(fewest, most), options, st.integers(0, LARGEST_SEED))

    def hold(example: tuple[int, dict[str, Any], int]) -> None:
        players, match, seed = example
        setup = Setup(subject.variant, players, None, {"match": match}, seed, seed)
        rules = setup.rules_of_match(subject.plugins)
        assume(rules is not None)
        assert rules is not None
        played = PlayedMatch(rules, seed)
        try:
            hold_over(played.play(look, most_rounds))
        except Broken as broken:
            broken.told = played.told(setup)
            raise

    for_all(subject, drawn, max(6, subject.games // GAMES_PER_MATCH), hold)
