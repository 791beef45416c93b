"""Checks of whole matches, played by chance: who is in, what is paid, and that they end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import assume
from hypothesis import strategies as st

from rummykit.engine.books import Event
from rummykit.engine.match import Match
from rummykit.engine.match_format import MOST_ROUNDS
from rummykit_kit.broken import Broken, Crashed, GameSoFar, asking, is_for_citations
from rummykit_kit.game import MANY_DECISIONS
from rummykit_kit.search import for_all
from rummykit_kit.setup import Setup
from rummykit_kit.strategies import LARGEST_SEED, match_options

if TYPE_CHECKING:
    from rummykit.engine.ruleset import Ruleset
    from rummykit_kit.setup import Subject

GAMES_PER_MATCH = 4
"""A match takes the time of several games."""
FEW_ROUNDS = 60
"""As far as a match is played by checks that do not ask whether it ends."""

Look = Callable[[Match], None]
"""What is looked at after every move: raises `Broken` if something is wrong."""


@dataclass
class PlayedMatch:
    """A match and the moves made in it, each with its seat.

    ``fault`` says why it does not go as a match should, ``crash`` which error was raised. ``broke_off``: it was left
    because a round does not end, or no listed move is legal.
    """

    rules: Ruleset
    setup: Setup
    moves: list[tuple[int, str]] = field(default_factory=list)
    fault: str | None = None
    crash: Crashed | None = None
    broke_off: bool = False

    @cached_property
    def match(self) -> Match:
        """The match, dealt when it is first asked for; raises `Crashed` if the plugin cannot deal."""
        with asking("Dealing"):
            return Match(self.rules, self.setup.seed, self.setup.names)

    @property
    def is_whole(self) -> bool:
        """Whether the match was played as a match should be, to its end."""
        return not (self.fault or self.crash or self.broke_off) and self.match.is_over

    def play(self, look: Look | None = None, most_rounds: int = MOST_ROUNDS) -> PlayedMatch:
        """Play with random moves until the match is over, has a fault, or has had more than *most_rounds* rounds."""
        try:
            self._play(Random(self.setup.seed), look, most_rounds)
        except Crashed as crash:
            self.crash = crash
        return self

    def _play(self, random: Random, look: Look | None, most_rounds: int) -> None:
        match, gone, since_deal = self.match, set[int](), 0
        while not (match.is_over or self.fault or self.broke_off):
            if match.offer is None:
                gone |= set(range(match.rules.players)) - set(match.seated)
            rounds = len(match.scores)
            with asking("Playing on"):
                self._move(random, since_deal)
            since_deal = 0 if len(match.scores) > rounds else since_deal + 1
            if len(match.scores) > most_rounds:
                self.fault = f"After {most_rounds} rounds the match goes on"
            if gone & {match.actor, *match.still_in}:
                self.fault = "A player who was out of the match is in again"
            if look is not None:
                look(match)

    def _move(self, random: Random, since_deal: int) -> None:
        match, legal = self.match, self.match.legal_actions
        pick = int(random.random() * len(legal))
        action = next((action for action in [*legal[pick:], *legal[:pick]] if match.check(action) is None), None)
        if action is None or since_deal > MANY_DECISIONS:
            self.broke_off = True
        else:
            self.moves.append((match.actor, str(action)))
            match.apply(action)


def assert_books(match: Match) -> None:
    """Raise `Broken` unless chips are neither made nor lost, and offers and eliminations are as the format says."""
    format, stakes = match.format, match.format.stakes
    _hold(sum(match.chips) + match.pot == len(match.names) * stakes.chips, "Chips were made or lost")
    _hold(match.pot >= 0, "The pot is less than empty")
    _hold(stakes.debt or min(match.chips) >= 0, "Somebody has debts")
    _hold(max(match.bought) <= (stakes.buyback_times if format.buys_back else 0), "Somebody has bought back too often")
    if match.offer is not None:
        seat, total = match.offer.seat, match.totals[match.offer.seat]
        in_range = stakes.buyback_from <= total <= stakes.buyback_to
        _hold(format.buys_back and in_range, "{} points are out of range for a buy-back", total)
        _hold(match.offer.new_total < total, "A buy-back would not lower the total")
        _hold(match.view(seat).legal == tuple(match.legal_actions), "An offer is shown with other answers than it has")
    elif not match.is_over:
        _hold(match.seated == match.still_in, "Others are seated than are still in")
        _hold(len(match.seated) > 1, "Somebody plays alone")
        _hold(not any(match.format.puts_out(match.totals[seat]) for seat in match.seated), "A player should be out")


def assert_sheet(match: Match) -> None:
    """Raise `Broken` unless the sheet of a finished match alone tells every total."""
    totals = [0] * len(match.names)
    rounds = 0
    for line in match.sheet:
        if line.event in (Event.ROUND, Event.BONUS):
            rounds += line.event is Event.ROUND
            _hold(line.round == rounds, "The rounds on the sheet are not numbered in order")
            totals = [total + (points or 0) for total, points in zip(totals, line.points, strict=True)]
        elif line.event is Event.BUYBACK and line.seat is not None:
            _hold(line.totals[line.seat] < totals[line.seat], "A buy-back has not lowered the total")
            for seat in match.rules.side_of[line.seat]:
                totals[seat] = line.totals[line.seat]
        _hold(line.totals == tuple(totals), "The sheet has {} where the rounds make {}", line.totals, tuple(totals))
    _hold(match.totals == tuple(totals), "The match has {} where the sheet makes {}", match.totals, tuple(totals))
    _hold(match.pot == 0, "The pot was not paid out")
    _hold(rounds == len(match.scores), "The sheet has not all rounds")


def _hold(fact: bool, otherwise: str, *values: object) -> None:
    if not fact:
        raise Broken(f"{otherwise.format(*values)}.")


def matches_end(subject: Subject) -> None:
    """Every match ends, and whoever is out of it gets no more cards."""
    _for_all_matches(subject, lambda played: _hold(played.fault is None, "{}", played.fault))


def books_balance(subject: Subject) -> None:
    """Chips are neither made nor lost, and the sheet of a match tells every total."""

    def hold(played: PlayedMatch) -> None:
        if played.is_whole:
            assert_sheet(played.match)

    _for_all_matches(subject, hold, assert_books, FEW_ROUNDS)


def totals_known(subject: Subject) -> None:
    """A round knows, and shows to all, the totals with which its players came into it."""

    def look(match: Match) -> None:
        if match.offer is None and not match.is_over:
            totals = tuple(match.totals[seat] for seat in match.seated)
            shown = [match.round.totals, *(match.round.view(seat).totals for seat in range(match.round.players))]
            _hold(set(shown) == {totals}, "The totals are {}, but a round begins with {}", totals, shown[0])

    _for_all_matches(subject, lambda played: None, look, FEW_ROUNDS)


def matches_run(subject: Subject) -> None:
    """No error is raised in the later rounds of a match, or when fewer play on."""

    def hold(played: PlayedMatch) -> None:
        if played.crash is not None and not is_for_citations(played.crash, played.rules):
            raise Broken(str(played.crash))

    _for_all_matches(subject, hold, None, FEW_ROUNDS)


def _for_all_matches(
    subject: Subject,
    hold_over: Callable[[PlayedMatch], None],
    look: Look | None = None,
    most_rounds: int = MOST_ROUNDS,
) -> None:
    high_wins = subject.default_rules().scoring.high_wins
    fewest, most = subject.plugins.variants()[subject.variant]
    options: st.SearchStrategy[dict[str, Any]] = st.one_of(st.just({}), match_options(high_wins))
    drawn = st.tuples(st.integers(fewest, most), options, st.integers(0, LARGEST_SEED))

    def hold(example: tuple[int, dict[str, Any], int]) -> None:
        players, sections, seed = example
        setup = Setup(subject.variant, players, None, sections, seed, seed)
        rules = setup.rules_of_match(subject.plugins)
        assume(rules is not None)
        assert rules is not None
        played = PlayedMatch(rules, setup)
        try:
            hold_over(played.play(look, most_rounds))
        except Broken as broken:
            broken.told = GameSoFar(setup, tuple(played.moves))
            raise

    for_all(subject, drawn, max(6, subject.games // GAMES_PER_MATCH), hold)
