"""The command speaks the language it is asked for: by an option, by the settings, or by the system."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from cli.command import PLUGINS, Result, environment, rummy_in
from rummykit.rules import from_variant, load_file
from rummykit_cli.language import of_system, teach
from rummykit_cli.main import app

WORDS = {
    "Both are played the same way.": "Ili ludas same.",
    "Error: {problem}": "Eraro: {problem}",
    "points the first meld must reach": "poentoj de la unua kombino",
    "What a player's first meld must reach.": "La unua kombino.",
    "a whole number": "entjero",
    "{number} of {count}": "{number} el {count}",
    "now {value}:": "nun {value}:",
    "Must you place a card from your hand when you rearrange melds?": "Ĉu meti?",
    "yes": "jes",
    "no": "ne",
    "no such file": "mankas",
    "The melds laid down first must count 40 points together, all from the hand.": "Kvardek poentoj.",
}
"""Some words of Esperanto, which no catalogue of ours has."""


@pytest.fixture
def esperanto(home: Path) -> Path:
    """A distribution that speaks Esperanto, installed like a stranger's: the folder to put on the path."""
    site = home / "site"
    about, locale = site / "rummykit_eo-1.0.dist-info", site / "rummykit_eo" / "locale" / "eo" / "LC_MESSAGES"
    about.mkdir(parents=True)
    locale.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: rummykit-eo\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[rummykit]\nesperanto = rummykit_eo\n")
    (site / "rummykit_eo" / "__init__.py").touch()
    catalogue = Catalog("eo")
    for english, translated in WORDS.items():
        catalogue.add(english, translated)
    with (locale / "rummykit.mo").open("wb") as file:
        write_mo(file, catalogue)
    return site


def rummy(site: Path, *arguments: object, typed: str = "", **variables: str) -> Result:
    """Run the command with the distribution on the path; the variables come in place of the test's own locale."""
    home = site.parent
    surroundings = {**environment(home), "PYTHONPATH": str(site), **(variables and {"LC_ALL": ""}), **variables}
    return rummy_in(home, surroundings, *arguments, typed=typed)


SAME = ["rules", "diff", "rummy17", "rummy17"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--lang", "eo", *SAME],
        [*SAME, "--lang", "eo"],
        ["rules", "--lang", "eo", "diff", "rummy17", "rummy17"],
        ["--lang", "en", *SAME, "--lang", "eo"],
    ],
)
def test_the_option_stands_anywhere_and_the_last_one_counts(esperanto: Path, arguments: list[str]) -> None:
    assert rummy(esperanto, *arguments).out == "Ili ludas same.\n"


@pytest.mark.parametrize(
    ("variables", "speaks_it"),
    [
        ({"LANG": "eo.UTF-8"}, True),
        ({"LANG": "eo_XX.UTF-8@modifier", "LANGUAGE": ""}, True),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "eo"}, True),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "tlh:eo"}, True),
        ({"LANG": "eo", "LC_ALL": "C.UTF-8"}, False),
        ({"LANG": "eo", "LANGUAGE": "en:eo"}, False),
        ({"LANG": "C", "LANGUAGE": "eo"}, False),
        ({"LANG": "tlh_XX"}, False),
    ],
)
def test_the_language_of_the_system(esperanto: Path, variables: dict[str, str], speaks_it: bool) -> None:
    done = rummy(esperanto, *SAME, **variables)
    assert (done.out, done.err) == ("Ili ludas same.\n" if speaks_it else "Both are played the same way.\n", "")


def test_the_setting_goes_before_the_system_and_the_option_before_the_setting(esperanto: Path) -> None:
    (esperanto.parent / "settings.yaml").write_text("language: eo\n", "utf-8")
    assert rummy(esperanto, *SAME, LANG="en_US.UTF-8").out == "Ili ludas same.\n"
    assert rummy(esperanto, *SAME, "--lang", "en").out == "Both are played the same way.\n"


def test_a_language_that_nobody_speaks(esperanto: Path) -> None:
    done = rummy(esperanto, *SAME, "--lang", "eoo")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Error: There is no language 'eoo', only: en, ")
    assert done.err.endswith("Did you mean eo?\n")


