"""Golden playthroughs: short games, frozen move by move.

Every variant has a folder ``playthroughs`` with a file for its default rules and for every preset. A file has the
seed, the players unless they are Ann and Ben, a line for what a player does until another one acts, and after every
round what the table must look like: lines that begin with ``=``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rummykit.engine.match import Match
from rummykit.engine.notation import read_action
from rummykit.engine.round import Round
from rummykit.engine.scoring import RoundScore
from rummykit.refusals import Refusal
from rummykit.scenario import Scenario

from .helpers import PLUGINS

NAMES = ["Ann", "Ben"]


class Playthrough:
    """One file: its seed, its moves and what is expected."""

    def __init__(self, variant: str, preset: str | None) -> None:
        text = (folder_of(variant) / f"{preset or 'default'}.txt").read_text("utf-8")
        seed, *lines = [line for line in text.splitlines() if line[:1] not in ("", "#")]
        self.seed = int(seed.removeprefix("seed "))
        self.names = lines.pop(0).split()[1:] if lines[0].startswith("players ") else NAMES
        self.rules = Scenario(variant, len(self.names), plugins=PLUGINS, preset=preset).rules
        self.expected = [line for line in lines if line.startswith("=")]
        self.moves = [
            (name, move.strip())
            for name, colon, moves in (line.partition(": ") for line in lines)
            if name in self.names and colon
            for move in moves.split(";")
        ]

    def start(self) -> Match:
        return Match(self.rules, self.seed, self.names)

    def shows(self, word: str) -> bool:
        """Whether some move begins with a word, or has it in it."""
        return any(move.startswith(word) or f" {word}" in move for _, move in self.moves)


def folder_of(variant: str) -> Path:
    return Path(__file__).parent / variant / "playthroughs"


def play(match: Match, name: str, text: str) -> None:
    """Let a player, who must be the one to act, make a move written in its one proper form."""
    assert match.names[match.actor] == name, f"{name}: {text}"
    action = read_action(text, match.round)
    assert not isinstance(action, Refusal), f"{name}: {text}: {action}"
    assert str(action) == text
    match.play(action)


def report(round: Round, score: RoundScore) -> Iterator[str]:
    """What a finished round looks like."""
    text = round.rules.pack.text
    assert round.outcome is not None
    last = f", last card {round.outcome.last_card}" if round.outcome.last_card else ""
    pool = f", pool {text(round.pool)}" if round.rules.deal.pool_jokers else ""
    yield f"= {round.outcome.ending.value}{last}, {len(round.stock)} cards in the stock{pool}"
    for meld in round.table.values():
        yield f"= meld {meld.number} of {round.names[meld.owner]}: {meld}"
    for shown in round.shown:
        yield f"= {round.names[shown.seat]} shows {shown.points}: {shown}"
    for name, hand in zip(round.names, round.hands, strict=True):
        if not round.shown:
            yield f"= {name} holds: {text(hand)}".rstrip()
    for item in score.items:
        yield f"= {item.key}: {' '.join(map(str, item.points))}"
    if score.remark:
        yield f"= {score.remark}"
    yield f"= score: {' '.join(map(str, score.totals))}"
