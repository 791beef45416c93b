import pickle
from enum import Enum
from typing import Annotated, Any, Literal

import annotated_types
import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from rules_toy import Deal, Night, Sheet

from rummykit.parts import MatchOptions
from rummykit.rules import (
    ByPlayers,
    Finding,
    HouseRules,
    PerPlayers,
    Section,
    Within,
    check_model,
    value_for,
)
from rummykit.rules.options import unsaid
from rummykit.rules.shapes import expected


@pytest.mark.parametrize("value", ["3", 3.0, True, 0, 51])
def test_a_number_is_not_bent(value: object) -> None:
    with pytest.raises(ValidationError):
        MatchOptions(rounds=value)


@pytest.mark.parametrize("value", ["yes", 1, "true"])
def test_a_switch_is_not_bent(value: object) -> None:
    class Switch(Section):
        on_table: bool = Field(False, description="x")

    with pytest.raises(ValidationError):
        Switch(on_table=value)


def test_sections_are_frozen_and_closed() -> None:
    with pytest.raises(ValidationError):
        MatchOptions().rounds = 3
    with pytest.raises(ValidationError):
        MatchOptions(round=3)
    with pytest.raises(ValidationError):
        HouseRules(deal=Deal())


def test_rules_can_be_hashed_and_pickled() -> None:
    rules = Sheet(deal=Deal(hand_size=ByPlayers.of({2: 5, 3: 4})))
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert hash(rules) == hash(Sheet(deal=Deal(hand_size={3: 4, 2: 5})))


def test_match_contradictions() -> None:
    assert not list(Sheet().contradictions(3))
    assert list(Sheet(match=MatchOptions(rounds=5, target=50)).contradictions(None)) == [
        Finding(
            (("match", "rounds"), ("match", "target")),
            "match.rounds and match.target contradict each other: only one of them can be played",
        )
    ]


def test_value_for_each_number_of_players() -> None:
    each = Deal(hand_size={2: 6, 3: 4}).hand_size
    assert isinstance(each, ByPlayers)
    assert (value_for(each, 2), value_for(each, 3), value_for(5, 4)) == (6, 4, 5)
    assert dict(each) == {2: 6, 3: 4}
    assert len(each) == 2
    with pytest.raises(ValueError, match="no value for 4 players, only for 2 and 3"):
        value_for(each, 4)


def test_value_missing_for_the_players_is_a_contradiction() -> None:
    rules = Sheet(deal=Deal(hand_size={2: 6, 3: 4}))
    assert not list(unsaid(rules, 3))
    (found,) = list(unsaid(rules, 4))
    assert found.message == "deal.hand_size has no value for 4 players, only for 2 and 3"
    assert found.options == (("deal", "hand_size"), ("players", "players"))


@pytest.mark.parametrize("value", [{}, {2: 7}, {"two": 4}, {0: 4}, {2: "4"}, 2, 7, 4.0, True, [4]])
def test_bad_values_for_each_number_of_players(value: object) -> None:
    with pytest.raises(ValidationError):
        Deal(hand_size=value)


def test_well_made_models() -> None:
    assert check_model(Sheet) == []
    assert check_model(Night) == []


def test_badly_made_models() -> None:
    class First(Section):
        twice: int = Field(1, ge=1, le=2, description="x")
        second: bool = Field(True, description="x")
        mute: bool = True
        endless: int = Field(1, ge=1, description="x")
        share: float | None = Field(None, lt=1, description="x")
        must: bool = Field(description="x")
        preset: bool = Field(True, description="x")

    class Second(Section):
        twice: int = Field(1, ge=1, le=2, description="x")
        each: Annotated[PerPlayers, Within(1, 2)] = Field(1, description="x")

    class Loose(Section):
        model_config = ConfigDict(extra="ignore")

    class Bad(HouseRules):
        first: First
        second: Second = Second()
        rules: Loose = Loose()
        number: int = 3

    assert check_model(Bad) == [
        "section first has no default",
        "option first.mute has no description",
        "option first.endless is a number without both bounds",
        "option first.share is a number without both bounds",
        "option first.must has no default",
        "option first.preset has the name of a key of the file format",
        "section rules has the name of a key of the file format",
        "Loose must stay frozen and closed to unknown options",
        "number is not a Section",
    ]


def test_a_bad_default_is_reported() -> None:
    class Wrong(Section):
        high: int = Field(9, ge=1, le=3, description="x")

    (found,) = check_model(Wrong)
    assert "Wrong has a default that is not valid" in found
    assert "high" in found


class Colour(Enum):
    RED = "red"


@pytest.mark.parametrize(
    ("annotation", "field", "words"),
    [
        (bool, Field(), "true or false"),
        (str, Field(), "a text"),
        (int, Field(ge=3, le=6), "a whole number from 3 to 6"),
        (int, Field(), "a whole number"),
        (float, Field(ge=0, le=1), "a number from 0 to 1"),
        (float, Field(gt=0, lt=1), "a number"),
        (int | None, Field(ge=1, le=6), "a whole number from 1 to 6 or null"),
        (Annotated[int, Field(ge=1, le=6)] | None, Field(), "a whole number from 1 to 6 or null"),
        (Literal["a", "b", "c"], Field(), "a, b or c"),
        (Literal[True, 3], Field(), "true or 3"),
        (Colour, Field(), "red"),
        (tuple[int, ...], Field(), "a list of a whole number"),
        (list, Field(), "a list"),
        (dict[str, int], Field(), "another kind of value"),
        (
            Annotated[PerPlayers, Within(5, 9)],
            Field(),
            "a whole number from 5 to 9, or one for each number of players such as {2: 9, 3-6: 5}",
        ),
        (Annotated[int, annotated_types.Len(1), annotated_types.Ge(3)], Field(), "a whole number"),
        (Annotated[PerPlayers, "note", Within(5, 9)] | None, Field(), None),
    ],
)
def test_what_an_option_accepts(annotation: Any, field: Any, words: str | None) -> None:
    model: type[BaseModel] = create_model("Model", option=(annotation, field))
    said = expected(model.model_fields["option"])
    assert said == (words or str(Within(5, 9)) + " or null")
