"""What a meld is, as far as tables decide it: where the ace may stand and what it counts, and how many jokers go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
from rummykit.i18n import say
from rummykit.melds import MIN_LENGTH, MeldRules
from rummykit.parts.card_values import CardValues, high_ace
from rummykit.parts.dealing import ANY_JOKERS, DeckOptions, more_than_there_are, most_jokers
from rummykit.rules.options import CHANGED, Finding, Section
from rummykit.rules.shapes import RankList, Ranks, Unlimited

LONGEST_RUN = 14
"""No run of the usual packs is longer: one with an ace at both ends."""


def _in_hand(rules: Any) -> int | None:
    """Return what an ace costs in a hand because of other options; None for the usual."""
    if rules.ace.points == 10:
        return 10
    cards: CardValues = rules.value("scoring.cards", "pips")
    return high_ace(cards)


class AceOptions(Section):
    """Where the ace may stand, what it counts, and what it costs."""

    asked = (
        ("runs", "Where may an ace stand in a run?"),
        ("points", "How many points does an ace count in a meld?"),
        ("in_hand", "How many bad points does an ace cost in the hand?"),
    )
    known_as = (("", "one, around the corner"), ("in_hand", "penalty points"))

    runs: Literal["low", "both", "wrap"] = Field(
        "both", description="where in a run: before the two, also after the king, or even between king and two"
    )
    points: Literal["positional", 1, 10, 11] = Field(
        "positional",
        description="points in a meld: 1 before a two and 11 elsewhere, or what scoring.cards has, or always the same",
    )
    in_hand: int = Field(
        11,
        ge=1,
        le=50,
        description="bad points for an ace left in a hand; by default 10 where points is 10, or what scoring.cards has",
    )

    follows = (("in_hand", _in_hand),)

    def idle(self, rules: Any) -> Iterator[tuple[str, str]]:
        """Yield that an ace is a joker as long as it is in a hand."""
        if FRENCH_RANKS[0] in rules.value("jokers.wild_ranks", ()):
            yield "in_hand", "jokers.wild_ranks"


class MeldOptions(Section):
    """What a set and a run are, and how many are laid in a turn."""

    known_as = (("", "three of a kind, group, sequence, combination"), ("twins", "duplicates, same suit"))

    min_run: int = Field(3, ge=3, le=6, description="fewest cards in a run")
    min_set: int = Field(3, ge=3, le=6, description="fewest cards in a set")
    twins: bool = Field(False, description="whether a set may have equal cards, such as two sevens of spades")
    per_turn: Unlimited[int] = Field(None, ge=1, le=5, description="most new melds that a player lays in a turn")

    needs = tuple(("min_set", size, "melds.twins", True) for size in (5, 6))

    def contradictions(self, rules: Any, players: int | None) -> Iterator[Finding]:
        """Yield sets for which the pack has too few cards, and other options that speak of shorter runs."""
        deck = getattr(rules, "deck", None)
        if isinstance(deck, DeckOptions):
            most = deck.packs * len(FRENCH_SUITS) + (most_jokers(rules) or 0)
            if most < self.min_set:
                message = say(
                    "melds.min_set: {fewest} cannot be reached: the pack has only {most} cards for a set",
                    fewest=self.min_set,
                    most=most,
                )
                yield Finding((("melds", "min_set"), ("deck", "packs"), ("deck", "jokers")), message)
        for name in ("pool.min_run", "swaps.min_run"):
            fewest = rules.value(name)
            if fewest is not None and fewest < self.min_run:
                message = say(
                    "{option}: {fewest} is less than melds.min_run: {needed}, and no run is so short",
                    option=name,
                    fewest=fewest,
                    needed=self.min_run,
                )
                yield Finding(((name.partition(".")[0], "min_run"), ("melds", "min_run")), message)

    def idle(self, rules: Any) -> Iterator[tuple[str, str]]:
        """Yield that there are no equal cards."""
        if rules.value("deck.packs") == 1 and not most_jokers(rules):
            yield "twins", "deck.packs"


def at_least_the_shortest(usual: int) -> Callable[[Any], int | None]:
    """Return what lets an option about long runs follow `melds.min_run` where that is longer than usual."""
    return lambda rules: max(usual, rules.value("melds.min_run", usual))


class JokerOptions(Section):
    """Jokers in melds, and in a hand."""

    asked = (
        ("wild_ranks", "Are other cards wild besides the jokers, such as the twos?"),
        ("per_meld", "How many jokers may there be in a meld?"),
        ("alone", "May jokers alone be a meld?"),
        ("discard", "May you discard a joker?"),
        ("in_hand", "How many bad points does a joker cost in the hand?"),
    )
    known_as = (
        ("", "wild cards"),
        ("wild_ranks", "deuces, twos, wild cards"),
        ("alone", "pure joker melds, only jokers, three jokers"),
        ("in_hand", "penalty points"),
    )

    wild_ranks: Annotated[Ranks, RankList(2)] = Field(
        Ranks(),
        description="ranks whose cards are wild as well: each stands for itself or, as a joker, for another card, and "
        "is a joker in a hand",
    )
    per_meld: Unlimited[int] = Field(None, ge=1, le=6, description="most jokers in a meld")
    min_naturals: int = Field(2, ge=1, le=3, description="fewest natural cards in a meld")
    side_by_side: int = Field(2, ge=1, le=6, description="most jokers side by side in a run")
    share: Literal["any", "half", "fewer"] = Field(
        "any",
        description="how many jokers a meld may have beside its natural cards: any number, at most as many, or fewer",
    )
    at_ends: bool = Field(True, description="whether a joker may be the first or the last card of a run")
    alone: bool = Field(False, description="whether jokers may be a set of their own, without natural cards")
    fixed: bool = Field(
        True, description="whether a joker keeps the card it was laid for; if not, it stands for whatever fits"
    )
    discard: Literal["allowed", "not_last", "never"] = Field(
        "allowed",
        description="whether a joker may be discarded, or not as the last card, or only by a player who has nothing "
        "else to discard",
    )
    in_hand: int = Field(20, ge=0, le=50, description="bad points for a joker left in a hand")

    idle_without = tuple(
        (option, *ANY_JOKERS)
        for option in (
            "per_meld",
            "min_naturals",
            "side_by_side",
            "share",
            "at_ends",
            "alone",
            "fixed",
            "discard",
            "in_hand",
        )
    )
    needs = (
        ("discard", "not_last", "discards.pile", True),
        ("discard", "never", "discards.pile", True),
        ("wild_ranks", CHANGED, "deck.faces", "french"),
        # What stands for itself is a natural card, so it has to be said.
        ("wild_ranks", CHANGED, "jokers.fixed", True),
    )

    def idle(self, rules: Any) -> Iterator[tuple[str, str]]:
        """Yield limits that no meld can pass, or that another one sets already."""
        shortest = min(rules.value("melds.min_run", MIN_LENGTH), rules.value("melds.min_set", MIN_LENGTH))
        if self.per_meld is not None and self.side_by_side > self.per_meld:
            yield "side_by_side", "per_meld"
        if self.per_meld is not None and self.min_naturals <= shortest - self.per_meld:
            yield "min_naturals", "per_meld"
        if self.alone:
            smallest = rules.value("melds.min_set", MIN_LENGTH)
            if self.share != "any":
                yield "alone", "share"
            elif self.per_meld is not None and self.per_meld < smallest:
                yield "alone", "per_meld"
            elif (most_jokers(rules) or smallest) < smallest:
                yield "alone", "deck.jokers"
        if self.share != "any":
            fewer, jokers = self.share == "fewer", most_jokers(rules) or LONGEST_RUN
            if not self._share_binds(shortest, min(self.per_meld or jokers, jokers), fewer):
                yield "share", "deck.jokers" if self.per_meld is None else "per_meld"
            elif 2 * self.min_naturals <= shortest + fewer:
                yield "min_naturals", "share"
        yield from more_than_there_are(rules, per_meld=self.per_meld, side_by_side=self.side_by_side)

    def _share_binds(self, shortest: int, most: int, fewer: bool) -> bool:
        """Whether a meld could have more jokers, but for their share in it."""
        return any(
            jokers > length - jokers - fewer
            for length in range(shortest, LONGEST_RUN + 1)
            for jokers in range(1, min(most, length - self.min_naturals) + 1)
        )


def wild_places(jokers: JokerOptions) -> tuple[int, ...]:
    """Return the places of the ranks that are wild, the lowest first.

    >>> wild_places(JokerOptions(wild_ranks=["A", 2]))
    (0, 1)
    """
    return tuple(sorted(map(FRENCH_RANKS.index, jokers.wild_ranks)))


def held_values(ace: AceOptions, jokers: JokerOptions, ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Return what the ranks cost in a hand, the ace first: as *ranks* have it, but a wild card costs what a joker does.

    >>> held_values(AceOptions(), JokerOptions(wild_ranks=[2]), (1, 2, 3))
    (11, 20, 3)
    """
    wild, costs = wild_places(jokers), (ace.in_hand, *ranks[1:])
    return tuple(jokers.in_hand if place in wild else cost for place, cost in enumerate(costs))


