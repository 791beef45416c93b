"""A hundred faulty plugins against ten commands each: only the faulty game suffers, and JSON stays JSON."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from campaign import Sample, samples
from cli.command import COMMAND, Result, environment, rummy_in
from cli.terminal import Terminal
from rummykit.plugin.guard import PATIENCE

PARTS = 4

# Rummy 17 by another name, which in one PLACE does not do what it should.
SOURCE = """\
import time
from dataclasses import dataclass, replace

import rummykit_rummy17
import rummykit_rummy17.game as parent
from rummykit import hookimpl
from rummykit.engine.match_format import MatchFormat
from rummykit.plugin.info import BotInfo, Mod
from rummykit_rummy17 import rulebook
from rummykit_rummy17.house_rules import Rummy17Rules
from rummykit_rummy17.scoring import Rummy17Scoring

PLACE = "nowhere"
FAULT = "nothing"


def strike(place, value=None):
    if place == PLACE:
        if FAULT == "raising":
            raise RuntimeError("oh dear")
        if FAULT == "exiting":
            raise SystemExit(0)
        if FAULT == "printing":
            print("noise")
        if FAULT == "looping":
            open("looping", "w").close()
            while True:
                pass
        if FAULT == "sleeping":
            time.sleep(10_000)
        if FAULT == "wrong type":
            return 5
    return value


strike("import")


class Rules(Rummy17Rules):
    def model_post_init(self, context):
        strike("model_post_init")


def options():
    return strike("options", Rules)


def rules():
    return strike("rules", rulebook.RULES)


def citations():
    return strike("citations", rulebook.CITATIONS)


def presets():
    return strike("presets", {})


if PLACE != "mod options":

    @hookimpl
    def rummykit_variant():
        return strike(
            "rummykit_variant",
            replace(
                rummykit_rummy17.rummykit_variant(),
                id="faulty",
                titles={"en": "Faulty"},
                options=options,
                rules=rules,
                citations=citations,
                presets=presets,
                game=None,
            ),
        )


def mod_options():
    return strike("mod options")


@hookimpl
def rummykit_mod():
    if PLACE == "mod options":
        return Mod("faulty", "A mod.", options=mod_options)
    return strike("rummykit_mod")


def make_bot():
    return lambda view, random: view.legal[0]


@hookimpl
def rummykit_bots():
    return strike("rummykit_bots", [BotInfo("odd", "Plays the first move.", make_bot)])


@hookimpl
def rummykit_pack():
    return strike("rummykit_pack", parent.rummykit_pack())


@hookimpl
def rummykit_deal(rules, players):
    return strike("rummykit_deal", parent.rummykit_deal(rules, players))


@hookimpl
def rummykit_melds(rules, pack):
    return strike("rummykit_melds", parent.rummykit_melds(rules, pack))


def veto(round, action, *more):
    return strike("veto")


@hookimpl
def rummykit_turn(rules):
    return strike("rummykit_turn", parent.rummykit_turn(rules).with_rules([veto]))


class Scoring(Rummy17Scoring):
    def score(self, round):
        return strike("score", super().score(round))

    def card_penalty(self, card):
        return strike("card_penalty", super().card_penalty(card))


@hookimpl
def rummykit_scoring(rules):
    return strike("rummykit_scoring", Scoring.by(rules))


@dataclass(frozen=True)
class Format(MatchFormat):
    def is_over(self, standing):
        return strike("is_over", super().is_over(standing))


@hookimpl
def rummykit_match(rules):
    return strike("rummykit_match", Format(rules.match, rules.stakes))


@hookimpl
def rummykit_citations():
    return strike("rummykit_citations", {})
