"""Checks of how rounds end, and that nothing goes wrong on the way."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rummykit.reasons import TABLE_RULES
from rummykit_kit.broken import Broken
from rummykit_kit.crashes import Crashed, asking, is_for_citations
from rummykit_kit.game import MOST_DECISIONS, Game, Watcher

if TYPE_CHECKING:
    from rummykit.actions import Action
    from rummykit.round import Round
    from rummykit.scoring import RoundScore, ScoreItem
    from rummykit.table import Outcome


class RoundsEnd(Watcher):
    """A round cannot go on for ever."""

    name = "rounds_end"
    sentence = f"Every round ends, within {MOST_DECISIONS} decisions."
    most_decisions = MOST_DECISIONS
    shortens = False

    def over(self, game: Game) -> None:
        """Find out why the game is over."""
        if len(game.moves) >= MOST_DECISIONS and not game.is_over:
            raise Broken(f"After {len(game.moves)} moves the round goes on.")


class NothingCrashes(Watcher):
    """Whatever is asked, no error is raised."""

    name = "nothing_crashes"
    sentence = "No part raises an error, whatever legal or illegal move it is asked about."
    tells_crashes = True

    def before(self, game: Game, action: Action) -> None:
        """Ask for everything."""
        if game.examined:
            _ = game.examination.trials, game.examination.made_up, game.examination.views

    def crashed(self, game: Game, crash: Crashed) -> None:
        """Tell the error, which no other check does."""
        if not is_for_citations(crash, game.rules):
            raise Broken(str(crash))


class ScoresAddUp(Watcher):
    """A score sheet says the same in its items and in its totals, whoever sits where."""

    name = "scores_add_up"
    sentence = "A round has a total for every seat: the sum of its items times the factor, each by a rule there is."

    def before(self, game: Game, action: Action) -> None:
        """Look at what lies on the table already."""
        if game.examined:
            with asking("Counting what lies on the table"):
                items = game.examination.views[0].standing
            for item in items:
                _assert_item(game, item)

    def over(self, game: Game) -> None:
        """Add up, score once more, and score with everybody in another seat."""
        if not game.is_over:
            return
        score, round = game.match.scores[0], game.round
        _assert_sums(game, score)
        with asking("Scoring a round once more"):
            before = round.fingerprint()
            again, scoring = game.rules.scoring.score(round), round.rules.scoring
            if round.fingerprint() != before:
                raise Broken("Scoring a round changes the round.")
            if again.totals != score.totals:
                raise Broken(f"The same round is scored {score.totals} and then {again.totals}.")
            for by in range(1, round.players) if not _has_own_state(round) else ():
                turned = scoring.score(seated_further(round, by)).totals
                if turned != (*score.totals[-by:], *score.totals[:-by]):
                    raise Broken(
                        f"With everybody {by} seat(s) further on, the points are {turned} instead of {score.totals} "
                        "moved on likewise."
                    )


def _assert_sums(game: Game, score: RoundScore) -> None:
    players = game.round.players
    if len(score.totals) != players or len(score.factors) != players:
        raise Broken(f"{players} players have {len(score.totals)} totals and {len(score.factors)} factors.")
    for item in score.items:
        _assert_item(game, item)
    for seat, total in enumerate(score.totals):
        points = sum(item.points[seat] for item in score.items)
        if total != points * score.factors[seat]:
            name = game.match.names[seat]
            raise Broken(f"{name} has {total} points, but the items make {points} times {score.factors[seat]}.")


def _assert_item(game: Game, item: ScoreItem) -> None:
    players = game.round.players
    if len(item.points) != players or len(item.counts) not in (0, players):
        raise Broken(f"The item '{item.key}' does not have points, and counts if any, for {players} players.")
    if item.rule not in game.rules.rulebook and item.rule not in TABLE_RULES:
        raise Broken(f"The item '{item.key}' cites the rule '{item.rule}', which is not in the rulebook.")
    if not item.title:
        raise Broken(f"The item '{item.key}' has no title.")


def _has_own_state(round: Round) -> bool:
    """Whether the variant keeps something of its own in a round, which may have to do with seats."""
    return bool(set(vars(round)) - set(type(round).__annotations__))


def seated_further(round: Round, by: int) -> Round:
    """Return a finished round as it would be with everybody sitting so many seats further on."""
    players, moved = round.players, round.copy()

    def seat(old: int) -> int:
        return (old + by) % players if old >= 0 else old

    def bits(old: int) -> int:
        return sum(1 << seat(each) for each in range(players) if old >> each & 1)

    def outcome(old: Outcome | None) -> Outcome | None:
        return replace(old, seat=seat(old.seat)) if old is not None and old.seat is not None else old

    moved.hands = round.hands[-by:] + round.hands[:-by]
    moved.names = (*round.names[-by:], *round.names[:-by])
    moved.dealer, moved.active, moved.actor = seat(round.dealer), seat(round.active), seat(round.actor)
    moved.discarder = seat(round.discarder)
    moved.melded, moved.skips_draw, moved.lap_seen = map(bits, (round.melded, round.skips_draw, round.lap_seen))
    moved.announced, moved.outcome = outcome(round.announced), outcome(round.outcome)
    moved.table = {
        number: replace(meld, owner=seat(meld.owner), laid=tuple((placed, seat(who)) for placed, who in meld.laid))
        for number, meld in round.table.items()
    }
    return moved
