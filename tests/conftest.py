"""What all tests share: the marks by which they say what they prove, and the variants they prove it of."""

from __future__ import annotations

import ast
import gc
import os
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

import measuring
from campaign import SEED, campaign_seed
from rummykit.plugin.plugins import Plugins

# What is drawn is the same in every run, so that whoever sees a failure can see it again.
settings.register_profile("explore", derandomize=False, print_blob=True, max_examples=500)
settings.register_profile("same", derandomize=True, max_examples=25)
settings.load_profile("same")

VARIANT_TESTS = Path(__file__).parent / "variants"
MATCH_TESTS = Path(__file__).parent / "core" / "match"


def pytest_addoption(parser: pytest.Parser) -> None:
    about = "of variants, test this installed one in the place of our own; may be given several times"
    parser.addoption("--variant", action="append", default=[], help=about)


def pytest_configure(config: pytest.Config) -> None:
    # The commands that tests run speak English, whatever language the developer's system is set to.
    os.environ["LC_ALL"] = "C.UTF-8"
    # Hundreds of processes are started: the sources are compiled once, and not by each of them.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    campaign_seed()
    config.pluginmanager.register(measuring)
    # A shell starts what runs in its background deaf to Ctrl-C, and so would be all commands that tests interrupt.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "option(name): the house rule, as section.option, whose effect the test shows")


def pytest_collection_finish() -> None:
    """Keep what is there to stay from being looked at by every collection of garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


LEFT_OUT = {
    "campaign": "thousands of generated games, killing sprees and large comparisons",
    "tmux": "play inside tmux",
    "npm": "a real editor's language server",
    "pdf": "rule booklets as PDF",
    "browser": "exported games in Chromium",
}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what a run has left out, and what a campaign has tried."""
    for mark, what in LEFT_OUT.items():
        if f"not {mark}" in config.option.markexpr:
            terminalreporter.write_line(f"Left out: {mark}, {what}; run it with: pytest -m {mark}")
    figures = Counter[str]()
    for report in terminalreporter.stats.get("passed", []):
        if "campaign" in report.keywords:
            figures.update(dict(report.user_properties))
    if figures:
        terminalreporter.section(f"campaign of {SEED}={campaign_seed()}")
    for what, number in sorted(figures.items()):
        terminalreporter.write_line(f"{number:7,} {what}")


@pytest.fixture
def tally(record_property: Callable[[str, object], None]) -> Callable[[str, int], None]:
    """Count what a test has tried: ``tally("games of rummy17", 125)``. A campaign prints the sums."""
    return record_property


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test for the variants of this distribution.

    One that asks for ``our_variant`` runs once for each of them; one that asks for ``our_table``, a variant and a
    number of players, once for every number that may play it; one that asks for ``our_game``, a variant and a preset
    or None, once for the default rules and every preset of each.
    """
    if not {"our_variant", "our_table", "our_game"} & set(metafunc.fixturenames):
        return
    plugins = Plugins.discover()
    ours = metafunc.config.getoption("variant")
    ours = ours or [id for id, plugin in plugins.by_variant.items() if _is_ours(plugin.distribution)]
    if "our_variant" in metafunc.fixturenames:
        metafunc.parametrize("our_variant", ours)
    if "our_table" in metafunc.fixturenames:
        sizes = {variant: plugins.variants()[variant] for variant in ours}
        tables = [(id, players) for id, (fewest, most) in sizes.items() for players in range(fewest, most + 1)]
        metafunc.parametrize("our_table", tables, ids=[f"{id}-{players}" for id, players in tables])
    if "our_game" in metafunc.fixturenames:
        games = [(variant, preset) for variant in ours for preset in (None, *plugins.presets(variant))]
        metafunc.parametrize("our_game", games, ids=[f"{variant}-{preset or 'default'}" for variant, preset in games])


def _is_ours(distribution: str) -> bool:
    return distribution.partition(" ")[0] == "rummykit"


def marks_of(folder: Path, mark: str) -> set[str]:
    """What the tests in a folder carry as ``@pytest.mark.<mark>("…")``.

    Read from the sources, so that it does not matter which tests were selected or which worker runs them.
    """
    return {
        str(argument.value)
        for file in sorted(folder.rglob("test_*.py"))
        for test in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(test, ast.FunctionDef) and test.name.startswith("test_")
        for call in test.decorator_list
        if isinstance(call, ast.Call) and ast.unparse(call.func) == f"pytest.mark.{mark}"
        for argument in call.args
        if isinstance(argument, ast.Constant)
    }


@pytest.fixture
def proven_rules(our_variant: str) -> set[str]:
    """The rule ids carried by the tests of the variant."""
    return marks_of(VARIANT_TESTS / our_variant, "rule")


@pytest.fixture
def proven_options(our_variant: str) -> set[str]:
    """The options carried by the tests of the variant, and those of a match, which are the same for all variants."""
    return marks_of(VARIANT_TESTS / our_variant, "option") | marks_of(MATCH_TESTS, "option")
