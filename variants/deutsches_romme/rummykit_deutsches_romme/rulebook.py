"""The rule sheet of Deutsches Rommé in our words, the club's additions, and the rule behind every refusal."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from rummykit.refusals import Citation, Reason

ROMME_RULES: Mapping[str, str] = {
    "ROM-COMP-01": "Two packs of 52 cards and six jokers, 110 cards. Two to six play, each for themselves.",
    "ROM-SETUP-01": "The players draw for seats; whoever draws highest chooses a seat and deals first.",
    "ROM-SETUP-02": "The deal moves on clockwise every round; the dealer shuffles, the neighbour on the right cuts.",
    "ROM-SETUP-03": "At many tables a joker found when cutting may be kept.",
    "ROM-SETUP-04": "Thirteen cards each, fourteen for the dealer; the rest is the stock, and no card lies open.",
    "ROM-MELD-01": "A set is three or four cards of one rank, all of different suits.",
    "ROM-MELD-02": "A run is three or more consecutive cards of one suit; the ace stands at the low or the high end, "
    "never in the middle.",
    "ROM-MELD-03": "A joker replaces any card.",
    "ROM-MELD-04": "A meld has at least two natural cards; in a longer run two jokers may stand side by side.",
    "ROM-VAL-01": "King, queen and jack count 10, other cards their pips; the ace 11, but 1 in front of a two.",
    "ROM-VAL-02": "In the first meld a joker counts as the card it replaces; left in a hand it costs 20.",
    "ROM-TURN-01": "The dealer begins with fourteen cards and does not draw, may meld, and discards.",
    "ROM-TURN-02": "Everybody else draws the last discard or the top of the stock, may meld, and discards.",
    "ROM-TURN-03": "At some tables a discard may be taken only if it is melded at once; it then counts for the first "
    "meld too.",
    "ROM-FIRST-01": "The melds laid down first must count 40 points together, all from the hand.",
    "ROM-FIRST-02": "After that, in the same turn already, melds of any value may follow.",
    "ROM-LAY-01": "From the first meld on, single cards may be added to anybody's melds on one's own turn.",
    "ROM-LAY-02": "Melded cards are neither taken back nor discarded.",
    "ROM-JOK-01": "After the first meld, on one's own turn, a joker on the table may be replaced by the card it stands "
    "for; in a set every missing suit will do.",
    "ROM-JOK-02": "A joker so gained must be laid in a new meld at once and never goes to the hand.",
    "ROM-JOK-03": "The stricter rule: a joker in a set is free only when the set then has four natural cards.",
    "ROM-END-01": "Whoever lays out everything and discards their last card wins the round.",
    "ROM-SCORE-01": "The others score what they still hold as bad points: joker 20, ace 11, faces 10, the rest its "
    "pips. Few are good.",
    "ROM-HAND-01": "Hand-Rommé: whoever lays all cards at once before any other player has melded needs no 40 points, "
    "and the others' bad points count double.",
}

CLUB_RULES: Mapping[str, str] = {
    "CLUB-COMP-01": "The club plays with two packs of 52 cards and six jokers at a table.",
    "CLUB-DEAL-01": "Thirteen cards each; the player left of the dealer gets fourteen and begins without drawing.",
    "CLUB-MELD-01": "A meld has at least three connected cards.",
    "CLUB-ROUND-01": "Nobody melds before everybody has had a turn.",
    "CLUB-ROUND-02": "In the first lap only the player on turn may take a discard.",
    "CLUB-FIRST-01": "The first meld needs 30 points without a joker and 40 with one; more than one is not allowed.",
    "CLUB-JOK-01": "After that at most one joker a meld.",
    "CLUB-JOK-02": "A joker counts as the card it replaces.",
    "CLUB-JOK-03": "Whoever holds the very card a joker stands for may exchange it; the joker is laid out again "
    "at once.",
    "CLUB-VAL-01": "The ace counts 1 before a two and 11 after a king; king, queen, jack and ten count 10.",
    "CLUB-CLAIM-01": "From the second lap on anybody may claim a discard, and takes a penalty card from the stock too.",
    "CLUB-CLAIM-02": "The next player clockwise comes first; whoever takes the discard as their own draw pays nothing.",
    "CLUB-HAND-01": "Rommé-Hand counts only while no card lies on the table; the points are then doubled.",
    "CLUB-END-01": "Whoever is first without cards wins; the last card goes onto the discard pile.",
    "CLUB-SCORE-01": "The others count what they hold against them: joker 20, ace 11, the rest as when melding.",
}

RULES: Mapping[str, str] = {**ROMME_RULES, **CLUB_RULES}

CITATIONS: Mapping[Enum, Citation] = {
    Reason.NOT_NOW: Citation("ROM-TURN-02"),
    Reason.PILE_EMPTY: Citation("ROM-TURN-02"),
    Reason.TAKE_OFF: Citation("ROM-TURN-02", "discards.take"),
    Reason.TAKE_BEFORE_MELD: Citation("ROM-TURN-02", "discards.take"),
    Reason.TAKEN_CARD_UNUSED: Citation("ROM-TURN-03", "discards.take"),
    Reason.CLAIMS_OFF: Citation("ROM-TURN-02", "claims.allowed"),
    Reason.CLAIM_TOO_EARLY: Citation("CLUB-CLAIM-02"),
    Reason.CLAIM_OWN_TURN: Citation("CLUB-CLAIM-02"),
    Reason.CLAIM_TURN_OF_OTHER: Citation("CLUB-CLAIM-02"),
    Reason.CLAIM_PASSED: Citation("CLUB-CLAIM-02"),
    Reason.CLAIM_TOO_LATE: Citation("CLUB-CLAIM-02"),
    Reason.CLAIM_AFTER_OPEN_DRAW: Citation("CLUB-CLAIM-02"),
    Reason.CLAIM_OWN_DISCARD: Citation("CLUB-CLAIM-01", "claims.own_discard"),
    Reason.CLAIM_DEALER_UPCARD: Citation("CLUB-CLAIM-01"),
    Reason.CLAIM_ONE_CARD: Citation("CLUB-CLAIM-01"),
    Reason.CLAIM_ON_FINAL_DRAW: Citation("CLUB-CLAIM-01"),
    Reason.CLAIM_LAP: Citation("CLUB-ROUND-02", "claims.from_lap"),
    Reason.CLAIM_BEFORE_MELD: Citation("CLUB-CLAIM-01", "claims.allowed"),
    Reason.CLAIM_UNUSED: Citation("CLUB-CLAIM-01", "claims.allowed"),
    Reason.CLAIM_LIMIT: Citation("CLUB-CLAIM-01", "claims.per_round"),
    Reason.CLAIM_NO_PENALTY_CARD: Citation("CLUB-CLAIM-01", "claims.penalty"),
    Reason.MELD_TOO_SHORT: Citation("ROM-MELD-01"),
    Reason.MELD_MIXED: Citation("ROM-MELD-01"),
    Reason.SET_SAME_SUIT: Citation("ROM-MELD-01"),
    Reason.SET_TOO_LONG: Citation("ROM-MELD-01"),
    Reason.RUN_GAP: Citation("ROM-MELD-02"),
    Reason.RUN_DUPLICATE: Citation("ROM-MELD-02"),
    Reason.RUN_WRAP: Citation("ROM-MELD-02", "ace.runs"),
    Reason.JOKER_COLOUR: Citation("ROM-MELD-03"),
    Reason.JOKER_TWIN: Citation("ROM-MELD-01"),
    Reason.TOO_MANY_JOKERS: Citation("CLUB-JOK-01", "jokers.per_meld"),
    Reason.TOO_FEW_NATURALS: Citation("ROM-MELD-04", "jokers.min_naturals"),
    Reason.ADJACENT_JOKERS: Citation("ROM-MELD-04", "jokers.side_by_side"),
    Reason.NO_MELD_LAP: Citation("CLUB-ROUND-01", "first_meld.from_lap"),
    Reason.FIRST_MELD_POINTS: Citation("ROM-FIRST-01", "first_meld.min"),
    Reason.FIRST_MELD_POINTS_WITH_JOKER: Citation("CLUB-FIRST-01", "first_meld.min_with_joker"),
    Reason.FIRST_MELD_JOKERS: Citation("CLUB-FIRST-01", "first_meld.max_jokers"),
    Reason.NO_CARD_LEFT: Citation("ROM-END-01", "going_out.discard"),
    Reason.JOKERS_LEFT: Citation("ROM-END-01", "jokers.discard"),
    Reason.CARDS_PER_TURN: Citation("ROM-FIRST-02", "turn.most_cards"),
    Reason.LAYOFF_OFF: Citation("ROM-LAY-01", "lay_offs.on"),
    Reason.LAYOFF_OWN_ONLY: Citation("ROM-LAY-01", "lay_offs.on"),
    Reason.LAYOFF_BEFORE_MELD: Citation("ROM-LAY-01", "lay_offs.before_first_meld"),
    Reason.LAYOFF_SAME_TURN: Citation("ROM-LAY-01", "lay_offs.same_turn"),
    Reason.LAYOFF_NO_FIT: Citation("ROM-LAY-01"),
    Reason.LAYOFF_BESIDE_JOKER: Citation("ROM-JOK-01"),
    Reason.REGROUP: Citation("ROM-LAY-02"),
    Reason.SWAP_OFF: Citation("ROM-JOK-01", "swaps.allowed"),
    Reason.SWAP_OUT_OF_TURN: Citation("ROM-JOK-01"),
    Reason.SWAP_BEFORE_MELD: Citation("ROM-JOK-01", "swaps.needs_first_meld"),
    Reason.SWAP_SAME_TURN: Citation("ROM-JOK-01", "swaps.same_turn"),
    Reason.SWAP_NO_JOKER: Citation("ROM-JOK-01"),
    Reason.SWAP_OWN_ONLY: Citation("ROM-JOK-01", "swaps.only_own"),
    Reason.SWAP_WRONG_CARD: Citation("ROM-JOK-01"),
    Reason.SWAP_SET_INCOMPLETE: Citation("ROM-JOK-03", "swaps.sets"),
    Reason.SWAP_UNPLACED: Citation("ROM-JOK-02", "swaps.joker_goes"),
    Reason.SWAP_FOREIGN_JOKER: Citation("ROM-JOK-02"),
    Reason.SWAP_NEW_MELD_ONLY: Citation("ROM-JOK-02", "swaps.joker_goes"),
    Reason.SWAP_SHORT_RUN: Citation("ROM-JOK-02", "swaps.min_run"),
    Reason.DISCARD_LAST: Citation("ROM-END-01", "going_out.discard"),
    Reason.LAST_CARD_LEFT: Citation("ROM-END-01", "going_out.discard"),
    Reason.DISCARD_NATURAL: Citation("ROM-TURN-02", "jokers.discard"),
    Reason.DISCARD_TAKEN: Citation("ROM-TURN-02", "discards.throw_back"),
}
