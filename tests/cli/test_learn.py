"""The guided round: it teaches what the rules say, forgives everything, and records nothing."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.binding import Binding

from cli.command import COMMAND, PLUGINS, Result, environment, rummy
from rummykit.engine.actions import Claim, Discard, Draw, LayDown, LayOff, SwapJoker
from rummykit_cli.commands.learn.lessons import BONUS_CARDS, KEYS, LESSONS, Lesson
from rummykit_cli.commands.learn.teacher import laid_out
from rummykit_cli.table.main import TableScreen

RULES = laid_out(PLUGINS).rules
TITLES = [lesson.title for lesson in LESSONS]
END = "your round is worth"


def learn(home: Path, *lines: str) -> Result:
    return rummy(home, "learn", typed="".join(f"{line}\n" for line in lines))


def in_every_lesson(home: Path, answers: Callable[[Lesson], list[str]]) -> dict[str, str]:
    """Take the whole tour, skipping each lesson after some answers; return what was printed in each lesson."""
    result = learn(home, *[line for lesson in LESSONS for line in [*answers(lesson), "skip"]])
    assert END in result.text, "the tour comes to its end all the same"
    parts = re.split(r"Lesson \d+ of \d+: ([^\[]*) \[", result.text)[1:]
    assert parts[::2] == TITLES, "every lesson is told once"
    return dict(zip(parts[::2], parts[1::2], strict=True))


def told_to_type(text: str) -> list[str]:
    """Return what the lessons ask for, one after another."""
    return [line.removeprefix("Type: ") for line in text.splitlines() if line.startswith("Type: ")]


@pytest.fixture(scope="module")
def obedient(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str], Result]:
    """Take the tour by typing what it tells to type, and nothing else; return the lines and what came of them."""
    home = tmp_path_factory.mktemp("learner")
    lines: list[str] = []
    result = learn(home)
    while len(told := told_to_type(result.out)) > len(lines):
        lines = told
        result = learn(home, *lines)
    return home, lines, result


# -- to the end --------------------------------------------------------------------------------------------


def test_typing_what_it_says_leads_to_the_end(obedient: tuple[Path, list[str], Result]) -> None:
    _, lines, result = obedient
    assert result.code == 0
    assert len(lines) == len(LESSONS)
    assert "Refused" not in result.out
    assert "Try:" not in result.out
    sheet = result.out.partition("Round 1 is over: You went out with 17v.")[2]
    assert all(f"[{rule}]" in sheet for rule in ("R17-SCORE-01", "R17-BON-01", "R17-BON-12"))
    assert "all points count double" in sheet
    for command in ("rummy play rummy17", "rummy rules book rummy17", "rummy settings"):
        assert f"  {command}: " in sheet


def test_the_explanation_has_the_figures_of_the_sheet(obedient: tuple[Path, list[str], Result]) -> None:
    _, _, result = obedient
    rows = [line.split("│") for line in result.out.splitlines() if "│" in line]
    own = {row[0].split("[")[0].strip(): row[1].split("(")[0].strip() for row in rows}
    assert own.pop("Multiplier") == "x2"
    assert f"{END} {own.pop('Round total')}." in result.text
    assert own.pop("Penalty points") == "0"
    assert len(own) == len(BONUS_CARDS)
    assert f"yours bring you {sum(map(int, own.values()))} points" in result.text


def test_what_the_cards_left_cost_is_explained(obedient: tuple[Path, list[str], Result]) -> None:
    _, _, result = obedient
    penalties = next(line for line in result.out.splitlines() if line.startswith("Penalty points [")).split("│")[2:]
    anna, ben = (re.findall(r"-?\d+", cell) for cell in penalties)
    assert "a card left in your hand costs 1 point, or 2 from 10 up." in result.text
    assert f"{anna[0]} for Anna ({anna[1]} cards) and {ben[0]} for Ben ({ben[1]} cards)." in result.text


def test_nothing_of_it_is_recorded(obedient: tuple[Path, list[str], Result]) -> None:
    home, _, _ = obedient
    assert list(home.rglob("*.rummy")) == []
    assert "no recorded game" in rummy(home, "replay").text


def test_every_lesson_names_a_rule_and_teaches_a_move_of_the_game() -> None:
    for lesson in LESSONS:
        assert lesson.rule in RULES.rulebook
    assert {lesson.kind for lesson in LESSONS} == {Draw, LayDown, LayOff, SwapJoker, Claim, Discard}


AT_THE_TABLE = {
    Draw: {"draw_stock", "take_open"},
    LayDown: {"meld"},
    LayOff: {"lay_off"},
    SwapJoker: {"swap"},
    Claim: {"claim", "pass"},
    Discard: {"discard"},
}


def keys_in(text: str) -> set[str]:
    """Return what the table does by the keys that a text names."""
    bound = [binding for base in TableScreen.__mro__ for binding in vars(base).get("BINDINGS", [])]
    actions = {binding.key: binding.action for binding in bound if isinstance(binding, Binding)}
    return {actions[key] for key in re.findall(r"\b[a-z]\b", text.replace("'s", ""))}


def test_every_lesson_names_the_keys_of_the_full_screen_table(obedient: tuple[Path, list[str], Result]) -> None:
    _, _, result = obedient
    for lesson in LESSONS:
        assert lesson.keys.startswith("At the full-screen table: ")
        assert lesson.keys in result.text
        assert keys_in(lesson.keys)
        assert keys_in(lesson.keys) <= AT_THE_TABLE[lesson.kind]
    told = keys_in(" ".join(KEYS))
    assert set().union(*AT_THE_TABLE.values()) | {"hint", "undo"} <= told
    assert all(keys in result.text for keys in KEYS)


def test_without_colours_and_signs_in_eighty_columns(home: Path, obedient: tuple[Path, list[str], Result]) -> None:
    _, lines, _ = obedient
    done = subprocess.run(
        [*COMMAND, "learn"],
        input="".join(f"{line}\n" for line in lines).encode(),
        capture_output=True,
        env={**environment(home, "ascii"), "COLUMNS": "80", "NO_COLOR": "1"},
        timeout=60,
        check=True,
    )
    printed = done.stdout.decode("ascii")
    assert END in " ".join(printed.split())
    assert "\x1b" not in printed
    assert max(map(len, printed.splitlines())) <= 80
    tables = printed.split("\nRummy 17 - ")[1:]
    assert len(tables) == len(LESSONS)
    for table in tables:
        lesson = table[: table.index("\n", table.index("Type: "))]
        assert len(lesson.splitlines()) + 2 <= 24, "with the prompt and the line before, it fits a low terminal"


# -- other answers -----------------------------------------------------------------------------------------

WRONG = {
    "Drawing": ("meld 8r 8b 8g", "R17-TURN-01"),
    "A set": ("meld 10r 12r 14b", "R17-MELD-01"),
    "Discarding": ("discard 13r", "TABLE-02"),
    "Claiming": ("draw stock", "R17-TURN-01"),
    "The open card": ("layoff 7g > 2", "R17-TURN-01"),
    "A run": ("meld 14b 16b 12r", "R17-MELD-01"),
    "Laying off": ("layoff 7g > 3", "R17-LAY-01"),
    "A joker from the pool": ("meld 12r 13r *r=14r", "R17-JOK-02"),
    "Swapping a joker": ("swap 5y > 3", "R17-JOK-05"),
    "Going out": ("draw stock", "R17-TURN-01"),
}


def test_a_wrong_move_is_refused_by_its_rule_and_costs_nothing(home: Path) -> None:
    parts = in_every_lesson(home, lambda lesson: [WRONG[lesson.title][0], "dicsard"])
    for title, (_, rule) in WRONG.items():
        refusal, *pointers = parts[title].partition("Refused: ")[2].split("Nothing is lost. Try: ")
        assert rule in refusal, title
        assert "'dicsard' is neither a move nor a command. Did you mean discard?" in pointers[0]
        wanted = LESSONS[TITLES.index(title)].typed
        assert [pointer[: len(wanted)] for pointer in pointers] == [wanted, wanted]


ASTRAY = {
    "Drawing": "draw discard",
    "A set": "discard 2v",
    "Discarding": "discard 14b",
    "Claiming": "no",
    "The open card": "draw stock",
    "A run": "meld 10r *r=11r 12r 13r",
    "Laying off": "discard 7g",
    "A joker from the pool": "discard 17v",
    "Swapping a joker": "discard 17v",
}


def test_a_legal_move_that_leads_away_is_not_made(home: Path) -> None:
    parts = in_every_lesson(home, lambda lesson: [ASTRAY[lesson.title]] if lesson.title in ASTRAY else [])
    for title, part in parts.items():
        assert "Refused" not in part
        assert ("That would be allowed, but the tour goes another way: " in part) is (title in ASTRAY)


@pytest.mark.parametrize(
    ("title", "other", "told"),
    [
        ("A set", "meld 8g 8r 8b", "You meld 8r 8b 8g (meld 1)."),
        ("Claiming", "yes", "You claim 13r."),
        ("A joker from the pool", "meld 13r 12r 10r *r", "You meld 10r *r=11r 12r 13r (meld 5)."),
        ("Swapping a joker", "swap 5y > 3 : layoff *y=7y > 3", "lay *y=7y off on meld 3."),
    ],
)
def test_any_move_that_does_what_the_lesson_is_about_is_taken(home: Path, title: str, other: str, told: str) -> None:
    lines = ["skip"] * len(LESSONS)
    lines[TITLES.index(title)] = other
    result = learn(home, *lines)
    assert told in result.text
    assert "Try:" not in result.out
    assert END in result.text


@pytest.mark.parametrize(
    ("line", "meant"),
    [("take a card", "draw"), ("pick one", "draw"), ("put 8r 8b 8g", "meld"), ("throw 2v", "discard")],
)
def test_words_of_a_real_table_are_told_what_to_type(home: Path, line: str, meant: str) -> None:
    result = learn(home, line, "quit")
    assert f"'{line.split()[0]}' is neither a move nor a command. Did you mean {meant}?" in result.text
    assert "Nothing is lost. Try: draw stock" in result.text
    assert "rearrang" not in result.text


def test_help_hint_and_rule_in_every_lesson(home: Path) -> None:
    parts = in_every_lesson(home, lambda lesson: ["help", "help quit", "hint", f"rule {lesson.rule}", "undo"])
    for lesson in LESSONS:
        part = parts[lesson.title]
        assert "skip: have the move made for you" in part
        assert lesson.hint in part
        assert f"{lesson.rule}: {RULES.rulebook[lesson.rule]}" in part
        assert "No move is taken back at this table." in part
        assert "the game is saved" not in part


@pytest.mark.parametrize(("last", "said"), [(["quit"], "You left the tour."), ([], "The input has ended.")])
def test_leaving_in_the_middle(home: Path, last: list[str], said: str) -> None:
    result = learn(home, "draw stock", "meld 8r 8b 8g", *last)
    assert result.code == 0
    assert result.text.endswith(f"{said} Take it again with: rummy learn")
    assert told_to_type(result.out) == ["draw stock", "meld 8r 8b 8g", "discard 2v"]
