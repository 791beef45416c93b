"""Words in which the rule tests of all variants are written."""

from __future__ import annotations

from rummykit.engine.match import Match
from rummykit.engine.scoring import RoundScore, ScoreItem
from rummykit.engine.table import Ending
from rummykit.plugin.plugins import Plugins
from rummykit.refusals import Refusal
from rummykit.scenario import Table

PLUGINS = Plugins.discover()


def allowed(table: Table, move: str, seat: int | None = None) -> None:
    """Assert that a move is legal, and listed unless it is one of those that are left out of the list."""
    refusal = table.refusal(move, seat)
    assert refusal is None, f"{move}: {refusal}"
    left_out = "|" in move or "," in move or move.startswith("arrange")
    if not left_out and seat in (None, table.round.actor):
        assert str(table.read(move)) in table.legal()


def refused(
    table: Table, move: str, rule: str, word: str = "", seat: int | None = None, option: str | None = None
) -> Refusal:
    """Assert that a move is refused by a rule, with a sentence that has a word in it, and that it is not listed."""
    refusal = table.refusal(move, seat)
    assert refusal is not None, f"{move} should be refused by {rule}"
    assert refusal.rule == rule, f"{move}: {refusal}"
    assert word.lower() in refusal.sentence.lower()
    assert "{" not in refusal.sentence
    if option is not None:
        assert refusal.option == option
    if seat in (None, table.round.actor):
        assert move not in table.legal()
    return refusal


def ending(table: Table) -> Ending | None:
    """How the round ended, or None while it goes on."""
    return table.round.outcome and table.round.outcome.ending


def score(table: Table) -> RoundScore:
    """The score of a round that is over."""
    assert table.round.outcome is not None, "the round goes on"
    return table.round.rules.scoring.score(table.round)


def item(table: Table, key: str) -> ScoreItem:
    """One line of the score sheet."""
    return next(item for item in score(table).items if item.key == key)


def play_out(match: Match) -> list[int]:
    """Play every round by the first move listed, mostly drawing and discarding; return who dealt them."""
    dealers = [match.dealer]
    while not match.is_over:
        played = len(match.scores)
        match.apply(match.legal_actions[0])
        if len(match.scores) > played and not match.is_over:
            dealers.append(match.dealer)
    return dealers
