"""The base classes of a variant's options.

A variant writes one :class:`HouseRules` whose fields are :class:`Section` classes, whose
fields in turn are the options::

    class Melds(Section):
        longest_run: int = Field(13, ge=3, le=14, description="most cards in a run")

    class MyRules(HouseRules):
        melds: Melds = Melds()

The model holds the only copy of every default. Checks that look at one option are ranges
and types of its field; checks that look at several are :meth:`HouseRules.contradictions`.
What is legal but odd is said by :meth:`HouseRules.oddities` and :attr:`Section.idle_without`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from rummykit.houserules.perplayers import ByPlayers
from rummykit.houserules.problems import with_and
from rummykit.language import say
from rummykit.reasons import plain

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


@dataclass(frozen=True)
class Oddity:
    """Options that can be played together, but hardly mean what whoever wrote them wants.

    ``options`` are the (section, option) pairs that take part, the one to change first. A
    table is warned only if a file of its own sets one of them.
    """

    options: tuple[tuple[str, str], ...]
    message: str


class Section(BaseModel):
    """A group of options: frozen, no unknown options, and no value bent to another type.

    >>> class Claims(Section):
    ...     from_lap: int = Field(1, ge=1, le=5, description="first lap with claims")
    >>> Claims(from_lap=2).from_lap
    2

    A variant that differs from a section in its defaults alone says just those:

    >>> class LateClaims(Claims, defaults={"from_lap": 3}):
    ...     pass
    >>> LateClaims().from_lap
    3
    """

    model_config = _CONFIG

    added_later: ClassVar[frozenset[str]] = frozenset()
    """Options that old records do not have: they mean the default, which must be what was played before."""

    idle_without: ClassVar[tuple[tuple[object, ...], ...]] = ()
    """Options that do nothing unless another one has a certain value: the option, the other one, and the values it
    needs, any of which will do. ``("claim_penalty_cards", "claims", True)`` warns a table that sets penalty cards and
    has no claims. An option of another section is written ``section.option``."""

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__()  # the arguments are for pydantic's own hook, below

    @classmethod
    def __pydantic_init_subclass__(cls, defaults: Mapping[str, object] | None = None, **more: Any) -> None:
        super().__pydantic_init_subclass__(**more)
        for option, default in (defaults or {}).items():
            field = copy(cls.model_fields[option])
            field.default = default
            cls.model_fields[option] = field
        if defaults:
            cls.model_rebuild(force=True)


class MatchOptions(Section):
    """How many rounds are played, how they make a match, and what is at stake."""

    match_mode: Literal["single", "rounds", "target", "last_standing"] = Field(
        "single",
        description="play one round, a fixed number of rounds, until somebody's total reaches a target, or until one "
        "player is left because the others' bad points have reached a limit",
    )
    rounds: int = Field(1, ge=1, le=50, description="rounds in a match; needs match_mode: rounds")
    target_score: int = Field(500, ge=50, le=1000, description="the total that ends a match; needs match_mode: target")
    elimination_score: int = Field(
        101, ge=50, le=500, description="the total at which a player is out; needs match_mode: last_standing"
    )
    all_out_rule: Literal["lowest_total", "split", "knocker"] = Field(
        "lowest_total",
        description="who wins when all players still in are out at once: the lowest total, all of them, or whoever "
        "ended the round; needs match_mode: last_standing",
    )
    starting_chips: int = Field(0, ge=0, le=1000, description="chips that every player has at the beginning")
    allow_debt: bool = Field(True, description="whether a player may owe chips; if not, he pays what he has")
    ante: int = Field(0, ge=0, le=50, description="chips that every player puts into the pot before the match")
    knock_fee: int = Field(
        0, ge=0, le=10, description="chips that whoever ends a round gets from every other player in it"
    )
    knock_fee_if_undercut: bool = Field(
        True, description="whether that fee is paid even when another player did better in the round"
    )
    buyback: bool = Field(
        False,
        description="whether a player with many bad points may pay into the pot to lower his total; "
        "needs match_mode: last_standing",
    )
    buyback_cost: int = Field(5, ge=0, le=50, description="chips a buy-back costs")
    buyback_min: int = Field(81, ge=0, le=500, description="the lowest total that can be bought back")
    buyback_max: int = Field(
        100,
        ge=0,
        le=500,
        description="the highest total that can be bought back; from elimination_score on it brings a player back who "
        "was out",
    )
    buyback_times: int = Field(1, ge=0, le=5, description="buy-backs of a player in a match")
    buyback_target: Literal["second_worst", "next_lower"] = Field(
        "second_worst",
        description="what a total is lowered to: the second highest of the players still in and the buyer, or the "
        "next lower one",
    )

    added_later = frozenset(
        {
            "elimination_score",
            "all_out_rule",
            "starting_chips",
            "allow_debt",
            "ante",
            "knock_fee",
            "knock_fee_if_undercut",
            "buyback",
            "buyback_cost",
            "buyback_min",
            "buyback_max",
            "buyback_times",
            "buyback_target",
        }
    )

    def contradictions(self) -> Iterator[Contradiction]:
        """Yield what has no meaning together with the other options of the match.

        >>> [found.message for found in MatchOptions(rounds=5).contradictions()]
        ['rounds: 5 needs match_mode: rounds']
        """
        for option, needed, value in _NEEDS:
            own = getattr(self, option)
            # A default that another option makes idle is no mistake, and neither is what is switched off.
            idle = own is False or own == type(self).model_fields[option].default
            if not idle and getattr(self, needed) != value:
                yield Contradiction((("match", option), ("match", needed)), needs(option, own, needed, value))
        if self.buyback_min > self.buyback_max:
            yield Contradiction(
                (("match", "buyback_min"), ("match", "buyback_max")),
                say("buyback_min: {low} is more than buyback_max: {high}", low=self.buyback_min, high=self.buyback_max),
            )
        if self.ante > self.starting_chips and not self.allow_debt:
            yield Contradiction(
                (("match", "ante"), ("match", "starting_chips"), ("match", "allow_debt")),
                say(
                    "ante: {ante} cannot be paid from starting_chips: {chips} without debts",
                    ante=self.ante,
                    chips=self.starting_chips,
                ),
            )

    def oddities(self) -> Iterator[Oddity]:
        """Yield what can be played but means nothing.

        >>> [found.message for found in MatchOptions(starting_chips=20).oddities()]
        ['starting_chips: 20 stay where they are: there is no ante, no knock_fee and no buyback']
        """
        if self.buyback and not self.buyback_times:
            yield Oddity(
                (("match", "buyback_times"), ("match", "buyback")),
                say("buyback: true, but buyback_times is 0, so nobody may buy back"),
            )
        if self.starting_chips and not (self.ante or self.knock_fee or self.buyback):
            yield Oddity(
                (("match", "starting_chips"),),
                say(
                    "starting_chips: {chips} stay where they are: there is no ante, no knock_fee and no buyback",
                    chips=self.starting_chips,
                ),
            )

    def seatings(self, players: int) -> range:
        """Return the numbers of players that may sit at the table, the smallest first.

        >>> list(MatchOptions().seatings(4)), list(MatchOptions(match_mode="last_standing").seatings(4))
        ([4], [2, 3, 4])
        """
        return range(2 if self.match_mode == "last_standing" else players, players + 1)


def needs(option: str, value: object, other: str, needed: object) -> str:
    """Say that a value of an option means nothing unless another option has a certain value.

    >>> needs("buyback_cost", 7, "buyback", True)
    'buyback_cost: 7 needs buyback: true'
    """
    return say(
        "{option}: {value} needs {other}: {needed}",
        option=option,
        value=plain(value),
        other=other,
        needed=plain(needed),
    )


_NEEDS: tuple[tuple[str, str, object], ...] = (
    ("rounds", "match_mode", "rounds"),
    ("target_score", "match_mode", "target"),
    ("elimination_score", "match_mode", "last_standing"),
    ("all_out_rule", "match_mode", "last_standing"),
    ("buyback", "match_mode", "last_standing"),
    ("buyback_cost", "buyback", True),
    ("buyback_min", "buyback", True),
    ("buyback_max", "buyback", True),
    ("buyback_times", "buyback", True),
    ("buyback_target", "buyback", True),
)
"""Options that do nothing unless another one has a certain value."""


class HouseRules(BaseModel):
    """All options of a variant, section by section; every variant has its own subclass.

    >>> HouseRules().match.rounds
    1
    """

    model_config = _CONFIG

    questions: ClassVar[tuple[str, ...]] = ()
    """The options that tables argue about, as ``section.option`` in the order one asks about them; about ten."""

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
        yield from self.match.contradictions()

    def oddities(self, players: int | None) -> Iterator[Oddity]:
        """Yield what can be played but is probably a mistake; asked only if there are no contradictions.

        ``players`` is the number of seats if it is known. A subclass yields from
        ``super().oddities(players)`` first. For an option that another one switches off,
        :attr:`Section.idle_without` is enough.

        >>> rules = HouseRules(match=MatchOptions(match_mode="last_standing", buyback=True, buyback_times=0))
        >>> [found.message for found in rules.oddities(None)]
        ['buyback: true, but buyback_times is 0, so nobody may buy back']
        """
        yield from self.match.oddities()


def unsaid(rules: HouseRules, players: int) -> Iterator[Contradiction]:
    """Yield every option that has a value for other numbers of players, but not for this one."""
    for section, options in rules:
        for option, value in options:
            if isinstance(value, ByPlayers) and players not in value:
                message = say(
                    "{option} has no value for {players} players, only for {others}",
                    option=option,
                    players=players,
                    others=with_and(value),
                )
                yield Contradiction(((section, option), PLAYERS), message)


def impossible(rules: HouseRules, players: int | None) -> list[Contradiction]:
    """Return what cannot be played by so many players, if their number is known.

    Where players drop out of a match, the game must be playable by those who are left too.
    """
    if players is None:
        return list(rules.contradictions(None))
    found: dict[str, Contradiction] = {}
    for count in reversed(rules.match.seatings(players)):
        # First what is not said for this many players: a variant's own checks will want to use it.
        for contradiction in list(unsaid(rules, count)) or rules.contradictions(count):
            message = reason = contradiction.message
            if count < players:
                message = say(
                    "{reason}; with match_mode: last_standing {count} may be left to play", reason=reason, count=count
                )
            found.setdefault(reason, replace(contradiction, message=message))
    return list(found.values())
