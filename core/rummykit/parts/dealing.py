"""The cards of a game and their deal: which packs, how many cards for whom, and who begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack, Suit
from rummykit.engine.deal import Deal, NextDealer, Redeal, SideCards
from rummykit.i18n import mark, say
from rummykit.rules.options import PLAYERS, Finding, OrSaid, Section
from rummykit.rules.shapes import ByPlayers, PerPlayers, Within, value_for

PRINTED_JOKERS = ("deck.jokers", *range(1, 9))
"""What the options about dealing jokers need, for `Section.idle_without`."""
ANY_JOKERS = (*PRINTED_JOKERS, OrSaid("jokers.wild_ranks"))
"""What the options about playing with jokers need: there are jokers, or other cards are wild."""

NUMBERS = tuple(range(1, 14))
"""What the cards of a pack of colours and numbers show, and count."""
COLOURS = (
    Suit("b", "b", mark("blue"), "blue"),
    Suit("r", "r", mark("red"), "red"),
    Suit("g", "g", mark("green"), "green"),
    Suit("y", "y", mark("yellow"), "yellow"),
)
PIPS = (*range(1, 11), 10, 10, 10)
"""What French cards from ace to king count; the ace is 1 here, and more where the options say so."""


class DeckOptions(Section):
    """The cards that are played with."""

    asked = (("packs", "With how many packs of cards do you play?"), ("jokers", "How many jokers do you play with?"))
    known_as = (("", "cards, pack, wild cards"),)

    packs: int = Field(2, ge=1, le=3, description="packs of 52 cards")
    jokers: int = Field(6, ge=0, le=8, description="jokers altogether")
    faces: Literal["french", "numbers"] = Field(
        "french", description="suits with faces worth ten, or four colours with numbers from 1 to 13"
    )

    @property
    def cards(self) -> int:
        """How many cards there are, jokers included."""
        return self.packs * len(FRENCH_SUITS) * len(FRENCH_RANKS) + self.jokers

    @property
    def pips(self) -> tuple[int, ...]:
        """What the ranks count: a number counts itself, a face ten."""
        return PIPS if self.faces == "french" else NUMBERS


def pack_by(deck: DeckOptions) -> Pack:
    """Return the pack that house rules ask for: suits and faces, or colours and numbers."""
    if deck.faces == "french":
        return Pack(FRENCH_SUITS, FRENCH_RANKS, copies=deck.packs, plain_jokers=deck.jokers)
    numbers = tuple(map(str, NUMBERS))
    return Pack(COLOURS, numbers, copies=deck.packs, plain_jokers=deck.jokers, suit_word=mark("colour"))


def most_jokers(rules: Any) -> int | None:
    """Return how many cards can be jokers, or used as such; None in a game whose deck is not an option."""
    jokers: int | None = rules.value("deck.jokers")
    wild = len(rules.value("jokers.wild_ranks", ()))
    return jokers if jokers is None else jokers + wild * len(FRENCH_SUITS) * rules.value("deck.packs", 1)


def more_than_there_are(rules: Any, **most: int | None) -> Iterator[tuple[str, str]]:
    """Yield limits of jokers that are more than the deck has, for `Section.idle`."""
    jokers = most_jokers(rules)
    for option, limit in most.items():
        if jokers and limit is not None and limit > jokers:
            yield option, "deck.jokers"


class DealOptions(Section):
    """Who gets how many cards, and who begins."""

    asked = (("cards", "How many cards is each player dealt?"), ("starter", "Who begins?"))
    known_as = (
        ("", "hand, hand cards, dealer, first player"),
        ("cards", "hand size, number of cards"),
        ("starter", "who starts, first to play"),
    )

    cards: Annotated[PerPlayers, Within(5, 20)] = Field(13, description="cards dealt to each player")
    extra_card: Literal["none", "dealer", "left"] = Field(
        "dealer", description="who gets one card more, and does not draw in the first turn"
    )
    starter: Literal["dealer", "left", "random"] = Field("dealer", description="who acts first")
    upcard: bool = Field(False, description="whether a card is turned up before the first turn")
    jokers_each: int = Field(0, ge=0, le=1, description="jokers dealt into every hand")
    keep_cut_joker: bool = Field(False, description="whether a joker found when cutting is kept, as part of the hand")
    next_dealer: NextDealer = Field(
        "clockwise", description="who deals the next round: the next one clockwise, or who won or lost the round"
    )
    redeal: Redeal = Field(
        "never",
        description="which hand is thrown in, so that the dealer deals anew: one with three pairs of equal cards, or "
        "without king, queen and jack",
    )

    idle_without = (
        ("keep_cut_joker", *PRINTED_JOKERS),
        ("upcard", "discards.take", "freely", "after_first_meld", "only_to_use", "only_to_meld"),
        # Without a number of rounds there is a target or an elimination.
        ("next_dealer", "match.rounds", 2, None, *range(3, 51)),
    )
    needs = (
        ("upcard", True, "discards.pile", True),
        ("redeal", "three_pairs", "deck.packs", 2, 3),
        ("redeal", "no_face_card", "deck.faces", "french"),
    )

    def idle(self, rules: Any) -> Iterator[tuple[str, str]]:
        """Yield that no hand has room for what would make it be dealt anew."""
        most = max(self.cards.values()) if isinstance(self.cards, ByPlayers) else self.cards
        if self.redeal == "three_pairs" and most + (self.extra_card != "none") < 6:
            yield "redeal", "cards"

    def contradictions(self, rules: Any, players: int | None) -> Iterator[Finding]:
        """Yield that so many players cannot be dealt their cards."""
        if players is None:
            return
        each, deck = value_for(self.cards, players), getattr(rules, "deck", None)
        cards = deck.cards if isinstance(deck, DeckOptions) else getattr(rules, "cards_to_deal", None)
        needed = players * each + (self.extra_card != "none") + self.upcard
        if cards is not None and needed >= cards:
            yield Finding(
                (("deal", "cards"), ("deck", "packs"), PLAYERS),
                say(
                    "deal.cards: {each} for {players} players needs {needed} of {cards} cards and leaves no stock",
                    each=each,
                    players=players,
                    needed=needed,
                    cards=cards,
                ),
            )
        if isinstance(deck, DeckOptions) and self.jokers_each * players > deck.jokers:
            yield Finding(
                (("deal", "jokers_each"), ("deck", "jokers"), PLAYERS),
                say(
                    "deal.jokers_each: {each} for {players} players needs {needed} jokers, but deck.jokers is {jokers}",
                    each=self.jokers_each,
                    players=players,
                    needed=self.jokers_each * players,
                    jokers=deck.jokers,
                ),
            )

    def oddities(self, rules: Any) -> Iterator[Finding]:
        """Yield that it does not matter who deals.

        >>> deal = DealOptions(next_dealer="loser", starter="random", extra_card="none")
        >>> [found.message for found in deal.oddities(None)]
        ['deal.next_dealer: loser makes no difference: deal.starter is random, and the dealer gets no extra card']
        """
        if self.next_dealer != "clockwise" and self.starter == "random" and self.extra_card == "none":
            yield Finding(
                (("deal", "next_dealer"), ("deal", "starter"), ("deal", "extra_card")),
                say(
                    "deal.next_dealer: {value} makes no difference: deal.starter is random, and the dealer gets no "
                    "extra card",
                    value=self.next_dealer,
                ),
            )


def deal_by(
    deal: DealOptions,
    players: int,
    pool_jokers: bool = False,
    seats_drawn: bool = False,
    side_cards: SideCards | None = None,
) -> Deal:
    """Return the deal that house rules ask for; what is not an option is said beside it."""
    return Deal(
        hand_size=value_for(deal.cards, players),
        extra_card=deal.extra_card,
        starter=deal.starter,
        upcard=deal.upcard,
        pool_jokers=pool_jokers,
        guaranteed_jokers=deal.jokers_each,
        cut_joker_keep=deal.keep_cut_joker,
        seats_drawn=seats_drawn,
        side_cards=side_cards,
        next_dealer=deal.next_dealer,
        redeal=deal.redeal,
    )
