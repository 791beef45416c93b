"""The rule sheet of 500 Rum in our words, and the rule behind every refusal."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from rummykit.refusals import TABLE_CITATIONS, Citation, Reason

RULES: Mapping[str, str] = {
    "RUM-COMP-01": "Two to six play with one pack of 52 cards, from five players on with two; two jokers may go with "
    "them.",
    "RUM-DEAL-01": "Thirteen cards each for two players, seven for more; one card is turned up and begins the pile. "
    "The player left of the dealer begins.",
    "RUM-PILE-01": "The discards lie spread: everybody sees every card, and their order.",
    "RUM-DRAW-01": "A turn begins with the top card of the stock, or with any card of the pile together with all cards "
    "that lie above it.",
    "RUM-DRAW-02": "The deepest card taken from the pile must be used in the same turn, in a new meld or by laying it "
    "off, before anything else is laid. The others may be kept.",
    "RUM-MELD-01": "A set is three or four cards of one rank in different suits; a run is three or more cards of one "
    "suit in a row, with the ace low or high, but not round the corner. Nothing must be reached to meld.",
    "RUM-LAY-01": "Single cards may be laid off on anybody's melds, also before one's own first meld. A card laid off "
    "counts for whoever laid it.",
    "RUM-END-01": "A round ends when somebody has no card left, with or without a last discard, or when the stock is "
    "used up and the next player does not or cannot take from the pile.",
    "RUM-SCORE-01": "Everybody counts the cards they have laid, and takes off what they still hold: two to ten their "
    "pips, faces 10, the ace 15, but 1 where it lay before a two, a joker 15.",
    "RUM-MATCH-01": "When a total reaches 500, the highest total wins.",
}


def _named(rule: str, *beginnings: str, option: str | None = None) -> dict[Enum, Citation]:
    return {reason: Citation(rule, option) for reason in Reason if reason.name.startswith(beginnings)}


CITATIONS: Mapping[Enum, Citation] = {
    **{reason: Citation("RUM-DRAW-01") for reason in Reason if reason not in TABLE_CITATIONS},
    **_named("RUM-MELD-01", "MELD_", "SET_", "RUN_", "JOKER_", "FIRST_MELD_", "REGROUP"),
    **_named("RUM-LAY-01", "LAYOFF_", "SWAP_"),
    Reason.PILE_TOO_DEEP: Citation("RUM-PILE-01"),
    Reason.STOCK_EMPTY: Citation("RUM-END-01", "stock.exhausted"),
    Reason.TAKE_OFF: Citation("RUM-DRAW-01", "discards.take"),
    Reason.TAKE_BEFORE_MELD: Citation("RUM-DRAW-01", "discards.take"),
    Reason.TAKEN_CARD_FIRST: Citation("RUM-DRAW-02", "discards.take"),
    Reason.TOO_MANY_JOKERS: Citation("RUM-MELD-01", "jokers.per_meld"),
    Reason.TOO_FEW_NATURALS: Citation("RUM-MELD-01", "jokers.min_naturals"),
    Reason.ADJACENT_JOKERS: Citation("RUM-MELD-01", "jokers.side_by_side"),
    Reason.JOKER_SHARE: Citation("RUM-MELD-01", "jokers.share"),
    Reason.JOKER_HALF: Citation("RUM-MELD-01", "jokers.share"),
    Reason.JOKER_AT_END: Citation("RUM-MELD-01", "jokers.at_ends"),
    Reason.RUN_WRAP: Citation("RUM-MELD-01", "ace.runs"),
    Reason.NO_MELD_LAP: Citation("RUM-MELD-01", "first_meld.from_lap"),
    Reason.FIRST_MELD_POINTS: Citation("RUM-MELD-01", "first_meld.min"),
    Reason.LAYOFF_OFF: Citation("RUM-LAY-01", "lay_offs.on"),
    Reason.LAYOFF_OWN_ONLY: Citation("RUM-LAY-01", "lay_offs.on"),
    Reason.LAYOFF_BEFORE_MELD: Citation("RUM-LAY-01", "lay_offs.before_first_meld"),
    Reason.LAYOFF_SAME_TURN: Citation("RUM-LAY-01", "lay_offs.same_turn"),
    Reason.JOKERS_LEFT: Citation("RUM-END-01", "jokers.discard"),
    Reason.DISCARD_NATURAL: Citation("RUM-DRAW-01", "jokers.discard"),
    Reason.NO_CARD_LEFT: Citation("RUM-END-01", "going_out.discard"),
}
