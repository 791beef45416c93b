"""The tables of `rummy rules gallery` are good, listed, started from and played to the end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign import Sample, samples
from cli.command import rummy
from house_rule_files import GALLERY
from rummykit.engine.deal import bot_stream
from rummykit.engine.match import Match
from rummykit.plugin.plugins import Plugins
from rummykit.rules import TableRules, load_file

PLUGINS = Plugins.discover()
NAMES = ("Anna", "Ben", "Cem", "Dora")
BOTS = {"raeuber_romme": "greedy"}
"""Who plays; elsewhere it is random, which tries more. At random a table that is rearranged takes too long to end."""

every_file = pytest.mark.parametrize("file", GALLERY, ids=[file.stem for file in GALLERY])


def seats(rules: TableRules) -> int:
    """How many the file is for; three if it leaves that open."""
    return rules.seats or 3


def played(file: Path, seed: int) -> Match:
    """Let bots play a match by a file to its end."""
    rules = load_file(file, PLUGINS)
    match = Match(PLUGINS.assemble(rules, seats(rules)), seed, NAMES[: seats(rules)])
    player, moves = PLUGINS.bots[BOTS.get(rules.variant, "random")].make(), 0
    while not match.is_over:
        match.apply(player(match.view(match.actor), bot_stream(seed, match.actor, moves)))
        moves += 1
    return match


def test_there_are_some_of_every_variant() -> None:
    ours = {id for id, plugin in PLUGINS.by_variant.items() if plugin.distribution.startswith("rummykit ")}
    assert {load_file(file, PLUGINS).variant for file in GALLERY} >= ours


@every_file
def test_a_file_is_short_good_and_sets_something(file: Path) -> None:
    text, rules = file.read_text("utf-8"), load_file(file, PLUGINS)
    assert text.startswith("# ")
    assert len(text.splitlines()) <= 25
    assert rules.origins
    assert rules.title
    assert PLUGINS.assemble(rules, seats(rules)).players == seats(rules)


def test_the_command_finds_them_good(home: Path) -> None:
    result = rummy(home, "rules", "check", "--strict", *GALLERY)
    assert result.code == 0
    assert result.out.count(": good;") == len(GALLERY)
    assert "note" not in result.out


# -- the list -----------------------------------------------------------------------------------------------------


def test_the_list_has_every_table_with_its_title_and_whose_rules_it_has(home: Path) -> None:
    listed = rummy(home, "rules", "gallery").out
    told = json.loads(rummy(home, "rules", "gallery", "--json").out)
    assert sorted(table["name"] for table in told) == sorted(file.stem for file in GALLERY)
    for table in told:
        rules = load_file(next(file for file in GALLERY if file.stem == table["name"]), PLUGINS)
        assert (table["title"], table["variant"]) == (rules.title, rules.variant)
        assert f"  {table['name']}: {table['title']}\n" in listed
        assert table["about"] in " ".join(listed.split())


@pytest.mark.parametrize(("language", "word"), [("de", "Oma"), ("hu", "Nagymama")])
def test_the_list_is_told_in_the_reader_s_language(home: Path, language: str, word: str) -> None:
    assert word in rummy(home, "--lang", language, "rules", "gallery").out


@every_file
def test_one_is_printed_to_the_letter(file: Path, home: Path) -> None:
    assert rummy(home, "rules", "gallery", file.stem).out == file.read_text("utf-8")
    assert json.loads(rummy(home, "rules", "gallery", file.stem, "--json").out)["text"] == file.read_text("utf-8")


def test_a_misspelt_table_is_told_the_nearest(home: Path) -> None:
    for command in (["gallery", "kaloki-40"], ["new", "--like", "kaloki-40"]):
        result = rummy(home, "rules", *command)
        assert result.code == 2
        assert "The gallery has no table 'kaloki-40'" in result.err
        assert "Did you mean kalooki-40?" in result.err


# -- a file of one's own ------------------------------------------------------------------------------------------


@every_file
def test_a_new_file_like_one_plays_the_same(file: Path, home: Path) -> None:
    result = rummy(home, "rules", "new", "--like", file.stem, "-o", "ours.yaml")
    assert result.code == 0
    assert load_file(home / "ours.yaml", PLUGINS).to_json() == load_file(file, PLUGINS).to_json()
    assert "rules check ours.yaml" in " ".join(result.out.split())


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "Name a game"),
        (["rummy17", "--like", "kalooki-40"], "kalooki-40 is a table for deutsches_romme, not for rummy17"),
        (["--like", "kalooki-40", "--all"], "leave out --preset and --all"),
        (["--like", "kalooki-40", "--preset", "club"], "leave out --preset and --all"),
    ],
)
def test_what_does_not_go_with_a_table_of_the_gallery(arguments: list[str], why: str, home: Path) -> None:
    result = rummy(home, "rules", "new", *arguments)
    assert result.code == 2
    assert why in " ".join(result.err.split())


# -- play ---------------------------------------------------------------------------------------------------------


@pytest.mark.untraced
@every_file
@samples(normal=1, campaign=200, parts=4)
def test_a_file_is_played_to_the_end(file: Path, sample: Sample, tally: Callable[[str, int], None]) -> None:
    rounds, seed = 0, sample.seed
    while rounds < sample.number:
        match = played(file, seed)
        assert match.winners
        rounds += len(match.scores)
        seed += 1
    tally("rounds by the tables of the gallery", rounds)
