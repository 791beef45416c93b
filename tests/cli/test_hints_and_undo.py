"""Help at the table: hints in three steps, and moves taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Result, rummy
from rummykit.engine.records import Record
from rummykit.plugin.plugins import Plugins

PLUGINS = Plugins.discover()


def played(home: Path, *typed: str, players: str = "Anna,greedy", options: tuple[str, ...] = ()) -> Result:
    lines = "\n".join([*typed, "quit", ""])
    return rummy(home, "play", "deutsches_romme", "--seed", 5, "--players", players, *options, typed=lines)


def record(home: Path) -> Record:
    (file,) = (home / "games").glob("*.rummy")
    return Record.read(file)


def moves(home: Path) -> list[str]:
    return [text for _, text in record(home).lines]


def test_a_hint_has_three_steps_and_is_counted_once(home: Path) -> None:
    done = played(home, "hint", "hint", "hint", "hint")
    assert "Look at" in done.text
    assert "meld 10h Jh Qh *=Kh" in done.text
    assert "a first meld needs 40" in done.text
    assert done.text.count("Look at") == 2, "the fourth time it begins again"
    assert record(home).hints == (1, 0)
    assert "Hints asked for: Anna 1." in rummy(home, "sheet").text


def test_the_hint_is_a_move_and_the_next_position_gets_a_hint_of_its_own(home: Path) -> None:
    done = played(home, "hint", "meld 10h Jh Qh *=Kh", "hint", "hint")
    assert "You can discard" in done.text or "You can meld" in done.text
    assert record(home).hints == (2, 0)


def test_a_meld_is_taken_back_in_the_game_and_in_the_record(home: Path) -> None:
    done = played(home, "meld 10h Jh Qh *=Kh", "undo", "show")
    assert "Anna takes back their last move." in done.text
    assert done.out.rstrip().rpartition("Table")[2].strip().startswith("no melds yet")
    assert moves(home) == []
    assert not record(home).replay(PLUGINS).round.table


def test_several_moves_are_taken_back_one_by_one(home: Path) -> None:
    played(home, "meld 10h Jh Qh *=Kh", "undo", "undo", "meld 10h Jh Qh *=Kh")
    assert moves(home) == ["1 meld 10h Jh Qh *=Kh"]


def test_nothing_is_taken_back_after_a_hidden_card_was_seen(home: Path) -> None:
    done = rummy(home, "play", "rummy17", "--seed", 5, "--players", "Anna,greedy", typed="draw stock\nundo\nquit\n")
    assert "There is nothing to take back" in done.text


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_the_move_of_another_person_is_taken_back_if_all_agree(home: Path, answer: str) -> None:
    done = played(home, "discard 2s", "undo", answer, players="Anna,Ben")
    assert "Does everybody agree to take back Anna's last move?" in done.text
    assert moves(home) == ([] if answer == "yes" else ["1 discard 2s"])


def test_strict_tables_have_neither(home: Path) -> None:
    done = played(home, "hint", "meld 10h Jh Qh *=Kh", "undo", options=("--strict",))
    assert "There are no hints at this table." in done.text
    assert "No move is taken back at this table." in done.text
    again = rummy(home, "play", "--resume", typed="hint\nundo\nquit\n")
    assert "There are no hints at this table." in again.text
    assert "No move is taken back at this table." in again.text


def test_a_table_may_have_no_hints_only(home: Path) -> None:
    done = played(home, "hint", "meld 10h Jh Qh *=Kh", "undo", options=("--no-hints",))
    assert "There are no hints at this table." in done.text
    assert "takes back their last move" in done.text


def test_hints_survive_leaving_the_table(home: Path) -> None:
    played(home, "hint")
    rummy(home, "play", "--resume", typed="hint\nquit\n")
    assert record(home).hints == (2, 0)


def test_a_hint_noted_for_somebody_else_is_found(home: Path, tmp_path: Path) -> None:
    played(home, "hint")
    forged = record(home)
    assert forged.lines[-1][1] == "? 1"
    bad = Record(forged.path, forged.header, ((3, "? 2"),), forged.hash, forged.good_bytes, forged.torn)
    with pytest.raises(Exception, match="not a hint for the player to act"):
        bad.replay(PLUGINS)
