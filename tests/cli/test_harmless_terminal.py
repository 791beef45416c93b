"""Text from files and plugins is shown on a real terminal, and never commands it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

import rummykit_cli
from cli.command import rummy
from cli.terminal import IN_FULL, Terminal

TITLE = "\x1b]0;PWNED\x07"
CSI = "\x1b[77;77H\x1b[53m"
C1 = "\x9b66;66H\x9d0;PWNED\x9c\x85"
BIDI = "\u202e\u2066"
EVIL = f"PWNED{TITLE}{CSI}{C1}{BIDI}\u2028\u2029\x7f"

OURS = re.compile(r"\x1b\[(?!53m|77;77H|66;66H)(?:[\d;]*m|\?2004[hl])")
"""What the command itself may send line by line: styles, and what line editing says to the terminal."""
YAML = '"' + "".join(sign if " " <= sign <= "~" else f"\\u{ord(sign):04x}" for sign in EVIL) + '"'


def harmless(seen: str) -> bool:
    return all(sign.isprintable() or sign in "\r\n\t" for sign in OURS.sub("", seen))


def test_what_is_crafted_would_be_noticed() -> None:
    assert all(not harmless(f"Anna{sign}") for sign in re.findall(r"\x1b[^\x1b]*|[^ -~\x1b]", EVIL))
    assert harmless("\x1b[1;31mAnna\x1b[0m\r\n")


def shown(home: Path, *arguments: str, **variables: str) -> str:
    """Return what a command shows on a terminal; it must speak of the crafted text, and command nothing."""
    terminal = Terminal(home, *arguments, **variables)
    terminal.type("quit\n")
    seen = terminal.rest()
    assert "PWNED" in seen
    assert harmless(seen), seen
    assert "Traceback" not in seen
    return seen


# -- house rules and settings ------------------------------------------------------------------------------

BROKEN_RULES = {
    "key": f"variant: rummy17\n{YAML}: 3\n",
    "title": f"variant: rummy17\ntitle: {YAML}\n{YAML}: x\n",
    "value": f"variant: rummy17\nrules:\n  deal: {{cards: {YAML}}}\n",
    "option": f"variant: rummy17\nrules:\n  deal: {{{YAML}: 3}}\n",
    "section": f"variant: rummy17\nrules:\n  {YAML}: {{cards: 3}}\n",
    "variant": f"variant: {YAML}\n",
    "preset": f"variant: rummy17\npreset: {YAML}\n",
    "extends": f"extends: {YAML}\n",
    "mods": f"variant: rummy17\nmods: [{YAML}]\n",
    "players": f"variant: rummy17\nplayers: [Anna, {YAML}]\n",
    "text": f"{YAML}\n",
}


@pytest.mark.parametrize("what", BROKEN_RULES)
def test_a_house_rule_file(home: Path, what: str) -> None:
    (home / "house.yaml").write_text(BROKEN_RULES[what], encoding="utf-8")
    shown(home, "rules", "check", "house.yaml")


@pytest.mark.parametrize(
    "command",
    [
        ("rules", "check", "--json", "extends.yaml"),
        ("rules", "show", "extends.yaml"),
        ("rules", "book", "extends.yaml"),
        ("rules", "diff", "extends.yaml", "rummy17"),
        ("play", "--rules", "extends.yaml"),
        ("score", "--rules", "extends.yaml"),
        ("referee", "--rules", "extends.yaml", "3r 4r 5r"),
        ("plugins", "--trace", "extends.yaml"),
    ],
    ids=" ".join,
)
def test_a_path_in_extends(home: Path, command: tuple[str, ...]) -> None:
    (home / "extends.yaml").write_text(BROKEN_RULES["extends"], encoding="utf-8")
    shown(home, *command)


@pytest.mark.parametrize(
    "command",
    [
        ("rules", "check"),
        ("rules", "show"),
        ("rules", "show", "--json"),
        ("rules", "diff", "rummy17"),
        ("rules", "book"),
        ("rules", "book", "--format", "html"),
        ("replay",),
        ("score", "--resume"),
    ],
    ids=" ".join,
)
def test_the_name_of_a_file(home: Path, command: tuple[str, ...]) -> None:
    file = f"{TITLE}{C1}{BIDI}.yaml"
    (home / file).write_text("variant: rummy17\nrules: {deal: {cards: 9}}\n", encoding="utf-8")
    shown(home, *command, file)


@pytest.mark.parametrize("line", [f"name: {YAML}", f"{YAML}: Anna", f"pace: {YAML}", f"language: {YAML}"])
@pytest.mark.parametrize("command", [("settings",), ("play", "--watch", "--players", "2", "--pace", "fast", "rummy17")])
def test_settings(home: Path, line: str, command: tuple[str, ...]) -> None:
    (home / "settings.yaml").write_text(f"{line}\n", encoding="utf-8")
    shown(home, *command)


# -- records and sheets ------------------------------------------------------------------------------------


def crafted_records() -> Iterator[tuple[str, dict[str, object]]]:
    rules = {"variant": "rummy17", "players": 2, "rules": {}}
    good: dict[str, object] = {
        "variant": "rummy17",
        "version": "1",
        "rules": rules,
        "seed": 1,
        "seats": [{"name": "Anna", "bot": None}, {"name": "Ben", "bot": None}],
    }
    yield "variant", good | {"variant": EVIL}
    yield "version", good | {"version": EVIL, "variant": "none"}
    yield "option", good | {"rules": rules | {"rules": {"deal": {EVIL: EVIL}}}}
    yield "source", good | {"sources": {f"x{EVIL}": {"file": f"\ud800{EVIL}"}}}


RECORDS = dict(crafted_records())


def write_record(home: Path, header: dict[str, object]) -> None:
    first, text = "RummyKit record 2", json.dumps(header)
    chained = sha256(f"{first}\n{text}".encode()).hexdigest()[:12]
    (home / "games").mkdir()
    (home / "games" / "crafted.rummy").write_text(f"{first}\n{chained} {text}\n", encoding="utf-8")


@pytest.mark.parametrize("what", RECORDS)
def test_a_record(home: Path, what: str) -> None:
    write_record(home, RECORDS[what])
    shown(home, "replay")


@pytest.mark.parametrize("command", ["games", "sheet", "export", "play --resume", "replay --step", "sheet --json"])
def test_a_record_everywhere(home: Path, command: str) -> None:
    write_record(home, RECORDS["source"])
    shown(home, *command.split())


def kept_sheet(home: Path) -> Path:
    """Return a sheet of two players that was begun."""
    rummy(home, "score", "rummy17", "--players", "Anna,Ben", typed="Anna\n")
    (sheet,) = (home / "games").glob("*.score")
    return sheet


@pytest.mark.parametrize("command", ["score --resume", "score --resume --json", "score --resume --csv", "games"])
def test_names_in_a_score_sheet(home: Path, command: str) -> None:
    sheet = kept_sheet(home)
    sheet.write_text(sheet.read_text("utf-8").replace('"Ben"', json.dumps(EVIL)), encoding="utf-8")
    assert "a player cannot be called" in " ".join(shown(home, *command.split()).split())


def test_answers_in_a_score_sheet(home: Path) -> None:
    sheet = kept_sheet(home)
    with sheet.open("a", encoding="utf-8") as file:
        file.write(json.dumps(["answer", 0, "hand:1", EVIL]) + "\n")
    assert harmless(seen := Terminal(home, "score", "--resume", "--json").rest()), seen


# -- plugins -----------------------------------------------------------------------------------------------

PLUGIN = f"""
from kit.tiny import *

