"""Plugins in a file of their own, named by whoever wants to try them out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from rummykit.engine.match import Match
from rummykit.engine.records import Record, SeatInfo
from rummykit.errors import RecordError
from rummykit.plugin.plugins import Plugins
from rummykit.rules import from_variant, load_text
from rummykit_session.storage.recording import RecordWriter

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
        summary="A game.",
        presets={"short": "description: a short one\\nmatch: {rounds: 1}\\n"},
        game=None,
    )
"""


@pytest.fixture(autouse=True)
def _forget_modules() -> Iterator[None]:
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if "rummykit" not in name:
            del sys.modules[name]


def put(folder: Path, source: str, name: str = "mine.py") -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(dedent(source), "utf-8")
    return file


def sentence_of(*files: Path) -> str:
    """The one problem of these files; everything else is loaded all the same."""
    plugins = Plugins.discover(files)
    (problem,) = plugins.problems
    assert problem.file == files[-1]
    assert "\n" not in problem.sentence
    assert {"rummy17", "deutsches_romme"} <= set(plugins.by_variant)
    return problem.sentence


def test_a_file_is_a_plugin(tmp_path: Path) -> None:
    file = put(tmp_path, GAME)
    plugins = Plugins.discover([file])
    assert plugins.problems == ()
    plugin = plugins.plugin_of("my_game")
    assert (plugin.name, plugin.distribution, plugin.file) == ("mine", f"the file {file}", file)
    assert plugin.package not in plugins.packages
    assert from_variant("my_game", plugins, preset="short").variant == "my_game"
    assert plugins.assemble(from_variant("my_game", plugins), 3).title == "My Game"
    assert "my_game" not in Plugins.discover().by_variant


def test_what_a_plugin_prints_when_it_is_loaded_is_not_told_to_scripts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plugins = Plugins.discover(files=[put(tmp_path, f'print("Hello!")\n{GAME}')])
    assert "my_game" in plugins.by_variant
    assert capsys.readouterr() == ("", "Hello!\n")


def test_nothing_is_left_beside_the_file_nor_on_the_path(tmp_path: Path) -> None:
    path = list(sys.path)
    Plugins.discover([put(tmp_path, GAME)])
    assert [file.name for file in tmp_path.iterdir()] == ["mine.py"]
    assert sys.path == path
    assert "mine" not in sys.modules


def test_a_file_named_twice_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = put(tmp_path, GAME)
    monkeypatch.chdir(tmp_path)
    plugins = Plugins.discover([Path("mine.py"), file])
    assert plugins.problems == ()
    assert Plugins.discover([file]).plugin_of("my_game").module is plugins.plugin_of("my_game").module


def test_two_files_of_one_name(tmp_path: Path) -> None:
    first = put(tmp_path / "a", GAME)
    second = put(tmp_path / "b", GAME.replace('"my_game"', '"other"'))
    sentence = sentence_of(first, second)
    assert sentence == f"The plugin name 'mine' of the file {second} is taken by the file {first}; rename it."


def test_a_file_takes_no_place_of_what_is_installed(tmp_path: Path) -> None:
    named = sentence_of(put(tmp_path, GAME, "rummy17.py"))
    assert named.startswith(f"The plugin name 'rummy17' of the file {tmp_path / 'rummy17.py'} is taken by rummykit ")
    same = sentence_of(put(tmp_path, GAME.replace('"my_game"', '"rummy17"'), "copy.py"))
    assert same.startswith("The variant 'rummy17' is brought by both rummykit ")
    assert same.endswith("; the plugin 'copy' is left out.")


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("import os\nx = (", "SyntaxError: '(' was never closed (mine.py, line 2)"),
        (
            "import os\n\nimport no_such_module",
            "ModuleNotFoundError: No module named 'no_such_module' (mine.py, line 3)",
        ),
        ("from pathlib import Path\nPath(5)", "(mine.py, line 2)"),
        ("raise SystemExit('enough')", "SystemExit: enough (mine.py, line 1)"),
    ],
)
def test_a_file_that_cannot_be_imported(tmp_path: Path, source: str, sentence: str) -> None:
    file = put(tmp_path, source)
    said = sentence_of(file)
    assert said.startswith(f"The plugin 'mine' of the file {file} could not be loaded: ")
    assert said.endswith(sentence)
    put(tmp_path, GAME)
    assert Plugins.discover([file]).problems == (), "it can be mended and tried again"


def test_a_file_without_hooks(tmp_path: Path) -> None:
    assert sentence_of(put(tmp_path, "x = 1")).endswith("implements no hook.")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    put(tmp_path, GAME, "my_game.py")
    missing = tmp_path / "my_gmae.py"
    assert sentence_of(missing) == f"There is no plugin file {missing}. Did you mean my_game.py?"
    nowhere = tmp_path / "no/such/folder.py"
    assert sentence_of(nowhere) == f"There is no plugin file {nowhere}."


def test_what_is_no_python_file(tmp_path: Path) -> None:
    assert sentence_of(tmp_path) == f"{tmp_path} is a folder, not the file of a plugin; install it as a package."
    text = put(tmp_path, GAME, "mine.txt")
    assert sentence_of(text) == f"{text} is not a Python file; a plugin's name ends with .py."


def test_a_record_says_which_file_its_game_came_from(tmp_path: Path) -> None:
    plugins = Plugins.discover([put(tmp_path, GAME)])
    match = Match(plugins.assemble(load_text("variant: my_game", plugins), 2), 1, ["Anna", "Ben"])
    writer = RecordWriter.create(tmp_path / "game", match, [SeatInfo("Anna"), SeatInfo("Ben")])
    writer.play(match, match.legal_actions[0])
    writer.close()
    record = Record.read(tmp_path / "game")
    assert record.header["sources"] == {"my_game": {"file": "mine.py"}}, "the folder is nobody's business"
    assert record.replay(plugins).fingerprint() == match.fingerprint()
    with pytest.raises(RecordError) as caught:
        record.replay(Plugins.discover())
    assert str(caught.value).endswith(
        ":2: the game needs my_game, which came from the file mine.py: name that file again with --plugin."
    )


@pytest.mark.parametrize("sources", [[], {"my_game": "mine.py"}, "mine.py"])
def test_a_record_with_odd_sources(tmp_path: Path, sources: object) -> None:
    plugins = Plugins.discover()
    rules = replace(plugins.assemble(from_variant("rummy17", plugins), 2), sources=sources)
    match = Match(rules, 1, ["Anna", "Ben"])
    RecordWriter.create(tmp_path / "game", match, [SeatInfo("Anna"), SeatInfo("Ben")]).close()
    if not sources:
        assert Record.read(tmp_path / "game").replay(plugins).seed == 1
        return
    with pytest.raises(RecordError, match=r"the header is not complete"):
        Record.read(tmp_path / "game")


def test_a_game_of_our_own_says_nothing_of_sources(tmp_path: Path) -> None:
    plugins = Plugins.discover()
    match = Match(plugins.assemble(from_variant("rummy17", plugins), 2), 1, ["Anna", "Ben"])
    RecordWriter.create(tmp_path / "game", match, [SeatInfo("Anna"), SeatInfo("Ben")]).close()
    assert "sources" not in Record.read(tmp_path / "game").header