def test_errors_are_said(esperanto: Path) -> None:
    done = rummy(esperanto, "rules", "show", "missing.yaml", "--lang", "eo")
    assert (done.code, done.err) == (2, "Eraro: missing.yaml: mankas\n")


def test_options_and_rules_are_said_but_data_is_english(esperanto: Path) -> None:
    explain = ["rules", "explain", "first_meld.min", "--variant", "deutsches_romme", "--lang", "eo"]
    said = rummy(esperanto, *explain).out
    assert "meaning: poentoj de la unua kombino\n  values:  entjero " in said
    assert "ROM-FIRST-01: Kvardek poentoj." in said
    (data,) = json.loads(rummy(esperanto, *explain, "--json").out)
    assert (data["meaning"], data["values"]) == ("points the first meld must reach", "a whole number from 0 to 100")


@pytest.mark.parametrize(
    ("code", "reason"), [("de", "Datei oder Ordner nicht gefunden"), ("hu", "nincs ilyen fájl vagy mappa")]
)
def test_the_reasons_of_the_system_are_said_in_the_language(home: Path, code: str, reason: str) -> None:
    for command in (("replay", "no.rummy"), ("rules", "book", "rummy17", "-o", "no/book.txt")):
        done = rummy(home, *command, "--lang", code)
        assert done.code == 2
        assert reason in done.err


def test_a_new_file_has_its_comments_in_the_language(esperanto: Path) -> None:
    home = esperanto.parent
    assert rummy(esperanto, "rules", "new", "deutsches_romme", "-o", "new.yaml", "--lang", "eo").code == 0
    text = (home / "new.yaml").read_text("utf-8")
    assert "  # La unua kombino.\n  first_meld:\n" in text
    assert "    # poentoj de la unua kombino (entjero " in text
    assert load_file(home / "new.yaml", PLUGINS).rules == from_variant("deutsches_romme", PLUGINS).rules


def test_questions_are_asked_and_answered_in_the_language(esperanto: Path) -> None:
    answers = "\n\n\n\nNe\nback\nyes\nback\nn\n" + "\n" * 9
    done = rummy(esperanto, "rules", "ask", "raeuber_romme", "-o", "ours.yaml", "--lang", "eo", typed=answers)
    assert done.code == 0
    assert "5 el 10: Ĉu meti? (rearranging.needs_hand_card)" in done.out
    assert "nun 1, jes: Ne" in done.out
    assert load_file(esperanto.parent / "ours.yaml", PLUGINS).value("rearranging.needs_hand_card") is False


def test_every_command_has_the_option() -> None:
    root = typer.main.get_command(app)
    teach(root)
    commands = [("rummy", root), *commands_of(root)]
    assert len(commands) > 10
    for name, command in commands:
        assert [option.name for option in command.params].count("lang") == 1, name


def commands_of(group: Any) -> Iterator[tuple[str, Any]]:
    for name, command in getattr(group, "commands", {}).items():
        yield name, command
        yield from commands_of(command)


@pytest.mark.parametrize("code", [None, "en"])
def test_english_looks_for_no_catalogues(code: str | None, home: Path) -> None:
    script = (
        "import sys; from rummykit_cli.language import wanted_language\n"
        f"assert wanted_language({code!r}).code == 'en'\n"
        "assert 'rummykit.plugin.plugins' not in sys.modules and 'pydantic' not in sys.modules"
    )
    surroundings = {**environment(home), "LC_ALL": "en_GB.UTF-8"}
    done = subprocess.run([sys.executable, "-c", script], env=surroundings, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.parametrize(
    ("environment", "languages"),
    [
        ({}, []),
        ({"LANG": "de_AT.UTF-8"}, ["de_AT", "de"]),
        ({"LANG": "hu", "LC_ALL": "de"}, ["de"]),
        ({"LANG": "POSIX", "LANGUAGE": "de"}, []),
        ({"LANG": "en_US", "LANGUAGE": "de:hu"}, ["de", "hu", "en_US", "en"]),
    ],
)
def test_what_a_system_is_set_to(environment: dict[str, str], languages: list[str]) -> None:
    assert of_system(environment) == languages