EVIL = {EVIL!r}


@hookimpl
def rummykit_variant():
    return altered(
        titles={{"en": f"T{{EVIL}}"}},
        summary=EVIL,
        rules={{name: text + EVIL for name, text in RULES.items()}},
        presets={{"short": VARIANT.presets["short"], EVIL: VARIANT.presets["short"]}},
    )
"""


@pytest.mark.parametrize(
    "command",
    [
        "variants",
        "rules show tiny",
        "rules book tiny",
        "rules diff tiny tiny:short",
        "rules explain deal.hand_size",
        "rules new tiny",
        "referee tiny 3c",
        "play tiny --plain --players 2 --seed 1",
    ],
)
def test_what_a_plugin_says(home: Path, command: str) -> None:
    (home / "evil.py").write_text(PLUGIN, encoding="utf-8")
    variables = {"PYTHONPATH": str(Path(__file__).parents[1])}
    shown(home, "--plugin", "evil.py", *command.split(), **variables)


def test_a_plugin_that_fails_with_crafted_words(home: Path) -> None:
    (home / "evil.py").write_text(f"raise RuntimeError({EVIL!r})\n", encoding="utf-8")
    shown(home, "--plugin", "evil.py", "variants")


PRINTING = f"""
from kit.tiny import *
from kit.tiny_scoring import LeftCards


class Loud(LeftCards):
    def score(self, round):
        print({EVIL!r})
        return super().score(round)


@hookimpl
def rummykit_scoring():
    return Loud()
"""


def test_what_a_plugin_prints_in_a_game_for_a_script(home: Path) -> None:
    (home / "evil.py").write_text(PRINTING, encoding="utf-8")
    game = "play tiny --players 2 --seed 1 --watch --json"
    shown(home, "--plugin", "evil.py", *game.split(), PYTHONPATH=str(Path(__file__).parents[1]))


def test_the_full_screen(home: Path) -> None:
    (home / "evil.py").write_text(PLUGIN, encoding="utf-8")
    terminal = Terminal(
        home, "--plugin", "evil.py", "play", "tiny", "--players", "2", PYTHONPATH=str(Path(__file__).parents[1])
    )
    terminal.until(IN_FULL)
    terminal.until("PWNED")
    terminal.type("\x11")
    seen = terminal.rest()
    for crafted in (TITLE, "\x1b]0;", "\x1b[77;77H", "\x1b[53m", *"\x9b\x9d\x9c\x85\u202e\u2066\u2028\u2029"):
        assert crafted not in seen


# -- there is no other way ---------------------------------------------------------------------------------

WRITERS = {
    "lines.py": {"typer.echo", "input"},
    "render/console.py": {"Console"},
    "render/export_text.py": {"Console"},
}
"""Who may write to a terminal, or to a text that is a document."""


WRITING = re.compile(r"typer\.s?echo|print|input|Console|sys\.std(out|err)\.write")


def test_nothing_is_printed_past_the_safe_place() -> None:
    root = Path(rummykit_cli.__file__).parent
    for file in sorted(root.rglob("*.py")):
        nodes = ast.walk(ast.parse(file.read_text("utf-8")))
        calls = {ast.unparse(node.func) for node in nodes if isinstance(node, ast.Call)}
        writing = {call for call in calls if WRITING.fullmatch(call)}
        assert writing <= WRITERS.get(file.relative_to(root).as_posix(), set()), file
