"""Whole matches, played by chance: who is in, what is paid, and that they end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from rummykit.match import MOST_ROUNDS, Event, Match
from rummykit.notation import read_action
from rummykit.reasons import Refusal
from rummykit_kit.broken import Broken, Told
from rummykit_kit.crashes import Crashed, asking
from rummykit_kit.game import MANY_DECISIONS
from rummykit_kit.setup import Setup, names_of

if TYPE_CHECKING:
    from rummykit.actions import Action
    from rummykit.ruleset import Ruleset


Look = Callable[[Match], None]
"""What is looked at after every move: raises `Broken` if something is wrong."""


@dataclass
class PlayedMatch:
    """A match and the moves made in it, each with its seat.

    ``fault`` says why it does not go as a match should, ``crash`` which error was raised. ``broke_off``: it was left
    because a round does not end, or no listed move is legal.
    """

    rules: Ruleset
    seed: int
    moves: list[tuple[int, str]] = field(default_factory=list)
    fault: str | None = None
    crash: Crashed | None = None
    broke_off: bool = False

    @cached_property
    def match(self) -> Match:
        """The match, dealt when it is first asked for; raises `Crashed` if the plugin cannot deal."""
        with asking("Dealing"):
            return Match(self.rules, self.seed, names_of(self.rules.players))

    def told(self, setup: Setup) -> Told:
        """Return the match as far as it was played."""
        names = names_of(self.rules.players)
        return Told(setup, tuple((names[seat], text) for seat, text in self.moves))

    @property
    def is_whole(self) -> bool:
        """Whether the match was played as a match should be, to its end."""
        return not (self.fault or self.crash or self.broke_off) and self.match.is_over

    def play(self, look: Look | None = None, most_rounds: int = MOST_ROUNDS) -> PlayedMatch:
        """Play with random moves until the match is over, has a fault, or has had more than so many rounds."""
        try:
            self._play(Random(self.seed), look, most_rounds)
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
                self.fault = f"After {most_rounds} rounds the match goes on."
            if gone & {match.actor, *match.still_in}:
                self.fault = "A player who was out of the match is in again."
            if look is not None:
                look(match)

    def _move(self, random: Random, since_deal: int) -> None:
        action = _any_legal(self.match, random)
        if action is None or since_deal > MANY_DECISIONS:
            self.broke_off = True
            return
        self.moves.append((self.match.actor, str(action)))
        self.match.apply(action)


def _any_legal(match: Match, random: Random) -> Action | None:
    legal = match.legal_actions()
    pick = int(random.random() * len(legal))
    for step in range(len(legal)):
        action = legal[(pick + step) % len(legal)]
        if match.check(action) is None:
            return action
    return None


def play_match(rules: Ruleset, seed: int, look: Look | None = None) -> PlayedMatch:
    """Play a new match with random moves."""
    return PlayedMatch(rules, seed).play(look)


def assert_books(match: Match) -> None:
    """Raise `Broken` unless chips are neither made nor lost, and offers and eliminations are as the format says."""
    stakes, buying_back = match.format.stakes, match.format.buying_back
    _hold(sum(match.chips) + match.pot == len(match.names) * stakes.starting_chips, "Chips were made or lost")
    _hold(match.pot >= 0, "The pot is less than empty")
    _hold(stakes.allow_debt or min(match.chips) >= 0, "Somebody has debts")
    _hold(max(match.bought) <= (buying_back.times if buying_back else 0), "Somebody has bought back too often")
    if match.offer is not None and buying_back is not None:
        seat, total = match.offer.seat, match.totals[match.offer.seat]
        _hold(buying_back.lowest <= total <= buying_back.highest, "{} points are out of range for a buy-back", total)
        _hold(match.offer.new_total < total, "A buy-back would not lower the total")
        _hold(match.view(seat).legal == match.legal_actions(), "An offer is shown with other answers than it has")
    elif not match.is_over:
        _hold(match.seated == match.still_in, "Others are seated than are still in")
        _hold(len(match.seated) > 1, "Somebody plays alone")
        _hold(not any(match.format.puts_out(match.totals[seat]) for seat in match.seated), "A player should be out")


def assert_sheet(match: Match) -> None:
    """Raise `Broken` unless the sheet of a finished match alone tells every total."""
    totals = [0] * len(match.names)
    rounds = 0
    for line in match.sheet:
        if line.event is Event.ROUND:
            rounds += 1
            _hold(line.round == rounds, "The rounds on the sheet are not numbered in order")
            totals = [total + (points or 0) for total, points in zip(totals, line.points, strict=True)]
        elif line.event is Event.BUYBACK and line.seat is not None:
            _hold(line.totals[line.seat] < totals[line.seat], "A buy-back has not lowered the total")
            totals[line.seat] = line.totals[line.seat]
        _hold(line.totals == tuple(totals), "The sheet has {} where the rounds make {}", line.totals, tuple(totals))
    _hold(match.totals == tuple(totals), "The match has {} where the sheet makes {}", match.totals, tuple(totals))
    _hold(match.pot == 0, "The pot was not paid out")
    _hold(rounds == len(match.scores), "The sheet has not all rounds")


def _hold(fact: bool, otherwise: str, *values: object) -> None:
    if not fact:
        raise Broken(f"{otherwise.format(*values)}.")


def verify(rules: Ruleset, seed: int) -> Match:
    """Play a match with random moves, look at its books after every move, and replay it from its moves."""
    played = play_match(rules, seed, assert_books)
    _hold(played.is_whole, "The match does not come to its end: {}", played.fault or played.crash or "broken off")
    assert_sheet(played.match)
    again = Match(rules, seed, played.match.names)
    for seat, text in played.moves:
        action = read_action(text, again.round)
        _hold(not isinstance(action, Refusal), "'{}' cannot be read when the match is replayed", text)
        assert not isinstance(action, Refusal)
        again.play(action, seat)
    _hold(again.fingerprint() == played.match.fingerprint(), "Replayed, the match comes to another state")
    _hold(again.sheet == played.match.sheet, "Replayed, the match has another sheet")
    return played.match
