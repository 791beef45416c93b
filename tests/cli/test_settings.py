"""`rummy settings` keeps what a person likes, and a broken file keeps nobody from playing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from cli.command import environment, rummy
from rummykit.engine.records import SeatInfo
from rummykit_cli.commands.play import PAUSES
from rummykit_cli.preferences import Settings, introduce, words_for
from rummykit_cli.render.palettes import PALETTES
from rummykit_cli.settings import preferred_language, settings_file


def players(home: Path, *arguments: str) -> str:
    return rummy(home, "play", "rummy17", "--seed", "3", *arguments).text


def test_at_first_there_are_the_defaults(home: Path) -> None:
    shown = rummy(home, "settings")
    assert shown.code == 0
    for line in (
        "name You, the default your name at the table, unless --players or the house rules name who plays: a text of 1",
        "language system, the default the language to speak, unless --lang names one: system, en, de or hu",
        "palette standard, the default the colours of the suits, in addition to their signs or letters: standard",
        "pace normal, the default how long the terminal waits after each move of a bot: fast, normal or slow",
        "theme auto, the default whether the full-screen table is light or dark; auto follows the terminal",
        f"{home / 'settings.yaml'}, which does not exist yet",
    ):
        assert line in shown.text


def test_a_name_is_kept_and_played_under(home: Path) -> None:
    assert rummy(home, "settings", "name", "Anna").out.startswith("name  Anna\n")
    assert (home / "settings.yaml").read_text("utf-8").endswith("\nname: Anna\n")
    assert rummy(home, "settings", "name").out.startswith("name  Anna\n")
    for arguments in ((), ("--players", "2")):
        assert "Anna 10 cards" in players(home, *arguments)
        assert "You 10 cards" not in players(home, *arguments)


def test_who_is_named_otherwise_stays_so(home: Path) -> None:
    rummy(home, "settings", "name", "Anna")
    assert "Anna" not in players(home, "--players", "Ben,greedy")
    (home / "ours.yaml").write_text("variant: rummy17\nplayers: [Cleo, greedy]\n", "utf-8")
    assert "Anna" not in rummy(home, "play", "--rules", "ours.yaml", "--seed", "3").text
    assert "Anna" not in rummy(home, "play", "rummy17", "--watch", "--players", "2", "--seed", "3").text


def test_a_setting_is_taken_back(home: Path) -> None:
    rummy(home, "settings", "name", "Anna")
    assert rummy(home, "settings", "name", "--reset").text.startswith("name You, the default")
    assert rummy(home, "settings").text.startswith("name You, the default")


def test_a_name_may_be_any_text(home: Path) -> None:
    for name in ("Zoë #1", "007", "true", "O'Neil: x", "null"):
        assert rummy(home, "settings", "name", name).code == 0
        assert json.loads(rummy(home, "settings", "--json").out)["settings"]["name"]["value"] == name


def test_json(home: Path) -> None:
    rummy(home, "settings", "name", "Anna")
    shown = json.loads(rummy(home, "settings", "--json").out)
    meaning = {name: field.description for name, field in Settings.model_fields.items()}
    assert shown["file"] == str(home / "settings.yaml")
    assert list(shown["settings"]) == ["name", "language", "palette", "pace", "theme"]
    name = {"value": "Anna", "default": "You", "meaning": meaning["name"], "choices": []}
    assert shown["settings"]["name"] == name
    pace = {"value": "normal", "default": "normal", "meaning": meaning["pace"], "choices": ["fast", "normal", "slow"]}
    assert shown["settings"]["pace"] == pace


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nme", "Anna"), "There is no setting 'nme', only: name, language, palette, pace, theme. Did you mean name?"),
        (("name", ""), "name: '' cannot be a name: a name has 1 to 20 printable characters."),
        (("name", "A" * 21), "name: a name has 1 to 20 printable characters"),
        (("name", "greedy"), "name: a bot is called 'greedy'; choose another name."),
        (("name", "greedy 2"), "name: a bot is called 'greedy 2'; choose another name."),
        (("language", "den"), "language cannot be 'den', only system, en, de or hu. Did you mean"),
        (("palette", "colourblind"), "four_colours or colour_blind. Did you mean colour_blind?"),
        (("theme", "drak"), "theme cannot be 'drak', only auto, light or dark. Did you mean dark?"),
        (("pace", "fst"), "pace cannot be 'fst', only fast, normal or slow. Did you mean fast?"),
        (("name", "Anna", "--reset"), "--reset restores the default of a setting; leave out the value."),
    ],
)
def test_what_cannot_be_set_is_one_sentence(home: Path, arguments: tuple[str, ...], said: str) -> None:
    done = rummy(home, "settings", *arguments)
    assert done.code == 2
    assert said in done.text
    assert not (home / "settings.yaml").exists()


BROKEN = [
    ("# mine\nname: [Anna\n", "2:7: this bracket is never closed; expected ]"),
    ("name: 3\n", "1:7: name cannot be the number 3; expected a text"),
    ("name: [Anna]\n", "1:7: name cannot be a list; expected a text"),
    ("name:\n", "1:6: name cannot be empty; expected a text"),
    ("name: ''\n", "1:7: name: '' cannot be a name: a name has 1 to 20 printable characters"),
    (
        "# mine\nnme: Anna\n",
        "2:1: there is no setting 'nme'; expected name, language, palette, pace or theme; did you mean name?",
    ),
    ("pace: fst\n", "1:7: pace cannot be the text 'fst'; expected fast, normal or slow; did you mean fast?"),
    ("language: dee\n", "1:11: language cannot be the text 'dee'; expected system, en, de or hu; did you mean de?"),
    ("palette: [standard]\n", "1:10: palette cannot be a list; expected standard, four_colours or colour_blind"),
    ("name: Anna\nname: Ben\n", "2:1: 'name' is already set on line 1"),
    ("name: !!str Anna\n", "1:7: tags are not allowed here"),
    ("Anna\n", "1:1: there are no settings here; expected a line such as `name: Anna`"),
]


@pytest.mark.parametrize(("text", "said"), BROKEN)
def test_a_broken_file_is_told_with_line_and_column(home: Path, text: str, said: str) -> None:
    file = home / "settings.yaml"
    file.write_text(text, "utf-8")
    for arguments in ((), ("name", "Ben")):
        done = rummy(home, "settings", *arguments)
        assert done.code == 2
        assert f"{file}:{said}" in done.text
    assert file.read_text("utf-8") == text
    assert rummy(home, "settings", "--reset").code == 0
    assert not file.exists()


def test_a_broken_file_keeps_nobody_from_playing(home: Path) -> None:
    (home / "settings.yaml").write_bytes(b"name: \xff\n")
    played = rummy(home, "play", "rummy17", "--seed", "3")
    assert played.code == 0
    assert played.err.strip().startswith(f"Warning: your settings are ignored: {home / 'settings.yaml'}:1:7: ")
    assert len(played.err.strip().splitlines()) == 1
    assert "You 10 cards" in played.text


def test_a_name_that_a_bot_has_by_now_is_left_aside(capsys: pytest.CaptureFixture[str]) -> None:
    seats = [SeatInfo("You"), SeatInfo("greedy", "greedy")]
    assert introduce(seats, "Deep Rummy", {"greedy"})[0] == SeatInfo("Deep Rummy")
    assert introduce(seats, "Deep Rummy", {"greedy", "Deep Rummy"}) == seats
    assert "a bot is called 'Deep Rummy'" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "# nothing yet\n\n"])
def test_an_empty_file_means_the_defaults(home: Path, text: str) -> None:
    (home / "settings.yaml").write_text(text, "utf-8")
    assert rummy(home, "settings").text.startswith("name You, the default")


def test_every_word_can_be_set_and_means_something(home: Path) -> None:
    for name in ("language", "palette", "pace"):
        for word in words_for(name):
            assert rummy(home, "settings", name, word).out.startswith(f"{name}  {word}\n")
    assert set(words_for("palette")) == set(PALETTES)
    assert set(words_for("pace")) == set(PAUSES)
    assert PAUSES["fast"] == 0 < PAUSES["normal"] < PAUSES["slow"]


def test_a_pace_that_is_none_is_told_before_a_game_begins(home: Path) -> None:
    done = rummy(home, "play", "rummy17", "--pace", "slwo")
    assert done.code == 2
    assert "pace cannot be 'slwo', only fast, normal or slow. Did you mean slow?" in done.err
    assert not (home / "games").exists()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("language: de\n", "de"),
        ("# mine\nname: Anna\nlanguage: 'hu'  # at home\npace: fast\n", "hu"),
        ("pace: nonsense\nlanguage: de\n", "de"),
        ("language: system\n", None),
        ("name: 'language: de'\n", None),
        ("language:\n", None),
        ("", None),
    ],
)
def test_the_language_is_read_leniently(
    home: Path, monkeypatch: pytest.MonkeyPatch, text: str, language: str | None
) -> None:
    monkeypatch.setenv("RUMMYKIT_HOME", str(home))
    assert preferred_language() is None
    (home / "settings.yaml").write_text(text, "utf-8")
    assert preferred_language() == language


def test_bytes_that_are_no_text_ask_for_no_language(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUMMYKIT_HOME", str(home))
    (home / "settings.yaml").write_bytes(b"language: \xff\n")
    assert preferred_language() is None


def test_asking_for_the_language_loads_nothing_heavy(home: Path) -> None:
    code = (
        "import sys; from rummykit_cli.settings import preferred_language; preferred_language();"
        "print({'pydantic', 'yaml', 'rich', 'pluggy'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(home), capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"


def test_the_file_is_in_the_configuration_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RUMMYKIT_HOME", raising=False)
    assert settings_file() == platformdirs.user_config_path("rummykit", appauthor=False) / "settings.yaml"
