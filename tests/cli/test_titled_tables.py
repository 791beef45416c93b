"""A table with a title and notes of its own, at which a bot sits twice: checked, shown, printed, played and listed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.command import rummy

OURS = """\
variant: deutsches_romme
preset: club
title: Rommé at Grandma's
notes: Whoever spills coffee deals.
players: [Franz, greedy, greedy]
"""


@pytest.fixture
def ours(home: Path) -> Path:
    (home / "ours.yaml").write_text(OURS, "utf-8")
    return home


def test_the_title_is_shown_wherever_the_table_is_named(ours: Path) -> None:
    checked = rummy(ours, "rules", "check", "ours.yaml").text
    assert checked.startswith("ours.yaml: good; Rommé at Grandma's, deutsches_romme, preset club,")
    shown = rummy(ours, "rules", "show", "ours.yaml").out.splitlines()
    assert shown[:2] == [
        "Rommé at Grandma's: Deutsches Rommé, preset club, players Franz, greedy, greedy",
        "Whoever spills coffee deals.",
    ]
    data = json.loads(rummy(ours, "rules", "show", "ours.yaml", "--json").text)
    assert (data["title"], data["notes"]) == ("Rommé at Grandma's", "Whoever spills coffee deals.")


@pytest.mark.parametrize(
    ("format", "title", "notes"),
    [
        ("txt", "Rommé at Grandma's\n===", "\nWhoever spills coffee deals.\n"),
        ("md", "# Rommé at Grandma's\n", "\nWhoever spills coffee deals.\n"),
        ("html", "<h1>Rommé at Grandma&#39;s</h1>", '<p class="notes">Whoever spills coffee deals.</p>'),
    ],
)
def test_the_cover_of_the_booklet_has_both(ours: Path, format: str, title: str, notes: str) -> None:
    book = rummy(ours, "rules", "book", "ours.yaml", "--format", format).out
    assert title in book
    assert notes in book
    assert "Deutsches Rommé, preset club" in book


def test_a_bot_sits_twice_and_the_game_is_listed_by_its_title(ours: Path) -> None:
    played = rummy(ours, "play", "--rules", "ours.yaml", "--seed", "1", typed="quit\n")
    assert "greedy 1" in played.text
    assert "greedy 2" in played.text
    assert "Rommé at Grandma's (deutsches_romme:club): " in rummy(ours, "games").text


def test_a_score_sheet_numbers_the_bots_too(ours: Path) -> None:
    assert "greedy 2" in rummy(ours, "score", "--rules", "ours.yaml", typed="sheet\nquit\n").text


def test_whoever_was_probably_meant_as_a_bot_is_told(ours: Path) -> None:
    (ours / "ours.yaml").write_text(OURS.replace("greedy, greedy", "gready"), "utf-8")
    checked = rummy(ours, "rules", "check", "ours.yaml", "--strict")
    assert "ours.yaml:5:18: warning: 'gready' is a person here, not a bot; did you mean greedy?" in checked.text
    played = rummy(ours, "play", "--rules", "ours.yaml", "--seed", "1", typed="quit\n")
    assert "Note: gready sits down as a person; the bot is called greedy." in played.text
