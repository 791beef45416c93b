"""The JSON Schema of house-rule files agrees with the loader: on what is good, and on what is not."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from jsonschema import Draft7Validator
from pydantic import Field
from rules_toy import TOYS

from house_rule_files import GALLERY
from rummykit.plugin.plugins import Plugins
from rummykit.rules import Catalogue, HouseRuleError, HouseRules, PerPlayers, Section, Within, load_text
from rummykit.rules.document import KEYS
from rummykit.rules.schema import json_schema
from rummykit.rules.yamlfile import parse, plain

PLUGINS = Plugins.discover()


def data(text: str) -> Any:
    """Read YAML as the loader does."""
    return plain(parse(text, "t.yaml")[0])


SCHEMAS: dict[tuple[Any, ...], Draft7Validator] = {}


def schemas(variant: str, catalogue: Catalogue = PLUGINS) -> list[Draft7Validator]:
    """Return the validators for all variants, and for this one alone, made once."""
    for which in (None, variant):
        if (type(catalogue), which) not in SCHEMAS:
            SCHEMAS[type(catalogue), which] = Draft7Validator(json_schema(catalogue, which))
    return [SCHEMAS[type(catalogue), which] for which in (None, variant)]


def fits(text: str, variant: str, catalogue: Catalogue = PLUGINS) -> bool:
    """Say whether a text fits the schema of all variants and that of one; they must agree."""
    every, one = (validator.is_valid(data(text)) for validator in schemas(variant, catalogue))
    assert every == one
    return every


def loads(text: str, catalogue: Catalogue = PLUGINS) -> bool:
    try:
        load_text(text, catalogue)
    except HouseRuleError:
        return False
    return True


def options(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    properties = schema["properties"]
    sections = properties["rules"]["properties"] | {name: properties[name] for name in ("match", "stakes")}
    for name, section in sections.items():
        yield from ((f"{name}.{option}", about) for option, about in section["properties"].items())


def test_it_is_a_valid_schema_of_draft_7(our_variant: str) -> None:
    for validator in schemas(our_variant):
        Draft7Validator.check_schema(validator.schema)
        json.dumps(validator.schema)
        assert set(validator.schema["properties"]) == {*KEYS, *PLUGINS.options_model(our_variant).top_sections()}
        assert validator.schema["additionalProperties"] is False


def test_every_option_has_a_meaning_a_default_and_a_range(our_variant: str) -> None:
    found = dict(options(json_schema(PLUGINS, our_variant)))
    model = PLUGINS.options_model(our_variant)()
    assert set(found) == {f"{name}.{option}" for name, section in model for option in type(section).model_fields}
    for name, option in found.items():
        assert option["description"]
        validator = Draft7Validator(option)
        assert validator.is_valid(option["default"]), name
        for form in option.get("anyOf", [option]):
            if form.get("type") == "integer":
                assert {"minimum", "maximum"} <= set(form), name
            assert form.get("type") != "string" or "enum" in form, name


def test_presets_fit(our_game: tuple[str, str | None]) -> None:
    variant, preset = our_game
    text = data(PLUGINS.presets(variant)[preset]) if preset else {}
    file = {"variant": variant, **{key: value for key, value in text.items() if key != "description"}}
    for validator in schemas(variant):
        validator.validate(file)
        validator.validate({"variant": variant, **({"preset": preset} if preset else {})})


@pytest.mark.parametrize("file", GALLERY, ids=lambda file: file.name)
def test_samples_fit(file: Path) -> None:
    text = file.read_text("utf-8")
    assert fits(text, load_text(text, PLUGINS, base=file.parent).variant)


def test_the_samples_fit_for_an_outside_validator(tmp_path: Path) -> None:
    schema = tmp_path / "rummykit.schema.json"
    schema.write_text(json.dumps(json_schema(PLUGINS)), "utf-8")
    bad = tmp_path / "bad.yaml"
    bad.write_text("variant: rummy17\nrules:\n  deal:\n    cards: {2: 99}\n", "utf-8")
    by_players = tmp_path / "by-players.yaml"
    by_players.write_text("variant: rummy17\nrules:\n  deal:\n    cards: {2: 10, 3: 7}\n", "utf-8")

    def check(*files: Path) -> int:
        command = [sys.executable, "-m", "check_jsonschema", "--schemafile", schema, *files]
        return subprocess.run(command, capture_output=True, check=False, timeout=60).returncode

    assert check(*GALLERY, by_players) == 0
    assert check(bad) == 1


GOOD = {
    "only the variant": "variant: rummy17",
    "nothing below the keys": "variant: rummy17\nmods:\nrules:\nmatch:",
    "nothing below a section": "variant: rummy17\nrules:\n  deal:",
    "one value for all": "variant: rummy17\nrules: {deal: {cards: 7}}",
    "one for each number of players": "variant: rummy17\nplayers: 2-3\nrules: {deal: {cards: {2: 10, 3: 7}}}",
    "text keys": "variant: rummy17\nplayers: 2\nrules: {deal: {cards: {'2': 10}}}",
    "more players than there are": "variant: rummy17\nrules: {deal: {cards: {2-6: 9, 99: 10}}}",
    "null where it is allowed": "variant: rummy17\nrules: {jokers: {per_meld: unlimited}}",
    "a number there": "variant: rummy17\nrules: {jokers: {per_meld: 6}}",
    "players by number": "variant: rummy17\nplayers: 3",
    "players from two to four": "variant: rummy17\nplayers: 2-4",
    "players by name": "variant: rummy17\nplayers: [Anna, Ben]",
    "no mods": "variant: rummy17\nmods: []",
    "a preset": "variant: rummy17\npreset: five_rounds",
}

BAD = {
    "no variant": "preset: five_rounds",
    "unknown variant": "variant: rummy71",
    "empty variant": "variant:",
    "unknown key": "variant: rummy17\nrule: {}",
    "unknown preset": "variant: rummy17\npreset: six_rounds",
    "preset of another variant": "variant: rummy17\npreset: club",
    "unknown section": "variant: rummy17\nrules: {deel: {}}",
    "match below rules": "variant: rummy17\nrules: {match: {}}",
    "section at the top": "variant: rummy17\ndeal: {hand_size: 7}",
    "section that is a list": "variant: rummy17\nrules: {deal: [hand_size]}",
    "unknown option": "variant: rummy17\nrules: {deal: {hand_sise: 7}}",
    "option of another variant": "variant: rummy17\nrules: {deck: {packs: 2}}",
    "wrong type": "variant: rummy17\nrules: {deal: {cards: ten}}",
    "number as a text": "variant: rummy17\nmatch: {rounds: '3'}",
    "a fraction": "variant: rummy17\nmatch: {rounds: 2.5}",
    "a word for a switch": "variant: rummy17\nrules: {claims: {allowed: off}}",
    "a number for a switch": "variant: rummy17\nrules: {claims: {allowed: 1}}",
    "too small": "variant: rummy17\nrules: {deal: {cards: 4}}",
    "too large": "variant: rummy17\nmatch: {rounds: 51}",
    "too large for some": "variant: rummy17\nrules: {deal: {cards: {2: 10, 3: 21}}}",
    "no number of players": "variant: rummy17\nrules: {deal: {cards: {two: 10}}}",
    "for nobody": "variant: rummy17\nrules: {deal: {cards: {0: 10}}}",
    "for a hundred": "variant: rummy17\nrules: {deal: {cards: {100: 10}}}",
    "for no number": "variant: rummy17\nrules: {deal: {cards: {}}}",
    "null where it is not allowed": "variant: rummy17\nrules: {deal: {cards: null}}",
    "bad choice": "variant: rummy17\nrules: {deal: {starter: right}}",
    "unknown mod": "variant: rummy17\nmods: [night_watch]",
    "mods that are no list": "variant: rummy17\nmods: night_watch",
    "too many players": "variant: rummy17\nplayers: 7",
    "too many to too many": "variant: rummy17\nplayers: 2-7",
    "too many names": "variant: rummy17\nplayers: [A, B, C, D, E, F, G]",
    "one name": "variant: rummy17\nplayers: [Anna]",
    "a name twice": "variant: rummy17\nplayers: [Anna, Anna]",
    "a blank name": "variant: rummy17\nplayers: [Anna, ' ']",
    "a long name": f"variant: rummy17\nplayers: [Anna, {'x' * 41}]",
    "a number for a name": "variant: rummy17\nplayers: [Anna, 2]",
    "no players": "variant: rummy17\nplayers:",
    "empty extends": "variant: rummy17\nextends: ''",
    "a list": "- variant",
}


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_good_files_are_good_to_both(text: str) -> None:
    assert loads(text)
    assert fits(text, "rummy17")


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_bad_files_are_bad_to_both(text: str) -> None:
    assert not loads(text)
    assert not fits(text, "rummy17")


def test_a_file_that_extends_another_may_leave_the_variant_to_it() -> None:
    every, one = schemas("rummy17")
    for validator in (every, one):
        assert validator.is_valid(data("extends: base.yaml\nrules: {pool: {per_turn: 1}}"))
        assert not validator.is_valid(data("extends: base.yaml\nrules: {pool: {per_turn: 6}}"))
    both = data("extends: base.yaml\nrules: {pool: {per_turn: 1}, knocking: {}}")
    assert not every.is_valid(both)  # no one variant has both sections


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("variant: sheet\nmods: [night]\nrules: {night: {lamps: 4}}", True),
        ("variant: sheet\nmods: [night, loud]", True),
        ("variant: sheet\nmods: [night]\nrules: {night: {lamps: 5}}", False),
        ("variant: sheet\nmods: [night, night]", False),
        ("variant: sheet\nrules: {night: {lamps: 4}}", False),
        ("variant: sheet\nmods: [loud]\nrules: {night: {lamps: 4}}", False),
        ("variant: sheet\nmods: [loud]\nrules: {loud: {}}", False),
        ("variant: sheet\npreset: '101'", True),
        ("variant: sheet\npreset: 101", False),
        ("variant: sheet\nrules: {deal: {side: left}}", True),
        ("variant: sheet\nrules: {deal: {side: up}}", False),
        ("variant: sheet\nrules: {claiming: {claim_values: [1, 2, 3]}}", True),
        ("variant: sheet\nrules: {claiming: {claim_values: [one]}}", False),
        ("variant: sheet\nrules: {claiming: {claim_word: hey}}", True),
    ],
)
def test_mods_and_the_options_of_a_stranger(text: str, good: bool) -> None:
    assert loads(text, TOYS) is good
    assert fits(text, "sheet", TOYS) is good


def test_a_mod_may_come_from_the_extended_file() -> None:
    assert all(
        validator.is_valid(data("variant: sheet\nextends: base.yaml\nrules: {night: {lamps: 4}}"))
        for validator in schemas("sheet", TOYS)
    )


def test_a_mod_with_the_name_of_a_section_is_refused() -> None:
    assert not fits("variant: grumpy\nmods: [loud]", "grumpy", TOYS)
    assert fits("variant: grumpy\nrules: {loud: {packs: 2}}", "grumpy", TOYS)


def test_the_default_is_that_of_the_variant_not_of_the_section() -> None:
    match = json_schema(TOYS, "sheet")["properties"]["match"]["properties"]
    assert (match["rounds"]["default"], match["target"]["default"]) == (4, "off")


class Suit(Enum):
    RED = "red"
    BLUE = "blue"


class Odd(Section):
    """Forms that no built-in variant has."""

    pair: tuple[int, Suit] = Field((1, Suit.RED), description="a number and a suit")
    suits: tuple[Suit, ...] = Field((), description="suits")
    either: Annotated[PerPlayers, Within(1, 3)] | None = Field(None, description="by players, or nothing")
    levels: Literal[1, 2] = Field(1, description="a level")
    share: float = Field(0.5, ge=0, le=1, description="a part")


class OddRules(HouseRules):
    odd: Odd = Odd()


class OddCatalogue:
    def variants(self) -> dict[str, tuple[int, int]]:
        return {"a/b~c d": (1, 1)}

    def options_model(self, variant: str) -> type[HouseRules]:
        return OddRules

    def presets(self, variant: str) -> dict[str, str]:
        return {}

    def mods(self) -> dict[str, Any]:
        return {}

    bots: frozenset[str] = frozenset()

    def mod_options(self, name: str) -> type[Section] | None:
        raise KeyError(name)


ODD = OddCatalogue()


@pytest.mark.parametrize(
    ("options", "good"),
    [
        ("pair: [3, blue]", True),
        ("pair: [3, green]", False),
        ("pair: [3]", False),
        ("pair: [3, blue, 4]", False),
        ("suits: [red, blue, red]", True),
        ("suits: [green]", False),
        ("either: null", True),
        ("either: {1: 3}", True),
        ("either: {2: 4}", False),
        ("levels: 2", True),
        ("levels: 3", False),
        ("share: 1", True),
        ("share: 1.5", False),
    ],
)
def test_other_forms_of_options(options: str, good: bool) -> None:
    text = f"variant: a/b~c d\nrules: {{odd: {{{options}}}}}"
    assert loads(text, ODD) is good
    assert fits(text, "a/b~c d", ODD) is good


def test_a_variant_without_presets_takes_none() -> None:
    assert not fits("variant: a/b~c d\npreset: x", "a/b~c d", ODD)
