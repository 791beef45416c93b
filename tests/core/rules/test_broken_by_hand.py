"""Files that people break: what is wrong is told at its place and in plain words, with what to write instead."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from rummykit.i18n import Language
from rummykit.plugin.plugins import Plugins
from rummykit.rules import HouseRuleError, Problem, load_text

PLUGINS = Plugins.discover()


class Broken(NamedTuple):
    """A file, and a pattern for each of its complaints."""

    text: str
    complaints: list[str]


def read_all() -> list[Broken]:
    _, *blocks = (Path(__file__).parent / "broken_by_hand.txt").read_text("utf-8").split("========\n")
    found = []
    for block in blocks:
        text, *complaints = block.rstrip("\n").split("\n» ")
        found.append(Broken(text + "\n", complaints))
    return found


FILES = read_all()


def problems(text: str) -> tuple[Problem, ...]:
    with pytest.raises(HouseRuleError) as caught:
        load_text(text, PLUGINS, name="t.yaml")
    return caught.value.problems


def spoken(problem: Problem) -> str:
    return str(problem).replace("t.yaml:", "")


def test_there_are_a_hundred() -> None:
    assert len({broken.text for broken in FILES}) >= 100


@pytest.mark.parametrize("broken", FILES, ids=[broken.complaints[0][:60] for broken in FILES])
def test_every_complaint_is_at_its_place_and_says_what_to_write(broken: Broken) -> None:
    found = [spoken(problem) for problem in problems(broken.text)]
    assert len(found) == len(broken.complaints), found
    for sentence, expected in zip(found, broken.complaints, strict=True):
        assert re.fullmatch(re.escape(expected).replace(re.escape("[...]"), ".*"), sentence), sentence


@pytest.mark.parametrize("code", ["de", "hu"])
def test_it_is_told_in_every_language(code: str) -> None:
    english = [spoken(problem) for broken in FILES for problem in problems(broken.text)]
    with Language(code, tuple(PLUGINS.packages)).spoken():
        found = [spoken(problem) for broken in FILES for problem in problems(broken.text)]
    assert len(found) == len(english)
    for sentence, original in zip(found, english, strict=True):
        assert sentence.split(" ")[0] == original.split(" ")[0]
        assert sentence != original


@pytest.mark.parametrize("broken", FILES, ids=[broken.complaints[0][:60] for broken in FILES])
def test_no_complaint_speaks_of_what_only_programmers_know(broken: Broken) -> None:
    for problem in problems(broken.text):
        assert not re.search(r"scalar|<block|<stream|token|block mapping|flow |simple key", str(problem))
