"""The house rules we ship as examples are good, say whose they are, are listed, and can be played to the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from campaign import Sample, samples
from cli.command import rummy
from rummykit.engine.deal import bot_stream
from rummykit.engine.match import Match
from rummykit.plugin.plugins import Plugins
from rummykit.rules import TableRules, load_file

FOLDER = Path(__file__).parents[2] / "examples" / "house-rules"
FILES = sorted(FOLDER.glob("*.yaml"))
PLUGINS = Plugins.discover()
NAMES = ("Anna", "Ben", "Cem", "Dora")
BOTS = {"raeuber_romme": "greedy"}
"""Who plays; elsewhere it is random, which tries more. At random a table that is rearranged takes too long to end."""

every_file = pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])


def seats(rules: TableRules) -> int:
    """How many the file is for; three if it leaves that open."""
    if rules.players is None:
        return 3
    return rules.players if isinstance(rules.players, int) else len(rules.players)


def played(file: Path, seed: int) -> Match:
    """Let bots play a match by a file to its end."""
    rules = load_file(file, PLUGINS)
    match = Match(PLUGINS.assemble(rules, seats(rules)), seed, NAMES[: seats(rules)])
    player, moves = PLUGINS.bots[BOTS.get(rules.variant, "random")].make(), 0
    while not match.is_over:
        match.apply(player(match.view(match.actor), bot_stream(seed, match.actor, moves)))
        moves += 1
    return match


def test_there_are_enough_of_every_variant() -> None:
    assert len(FILES) >= 9
    ours = {id for id, plugin in PLUGINS.by_variant.items() if plugin.distribution.startswith("rummykit ")}
    assert {load_file(file, PLUGINS).variant for file in FILES} >= ours


@every_file
def test_a_file_begins_with_whose_rules_it_holds_and_is_listed(file: Path) -> None:
    assert file.read_text("utf-8").startswith("# ")
    assert f"[{file.name}]({file.name})" in (FOLDER / "README.md").read_text("utf-8")


def test_the_list_names_no_file_that_is_gone() -> None:
    lines = (FOLDER / "README.md").read_text("utf-8").splitlines()
    assert sum(line.startswith("| [") for line in lines) == len(FILES)


@every_file
def test_a_file_is_good_and_sets_something(file: Path) -> None:
    rules = load_file(file, PLUGINS)
    assert rules.origins
    assert PLUGINS.assemble(rules, seats(rules)).players == seats(rules)


def test_the_command_finds_them_good(home: Path) -> None:
    result = rummy(home, "rules", "check", *FILES)
    assert result.code == 0
    assert result.out.count(": good;") == len(FILES)


@pytest.mark.untraced
@every_file
@samples(normal=1, campaign=50)
def test_a_file_is_played_to_the_end(file: Path, sample: Sample, tally: Callable[[str, int], None]) -> None:
    rounds, seed = 0, sample.seed
    while rounds < sample.number:
        match = played(file, seed)
        assert match.winners
        rounds += len(match.scores)
        seed += 1
    tally("rounds by the house rules of examples", rounds)
