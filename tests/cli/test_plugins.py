"""`rummy plugins`, and plugins that are named with --plugin."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from .command import Result, environment, rummy, rummy_in
from .terminal import Terminal

GAME = """\
from dataclasses import replace

from rummykit import hookimpl
import rummykit_rummy17
import rummykit_rummy17.game as parent

for name in dir(parent):
    if name.startswith("rummykit_"):
        globals()[name] = getattr(parent, name)


@hookimpl
def rummykit_variant():
    return replace(
        rummykit_rummy17.rummykit_variant(),
        id="my_game",
        titles={"en": "My Game"},
        players=(2, 4),
        summary="A game of my own.",
        game=None,
    )
"""

MOD = """\
from rummykit import hookimpl
from rummykit.plugin.info import Mod


@hookimpl
def rummykit_mod():
    return Mod("quick", "A quick mod.", variants=("rummy17",), conflicts=("slow",), after=("a",), before=("b",))


@hookimpl(wrapper=True)
def rummykit_turn():
    return (yield)
"""


@pytest.fixture
def game(home: Path) -> Path:
    return put(home, "my_game.py", GAME)


@pytest.fixture
def mod(home: Path) -> Path:
    return put(home, "quick.py", MOD)


def put(home: Path, name: str, text: str) -> Path:
    file = home / name
    file.write_text(dedent(text), "utf-8")
    return file


def install(home: Path, name: str, source: str, *needs: str) -> dict[str, str]:
    """Install a distribution with one plugin in a folder; return the environment that has it on its path."""
    site = home / "site"
    about = site / f"{name}-1.0.dist-info"
    about.mkdir(parents=True)
    lines = ["Metadata-Version: 2.1", f"Name: {name}", "Version: 1.0", *(f"Requires-Dist: {need}" for need in needs)]
    (about / "METADATA").write_text("\n".join([*lines, ""]), "utf-8")
    (about / "entry_points.txt").write_text(f"[rummykit]\n{name} = {name}_module\n", "utf-8")
    put(site, f"{name}_module.py", source)
    return {**environment(home), "PYTHONPATH": str(site)}


def run(command: list[str], home: Path, env: dict[str, str]) -> Result:
    done = subprocess.run(
        command, cwd=home, env=env, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False
    )
    assert "Traceback" not in done.stdout + done.stderr
    return Result(done.returncode, done.stdout, done.stderr)


# -- the list --------------------------------------------------------------------------------------------------


def test_every_plugin_is_listed_with_what_it_brings(home: Path, mod: Path) -> None:
    result = rummy(home, "--plugin", mod.name, "plugins")
    assert result.code == 0
    assert "rummy17  (rummykit 0.1.0)  variant rummy17\n    hooks: rummykit_booklet, " in result.out
    assert "bots  (rummykit 0.1.0)  bots random, greedy" in result.out
    assert result.out.endswith(
        "quick  (the file quick.py)  mod quick\n"
        "    A quick mod.\n"
        "    for rummy17\n"
        "    not together with slow\n"
        "    after a\n"
        "    before b\n"
        "    hooks: rummykit_mod, rummykit_turn\n"
    )


def test_the_list_as_json(home: Path, mod: Path) -> None:
    (home / "broken.py").write_text("import no_such_module\n", "utf-8")
    result = rummy(home, "--plugin", "quick.py", "--plugin", "broken.py", "plugins", "--json")
    found = json.loads(result.out)
    by_name = {plugin["name"]: plugin for plugin in found["loaded"]}
    assert by_name["quick"] == {
        "name": "quick",
        "distribution": "the file quick.py",
        "version": "unknown",
        "file": "quick.py",
        "variant": None,
        "mod": "quick",
        "mod_variants": ["rummy17"],
        "mod_conflicts": ["slow"],
        "mod_after": ["a"],
        "mod_before": ["b"],
        "bots": [],
        "hooks": ["rummykit_mod", "rummykit_turn"],
    }
    assert (by_name["rummy17"]["version"], by_name["rummy17"]["file"]) == ("0.1.0", None)
    assert [problem["name"] for problem in found["problems"]] == ["broken"]
    assert found["problems"][0]["problem"].endswith("No module named 'no_such_module' (broken.py, line 1)")


BROKEN = {
    "import": ("import no_such_module", (), "could not be loaded: ModuleNotFoundError: "),
    "syntax": ("def broken(:", (), "could not be loaded: SyntaxError: "),
    "exit": ("raise SystemExit", (), "could not be loaded: SystemExit: "),
    "hook": ("from rummykit import hookimpl\n@hookimpl\ndef rummykit_vairant(): pass", (), "unknown hook"),
    "argument": ("from rummykit import hookimpl\n@hookimpl\ndef rummykit_deal(rule): pass", (), "unknown argument"),
    "clash": (GAME.replace("my_game", "rummy17"), (), "The variant 'rummy17' is brought by both "),
    "version": (GAME, ("rummykit>=2,<3",), "needs rummykit <3,>=2, but rummykit 0.1.0 is installed."),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_plugin_is_told_in_a_sentence_and_the_others_play(home: Path, fault: str) -> None:
    source, needs, sentence = BROKEN[fault]
    env = install(home, "broken", source, *needs)
    told = rummy_in(home, env, "plugins")
    assert told.code == 0
    (line,) = [line for line in told.out.splitlines() if line.startswith("broken  ")]
    assert line.startswith("broken  left out: ")
    assert sentence in line
    played = rummy_in(home, env, "play", "rummy17", "--watch", "--players", "2", "--seed", "1", "--json")
    assert played.code == 0
    assert json.loads(played.out)["variant"] == "rummy17"


# -- hook calls ------------------------------------------------------------------------------------------------


def test_the_hook_calls_of_a_game(home: Path) -> None:
    result = rummy(home, "plugins", "--trace", "rummy17")
    assert result.code == 0
    lines = result.out.splitlines()
    heads = [line for line in lines if not line.startswith(" ")]
    assert heads[:4] == ["1. rummykit_pack", "2. rummykit_deal", "3. rummykit_melds", "4. rummykit_turn"]
    assert lines[1:3] == ["   given: rules = Rummy17Rules, players = 2, mods = {}", "   asked: rummy17"]
    assert lines[3].startswith("   answer: Pack(suits=(Suit(code='r'")
    assert not any(line.endswith("…") for line in lines), "who reads a file has room"
    at_a_terminal = Terminal(home, "plugins", "--trace", "rummy17", columns=70).until("rummykit_deal")
    assert max(map(len, at_a_terminal.splitlines())) == 70


def test_the_hook_calls_of_a_file_with_a_mod(home: Path, mod: Path) -> None:
    put(home, "ours.yaml", "variant: rummy17\nmods: [quick]\n")
    result = rummy(home, "--plugin", mod.name, "plugins", "--trace", "ours.yaml", "--json")
    calls = {call["hook"]: call for call in json.loads(result.out)}
    assert calls["rummykit_turn"]["asked"] == [
        {"plugin": "quick", "wraps": True},
        {"plugin": "rummy17", "wraps": False},
    ]
    assert calls["rummykit_turn"]["answer"].startswith("TurnFlow(")
    assert calls["rummykit_pack"]["asked"] == [{"plugin": "rummy17", "wraps": False}]
    assert calls["rummykit_match"]["given"]["rules"] == "Rummy17Rules"


def test_the_hook_calls_up_to_one_that_fails(home: Path) -> None:
    put(home, "quick.py", MOD.replace("return (yield)", "yield\n    raise ValueError('oh dear')"))
    put(home, "ours.yaml", "variant: rummy17\nmods: [quick]\n")
    result = rummy(home, "--plugin", "quick.py", "plugins", "--trace", "ours.yaml")
    assert result.code == 2
    assert result.out.splitlines()[-1] == "   failed: ValueError: oh dear (quick.py, line 13)"
    assert "Error: rummykit_turn of rummy17 failed" in result.err


def test_the_hook_calls_of_what_there_is_not(home: Path) -> None:
    result = rummy(home, "plugins", "--trace", "rumy17")
    assert result.code == 2
    assert "Did you mean rummy17?" in result.text


# -- a file ----------------------------------------------------------------------------------------------------


def test_a_game_in_a_file_is_listed_and_played(home: Path, game: Path) -> None:
    assert "my_game  My Game, 2-4 players" in rummy(home, "--plugin", game, "variants").out
    played = rummy(home, "--plugin", game, "play", "my_game", "--watch", "--players", "2", "--seed", "1")
    assert played.code == 0
    assert rummy(home, "--plugin", game, "rules", "book", "my_game").code == 0
    assert rummy(home, "--plugin", game, "replay", "last").code == 0
    without = rummy(home, "replay", "last")
    assert without.code == 2
    assert "needs my_game, which came from the file my_game.py: name that file again with --plugin." in without.text
    assert "needs my_game, which came from the file my_game.py" in rummy(home, "games").text


def test_an_unfinished_game_of_a_file_is_resumed_with_it(home: Path, game: Path) -> None:
    rummy(home, "--plugin", game, "play", "my_game", "--players", "2", "--seed", "1", "--plain", typed="quit\n")
    without = rummy(home, "play", "--resume", "1", "--plain", typed="quit\n")
    assert without.code == 2
    assert "needs my_game, which came from the file my_game.py" in without.text
    assert rummy(home, "--plugin", game, "play", "--resume", "1", "--plain", typed="quit\n").code == 0


@pytest.mark.parametrize("command", [["variants"], ["play", "rummy17", "--watch"], ["rules", "check", "ours.yaml"]])
def test_a_file_that_is_named_must_load(home: Path, game: Path, command: list[str]) -> None:
    put(home, "ours.yaml", "variant: rummy17\n")
    result = rummy(home, "--plugin", "my_gaem.py", *command)
    assert (result.code, result.text) == (2, "Error: There is no plugin file my_gaem.py. Did you mean my_game.py?")


def test_what_cannot_be_loaded_is_still_listed_in_any_language(home: Path) -> None:
    for lang in ("en", "de"):
        result = rummy(home, "--lang", lang, "--plugin", "gone.py", "plugins")
        assert result.code == 0
        assert "There is no plugin file gone.py." in result.out


def test_nothing_in_the_working_folder_is_loaded_unasked(home: Path) -> None:
    """Neither files with telling names nor what looks installed; the command that pip installs is run."""
    told = "from pathlib import Path\nPath('loaded').touch()\n" + GAME
    for name in ("my_game.py", "rummykit_my_game.py", "conftest.py", "rummykit.py", "sitecustomize.py"):
        put(home, name, told)
    install(home, "my_game", told)
    for part in (home / "site").iterdir():
        shutil.move(part, home)
    command = Path(sys.executable).with_name("rummy.exe" if os.name == "nt" else "rummy")
    result = run([str(command), "variants"], home, environment(home))
    assert result.code == 0
    assert "rummy17" in result.out
    assert "my_game" not in result.out
    assert not (home / "loaded").exists()
