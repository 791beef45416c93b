"""The example mods: their own tests, games by generated house rules, and all commands that know of mods."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from installing import EXAMPLES, MODS, site_of_examples

from campaign import Sample, samples
from cli.command import environment, rummy_in
from rummykit.engine.table import Ending
from rummykit.errors import SetupError
from rummykit.plugin.plugins import Plugins
from rummykit.rules import HouseRuleError, load_text
from rummykit.scenario import resolve
from rummykit_kit import Subject
from rummykit_kit.game import GeneratedGame
from rummykit_kit.setup import Setup
from rummykit_kit.strategies import house_rules
from rummykit_kit.watchers import WATCHERS

PYTEST = ("pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider")
BUILT_IN = ("deutsches_romme", "raeuber_romme", "rummy17", "wiener_rummy")


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plugins]:
    """All plugins, with the examples installed as a stranger installs them."""
    for folder in site_of_examples(tmp_path / "site"):
        monkeypatch.syspath_prepend(folder)
    found = Plugins.discover()
    assert found.problems == ()
    assert set(MODS) <= set(found.by_mod)
    yield found
    for name in [name for name in sys.modules if name.startswith(tuple(f"rummykit_{mod}" for mod in MODS))]:
        del sys.modules[name]


def with_examples(site: Path) -> dict[str, str]:
    """An environment in which the examples are installed."""
    return {**environment(site), "PYTHONPATH": os.pathsep.join(map(str, site_of_examples(site))), "PYTHONUTF8": "1"}


def rummy(folder: Path, *arguments: str) -> str:
    done = rummy_in(folder, with_examples(folder / "site"), *arguments)
    assert done.code == 0, done.text
    return done.out


def run(folder: Path, site: Path, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=with_examples(site),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("mod", MODS)
def test_its_own_tests_pass(mod: str, tmp_path: Path) -> None:
    said = run(EXAMPLES / mod, tmp_path / "site", *PYTEST)
    assert " passed" in said


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("variant", BUILT_IN)
@samples(normal=4, campaign=100)
def test_games_by_generated_house_rules(
    plugins: Plugins, variant: str, players: int, sample: Sample, tally: Callable[[str, int], None]
) -> None:
    fitting = [mod for mod in MODS if variant in (plugins.mods()[mod].variants or BUILT_IN)]
    options = {
        "turn_limit": st.fixed_dictionaries({"turns": st.integers(1, 100), "penalty": st.integers(0, 50)}),
        "no_joker_finish": st.fixed_dictionaries({"forbids": st.sampled_from(["any", "discard"])}),
    }
    endings: set[Ending] = set()

    @sample.drawn
    @given(
        house_rules(plugins.options_model(variant), players),
        st.fixed_dictionaries({mod: options[mod] for mod in fitting}),
        st.permutations(fitting),
        st.integers(0, 2**32),
    )
    def games(
        drawn: dict[str, dict[str, object]], of_mods: dict[str, dict[str, object]], mods: list[str], seed: int
    ) -> None:
        sections = drawn | of_mods | {"match": {"rounds": 1}}
        try:
            rules = plugins.assemble(resolve(plugins, variant, mods=mods, **sections), players)
        except (HouseRuleError, SetupError):
            assume(False)
        setup = Setup(variant, players, sections=sections, seed=seed, luck=seed)
        game = GeneratedGame(Subject(variant, plugins), setup, rules, WATCHERS, thorough=0.01)
        game.play()
        assert game.round.outcome is not None
        ending, turns = game.round.outcome.ending, rules.table_rules.mod_rules["turn_limit"].turns
        assert (game.round.lap > turns) == (ending is Ending.RULE)
        endings.add(ending)

    games()
    assert Ending.RULE in endings
    tally(f"generated games of {variant} with mods", sample.number)


def test_both_mods_at_one_table(plugins: Plugins) -> None:
    text = "variant: deutsches_romme\nmods: [turn_limit, no_joker_finish]\n"
    rules = plugins.assemble(load_text(text, plugins), 3)
    assert {"NJF-01", "TL-01", "ROM-SCORE-01"} <= set(rules.rulebook)
    assert (len(rules.flow.restrictions), len(rules.flow.endings)) == (1, 1)
    assert rules.sources == {
        "turn_limit": {"distribution": "rummykit-turn-limit 1.0"},
        "no_joker_finish": {"distribution": "rummykit-no-joker-finish 1.0"},
    }


def test_a_joker_mod_is_not_for_a_game_whose_jokers_lie_open(plugins: Plugins) -> None:
    with pytest.raises(HouseRuleError) as caught:
        load_text("variant: rummy17\nmods: [turn_limit, no_joker_finish]\n", plugins, name="ours.yaml")
    assert str(caught.value).startswith("ours.yaml:2:20: the mod 'no_joker_finish' is not for rummy17, only for ")


OURS = "variant: deutsches_romme\nmods: [no_joker_finish, turn_limit]\nrules:\n  turn_limit:\n    turns: 4\n"

SAID = {
    ("check", "ours.yaml"): "good; deutsches_romme, mods no_joker_finish, turn_limit, 1 option set",
    ("show", "ours.yaml"): "no_joker_finish: How nobody may end a round.\n  forbids  any  default",
    ("book", "ours.yaml"): "A round ends when everybody has had 4 turns",
    ("explain", "turn_limit.turns"): "10: played by the mod turn_limit",
    ("diff", "deutsches_romme", "ours.yaml"): "mods: none in A, no_joker_finish, turn_limit in B",
    ("schema", "deutsches_romme"): "turns of every player after which a round ends (a whole number from 1 to 100)",
}


@pytest.mark.parametrize("command", SAID, ids=lambda command: command[0])
def test_the_commands_about_rules_know_the_mods(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(OURS, "utf-8")
    assert SAID[command] in rummy(tmp_path, "rules", *command)


@pytest.mark.parametrize(("lang", "words"), [("de", "wenn alle 4 Züge gehabt haben"), ("hu", "mindenki 4 alkalommal")])
def test_the_booklet_speaks_other_languages(lang: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(OURS, "utf-8")
    said = rummy(tmp_path, "--lang", lang, "rules", "book", "ours.yaml")
    assert words in " ".join(said.split())
