"""The rule sheet of Canasta in our words, and the rule behind every refusal."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from rummykit.i18n import Numbered
from rummykit.refusals import TABLE_CITATIONS, Citation, Reason

RULES: Mapping[str, str] = {
    "CAN-COMP-01": "Two packs of 52 cards and four jokers. Of four players those opposite each other are partners; "
    "two or three play each for themselves.",
    "CAN-WILD-01": "Jokers and twos are wild: they stand for any card of a meld.",
    "CAN-DEAL-01": "Four players get 11 cards each, three 13, and two 15, who draw two cards in a turn. One card "
    "is turned up and begins the pile; a wild card or a red three there freezes it and is covered by another card.",
    "CAN-RED-01": "Red threes are laid out at once and replaced from the stock; one taken with the pile is not "
    "replaced. Each counts 100, all four together 800; against a side that has no meld.",
    "CAN-MELD-01": "A meld is three or more cards of one rank from four to ace, at least two of them natural and at "
    "most three wild; suits do not matter. A side has one meld of a rank, and partners build their melds together.",
    "CAN-MELD-02": "Seven or more cards are a canasta: natural, without a wild card, it brings 500, mixed 300.",
    "CAN-BLACK-01": "A black three on top of the pile keeps the next player from taking it. Three or four black "
    "threes are melded, without wild cards, only as the last meld of whoever goes out.",
    "CAN-FIRST-01": "The first meld of a side makes 15 points if its total is negative, 50 below 1500, 90 below 3000, "
    "and 120 from there on. A joker counts 50, a two and an ace 20, king to eight 10, seven to four and a black three "
    "5. Of the pile only the top card counts towards it.",
    "CAN-PILE-01": "The pile is taken whole, and only if its top card is used at once: with two natural cards of its "
    "rank from the hand, with one and a wild card, or by adding it to a meld of one's side.",
    "CAN-PILE-02": "The pile is frozen for all by a wild card or a red three in it, and for a side until its first "
    "meld: then it is taken only by a player who holds two natural cards of the rank of its top card. They lie with "
    "it in a new meld, or are shown as it joins a meld of one's side. Nobody takes it while a wild card lies on top.",
    "CAN-OUT-01": "Going out needs a canasta of one's side, with or without a last discard. It brings 100, or 200 if "
    "it is concealed: the whole hand in one turn, with a canasta in it, and no card laid before or added to a meld of "
    "the partner. One may ask one's partner whether to go out; the answer binds.",
    "CAN-END-00": "If a red three is drawn and the stock has no card to replace it, the player may still meld; then "
    "the round ends without a discard.",
    "CAN-END-01": "When the stock is used up, play goes on as long as each player takes the discard of the one "
    "before; then the round is scored without a bonus for going out.",
    "CAN-SCORE-01": "A side counts its cards on the table, canastas, red threes and the bonus for going out, less the "
    "cards left in its hands. The match goes to 5000; the highest total wins.",
}


class CanastaReason(Enum):
    """Reasons for a refusal that only this game has."""

    SETS_ONLY = "{meld} is not a meld: here a meld is cards of one rank."
    TWOS = "{meld} is not a meld: twos are wild and belong to cards of another rank."
    THREES = "{meld} is not a meld: of threes only black ones are melded, without wild cards."
    ONE_MELD = "Your side has a meld of this rank already: add to meld {number}."
    SAME_RANK = "A side has one meld of a rank only: lay these cards as one."
    BLACK_LAST = "Black threes are melded only as the last meld of a player who goes out."
    CANASTA_NEEDED = Numbered(
        "Keep two cards or more: your side needs a canasta to go out, and has {count}.",
        "Keep two cards or more: your side needs {needed} canastas to go out, and has {count}.",
    )
    WILD_ON_TOP = "Nobody may take the pile while a wild card lies on top of it."
    BLACK_ON_TOP = "A black three on top of the pile keeps you from taking it."
    FROZEN = "The pile is frozen: {cards} is taken only with two natural cards of its rank from your hand."
    FROZEN_FOR_SIDE = (
        "Your side has not melded, so the pile is frozen for you: {cards} is taken only with two natural cards of its "
        "rank from your hand."
    )
    NO_DISCARD = "The red three was the last card: the round ends without a discard, write 'end'."
    NOTHING_TO_ASK = "You could not go out in this turn, so there is nothing to ask."
    LAST_CARD = "With one card left you must go out, so there is nothing to ask."
    ASKED = "You have asked already in this turn."
    ASK_OFF = "Nobody asks their partner here whether to go out."
    MUST_GO_OUT = "Your partner has said yes, so you must go out in this turn."
    MAY_NOT_GO_OUT = "Your partner has said no: keep two cards or more."


CITATIONS: Mapping[Enum, Citation] = {
    **{reason: Citation("CAN-MELD-01") for reason in Reason if reason not in TABLE_CITATIONS},
    Reason.PILE_EMPTY: Citation("CAN-PILE-01"),
    Reason.PILE_WHOLE_ONLY: Citation("CAN-PILE-01"),
    Reason.TAKEN_CARD_UNUSED: Citation("CAN-PILE-01"),
    Reason.STOCK_EMPTY: Citation("CAN-END-01"),
    Reason.NOT_WILD: Citation("CAN-WILD-01"),
    Reason.TOO_MANY_JOKERS: Citation("CAN-MELD-01", "jokers.per_meld"),
    Reason.FIRST_MELD_POINTS: Citation("CAN-FIRST-01"),  # which option it is depends on the total
    Reason.NO_CARD_LEFT: Citation("CAN-OUT-01", "going_out.discard"),
    CanastaReason.SETS_ONLY: Citation("CAN-MELD-01"),
    CanastaReason.TWOS: Citation("CAN-WILD-01"),
    CanastaReason.THREES: Citation("CAN-BLACK-01"),
    CanastaReason.ONE_MELD: Citation("CAN-MELD-01"),
    CanastaReason.SAME_RANK: Citation("CAN-MELD-01"),
    CanastaReason.BLACK_LAST: Citation("CAN-BLACK-01"),
    CanastaReason.CANASTA_NEEDED: Citation("CAN-OUT-01", "going_out.canastas"),
    CanastaReason.WILD_ON_TOP: Citation("CAN-PILE-02"),
    CanastaReason.BLACK_ON_TOP: Citation("CAN-BLACK-01"),
    CanastaReason.FROZEN: Citation("CAN-PILE-02", "discards.frozen"),
    CanastaReason.FROZEN_FOR_SIDE: Citation("CAN-PILE-02"),
    CanastaReason.NO_DISCARD: Citation("CAN-END-00"),
    CanastaReason.NOTHING_TO_ASK: Citation("CAN-OUT-01"),
    CanastaReason.LAST_CARD: Citation("CAN-OUT-01"),
    CanastaReason.ASKED: Citation("CAN-OUT-01"),
    CanastaReason.ASK_OFF: Citation("CAN-OUT-01", "going_out.ask"),
    CanastaReason.MUST_GO_OUT: Citation("CAN-OUT-01"),
    CanastaReason.MAY_NOT_GO_OUT: Citation("CAN-OUT-01"),
}
