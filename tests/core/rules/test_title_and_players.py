"""What a file says beside its rules: its title and notes, and who plays."""

from pathlib import Path

import pytest
from rules_toy import TOYS, load, problems, refused

from rummykit.rules import Problem, from_json, load_file
from rummykit.rules.table import warnings


def noticed(text: str) -> list[Problem]:
    table = load(text)
    return warnings(table, [2], [], next(iter(table.origins.values())).place) if table.origins else [*table.noticed]


@pytest.mark.parametrize("key", ["title", "notes"])
def test_a_table_has_a_title_and_notes_of_its_own(key: str) -> None:
    assert getattr(load(f"variant: sheet\n{key}: At Grandma's"), key) == "At Grandma's"
    assert getattr(load("variant: sheet"), key) is None


def test_notes_may_have_several_lines_a_title_has_one() -> None:
    assert load("variant: sheet\nnotes: |\n  One.\n\n  Two.\n").notes == "One.\n\nTwo."
    refused("variant: sheet\ntitle: |\n  One.\n  Two.\n", "t.yaml:2:8", "expected 1 to 80 characters")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("title: ''", "title cannot be the text ''; expected a line of text"),
        ("title: '  '", "this text cannot stand here"),
        ("title: [a]", "title cannot be a list; expected a line of text"),
        ("title:", "title cannot be empty"),
        ("title: 1920", '(a name that looks like one is written in quotes: "1920")'),
        (f"title: {'x' * 81}", "expected 1 to 80 characters that can be shown"),
        (r'title: "\e[31m"', "expected 1 to 80 characters that can be shown"),
        (r'notes: "a\e[31m"', "expected 1 to 2000 characters that can be shown"),
        (f"notes: {'x' * 2001}", "expected 1 to 2000 characters"),
        ("notes: {a: b}", "notes cannot be a mapping; expected a text"),
    ],
)
def test_title_and_notes_are_texts_that_can_be_shown(line: str, words: str) -> None:
    (problem,) = problems(f"variant: sheet\n{line}")
    assert words in str(problem)


def test_the_nearest_file_gives_title_and_notes(tmp_path: Path) -> None:
    (tmp_path / "parent.yaml").write_text("variant: sheet\ntitle: Parent\nnotes: Old.\n", "utf-8")
    (tmp_path / "child.yaml").write_text("extends: parent.yaml\ntitle: Child\n", "utf-8")
    table = load_file(tmp_path / "child.yaml", TOYS)
    assert (table.title, table.notes) == ("Child", "Old.")


def test_a_record_keeps_title_and_notes_and_every_seat() -> None:
    table = load("variant: sheet\ntitle: Ours\nnotes: Cake.\nplayers: [Anna, greedy, greedy]")
    back = from_json(table.to_json(), TOYS, name="game")
    assert (back.title, back.notes, back.players) == ("Ours", "Cake.", ("Anna", "greedy", "greedy"))


def test_a_bot_may_sit_more_than_once() -> None:
    table = load("variant: sheet\nplayers: [Franz, greedy, random, greedy]")
    assert table.players == ("Franz", "greedy", "random", "greedy")
    assert table.names == ("Franz", "greedy 1", "random", "greedy 2")


def test_people_are_told_apart_from_each_other_and_from_numbered_bots() -> None:
    refused(
        "variant: sheet\nplayers: [Anna, Anna]", "t.yaml:2:17", "two players are called 'Anna' (see also t.yaml:2:11)"
    )
    refused("variant: sheet\nplayers: [greedy, greedy, greedy 1]", "t.yaml:2:27", "two players are called 'greedy 1'")
    refused("variant: sheet\nplayers: [gready, gready]", "t.yaml:2:19", "did you mean greedy?")


@pytest.mark.parametrize(
    ("name", "bot"),
    [("gready", "greedy"), ("Greddy", "greedy"), ("Randon", "random"), ("Grete", None), ("Franz", None)],
)
def test_a_name_that_looks_like_a_bot_s_is_noticed(name: str, bot: str | None) -> None:
    found = noticed(f"variant: sheet\nplayers: [Anna, {name}]\nmatch: {{rounds: 3}}")
    assert [problem.nearest for problem in found] == ([bot] if bot else [])
    if bot:
        assert str(found[0]) == f"t.yaml:2:17: {name!r} is a person here, not a bot; did you mean {bot}?"