"""

WAYS = ("raising", "exiting", "printing", "looping", "wrong type")
PLACES = {
    "import": "could not be loaded",
    "rummykit_variant": "rummykit_variant",
    "rummykit_mod": "rummykit_mod",
    "rummykit_bots": "rummykit_bots",
    "options": "options",
    "mod options": "options",
    "rules": "rules",
    "citations": "citations",
    "presets": "presets",
    "model_post_init": "model_post_init",
    "rummykit_pack": "rummykit_pack",
    "rummykit_deal": "rummykit_deal",
    "rummykit_melds": "rummykit_melds",
    "rummykit_turn": "rummykit_turn",
    "rummykit_scoring": "rummykit_scoring",
    "rummykit_match": "rummykit_match",
    "rummykit_citations": "rummykit_citations",
    "veto": "veto",
    "score": "score",
    "card_penalty": "Scoring.score",
    "is_over": "is_over",
}
"""Where a plugin fails, and what the sentence about it names: the hook, the part, or what was asked for."""
SPARING = ("presets",)
"""What a game does not need that is gone on with."""
HARMLESS = {(place, "wrong type") for place in ("import", "model_post_init", "card_penalty", "is_over")}
"""What is not wrong: nobody looks at what is returned there, or it is a good answer."""


class Case(NamedTuple):
    place: str
    way: str

    @property
    def source(self) -> str:
        return SOURCE.replace('"nowhere"', repr(self.place)).replace('"nothing"', repr(self.way))


CASES = [Case(place, way) for place, way in product(PLACES, WAYS) if (place, way) not in HARMLESS]
SLEEPERS = [Case(place, "sleeping") for place in ("import", "rummykit_variant", "presets", "score")]


def put_plugin(home: Path, source: str) -> dict[str, str]:
    """Install the plugin; return the environment that has it on its path."""
    about = home / "site" / "faulty-1.0.dist-info"
    about.mkdir(parents=True, exist_ok=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: faulty\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[rummykit]\nfaulty = faulty_module\n")
    (home / "site" / "faulty_module.py").write_text(source)
    return {**environment(home), "PYTHONPATH": str(home / "site"), "PYTHONDONTWRITEBYTECODE": "1"}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two unfinished games of bots: one of Rummy 17, and a later one of the plugin, still sound."""
    home = tmp_path_factory.mktemp("home")
    env = put_plugin(home, SOURCE)
    (home / "games").mkdir()
    for variant in ("rummy17", "faulty"):
        (home / f"{variant}.yaml").write_text(f"variant: {variant}\nmatch:\n  rounds: 2\n")
        record = home / "games" / f"{variant}-1.rummy"
        table = "--rules", f"{variant}.yaml", "--players", "greedy,random", "--seed", 1
        watched = rummy_in(home, env, "play", "--watch", *table, "--record", record)
        assert (watched.code, watched.err) == (0, "")
        lines = record.read_text().splitlines(keepends=True)
        scored = next(at for at, line in enumerate(lines) if line.split()[1] == "=")
        record.write_text("".join(lines[: scored + 20]))
        os.utime(record, (1, 1 if variant == "rummy17" else 2))
    return home


def settle(played: Path, home: Path, case: Case) -> dict[str, str]:
    """Move in with the plugin as it is now."""
    shutil.copytree(played, home, dirs_exist_ok=True, copy_function=shutil.copy2)
    env = put_plugin(home, case.source)
    return {**env, PATIENCE: "1"} if case.way in ("looping", "sleeping") else env


COMMANDS: Mapping[str, list[str]] = {
    "variants": ["variants"],
    "variants for a script": ["variants", "--json"],
    "plugins": ["plugins", "--json"],
    "check": ["rules", "check", "rummy17.yaml"],
    "schema": ["rules", "schema"],
    "games": ["games", "--json"],
    "sheet": ["sheet", "rummy17-1.rummy"],
    "replay": ["replay", "rummy17-1.rummy", "--json"],
    "watch": ["play", "rummy17", "--watch", "--players", "random,random", "--seed", "1", "--json"],
    "resume": ["play", "--resume", "--plain"],
}


def stand(case: Case, home: Path, env: Mapping[str, str]) -> None:
    """Run the ten commands."""
    results = {name: rummy_in(home, env, *arguments) for name, arguments in COMMANDS.items()}
    for name, result in results.items():
        assert result.code == 0, (name, result)
        told = [line for line in result.err.splitlines() if line != "noise"]
        # One about the plugin, and one about the game that is passed over for it.
        assert len(told) <= (2 if name == "resume" else 1), (name, told)
        assert all(line.startswith(("Warning: ", "A later game cannot be read: ")) for line in told), (name, told)
        assert all("faulty" in line for line in told), (name, told)
    assert "rummy17" in results["variants"].out
    data = {name: json.loads(results[name].out) for name in results if name in AS_DATA}
    assert "rummy17" in [variant["id"] for variant in data["variants for a script"]]
    assert "rummy17" in [plugin["name"] for plugin in data["plugins"]["loaded"]]
    assert "rummy17" in data["schema"]["definitions"]
    by_variant = {game["variant"]: game for game in data["games"]["games"]}
    assert by_variant["rummy17"]["state"] == "in play"
    assert data["replay"]["over"] is False
    assert data["watch"]["over"] is True
    if case.way != "printing":
        _assert_named(case, results)


NAMED = r"'faulty' of faulty 1\.0 (failed|could not)|of faulty (failed )?\(faulty 1\.0\)"
AS_DATA = ("variants for a script", "plugins", "schema", "games", "replay", "watch")


