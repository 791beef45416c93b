"""The base classes of a variant's options.

A variant writes one :class:`HouseRules` whose fields are :class:`Section` classes, whose
fields in turn are the options::

    class Melds(Section):
        longest_run: int = Field(13, ge=3, le=14, description="most cards in a run")

    class MyRules(HouseRules):
        melds: Melds = Melds()

The model holds the only copy of every default. Checks that look at one option are ranges
and types of its field; checks that look at several are :meth:`HouseRules.contradictions`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from rummykit.houserules.perplayers import ByPlayers, missing

PLAYERS = ("players", "players")
"""What a :class:`Contradiction` names when the number of players takes part in it."""

_CONFIG = ConfigDict(
    frozen=True,
    extra="forbid",
    strict=True,
    validate_default=True,
    use_attribute_docstrings=False,
)


@dataclass(frozen=True)
class Contradiction:
    """Options that are fine one by one and impossible together.

    ``options`` are the (section, option) pairs at fault; the file's lines that set them
    are shown with the message.
    """

    options: tuple[tuple[str, str], ...]
    message: str


class Section(BaseModel):
    """A group of options: frozen, no unknown options, and no value bent to another type.

    >>> class Claims(Section):
    ...     from_lap: int = Field(1, ge=1, le=5, description="first lap with claims")
    >>> Claims(from_lap=2).from_lap
    2
    """

    model_config = _CONFIG


class MatchOptions(Section):
    """How many rounds are played, and how they make a match."""

    match_mode: Literal["single", "rounds", "target"] = Field(
        "single", description="play one round, a fixed number of rounds, or until somebody's total reaches a target"
    )
    rounds: int = Field(1, ge=1, le=50, description="rounds in a match; needs match_mode: rounds")
    target_score: int = Field(500, ge=50, le=1000, description="the total that ends a match; needs match_mode: target")


class HouseRules(BaseModel):
    """All options of a variant, section by section; every variant has its own subclass.

    >>> HouseRules().match.rounds
    1
    """

    model_config = _CONFIG

    match: MatchOptions = MatchOptions()

    def contradictions(self, players: int | None) -> Iterator[Contradiction]:
        """Yield what cannot be played although every option alone is valid.

        ``players`` is the number of seats if it is known; the loader then asks only if every
        option has a value for that number. A subclass yields from
        ``super().contradictions(players)`` first.

        >>> rules = HouseRules(match=MatchOptions(rounds=5))
        >>> [found.message for found in rules.contradictions(None)]
        ['rounds: 5 needs match_mode: rounds']
        """
        defaults = type(self.match).model_fields
        for option, mode in (("rounds", "rounds"), ("target_score", "target")):
            value = getattr(self.match, option)
            if self.match.match_mode != mode and value != defaults[option].default:
                yield Contradiction(
                    (("match", option), ("match", "match_mode")), f"{option}: {value} needs match_mode: {mode}"
                )


def unsaid(rules: HouseRules, players: int) -> Iterator[Contradiction]:
    """Yield every option that has a value for other numbers of players, but not for this one."""
    for section, options in rules:
        for option, value in options:
            if isinstance(value, ByPlayers) and players not in value:
                yield Contradiction(((section, option), PLAYERS), f"{option} has {missing(value, players)}")
