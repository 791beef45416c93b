"""The documentation says what the program does."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from rummykit.engine.actions import Discard
from rummykit.engine.round import Round
from rummykit.plugin import hooks
from rummykit.plugin.plugins import Plugin, Plugins
from rummykit.rules import load_text
from rummykit.scenario import Scenario
from table.tables import TablePilot, new_game, pick, press, screen_text, sit, table

ROOT = Path(__file__).parents[2]
PLUGINS = Plugins.discover()


def blocks(page: str, language: str) -> list[str]:
    """Return the code blocks of a page."""
    text = (ROOT / page).read_text("utf-8")
    return [part.split("```")[0] for part in text.split(f"```{language}\n")[1:]]


def test_the_pages_of_the_variants_are_fresh() -> None:
    done = subprocess.run([sys.executable, "docs/generate.py", "--check"], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_builtin_variant_is_linked() -> None:
    text = (ROOT / "docs/house-rules.md").read_text("utf-8")
    for variant, plugin in PLUGINS.by_variant.items():
        if plugin.distribution.startswith("rummykit "):
            assert f"(variants/{variant}.md)" in text


def test_every_hook_is_documented_with_its_arguments() -> None:
    text = (ROOT / "docs/plugins.md").read_text("utf-8")
    names = [name for name in vars(hooks) if name.startswith("rummykit_")]
    assert len(names) >= 10
    for name in names:
        arguments = ", ".join(getattr(hooks, name).__code__.co_varnames[: getattr(hooks, name).__code__.co_argcount])
        assert f"`{name}({arguments})`" in text


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_the_python_of_a_page_runs(page: str) -> None:
    code = "".join(blocks(page, "python"))
    example = doctest.DocTestParser().get_doctest(code, {}, page, page, 0)
    report: list[str] = []
    assert example.examples
    assert not doctest.DocTestRunner(verbose=False).run(example, out=report.append).failed, "".join(report)


def test_the_example_of_the_readme_is_a_good_file() -> None:
    (example,) = blocks("README.md", "yaml")
    assert load_text(example, PLUGINS).variant == "rummy17"


def test_the_scenario_of_the_plugin_page_runs() -> None:
    code = next(block for block in blocks("docs/plugins.md", "python") if "Scenario" in block)
    names: dict[str, object] = {}
    exec(code, names)
    assert names["Scenario"] is Scenario


def test_the_mod_of_the_tutorial_works_in_a_whole_round() -> None:
    module = ModuleType("rummykit_tidy")
    code = [block for block in blocks("docs/write-a-mod.md", "python") if block.startswith("# tidy.py")]
    exec("\n".join(code), vars(module))
    plugin = Plugin("tidy", "rummykit-tidy 1.0", "1.0", module, mod=module.rummykit_mod())
    plugins = Plugins((*PLUGINS.loaded, plugin))
    (file,) = blocks("docs/write-a-mod.md", "yaml")
    table_rules = load_text(file, plugins)
    assert table_rules.value("tidy.last_lap") == 5
    rules = plugins.assemble(table_rules, 2)
    round = Round(rules, 0, seed=1)
    while round.outcome is None:
        legal = round.legal_actions()
        red = [a for a in legal if isinstance(a, Discard) and a.card.suit == 0]
        assert not red or len(red) == len(legal)
        round.apply(legal[-1])
    assert str(round.outcome.note) == "the last lap is over"
    laid = Scenario("rummy17", plugins=plugins, mods=["tidy"]).deal(hands=["3r 4g"], drawn=True)
    refusal = laid.refusal("discard 3r")
    assert refusal is not None
    assert str(refusal) == "3r is red, and red cards are not discarded here. [TIDY-01]"


@pytest.mark.parametrize("variant", ["rummy17", "deutsches_romme", "raeuber_romme"])
def test_a_part_that_a_mod_replaces_cites_the_mod(variant: str) -> None:
    module = ModuleType("rummykit_shy")
    (code,) = [block for block in blocks("docs/write-a-mod.md", "python") if block.startswith("# shy.py")]
    exec(code, vars(module))
    plugins = Plugins((*PLUGINS.loaded, Plugin("shy", "rummykit-shy 1.0", "1.0", module, mod=module.rummykit_mod())))
    french = variant != "rummy17"
    table = Scenario(variant, plugins=plugins, mods=["shy"]).deal(
        hands=["8c 2d 3h" if french else "8g 2b 3r"],
        table=["2: 5c 6c 7c" if french else "2: 5g 6g 7g"],
        melded=[0],
        drawn=True,
    )
    move = f"layoff {'8c' if french else '8g'} > 1"
    assert move not in table.legal()
    said = "You may lay off on your own melds only; meld 1 is not yours. [SHY-01]"
    assert str(table.refusal(move)) == said
    assert said in (ROOT / "docs/write-a-mod.md").read_text("utf-8")


def test_the_readme_shows_a_real_screen(tmp_path: Path) -> None:
    """The screen of `rummy play rummy17 --seed 5 --players 3`; it is stored as those of tests/table are."""
    app = table(new_game(tmp_path, "rummy17", "You,greedy 1,greedy 2", seed=5))

    async def refused(pilot: TablePilot) -> None:
        await press(pilot, "t")
        await pick(pilot, "2r 6r 9r")
        await press(pilot, "m")
        shown = f"{screen_text(app)}\n"
        (stored,) = blocks("README.md", "text")
        if os.environ.get("RUMMYKIT_UPDATE_SCREENS"):
            readme = ROOT / "README.md"
            readme.write_text(readme.read_text("utf-8").replace(stored, shown), "utf-8")
        assert blocks("README.md", "text") == [shown]

    sit(app, refused)
