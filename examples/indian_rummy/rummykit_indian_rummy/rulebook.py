"""The rule sheet of Indian Rummy in our words, and the rule behind every refusal."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from rummykit.refusals import TABLE_CITATIONS, Citation, Reason

RULES: Mapping[str, str] = {
    "IND-COMP-01": "Two to six play with two packs of 52 cards and two jokers, 106 cards. Everybody gets thirteen "
    "cards, and one card is turned up beside the stock and begins the pile.",
    "IND-WILD-01": "One more card of the stock is turned up: all cards of its rank are wild in this round, besides the "
    "jokers. If a joker is turned up, aces are wild. A wild card may also be used as itself.",
    "IND-TURN-01": "The player left of the dealer begins. A turn is to draw the top of the stock or the open card, and "
    "to discard one. The discards, reshuffled, become a new stock. A wild card is not taken from the pile, unless it "
    "is the card turned up there at the very start; a card just taken is not thrown back.",
    "IND-MELD-01": "A run is three or more cards of one suit in a row, with the ace low or high; a set is three or "
    "four cards of one rank in different suits. A run is pure if it has no wild card, other than one that stands for "
    "itself in its own suit and place.",
    "IND-DECL-01": "Whoever has thirteen cards in melds, at least two of them runs and at least one of those pure, "
    "puts the fourteenth card on the finish and declares, showing the melds.",
    "IND-DECL-02": "A wrong declaration costs 80 points. Then the round is over and the others have no points; in some "
    "houses the others go on.",
    "IND-DROP-01": "Instead of drawing, a player may drop: for 20 points before their first draw, for 40 later. They "
    "are out of the round. The last one left wins it.",
    "IND-SCORE-01": "The winner has no points. The others count their hands, at most 80: faces and aces 10, the others "
    "their pips, wild cards nothing. Without a pure run all cards count; with a pure run but no second run all cards "
    "but those of the pure run; with both only the cards in no meld.",
    "IND-MATCH-01": "Points: a single round. Pool: whoever has 101 points (or 201) is out, but may rejoin once while "
    "nobody has more than 79 (174), at the highest total plus one; the last one left wins. Deals: a fixed number of "
    "rounds.",
}


class IndianReason(Enum):
    """Reasons for a refusal that only this game has."""

    WILD_CARD_OPEN = "{cards} is wild, and wild cards are not taken from the pile."
    CARDS_LEFT = "To declare, all your other cards must be in melds; {cards} is in none."
    NO_PURE_RUN = "To declare, you need a pure run: one in which no wild card stands for another card."
    TWO_RUNS = "To declare, you need {condition}."


def _named(rule: str, *beginnings: str) -> dict[Enum, Citation]:
    return {reason: Citation(rule) for reason in Reason if reason.name.startswith(beginnings)}


CITATIONS: Mapping[Enum, Citation] = {
    **{reason: Citation("IND-TURN-01") for reason in Reason if reason not in TABLE_CITATIONS},
    **_named("IND-MELD-01", "MELD_", "SET_", "RUN_", "JOKER_"),
    **_named("IND-MATCH-01", "BUYBACK_"),
    Reason.TOO_MANY_JOKERS: Citation("IND-MELD-01", "jokers.per_meld"),
    Reason.TOO_FEW_NATURALS: Citation("IND-MELD-01", "jokers.min_naturals"),
    Reason.ADJACENT_JOKERS: Citation("IND-MELD-01", "jokers.side_by_side"),
    Reason.JOKER_SHARE: Citation("IND-MELD-01", "jokers.share"),
    Reason.JOKER_HALF: Citation("IND-MELD-01", "jokers.share"),
    Reason.JOKER_AT_END: Citation("IND-MELD-01", "jokers.at_ends"),
    Reason.RUN_WRAP: Citation("IND-MELD-01", "ace.runs"),
    Reason.DISCARD_NATURAL: Citation("IND-TURN-01", "jokers.discard"),
    Reason.DISCARD_TAKEN: Citation("IND-TURN-01", "discards.throw_back"),
    IndianReason.WILD_CARD_OPEN: Citation("IND-TURN-01", "discards.wild_cards"),
    IndianReason.CARDS_LEFT: Citation("IND-DECL-01"),
    IndianReason.NO_PURE_RUN: Citation("IND-DECL-01"),
    IndianReason.TWO_RUNS: Citation("IND-DECL-01"),
}
