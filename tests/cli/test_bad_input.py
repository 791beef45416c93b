"""Bad input gets a sentence with its place, exit code 2 from commands, and leaves the game as it was."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.command import game_in_progress, rummy
from rummykit.engine.actions import LayDown, LayOff
from rummykit.engine.views import View

ON_TURN = ["play", "rummy17", "--players", "Anna,Ben", "--seed", "2", "--record", "game.rummy"]


def in_play(home: Path, move: str) -> str:
    """Type a bad move after a draw: the sentence is returned, and the record holds the draw alone."""
    result = rummy(home, *ON_TURN, typed=f"draw stock\npass\n{move}\n")
    assert result.code == 0
    lines = (home / "game.rummy").read_text(encoding="utf-8").splitlines()
    assert [line.split(" ", 2)[2] for line in lines[2:]] == ["draw stock", "pass"]
    return result.text


@pytest.mark.parametrize(
    ("move", "sentences"),
    [
        ("discard 18r", ["'18r' is not a card of this pack: its values go from 1 to 17.", "^"]),
        ("discard 7x", ["value first, then colour, one of r b g y v"]),
        ("discard", ["Exactly one card is discarded"]),
        ("discard 7r 8r", ["Exactly one card is discarded"]),
        ("meld", ["A meld needs its cards"]),
        ("meld 7r 8r 9r |", ["A meld is missing beside the '|'"]),
        ("meld 7r 7r 7r", ["The pack has fewer copies of 7r"]),
        ("meld 7r=8r 9r 10r", ["7r is not a joker"]),
        ("meld 1r 2b 3g", ["share neither one value nor one colour", "[R17-MELD-01]"]),
        ("layoff 7r", ["7r fits no meld on the table"]),
        ("layoff 7r > two", ["The number of a meld goes after '>'"]),
        ("layoff 7r > 9", ["There is no meld 9 on the table", "[TABLE-02]"]),
        ("swap 7r", ["A swap names a hand card and a meld"]),
        ("draw stock", ["You cannot draw now", "[R17-TURN-01]"]),
        ("claim", ["You are on turn yourself"]),
        ("discord 7r", ["'discord' is neither a move nor a command. Did you mean discard?"]),
        ("\x00\x01", ["is neither a move nor a command"]),
        ("draw from the moon", ["Say where from: 'draw stock' or 'draw discard'."]),
    ],
)
def test_bad_moves(home: Path, move: str, sentences: list[str]) -> None:
    text = in_play(home, move)
    for sentence in sentences:
        assert sentence in text


def test_a_card_of_the_hand_is_meant_rather_than_another(home: Path) -> None:
    first = rummy(home, "play", "deutsches_romme", "--seed", 1, "--players", "Anna,Ben", typed="quit\n")
    hand = next(line for line in first.out.splitlines() if line.startswith("Hand")).split()[1:]
    suits = "shdc"
    signs = str.maketrans("♠♥♦♣", suits)
    held = [card.translate(signs) for card in hand]
    for rank in "23456789":
        of_rank = [card for card in held if card[0] == rank]
        if len(of_rank) == 1 and of_rank != [f"{rank}s"]:
            break
    asked = rummy(
        home, "play", "deutsches_romme", "--seed", 1, "--players", "Anna,Ben", typed=f"discard {rank}\nquit\n"
    )
    assert f"Did you mean {of_rank[0]}?" in asked.text


def test_a_card_not_in_hand(home: Path) -> None:
    first = rummy(home, *ON_TURN, typed="draw stock\npass\n")
    hand = next(line for line in first.out.splitlines()[::-1] if line.startswith("Hand")).split()[1:]
    missing = next(f"{value}r" for value in range(1, 18) if f"{value}r" not in hand)
    (home / "game.rummy").unlink()
    assert f"You do not hold {missing}. [TABLE-02]" in in_play(home, f"discard {missing}")


def test_an_ambiguous_layoff_is_asked_back(home: Path) -> None:
    def two_places(view: View) -> bool:
        lay_offs = [action.placed.card for action in view.legal if isinstance(action, LayOff)]
        return len(lay_offs) > len(set(lay_offs))

    match = game_in_progress(home / "game.rummy", two_places)
    legal = [action for action in match.round.legal_actions() if isinstance(action, LayOff)]
    card = next(a.placed.card for a in legal if sum(b.placed.card == a.placed.card for b in legal) > 1)
    before = (home / "game.rummy").read_bytes()
    result = rummy(home, "play", "--resume", "game.rummy", typed=f"layoff {card}\n")
    assert f"'layoff {card}' can be read in more than one way; write 'layoff {card} > " in result.text
    assert (home / "game.rummy").read_bytes() == before


def test_an_ambiguous_joker_is_asked_back(home: Path) -> None:
    def pool_run_with_two_ends(view: View) -> bool:
        melds = [action.melds[0] for action in view.legal if isinstance(action, LayDown)]
        ends = [m for m in melds if m.jokers and m.cards[-1].card.is_joker and m.start > 0]
        return bool(ends)

    match = game_in_progress(home / "game.rummy", pool_run_with_two_ends)
    meld = next(
        action.melds[0]
        for action in match.round.legal_actions()
        if isinstance(action, LayDown) and action.melds[0].cards[-1].card.is_joker and action.melds[0].start > 0
    )
    bare = " ".join(placed.card.text for placed in meld.cards)
    result = rummy(home, "play", "--resume", "game.rummy", typed=f"meld {bare}\n")
    assert "can be read in more than one way" in result.text
    assert str(meld) in result.text


# -- variants, players, options of the command ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "rumy17"], "Did you mean rummy17?"),
        (["play", "rummy17", "--preset", "five_round"], "five_rounds"),
        (["play", "rummy17", "--players", "7"], "Rummy 17 is for 2 to 6 players, not 7."),
        (["play", "rummy17", "--players", "1"], "at least two must sit at the table"),
        (["play", "rummy17", "--players", "Anna"], "Rummy 17 is for 2 to 6 players, not 1."),
        (["play", "rummy17", "--players", "Anna,Anna"], "two people cannot both be called 'Anna'"),
        (["play", "rummy17", "--players", "Anna,,Ben"], "a name has 1 to 20 printable characters"),
        (["play", "rummy17", "--watch", "--players", "Anna,greedy"], "--watch is for bots only, and 'Anna' is not"),
        (["play", "--resume"], "there is no unfinished game to go on with"),
        (["play", "--resume", "--seed", "1"], "goes on as it was set up"),
        (["play", "rummy17", "--record", "."], "never overwritten"),
        (["replay"], "there is no recorded game yet"),
        (["replay", "nowhere.rummy"], "nowhere.rummy: the file cannot be read"),
        (["rules", "check", "nowhere.yaml"], "nowhere.yaml"),
        (["play", "rummy17", "--seed", "x"], "Invalid value for '--seed': 'x' is not a whole number."),
        (["games", "--limit", "0"], "Invalid value for '--limit': 0 is not 1 or more."),
        (["play", "rummy17", "a\u202eb", "c\x9b2J"], "Got unexpected extra argument(s) (a\\u202eb c\\x9b2J)"),
        (["ply"], "No such command 'ply'"),
    ],
)
def test_bad_arguments(home: Path, arguments: list[str], sentence: str) -> None:
    result = rummy(home, *arguments)
    assert result.code == 2
    assert sentence in result.text.replace("│", "").replace("  ", " ")


def test_a_record_is_never_overwritten(home: Path) -> None:
    rummy(home, *ON_TURN)
    before = (home / "game.rummy").read_bytes()
    result = rummy(home, *ON_TURN)
    assert (result.code, (home / "game.rummy").read_bytes()) == (2, before)
    assert "already exists" in result.text


# -- house-rule files -------------------------------------------------------------------------------------------

GOOD = "variant: rummy17\nrules:\n  pool:\n    min_run: 5\n"


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        (GOOD.replace("rummy17", "rumy17"), "bad.yaml:1:10", "rummy17"),
        (GOOD.replace("min_run", "min_rum"), "bad.yaml:4:5", "did you mean min_run?"),
        (GOOD.replace("5\n", "four\n"), "bad.yaml:4:14", "a whole number from 3 to 6"),
        (GOOD.replace("5\n", "9\n"), "bad.yaml:4:14", "from 3 to 6"),
        (GOOD + "match:\n  rounds: 5\n  target: 60\n", "bad.yaml:6:3", "match.rounds and match.target contradict"),
        (GOOD + "  deal:\n    cards: 20\nplayers: 5\n", "bad.yaml:6:5", "leaves no stock"),
        (GOOD + "    min_run: 4\n", "bad.yaml:5:5", "4:5"),
        (GOOD.replace("min_run", "pool_joker_min_run"), "bad.yaml:4:5", "is now pool.min_run"),
        ("", "bad.yaml:1:1", "there is nothing in this file"),
        ("variant: rummy17\nrules:\n\tpool: {}\n", "bad.yaml:3:1", "tab"),
        ("variant: rummy17\nplayers: 9\n", "bad.yaml:2:1", "2"),
    ],
)
def test_bad_house_rules(home: Path, text: str, place: str, sentence: str) -> None:
    (home / "bad.yaml").write_text(text, encoding="utf-8")
    for command in (["rules", "check", "bad.yaml"], ["play", "--rules", "bad.yaml"]):
        result = rummy(home, *command)
        assert result.code == 2
        assert place in result.text
        assert sentence in result.text
    assert not (home / "games").exists(), "no game was begun"


def test_binary_and_huge_yaml(home: Path) -> None:
    (home / "binary.yaml").write_bytes(bytes(range(256)))
    with (home / "huge.yaml").open("wb") as file:
        file.truncate(300 * 1024 * 1024)
    for name in ("binary.yaml", "huge.yaml"):
        result = rummy(home, "rules", "check", name)
        assert result.code == 2
        assert name in result.err


def test_all_mistakes_at_once_and_as_json(home: Path) -> None:
    (home / "bad.yaml").write_text(
        "variant: rummy17\nrules:\n  pool:\n    min_run: 9\n    jokers: 1\n  draws:\n    stall_limit: 3\n",
        encoding="utf-8",
    )
    result = rummy(home, "rules", "check", "bad.yaml", "--json")
    assert result.code == 2
    problems = json.loads(result.out)[0]["problems"]
    assert [(problem["line"], problem["column"]) for problem in problems] == [(4, 14), (5, 5), (6, 3)]


# -- records ------------------------------------------------------------------------------------------------------


@pytest.fixture
def record(home: Path) -> Path:
    rummy(home, "play", "rummy17", "--watch", "--players", "3", "--seed", "17", "--record", "game.rummy")
    return home / "game.rummy"


def test_a_damaged_move_is_refused_at_its_line(home: Path, record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if number > 20 and "draw stock" in line)
    lines[at] = lines[at].replace("draw stock", "draw discard")
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for command in (["replay", "game.rummy"], ["play", "--resume", "game.rummy"]):
        result = rummy(home, *command)
        assert result.code == 2
        assert f"game.rummy:{at + 1}: this line does not fit its hash" in result.text


def test_a_truncated_record_is_told_and_goes_on(home: Path, record: Path) -> None:
    data = record.read_bytes()
    cut = data[: data.index(b"\n", len(data) * 3 // 4) - 1]  # behind the header, within a line
    record.write_bytes(cut)
    kept = cut.rpartition(b"\n")[0].count(b"\n") - 1
    replayed = rummy(home, "replay", "game.rummy")
    assert replayed.code == 0
    assert "last line was only half written" in replayed.text
    assert f"{kept} moves replayed" in replayed.text
    resumed = rummy(home, "play", "--resume", "game.rummy")
    assert resumed.code == 0
    assert "last line was only half written" in resumed.text
    assert record.read_bytes() == data, "bots go on just as they went"


def test_what_is_no_record(home: Path) -> None:
    for content in (b"", b"hello\n", bytes(range(256)), b"RummyKit record 9\n", b"RummyKit record 2\n"):
        (home / "game.rummy").write_bytes(content)
        result = rummy(home, "replay", "game.rummy")
        assert result.code == 2
        assert "game.rummy:1: " in result.text or "game.rummy:2: " in result.text