def _assert_named(case: Case, results: Mapping[str, Result]) -> None:
    """The plugin, its distribution and the hook are told, and bare --resume goes on with a game that can be played."""
    lines = [line for result in results.values() for line in (result.out + result.err).splitlines()]
    (sentence, *_) = [line for line in lines if re.search(NAMED, line)] or [""]
    assert PLACES[case.place] in sentence
    assert ("faulty" if case.place in SPARING else "rummy17") + "-1.rummy, " in results["resume"].text


@samples(normal=len(WAYS), campaign=len(CASES), parts=PARTS)
def test_only_the_faulty_game_suffers(sample: Sample, played: Path, tmp_path: Path) -> None:
    random = Random(3)
    drawn = CASES[sample.part - 1 :: PARTS]
    if not sample.part:  # one of each way to be faulty
        drawn = [random.choice([case for case in CASES if case.way == way]) for way in WAYS]
    for number, case in enumerate(drawn):
        home = tmp_path / str(number)
        stand(case, home, settle(played, home, case))


@pytest.mark.campaign
@pytest.mark.parametrize("case", SLEEPERS)
def test_a_plugin_that_sleeps_is_woken_up(case: Case, played: Path, tmp_path: Path) -> None:
    stand(case, tmp_path, settle(played, tmp_path, case))


def test_a_sound_plugin_is_told_of_nowhere(played: Path, tmp_path: Path) -> None:
    env = settle(played, tmp_path, Case("nowhere", "nothing"))
    results = {name: rummy_in(tmp_path, env, *arguments) for name, arguments in COMMANDS.items()}
    assert all((result.code, result.err) == (0, "") for result in results.values()), results
    assert "faulty-1.rummy" in results["resume"].text


@pytest.mark.parametrize(
    ("way", "told"), [("raising", "RuntimeError: oh dear"), ("exiting", "SystemExit: 0"), ("wrong type", "returned 5")]
)
def test_a_game_that_fails_in_the_middle_is_told_with_its_plugin(
    way: str, told: str, played: Path, tmp_path: Path
) -> None:
    env = settle(played, tmp_path, Case("score", way))
    result = rummy_in(tmp_path, env, "play", "faulty", "--watch", "--seed", "1", "--json")
    assert (result.code, result.out) == (2, "")
    assert "faulty" in result.err
    assert "score" in result.err
    assert told in result.err
    assert rummy_in(tmp_path, env, "games").code == 0


def test_ctrl_c_ends_a_game_in_which_a_plugin_loops(played: Path, tmp_path: Path) -> None:
    env = settle(played, tmp_path, Case("score", "looping"))
    arguments = ["play", "faulty", "--watch", "--seed", "1", "--players", "random,random"]
    with subprocess.Popen([*COMMAND, *arguments], cwd=tmp_path, env=env, stdout=subprocess.PIPE, text=True) as command:
        try:
            while command.poll() is None and not (tmp_path / "looping").exists():
                time.sleep(0.01)
            command.send_signal(signal.SIGINT)
            said, _ = command.communicate(timeout=60)
        finally:
            command.kill()
    assert command.returncode == 130
    assert "Every move so far is saved. Go on with: rummy play --resume" in said


def test_ctrl_c_leaves_the_table_while_a_plugin_loops(tmp_path: Path) -> None:
    later = 'return strike("veto") if os.path.exists("now") else None'
    source = "import os\n" + Case("veto", "looping").source.replace('return strike("veto")', later)
    env = put_plugin(tmp_path, source)
    terminal = Terminal(tmp_path, "play", "faulty", "--players", "2", "--seed", "1", PYTHONPATH=env["PYTHONPATH"])
    terminal.until("leave")
    (tmp_path / "now").touch()
    terminal.type("\r")
    terminal.until("send the line")
    terminal.type("draw stock\r")
    while terminal.process.poll() is None and not (tmp_path / "looping").exists():
        time.sleep(0.01)
    terminal.type("\x03")  # it never sleeps
    said = terminal.until("rummy play --resume")
    assert "\x1b[?1049l" in said, "the terminal is as it was"
    assert terminal.process.wait(60) == 130
    with pytest.raises(AssertionError, match="did not come before the end"):
        terminal.until("Traceback")
    terminal.hang_up()


@pytest.mark.parametrize("patience", ["soon", "0", "-1", "nan", "99999"])
def test_a_patience_that_makes_no_sense_is_refused(patience: str, tmp_path: Path) -> None:
    result = rummy_in(tmp_path, {**environment(tmp_path), PATIENCE: patience}, "variants")
    assert result.code == 2
    assert result.err == f"Error: RUMMYKIT_PATIENCE is '{patience}'; write a number of seconds up to 3600.\n"
