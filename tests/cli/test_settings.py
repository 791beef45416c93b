"""`rummy settings` keeps what a person likes, and a broken file keeps nobody from playing."""

from __future__ import annotations

import json
from pathlib import Path

import platformdirs
import pytest

from cli.command import rummy
from rummykit.records import SeatInfo
from rummykit_cli.settings import Settings, introduce, settings_file


def players(home: Path, *arguments: str) -> str:
    return rummy(home, "play", "rummy17", "--seed", "3", *arguments).text


def test_at_first_there_are_the_defaults(home: Path) -> None:
    shown = rummy(home, "settings")
    assert shown.code == 0
    assert shown.out.startswith("name  You, the default  (your name at the table")
    assert f"{home / 'settings.yaml'}, which is not there yet" in shown.out


def test_a_name_is_kept_and_played_under(home: Path) -> None:
    assert rummy(home, "settings", "name", "Anna").out.startswith("name  Anna  (")
    assert (home / "settings.yaml").read_text("utf-8").endswith("\nname: Anna\n")
    assert rummy(home, "settings", "name").out.startswith("name  Anna  (")
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
    assert rummy(home, "settings", "name", "--reset").out.startswith("name  You, the default")
    assert rummy(home, "settings").out.startswith("name  You, the default")


def test_a_name_may_be_any_text(home: Path) -> None:
    for name in ("Zoë #1", "007", "true", "O'Neil: x", "null"):
        assert rummy(home, "settings", "name", name).code == 0
        assert json.loads(rummy(home, "settings", "--json").out)["settings"]["name"]["value"] == name


def test_json(home: Path) -> None:
    rummy(home, "settings", "name", "Anna")
    shown = json.loads(rummy(home, "settings", "--json").out)
    meaning = Settings.model_fields["name"].description
    assert shown == {
        "file": str(home / "settings.yaml"),
        "settings": {"name": {"value": "Anna", "default": "You", "meaning": meaning}},
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nme", "Anna"), "There is no setting 'nme', only: name. Did you mean name?"),
        (("name", ""), "name: a name has 1 to 20 printable characters, '' has not."),
        (("name", "A" * 21), "name: a name has 1 to 20 printable characters"),
        (("name", "greedy"), "name: a bot is called 'greedy'; choose another name."),
        (("name", "greedy 2"), "name: a bot is called 'greedy 2'; choose another name."),
        (("name", "Anna", "--reset"), "--reset takes a setting back to its default; leave the value out."),
    ],
)
def test_what_cannot_be_set_is_one_sentence(home: Path, arguments: tuple[str, ...], said: str) -> None:
    done = rummy(home, "settings", *arguments)
    assert done.code == 2
    assert said in done.text
    assert not (home / "settings.yaml").exists()


BROKEN = [
    ("# mine\nname: [Anna\n", "3:1: this is not valid YAML"),
    ("name: 3\n", "1:7: name cannot be the number 3; expected a text"),
    ("name: [Anna]\n", "1:7: name cannot be a list; expected a text"),
    ("name:\n", "1:6: name cannot be empty; expected a text"),
    ("name: ''\n", "1:7: name: a name has 1 to 20 printable characters, '' has not"),
    ("# mine\nnme: Anna\n", "2:1: there is no setting 'nme'; expected name; did you mean name?"),
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
    assert played.err.strip().startswith(f"Warning: your settings are left aside: {home / 'settings.yaml'}:1:7: ")
    assert len(played.err.strip().splitlines()) == 1
    assert "You 10 cards" in played.text


def test_a_name_that_a_bot_has_by_now_is_left_aside(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RUMMYKIT_HOME", str(home))
    (home / "settings.yaml").write_text("name: Deep Rummy\n", "utf-8")
    seats = [SeatInfo("You"), SeatInfo("greedy", "greedy")]
    assert introduce(seats, {"greedy"})[0] == SeatInfo("Deep Rummy")
    assert introduce(seats, {"greedy", "Deep Rummy"}) == seats
    assert "a bot is called 'Deep Rummy'" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "# nothing yet\n\n"])
def test_an_empty_file_means_the_defaults(home: Path, text: str) -> None:
    (home / "settings.yaml").write_text(text, "utf-8")
    assert rummy(home, "settings").out.startswith("name  You, the default")


def test_the_file_is_in_the_configuration_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RUMMYKIT_HOME", raising=False)
    assert settings_file() == platformdirs.user_config_path("rummykit", appauthor=False) / "settings.yaml"