def melds_by(
    jokers: JokerOptions,
    pack: Pack,
    ace: AceOptions,
    pips: tuple[int, ...],
    high_ace: int | None = None,
    melds: MeldOptions | None = None,
) -> MeldRules:
    """Return the melds that house rules ask for, where the ranks count *pips*, unless the options of the ace say more.

    *high_ace* is what the ace counts where it does not begin a run: by default 11, or where it is never high *pips*.
    """
    if high_ace is None:
        high_ace = pips[0] if ace.runs == "low" else 11
    low, high = (pips[0], high_ace) if ace.points == "positional" else (ace.points, ace.points)
    melds = melds or MeldOptions()
    return MeldRules(
        pack,
        high_ace=ace.runs != "low",
        wrap=ace.runs == "wrap",
        max_jokers=jokers.per_meld,
        min_naturals=jokers.min_naturals,
        max_adjacent_jokers=jokers.side_by_side,
        points=(low, *pips[1:]),
        high_ace_points=high,
        jokers_fixed=getattr(jokers, "fixed", True),
        min_run=melds.min_run,
        min_set=melds.min_set,
        twins=melds.twins,
        wild_ranks=wild_places(jokers),
        joker_share=jokers.share,
        jokers_at_ends=jokers.at_ends,
        jokers_alone=jokers.alone,
    )
