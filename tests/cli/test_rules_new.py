"""`rummy rules new` writes files that play as they should, and `rummy rules schema` knows them."""

from __future__ import annotations

import json
import re
from itertools import permutations
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from cli.command import PLUGINS, rummy
from house_rule_files import uncommented
from rummykit.rules import from_variant, load_file, load_text, shapes
from rummykit.rules.schema import json_schema
from rummykit.rules.yamlfile import parse, plain
from rummykit_cli.commands.rules.diff import diff_rules
from rummykit_cli.commands.rules.new import asked_first, new_file, yaml_value

WHICH = pytest.mark.parametrize("every", [False, True], ids=["asked first", "all"])


@WHICH
def test_a_new_file_plays_as_the_variant_or_preset(our_game: tuple[str, str | None], every: bool) -> None:
    variant, preset = our_game
    new = load_text(new_file(variant, preset, PLUGINS, every=every), PLUGINS)
    assert new.to_json() == from_variant(variant, PLUGINS, preset=preset).to_json()
    assert all(origin.preset == preset for origin in new.origins.values())


@WHICH
def test_its_comments_have_the_values_in_force(our_game: tuple[str, str | None], every: bool) -> None:
    variant, preset = our_game
    new = load_text(uncommented(new_file(variant, preset, PLUGINS, every=every)), PLUGINS)
    assert new.rules == from_variant(variant, PLUGINS, preset=preset).rules
    set_here = {".".join(option) for option, origin in new.origins.items() if origin.preset is None}
    options = {f"{name}.{option}" for name, section in new.rules for option, _ in section}
    assert set_here == (options if every else set(asked_first(type(new.rules))))


@pytest.mark.parametrize(
    ("variant", "first", "second"),
    [
        (variant, first, second)
        for variant in PLUGINS.variants()
        for first, second in permutations((None, *PLUGINS.presets(variant)), 2)
    ],
)
def test_changing_the_preset_of_a_new_file_changes_the_game(
    variant: str, first: str | None, second: str | None, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = new_file(variant, first, PLUGINS)
    line = f"preset: {yaml_value(second)}\n" if second else ""
    text = (
        re.sub(r"^preset: .*\n", line, text, flags=re.MULTILINE)
        if first
        else text.replace("# title", f"{line}# title", 1)
    )
    (home / "ours.yaml").write_text(text, "utf-8")
    diff_rules(str(home / "ours.yaml"), f"{variant}:{second}" if second else variant, False)
    assert capsys.readouterr().out == "Both are played the same way.\n"


@WHICH
def test_a_new_file_fits_the_schema_with_and_without_its_comments(
    our_game: tuple[str, str | None], every: bool
) -> None:
    variant, preset = our_game
    text = new_file(variant, preset, PLUGINS, every=every)
    for data in (plain(parse(one, "new.yaml")[0]) for one in (text, uncommented(text))):
        for which in (None, variant):
            Draft7Validator(json_schema(PLUGINS, which)).validate(data)


def test_every_option_is_explained_above_its_line(our_variant: str) -> None:
    lines = [line.strip() for line in new_file(our_variant, None, PLUGINS, every=True).splitlines()]
    assert lines[0] == "# yaml-language-server: $schema=rummykit.schema.json"
    assert max(map(len, lines)) <= 120
    for name, section in PLUGINS.options_model(our_variant)():
        start = lines.index(f"{name}:")
        for option, field in type(section).model_fields.items():
            at = next(
                number for number, line in enumerate(lines) if number > start and line.startswith(f"# {option}: ")
            )
            above = " ".join(line.removeprefix("# ") for line in lines[max(0, at - 8) : at])
            assert above.endswith(f"{field.description} ({shapes.expected(field)})")


def test_a_new_file_is_short_and_says_how_to_see_the_rest(our_game: tuple[str, str | None]) -> None:
    variant, preset = our_game
    text = new_file(variant, preset, PLUGINS)
    assert len(text.splitlines()) <= 70
    assert f"rummy rules new {variant}{f' --preset {preset}' if preset else ''} --all" in text


def test_the_match_comes_last() -> None:
    keys = [line for line in new_file("rummy17", None, PLUGINS, every=True).splitlines() if line[:1].isalpha()]
    assert keys == ["variant: rummy17", "rules:", "match:", "stakes:"]


@pytest.mark.parametrize(
    "value",
    [
        *("left", "", "101", "off", "null", "Y", "1e3", "a: b", "# no", "é\t\x07😀", "x" * 300, "0x1F", "a  b\nc"),
        *(7, 2.5, True, False, None, [1, "two", None], {"2": 10, "3": 7}),
    ],
)
def test_values_are_written_so_that_they_are_read_again(value: object) -> None:
    text = yaml_value(value)
    assert "\n" not in text
    assert plain(parse(f"[{text}]", "t.yaml")[0]) == [value]


def test_the_command_writes_a_file_once(home: Path) -> None:
    made = rummy(home, "rules", "new", "rummy17", "-o", "ours.yaml")
    assert made.code == 0
    assert "rummy rules check ours.yaml" in made.text
    assert "good; rummy17" in rummy(home, "rules", "check", "ours.yaml").out
    assert [file.name for file in home.iterdir()] == ["ours.yaml"]

    (home / "ours.yaml").write_text("mine", "utf-8")
    again = rummy(home, "rules", "new", "rummy17", "-o", "ours.yaml")
    assert again.code == 2
    assert again.err == "Error: ours.yaml already exists; overwrite it with --force, or choose another name.\n"
    assert (home / "ours.yaml").read_text("utf-8") == "mine"

    forced = rummy(home, "rules", "new", "rummy17", "--preset", "five_rounds", "-o", "ours.yaml", "--force")
    assert forced.code == 0
    assert load_file(home / "ours.yaml", PLUGINS).preset == "five_rounds"


@pytest.mark.parametrize("named", [["deutsches_romme", "--preset", "club"], ["deutsches_romme:club"]])
def test_the_command_prints_without_a_file(home: Path, named: list[str]) -> None:
    result = rummy(home, "rules", "new", *named, "--all")
    assert load_text(result.out, PLUGINS).to_json() == from_variant("deutsches_romme", PLUGINS, preset="club").to_json()
    assert "# min_with_joker: 40\n" in result.out
    assert not list(home.iterdir())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rumy17"], "Did you mean rummy17?"),
        (["rummy17", "--preset", "five_round"], "unknown preset 'five_round'"),
        (["rummy17:five_round"], "unknown preset 'five_round'"),
        (["rummy17:five_rounds", "--preset", "first_game"], "already names a preset"),
        (["rummy17", "-o", "nowhere/ours.yaml"], "nowhere/ours.yaml cannot be written"),
    ],
)
def test_the_command_says_what_is_wrong(home: Path, arguments: list[str], sentence: str) -> None:
    result = rummy(home, "rules", "new", *arguments)
    assert (result.code, result.out) == (2, "")
    assert sentence in result.text.replace("\\", "/")


def test_the_schema_command(home: Path) -> None:
    every = rummy(home, "rules", "schema")
    assert json.loads(every.out) == json_schema(PLUGINS)
    assert every.out.isascii()
    assert json.loads(rummy(home, "rules", "schema", "rummy17").out) == json_schema(PLUGINS, "rummy17")
    unknown = rummy(home, "rules", "schema", "rumy17")
    assert (unknown.code, unknown.out) == (2, "")
    assert "Did you mean rummy17?" in unknown.err
