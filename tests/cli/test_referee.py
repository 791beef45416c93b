"""`rummy referee`: the answers on the screen, as data, and the exit codes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from cli.command import COMMAND, Result, environment, rummy

YES, NO, UNREADABLE = 0, 1, 2
LAYOFF = ["--may", "layoff 8c > 1", "--table", "5c 6c 7c", "--table", "Ks Kh Kd", "--hand", "8c 9d"]


def ask(home: Path, *arguments: object) -> Result:
    return rummy(home, "referee", *arguments)


def test_a_meld_that_does_not_do_as_the_first(home: Path) -> None:
    result = ask(home, "deutsches_romme", "5c 6c * 8c")
    assert result.code == YES
    assert result.out.splitlines() == [
        "Yes, 5♣ 6♣ * 8♣ is a run worth 26 points; the joker stands for 7♣.",
        "  ROM-MELD-02: A run is three or more consecutive cards of one suit; the ace stands at the low or the high "
        "end, never in the middle.",
        "  ROM-MELD-03: A joker replaces any card.",
        "As a first meld: no. The first meld reaches 26 of 40 points. [ROM-FIRST-01; first_meld.min = 40]",
        "  ROM-FIRST-01: The melds laid down first must count 40 points together, all from the hand.",
        "Later: yes.",
    ]


def test_no_meld(home: Path) -> None:
    result = ask(home, "deutsches_romme", "Kd Ad 2d")
    assert result.code == NO
    assert result.out.startswith("No: K♦ A♦ 2♦ is not a run: after A there is no 2. [ROM-MELD-02; ace.runs = both]")


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["deutsches_romme", "2s 3s *"], YES, "is a meld, in 2 ways; say which you mean: 2♠ 3♠ *=4♠: a run worth 9"),
        (["deutsches_romme", "6s 6h *"], YES, "a set worth 18 points; the joker stands for any missing suit."),
        (["deutsches_romme", "3s * * 6s"], YES, "the jokers stand for 4♠ and 5♠."),
        (["deutsches_romme", "Ah As Ac | 2d 3d 4d"], YES, "As a first meld: yes, 42 of 40 points."),
        (["deutsches_romme", "Ah As Ac | 2d 3d 5d"], NO, "2♦ 3♦ 5♦ is not a run"),
        (["deutsches_romme", "Ah 2h 3h | 2d 3d 4d"], NO, "The first meld reaches 15 of 40 points."),
        (["deutsches_romme", "Kh", "Kd", "Kc", "Ks"], YES, "As a first meld: yes, 40 of 40 points."),
        (["deutsches_romme", "--preset", "club", "Kh Kd Kc"], YES, "first_meld.min = 30 (preset 'club')"),
        (["deutsches_romme", "--preset", "club", "--lap", "1", "Kh Kd Kc"], YES, "As a first meld or later: no."),
        (["rummy17", "4r 5r 6r"], YES, "As a first meld: yes. R17-MELD-03"),
        (["rummy17", "4r 5r *r=6r"], YES, 'A joker gained by a swap is another matter: ask with --may "swap ...".'),
        (["wiener_rummy", "5s 6s 7s"], YES, "Nothing is laid out"),
    ],
)
def test_questions_about_cards(home: Path, arguments: list[str], code: int, sentence: str) -> None:
    result = ask(home, *arguments)
    assert result.code == code
    assert sentence in result.text


def test_may_i(home: Path) -> None:
    result = ask(home, "deutsches_romme", *LAYOFF)
    assert (result.code, result.out.splitlines()) == (
        YES,
        ["Yes, you may: layoff 8c > 1", "  Meld 1 is then 5♣ 6♣ 7♣ 8♣."],
    )
    result = ask(home, "deutsches_romme", *LAYOFF, "--before-first-meld")
    assert (result.code, result.out.splitlines()) == (
        NO,
        [
            "No: You may lay off only after your own first meld. [ROM-LAY-01; lay_offs.before_first_meld = false]",
            "  ROM-LAY-01: From the first meld on, single cards may be added to anybody's melds on one's own turn.",
        ],
    )


@pytest.mark.parametrize(
    ("variant", "move", "hand", "table", "code", "sentence"),
    [
        ("rummy17", "swap 7r > 1", "7r 10r 11r", "4r 5r 6r *r=7r", NO, "[R17-JOK-05]"),
        ("rummy17", "swap 7r > 1 : meld 10r 11r *r=12r", "7r 10r 11r 1b", "4r 5r 6r *r=7r", YES, "Meld 2 is then 10r"),
        (
            "raeuber_romme",
            "arrange 1 -> 5c 6c 7c | 7c 8c 9c",
            "7c Kd",
            "5c 6c 7c 8c 9c",
            YES,
            "Meld 3 is then 7♣ 8♣ 9♣",
        ),
        ("raeuber_romme", "arrange 1 -> 7c 8c 9c", "7c Kd", "5c 6c 7c 8c 9c", NO, "5♣ and 6♣ are left over"),
        ("deutsches_romme", "discard 7d", "7h 5s", "1: 4d 5d 6d 7d", NO, "[ROM-LAY-02]"),
        ("deutsches_romme", "meld 7h 7s 7c", "7h 7s 7c 2d", "4d 5d 6d", YES, "Meld 2 is then 7♠ 7♥ 7♣"),
        ("deutsches_romme", "knock 7h", "7h 2d", "4d 5d 6d", NO, "This game does not know the move 'knock'."),
    ],
)
def test_moves(home: Path, variant: str, move: str, hand: str, table: str, code: int, sentence: str) -> None:
    result = ask(home, variant, "--may", move, "--hand", hand, "--table", table)
    assert result.code == code
    assert sentence in result.text


def test_by_a_house_rule_file(home: Path) -> None:
    (home / "ours.yaml").write_text("variant: deutsches_romme\nrules:\n  ace:\n    runs: wrap\n", "utf-8")
    assert ask(home, "--rules", "ours.yaml", "Kd Ad 2d").code == YES
    assert ask(home, "deutsches_romme", "--rules", "ours.yaml", "Kd Ad 2d").code == YES
    result = ask(home, "--rules", "ours.yaml", "Kd Ad 3d", "--json")
    assert result.code == NO
    assert json.loads(result.out)["variant"] == "deutsches_romme"


# -- as data -------------------------------------------------------------------------------------------------


def test_a_verdict_as_data(home: Path) -> None:
    result = ask(home, "deutsches_romme", "--preset", "club", "Kh Kd *", "--json")
    data = json.loads(result.out)
    assert (result.code, data["question"], data["answer"], data["preset"]) == (YES, "melds", True, "club")
    (meld,) = data["melds"]
    assert meld["readings"] == [{"shape": "set", "cards": "Kh Kd *", "points": 30, "jokers": [None]}]
    assert [rule["rule"] for rule in meld["rules"]] == ["ROM-MELD-01", "ROM-MELD-03"]
    first = data["first_meld"]
    assert (first["allowed"], first["points"], first["needed"]) == (False, 30, 40)
    assert first["refusal"]["option"] == "first_meld.min_with_joker"
    assert first["rules"][0]["changed"] == "first_meld.min_with_joker = 40 (preset 'club')"
    assert data["later"] == {"allowed": True, "melds": ["Kh Kd *"], "refusal": None, "rules": []}


def test_a_permission_as_data(home: Path) -> None:
    result = ask(home, "deutsches_romme", *LAYOFF, "--json")
    data = json.loads(result.out)
    assert (result.code, data["answer"], data["table"]) == (YES, True, {"1": "5c 6c 7c 8c"})
    result = ask(home, "deutsches_romme", *LAYOFF, "--before-first-meld", "--json")
    data = json.loads(result.out)
    assert (result.code, data["answer"], data["refusal"]["rule"]) == (NO, False, "ROM-LAY-01")


def test_a_bad_question_as_data(home: Path) -> None:
    result = ask(home, "deutsches_romme", "5c 6x 7c", "--json")
    error = json.loads(result.out)["error"]
    assert (result.code, error["part"], error["column"]) == (UNREADABLE, "cards", 4)


# -- questions that cannot be read ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["deutsches_romme", "5c 6c 8x"], "in the cards, column 7: '8x' is not a card of this pack"),
        (
            ["rummy17", "4r 5r 18r"],
            "in the cards, column 7: '18r' is not a card of this pack: its values go from 1 to 17.",
        ),
        (["deutsch_romme", "5c 6c 7c"], "Did you mean deutsches_romme?"),
        (["5c 6c 7c"], "Name the game first (deutsches_romme,"),
        (["deutsches_romme"], "Say what you want to know"),
        (["deutsches_romme", "5c 6c 7c", "--hand", "8c"], "add --may MOVE"),
        (["deutsches_romme", "5c 6c 7c", *LAYOFF], "Ask one thing at a time"),
        (["deutsches_romme", "--may", "discard 8c"], "Say which cards you hold"),
        (["deutsches_romme", "--may", "laoff 8c > 1", "--hand", "8c"], "in the move, column 1: 'laoff' is not a move"),
        (["deutsches_romme", "--may", "meld 2s 3s *", "--hand", "2s 3s * 9c"], "write 2s 3s *=4s or *=As 2s 3s."),
        (["deutsches_romme", *LAYOFF, "--table", "5c 6c 9c"], "in the table, meld 3: 5♣ 6♣ 9♣ is not a run"),
        (["deutsches_romme", "--preset", "klub", "Kh Kd Kc"], "club"),
        (["--rules", "missing.yaml", "5c 6c 7c"], "missing.yaml"),
        (["--rules", "ours.yaml", "--preset", "club", "5c 6c 7c"], "Name the preset in the house-rule file"),
        (["rummy17", "--rules", "ours.yaml", "5c 6c 7c"], "ours.yaml is for deutsches_romme, not for rummy17."),
    ],
)
def test_questions_that_cannot_be_read(home: Path, arguments: list[str], sentence: str) -> None:
    (home / "ours.yaml").write_text("variant: deutsches_romme\n", "utf-8")
    result = ask(home, *arguments)
    assert result.code == UNREADABLE
    assert result.out == ""
    assert sentence in result.text


def test_help_teaches_with_examples(home: Path) -> None:
    result = ask(home, "--help")
    assert result.code == 0
    assert 'rummy referee deutsches_romme "5c 6c * 8c"' in result.text
    assert '--may "layoff 8c > 1"' in result.text


def test_the_page_shows_the_answer_of_a_screen_without_signs(home: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "playing.md").read_text("utf-8")
    command, _, shown = page.partition("$ rummy referee ")[2].partition("\n")
    assert command == 'deutsches_romme "5c 6c * 8c"'
    ascii_only = {**environment(home), "PYTHONIOENCODING": "ascii"}
    asked = [*COMMAND, "referee", "deutsches_romme", "5c 6c * 8c"]
    answer = subprocess.run(asked, capture_output=True, env=ascii_only, cwd=home, timeout=60, check=True)
    assert shown.split("```")[0] == answer.stdout.decode("ascii")
