"""The page about the kit says what the kit does."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummykit.plugin.plugins import Plugins
from rummykit.rules import ByRank, Ranks, load_text
from rummykit_kit import strategies
from rummykit_kit.checks import CHECKS
from rummykit_kit.setup import Setup

PAGE = (Path(__file__).parents[2] / "docs" / "conformance.md").read_text("utf-8")
CODE = [part.partition("```")[0] for part in PAGE.split("```python\n")[1:]]


def test_every_check_is_on_the_page_in_its_order() -> None:
    listed = [line.split("`")[1] for line in PAGE.splitlines() if line.startswith("| `")]
    assert [name for name in listed if name.isidentifier()] == [check.name for check in CHECKS]


def test_every_strategy_is_on_the_page() -> None:
    drawing = [
        name
        for name, value in vars(strategies).items()
        if callable(value) and getattr(value, "__module__", "") == strategies.__name__ and not name.startswith("_")
    ]
    assert len(drawing) > 8
    for name in set(drawing) - {"is_bounded"}:
        assert f"`{name}(" in PAGE, name


@pytest.mark.parametrize("code", CODE[1:], ids=lambda code: code.splitlines()[0])
def test_the_examples_run(code: str) -> None:
    exec(compile(code, "conformance.md", "exec"), {})


def test_the_house_rules_of_a_failure_are_a_file() -> None:
    jokers, scoring = {"wild_ranks": Ranks.of(["2", "A"])}, {"cards": ByRank.of({"2": 5, "3": 5})}
    cards = {"deal": {"cards": 9}, "jokers": jokers, "scoring": scoring}
    setup = Setup("deutsches_romme", 3, "club", {**cards, "match": {"rounds": 2}})
    read = load_text(setup.as_yaml(), Plugins.discover())
    assert (read.variant, read.preset, read.players) == ("deutsches_romme", "club", 3)
    assert (read.value("deal.cards"), read.value("match.rounds")) == (9, 2)
    assert (read.value("jokers.wild_ranks"), read.value("scoring.cards")) == (jokers["wild_ranks"], scoring["cards"])
