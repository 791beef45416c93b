"""Sections at the top, words for nothing, ranges of players, options that exclude or follow each other."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import Field

from rummykit.errors import PluginError
from rummykit.plugin.plugins import Plugins
from rummykit.rules import (
    HouseRuleError,
    HouseRules,
    Off,
    PerPlayers,
    Place,
    Same,
    Section,
    TableRules,
    Unlimited,
    Within,
    check_model,
    from_json,
    grammar,
    load_text,
)
from rummykit.rules.grammar import new_name, old_names
from rummykit.rules.schema import json_schema
from rummykit_cli.commands.rules.new import yaml_value


class Length(Section):
    """How long a match is."""

    rounds: Off[int] = Field(None, ge=1, le=50, description="rounds in a match")
    target: Off[int] = Field(None, ge=50, le=500, description="the total that ends a match")
    elimination: Off[int] = Field(101, ge=50, le=500, description="the total at which a player is out")

    one_of = ("rounds", "target", "elimination")


class Stakes(Section):
    """What is at stake."""

    buyback_from: int = Field(0, ge=0, le=500, description="the lowest total that can be bought back")
    follows = (("buyback_from", lambda rules: (rules.length.elimination or 20) - 20),)


class Jokers(Section):
    per_meld: Unlimited[int] = Field(1, ge=1, le=6, description="most jokers in a meld")
    min_run: int = Field(3, ge=3, le=5, description="the shortest run for a joker")


class Swaps(Section):
    allowed: Off[int] = Field(None, ge=1, le=3, description="swaps in a turn")
    min_run: int = Field(3, ge=3, le=5, description="the shortest run for a swapped joker")
    value: Same[int] = Field(None, ge=1, le=3, description="what a swap is worth")


class Deal(Section):
    cards: Annotated[PerPlayers, Within(5, 20)] = Field(10, description="cards dealt to each player")
    jokers: int = Field(2, ge=0, le=8, description="jokers in the pack")


class Modern(HouseRules):
    deal: Deal = Deal()
    jokers: Jokers = Jokers()
    swaps: Swaps = Swaps()
    length: Length = Length()
    stakes: Stakes = Stakes()

    top_level = ("length", "stakes")


class Installed:
    presets_of_modern: Mapping[str, str] = {"short": "length: {rounds: 3}"}

    def variants(self) -> dict[str, tuple[int, int]]:
        return {"modern": (2, 4)}

    def options_model(self, variant: str) -> type[HouseRules]:
        return Modern

    def presets(self, variant: str) -> Mapping[str, str]:
        return self.presets_of_modern

    def mods(self) -> dict[str, Any]:
        return {}

    bots: frozenset[str] = frozenset()

    def mod_options(self, name: str) -> type[Section] | None:
        raise KeyError(name)


INSTALLED = Installed()


def load(text: str) -> TableRules:
    return load_text(f"variant: modern\n{text}", INSTALLED, name="t.yaml")


def complaints(text: str) -> list[str]:
    with pytest.raises(HouseRuleError) as caught:
        load(text)
    return [str(problem) for problem in caught.value.problems]


def test_the_model_is_well_made() -> None:
    assert check_model(Modern) == []


def test_one_name_in_several_sections() -> None:
    table = load("rules: {jokers: {min_run: 4}, swaps: {min_run: 5}}")
    assert (table.value("jokers.min_run"), table.value("swaps.min_run")) == (4, 5)
    (complaint,) = complaints("rules: {deal: {min_run: 4}}")
    assert "the option 'min_run' belongs in rules: jokers or rules: swaps, not in deal" in complaint


def test_a_section_may_have_the_name_of_an_option() -> None:
    assert load("rules: {deal: {jokers: 4}, jokers: {per_meld: 2}}").value("deal.jokers") == 4
    assert complaints("jokers: {per_meld: 2}") == ["t.yaml:2:1: the section 'jokers' belongs under rules"]


def test_sections_at_the_top() -> None:
    table = load("length: {rounds: 5}\nstakes: {buyback_from: 7}")
    assert (table.value("length.rounds"), table.value("stakes.buyback_from")) == (5, 7)
    assert list(table.to_json())[-3:] == ["rules", "length", "stakes"]
    assert complaints("rules: {stakes: {buyback_from: 7}}") == [
        "t.yaml:2:9: stakes belongs at the top of the file, beside rules"
    ]
    assert complaints("buyback_from: 7") == ["t.yaml:2:1: the option 'buyback_from' belongs in stakes"]
    assert complaints("zzz: 7")[0].endswith("players, rules, length, stakes")


@pytest.mark.parametrize(
    ("section", "option", "word"),
    [("jokers", "per_meld", "unlimited"), ("swaps", "allowed", "off"), ("swaps", "value", "same")],
)
def test_words_for_nothing(section: str, option: str, word: str) -> None:
    table = load(f"rules: {{{section}: {{{option}: {word}}}}}")
    assert table.value(f"{section}.{option}") is None
    data: Any = table.to_json()
    assert data["rules"][section][option] == word
    assert from_json(data, INSTALLED, name="game").rules == table.rules
    (complaint,) = complaints(f"rules: {{{section}: {{{option}: {word}x}}}}")
    assert f" or {word}; did you mean {word}?" in complaint
    for nothing in ("", "null"):
        (complaint,) = complaints(f"rules: {{{section}: {{{option}: {nothing}}}}}")
        assert f"{section}.{option} cannot be empty; expected " in complaint
        assert complaint.endswith(f" or {word}; did you mean {word}?")


def test_words_for_nothing_in_the_schema() -> None:
    per_meld = json_schema(INSTALLED, "modern")["properties"]["rules"]["properties"]["jokers"]["properties"]["per_meld"]
    assert per_meld["anyOf"][1] == {"const": "unlimited"}
    assert per_meld["description"] == "most jokers in a meld (a whole number from 1 to 6 or unlimited)"


@pytest.mark.parametrize(
    ("written", "values", "shown"),
    [
        ("{2: 13, 3-4: 11}", {2: 13, 3: 11, 4: 11}, "{2: 13, 3-4: 11}"),
        ("{2-4: 9}", {2: 9, 3: 9, 4: 9}, "{2-4: 9}"),
        ("{4: 9, 2: 9, 3: 8}", {2: 9, 3: 8, 4: 9}, "{2: 9, 3: 8, 4: 9}"),
    ],
)
def test_ranges_of_players(written: str, values: dict[int, int], shown: str) -> None:
    table = load(f"rules: {{deal: {{cards: {written}}}}}")
    cards = table.value("deal.cards")
    assert (dict(cards), str(cards)) == (values, shown)  # type: ignore[call-overload]
    data: Any = table.to_json()
    assert from_json(data, INSTALLED, name="game").rules == table.rules


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ("{4-3: 9}", "t.yaml:2:24: deal.cards cannot have the key the text '4-3'"),
        ("{2-3: 9, 3: 8}", "t.yaml:2:23: deal.cards: there are two values for 3 players"),
        ("{2-3: 99}", "t.yaml:2:29: deal.cards[2-3] cannot be the number 99"),
    ],
)
def test_bad_ranges_of_players(written: str, complaint: str) -> None:
    (found,) = complaints(f"rules: {{deal: {{cards: {written}}}}}")
    assert found.startswith(complaint)


REAL = Plugins.discover()
SCORING = "rules: {{scoring: {{cards: {written}}}}}"


@pytest.mark.parametrize(
    ("written", "values", "shown"),
    [
        ("five_ten_fifteen", "five_ten_fifteen", "five_ten_fifteen"),
        ("{J-K: 10, 7: 20}", {"7": 20, "J": 10, "Q": 10, "K": 10}, "{7: 20, J-K: 10}"),
        ("{A-3: 1}", {"2": 1, "3": 1, "A": 1}, "{2-3: 1, A: 1}"),
        ("{K - A: 15, 10: 15}", {"10": 15, "K": 15, "A": 15}, "{10: 15, K-A: 15}"),
    ],
)
def test_values_of_ranks(written: str, values: object, shown: str) -> None:
    table = load_text(f"variant: deutsches_romme\n{SCORING.format(written=written)}\n", REAL)
    cards = table.value("scoring.cards")
    assert (cards if isinstance(cards, str) else dict(cards), str(cards)) == (values, shown)  # type: ignore[call-overload]
    assert from_json(table.to_json(), REAL, name="game").rules == table.rules
    assert yaml_value(table.to_json()["rules"]["scoring"]["cards"]) == shown  # type: ignore[index]


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ("fips", ":26: scoring.cards cannot be the text 'fips'; expected pips, five_ten_fifteen or what ranks count, "
            "from 1 to 50, such as {2-9: 5, 10-K: 10}; did you mean pips?"),
        ("{K-10: 9}", ":27: scoring.cards cannot have the key the text 'K-10'"),
        ("{A-A: 9}", ":27: scoring.cards cannot have the key the text 'A-A'"),
        ("{11: 9}", ":27: scoring.cards cannot have the key the number 11"),
        ("{2-9: 9, 3: 8}", ":26: scoring.cards: there are two values for 3"),
        ("{2-3: 99}", ":32: scoring.cards[2-3] cannot be the number 99"),
        ("{}", ":26: scoring.cards cannot be "),
    ],
)  # fmt: skip
def test_bad_values_of_ranks(written: str, complaint: str) -> None:
    with pytest.raises(HouseRuleError) as refused:
        load_text(f"variant: deutsches_romme\n{SCORING.format(written=written)}\n", REAL, name="t.yaml")
    (problem,) = refused.value.problems
    assert str(problem).startswith(f"t.yaml:2{complaint}")


WILD = "rules: {{jokers: {{wild_ranks: {written}}}}}"


@pytest.mark.option("jokers.wild_ranks")
@pytest.mark.parametrize(
    ("written", "ranks", "shown"),
    [("[]", (), "[]"), ("[2]", ("2",), "[2]"), ('["2"]', ("2",), "[2]"), ("[A, J]", ("J", "A"), "[J, A]")],
)
def test_lists_of_ranks(written: str, ranks: tuple[str, ...], shown: str) -> None:
    table = load_text(f"variant: deutsches_romme\n{WILD.format(written=written)}\n", REAL)
    wild = table.value("jokers.wild_ranks")
    assert (tuple(wild), str(wild)) == (ranks, shown)
    assert from_json(table.to_json(), REAL, name="game").rules == table.rules
    assert yaml_value(table.to_json()["rules"]["jokers"]["wild_ranks"]) == shown  # type: ignore[index]


@pytest.mark.option("jokers.wild_ranks")
@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ("2", "30: jokers.wild_ranks cannot be the number 2; expected a list of at most 2 ranks, such as [2]; "
            "did you mean [2]?"),
        ("none", "30: jokers.wild_ranks cannot be the text 'none'; expected a list of at most 2 ranks, such as [2]; "
            "did you mean []?"),
        ("[2, 11]", "34: jokers.wild_ranks[1] cannot be the number 11"),
        ("[2-4]", "31: jokers.wild_ranks[0] cannot be the text '2-4'"),
        ("[2, 2]", "30: jokers.wild_ranks: 2 is named twice"),
        ("[2, 3, 4]", "30: jokers.wild_ranks cannot be a list; expected a list of at most 2 ranks"),
    ],
)  # fmt: skip
def test_bad_lists_of_ranks(written: str, complaint: str) -> None:
    with pytest.raises(HouseRuleError) as refused:
        load_text(f"variant: deutsches_romme\n{WILD.format(written=written)}\n", REAL, name="t.yaml")
    (problem,) = refused.value.problems
    assert str(problem).startswith(f"t.yaml:2:{complaint}")


def test_one_of_several_replaces_what_is_inherited() -> None:
    assert load("").rules.model_dump()["length"] == {"rounds": None, "target": None, "elimination": 101}
    assert load("length: {target: 200}").rules.model_dump()["length"] == {
        "rounds": None, "target": 200, "elimination": None,
    }  # fmt: skip
    table = load("preset: short\nlength: {target: 200}")
    assert table.rules.model_dump()["length"] == {"rounds": None, "target": 200, "elimination": None}
    assert list(table.origins) == [("length", "target")]
    for nothing in ("length:", "length: {target: off}"):
        assert load(f"preset: short\n{nothing}").value("length.rounds") == 3


def test_what_is_replaced_is_checked_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "parent.yaml").write_text("variant: modern\nlength: {rounds: 99}\n")
    with pytest.raises(HouseRuleError) as caught:
        load_text("extends: parent.yaml\nlength: {target: 200}", INSTALLED, base=tmp_path)
    assert "length.rounds cannot be the number 99" in str(caught.value)


def test_two_of_them_contradict_each_other() -> None:
    with pytest.raises(HouseRuleError) as caught:
        load("length:\n  rounds: 4\n  target: 200")
    (problem,) = caught.value.problems
    assert str(problem).startswith("t.yaml:3:3: length.rounds and length.target contradict each other")
    assert problem.also == (Place("t.yaml", 4, 3),)


def test_an_option_that_nobody_says_follows_another() -> None:
    assert load("").value("stakes.buyback_from") == 81
    assert load("length: {elimination: 201}").value("stakes.buyback_from") == 181
    assert load("length: {elimination: 201}\nstakes: {buyback_from: 5}").value("stakes.buyback_from") == 5
    data: Any = load("length: {elimination: 201}").to_json()
    assert data["stakes"]["buyback_from"] == 181
    assert from_json(data, INSTALLED, name="game").value("stakes.buyback_from") == 181


def test_old_names_are_answered_with_the_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    table = {
        "draw.hand_size": ("pool.cards", "deal.cards"),
        "draw.gone": ("gone.gone",),
        "match.match_mode": ("say rounds, target or elimination in the place of match_mode",),
        "swaps.swap": ("swaps.allowed",),
    }
    monkeypatch.setattr(grammar, "old_names", lambda: table)
    assert complaints("hand_size: 5") == ["t.yaml:2:1: 'hand_size' is now deal.cards"]
    assert complaints("rules: {draw: {hand_size: 5}}") == ["t.yaml:2:16: 'hand_size' is now deal.cards"]
    assert complaints("rules: {swaps: {swap: 2}}") == ["t.yaml:2:17: 'swap' is now swaps.allowed"]
    assert "has no section 'draw'" in complaints("rules: {draw: {gone: 5}}")[0]
    assert complaints("match_mode: x") == ["t.yaml:2:1: say rounds, target or elimination in the place of match_mode"]


def test_badly_made_declarations_are_found() -> None:
    class Wrong(Section):
        rounds: int = Field(3, ge=1, le=50, description="rounds in a match")
        one_of = ("rounds", "target")
        follows = (("points", lambda rules: 3),)

    assert check_model(Wrong) == [
        "option Wrong.rounds is one of several, but cannot be None",
        "one_of of Wrong names target, which is not an option of it",
        "follows of Wrong names points, which is not an option of it",
    ]


def test_what_a_game_leaves_out_is_no_rival_and_follows_nothing() -> None:
    class Length(Section):
        rounds: Off[int] = Field(3, ge=1, le=50, description="rounds in a match")
        target: Off[int] = Field(None, ge=50, le=500, description="the total that ends a match")
        elimination: Off[int] = Field(None, ge=50, le=500, description="the total at which a player is out")
        price: int = Field(5, ge=0, le=50, description="the price of coming back")
        one_of = ("rounds", "target", "elimination")
        follows = (("price", lambda rules: 7),)

    class Game(HouseRules):
        match: Length = Length.narrowed("price", target=(None,))()

    narrowed = Game.sections()["match"]
    assert (narrowed.one_of, narrowed.follows) == (("rounds", "elimination"), ())
    assert check_model(Game) == []
    rules = Game.model_validate({"match": {"elimination": 101}})
    assert (rules.match.rounds, rules.match.target, rules.match.price) == (None, None, 5)
    with pytest.raises(PluginError, match=r"^Length.narrowed names 'round', .* Did you mean rounds\?$"):
        Length.narrowed("round")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("swaps.swap", "swaps.allowed"),
        ("swap", "swaps.allowed"),
        ("draw.hand_size", "deal.cards"),
        ("draw.gone", None),
        ("swaps.hand_size", None),
    ],
)
def test_what_an_old_name_is_called_now(monkeypatch: pytest.MonkeyPatch, old: str, new: str | None) -> None:
    table = {"draw.hand_size": ("pool.cards", "deal.cards"), "draw.gone": ("x.y",), "swaps.swap": ("swaps.allowed",)}
    monkeypatch.setattr(grammar, "old_names", lambda: table)
    assert new_name(old, {"deal.cards", "swaps.allowed"}) == new


def test_every_old_name_is_answered_with_one_that_there_is() -> None:
    plugins = Plugins.discover()
    models = [plugins.options_model(variant) for variant in plugins.variants()]
    known = {
        f"{name}.{option}" for model in models for name, section in model() for option in type(section).model_fields
    }
    answers = {answer for answers in old_names().values() for answer in answers if " " not in answer}
    assert answers <= known
    assert not known & {old for old, answers in old_names().items() if old in answers}
