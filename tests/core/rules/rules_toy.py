"""A small variant, two mods and a catalogue that the tests of house rules load."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Annotated, Literal

import pytest
from pydantic import Field, field_validator, model_validator

from rummykit.parts import MatchOptions
from rummykit.plugin.info import Mod
from rummykit.rules import (
    PLAYERS,
    Finding,
    HouseRuleError,
    HouseRules,
    PerPlayers,
    Problem,
    Section,
    TableRules,
    Within,
    load_text,
    value_for,
)


class Side(Enum):
    LEFT = "left"
    RIGHT = "right"


class Deal(Section):
    hand_size: Annotated[PerPlayers, Within(3, 6)] = Field(5, description="cards dealt to each player")
    packs: int = Field(1, ge=1, le=3, description="copies of the pack")
    first_seat: Literal["dealer", "left", "random"] = Field("left", description="who starts")
    side: Side = Field(Side.LEFT, description="which way round the table")


class Claiming(Section):
    claims: bool = Field(False, description="discards may be claimed out of turn")
    claim_limit: int | None = Field(None, ge=1, le=9, description="claims in a round; null for any number")
    claim_values: tuple[int, ...] = Field((1, 2), description="what claims are worth")
    claim_word: str = Field("mine", description="what is called out")

    @field_validator("claim_word")
    @classmethod
    def short(cls, word: str) -> str:
        if len(word) > 8:
            raise ValueError("a word to call out has at most 8 letters")
        return word


class Sheet(HouseRules):
    deal: Deal = Deal()
    claiming: Claiming = Claiming()
    match: MatchOptions = MatchOptions(rounds=4)

    def contradictions(self, players: int | None) -> Iterator[Finding]:
        yield from super().contradictions(players)
        if self.claiming.claim_limit is not None and not self.claiming.claims:
            yield Finding((("claiming", "claims"), ("claiming", "claim_limit")), "claim_limit needs claims: true")
        if self.deal.side is Side.RIGHT and self.deal.packs == 1:
            yield Finding((("deal", "packs"),), "one pack cannot go right")
        if players and players * value_for(self.deal.hand_size, players) > 20 * self.deal.packs:
            yield Finding((("deal", "hand_size"), PLAYERS), "there are not enough cards")


class Grumpy(HouseRules):
    """Has checks of its own over several sections, and a mod's name for a section."""

    loud: Deal = Deal()

    @model_validator(mode="after")
    def never(self) -> Grumpy:
        if self.loud.packs == 3:
            raise ValueError("three packs are too loud")
        return self


class Night(Section):
    lamps: int = Field(2, ge=0, le=4, description="lamps that are lit")


class Strict(Section):
    needed: int = Field(1, ge=1, le=3, description="one of a pair")

    @model_validator(mode="after")
    def odd(self) -> Strict:
        if self.needed == 2:
            raise ValueError("two is never enough")
        return self


CLUB = """\
description: as the club plays it
rules:
  claiming:
    claims: true
    claim_limit: 3
match:
  rounds: 2
"""


class Toys:
    """The plugins installed in these tests."""

    bots = ("greedy", "random")

    def __init__(self, **presets: str) -> None:
        self.extra = presets

    def variants(self) -> Mapping[str, tuple[int, int]]:
        return {"sheet": (2, 5), "grumpy": (2, 2), "bare": (2, 2)}

    def options_model(self, variant: str) -> type[HouseRules]:
        return {"sheet": Sheet, "grumpy": Grumpy, "bare": HouseRules}[variant]

    def presets(self, variant: str) -> Mapping[str, str]:
        return (
            {"club": CLUB, "101": "description: {en: a hundred, de: hundert}", **self.extra}
            if variant == "sheet"
            else {}
        )

    def mods(self) -> Mapping[str, Mod]:
        return {name: Mod(name, "A mod.") for name in ("night", "loud", "strict")}

    def mod_options(self, name: str) -> type[Section] | None:
        return {"night": Night, "loud": None, "strict": Strict}[name]


TOYS = Toys()


def load(text: str, toys: Toys = TOYS) -> TableRules:
    return load_text(text, toys, name="t.yaml")


def problems(text: str, toys: Toys = TOYS) -> tuple[Problem, ...]:
    with pytest.raises(HouseRuleError) as caught:
        load(text, toys)
    return caught.value.problems


def refused(text: str, start: str, *words: str, toys: Toys = TOYS) -> Problem:
    """Load a text that has exactly one problem, there and with these words."""
    (problem,) = problems(text, toys)
    assert str(problem).startswith(start + ": "), str(problem)
    for word in words:
        assert word in str(problem)
    return problem
