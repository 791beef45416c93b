"""Rules that go into a game record come out again as they were, or not at all."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from rules_toy import TOYS, Toys, load

from rummykit.parts import MatchOptions
from rummykit.rules import HouseRuleError, TableRules, from_json, from_variant, load_text

FULL = """\
variant: sheet
preset: club
mods: [night, loud]
players: [Anna, Ben]
rules:
  deal: {hand_size: {2: 6, 3: 4}, side: right, packs: 2}
  night: {lamps: 0}
"""


def through_json(table: TableRules) -> Any:
    return json.loads(json.dumps(table.to_json()))


@pytest.mark.parametrize("text", [FULL, "variant: sheet\nplayers: 3", "variant: bare"])
def test_there_and_back(text: str) -> None:
    table = load(text)
    back = from_json(through_json(table), TOYS, name="game")
    for part in ("variant", "preset", "mods", "rules", "mod_rules", "players"):
        assert getattr(back, part) == getattr(table, part)
    assert back.to_json() == table.to_json()


def test_every_option_is_written() -> None:
    assert from_variant("sheet", TOYS).to_json() == {
        "variant": "sheet",
        "mods": [],
        "rules": {
            "deal": {"hand_size": 5, "packs": 1, "first_seat": "left", "side": "left"},
            "claiming": {"claims": False, "claim_limit": None, "claim_values": [1, 2], "claim_word": "mine"},
        },
        "match": MatchOptions(rounds=4).model_dump(mode="json"),
    }


def test_a_record_is_a_house_rule_file_too() -> None:
    table = load(FULL)
    assert load_text(json.dumps(table.to_json()), TOYS).to_json() == table.to_json()


def test_a_record_does_not_need_its_preset_any_more() -> None:
    data = through_json(load(FULL))
    data["preset"] = "gone"
    assert from_json(data, TOYS, name="game").preset == "gone"


def changed(change: Callable[[Any], object]) -> str:
    data = copy.deepcopy(through_json(load(FULL)))
    change(data)
    with pytest.raises(HouseRuleError) as caught:
        from_json(data, TOYS, name="game")
    assert all(problem.place.line == 0 for problem in caught.value.problems)
    return str(caught.value)


def set_deal(option: str, value: object) -> Callable[[Any], object]:
    return lambda data: data["rules"]["deal"].update({option: value})


deep: list[object] = []
for _ in range(100):
    deep = [deep]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data["rules"]["deal"].pop("packs"), "game: deal.packs is missing"),
        (lambda data: data["rules"]["night"].pop("lamps"), "game: night.lamps is missing"),
        (lambda data: data["match"].pop("rounds"), "game: match.rounds is missing"),
        (lambda data: data.pop("match"), "game: match is missing"),
        (
            lambda data: data.pop("mods"),
            "game: mods is missing\ngame: 'night' is a mod that this table does not use",
        ),
        (lambda data: data.pop("variant"), "game: the variant is missing"),
        (lambda data: data.update(variant="gone"), "game: unknown variant 'gone'; expected one of sheet"),
        (lambda data: data.update(mods=["night", "gone"]), "game: unknown mod 'gone'"),
        (lambda data: data.update(players=9), "game: sheet cannot be played by 9"),
        (lambda data: data.update(extends="x.yaml"), "game: unknown key 'extends'"),
        (set_deal("new", 3), "game: deal has no option 'new'"),
        (set_deal("packs", 9), "game: deal.packs cannot be the number 9"),
        (set_deal("packs", "2"), "game: deal.packs cannot be the text '2'"),
        (set_deal("packs", 2.0), "game: deal.packs cannot be the number 2.0"),
        (set_deal("packs", True), "game: deal.packs cannot be true"),
        (set_deal("packs", None), "game: deal.packs cannot be empty"),
        (set_deal("packs", 10**5000), "game: a number has more than 100 digits"),
        (set_deal("packs", 1j), "game: complex is not a JSON type"),
        (set_deal("first_seat", "\ud800"), "game: this text holds half a character"),
        (set_deal("packs", deep), "game: this is nested more than 20 deep"),
        (set_deal("hand_size", {2: 5, "2": 4}), "game: '2' is given twice"),
        (set_deal("hand_size", {"3": 4}), "game: deal.hand_size has no value for 2 players"),
        (set_deal("packs", 1), "game: one pack cannot go right"),
    ],
)
def test_nothing_is_filled_in_or_dropped(change: Callable[[Any], object], message: str) -> None:
    assert changed(change).startswith(message)


@pytest.mark.parametrize("data", [None, 3, "text", [], {}, {"variant": 3}, {1: 2}, object()])
def test_something_else(data: object) -> None:
    with pytest.raises(HouseRuleError):
        from_json(data, Toys(), name="game")
