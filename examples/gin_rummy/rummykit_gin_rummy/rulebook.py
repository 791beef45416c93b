"""The rule sheet of Gin Rummy in our words, and the rule behind every refusal."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from rummykit.refusals import Citation, Reason

RULES: Mapping[str, str] = {
    "GIN-COMP-01": "Two play with one pack of 52 cards, without jokers. The ace counts 1, king, queen and jack 10, the "
    "other cards their pips.",
    "GIN-DEAL-01": "Ten cards each; the next card is turned up beside the stock and is the first upcard.",
    "GIN-MELD-01": "A meld is a set, three or four cards of one rank, or a run, three or more cards of one suit in a "
    "row; the ace goes before the two and nowhere else. What is in no meld is deadwood.",
    "GIN-UPCARD-01": "The dealer's opponent may take the first upcard or pass; if they pass, the dealer may.",
    "GIN-UPCARD-02": "If both pass, the dealer's opponent begins with a card from the stock.",
    "GIN-TURN-01": "A turn is to draw the open card or the top of the stock, and to discard one. Melds stay in the "
    "hand until somebody knocks.",
    "GIN-TURN-02": "The open card just taken is not thrown back in the same turn.",
    "GIN-TURN-03": "Where it may be thrown back, the hand is void if both players do so with the same card in a row.",
    "GIN-KNOCK-01": "Whoever has at most ten points of deadwood after their discard may knock with it.",
    "GIN-KNOCK-02": "Whoever has knocked spreads melds of their choice, until no more deadwood is left than is "
    "allowed.",
    "GIN-KNOCK-03": "Gin: whoever spreads all ten cards in melds has gin.",
    "GIN-LAY-01": "After a knock the other player lays off single cards that fit the melds spread there. Against gin "
    "nothing is laid off.",
    "GIN-LAY-02": "Then they spread their own melds; what they keep in their hand is their deadwood.",
    "GIN-VOID-01": "When two cards are left in the stock after a discard and nobody has knocked, the hand is void: "
    "nobody scores.",
    "GIN-VOID-02": "At some tables the other player may still take that last discard, if they knock with it at once.",
    "GIN-VOID-03": "A hand in which nobody draws from the stock any more is void too.",
    "GIN-SCORE-01": "Whoever has knocked and has less deadwood than the other player scores the difference.",
    "GIN-SCORE-02": "Gin scores the deadwood of the other player and 25 points.",
    "GIN-SCORE-03": "Whoever has no more deadwood than the player who knocked, unless that was gin, undercuts them and "
    "scores the difference and 25 points.",
    "GIN-OKLA-01": "Oklahoma: the value of the first upcard is the most deadwood with which one may knock in this "
    "hand; with an ace only gin will do.",
    "GIN-OKLA-02": "Oklahoma with spades: if the first upcard is a spade, the hand counts double.",
    "GIN-MATCH-01": "Hands are played until somebody has a total of 100.",
    "GIN-MATCH-02": "Whoever has the higher total then wins the game and scores a bonus of 100 points, and 100 more "
    "if the other player has not won a hand.",
    "GIN-MATCH-03": "Then both score a box of 25 points for every hand they have won. The higher total of all these "
    "points wins the match.",
}


class GinReason(Enum):
    """Reasons for a refusal that only this game has."""

    UPCARD_FIRST = "Say first whether you take {cards}; nobody draws from the stock before both have passed."
    UPCARD_PASSED = "Both have passed on {cards}: the hand begins with a card from the stock."
    OKLAHOMA_TOO_MUCH = Reason.KNOCK_TOO_MUCH.value
    WALL_KNOCK_ONLY = "Only two cards are left in the stock: the open card may be taken only to knock with it at once."
    WALL_NO_STOCK = "The last two cards of the stock are not drawn."
    SPREAD_TOO_MUCH = "So {count} points of deadwood would be left, and you have knocked: at most {needed} are allowed."
    LAYOFF_AGAINST_GIN = "Nothing is laid off against gin."
    LAYOFF_OVER = "Cards are laid off before you spread your own melds."
    MELDS_AFTER_LAYOFF = "Lay off first; when you pass, you spread your own melds."


CITATIONS: Mapping[Enum, Citation] = {
    **{reason: Citation("GIN-TURN-01") for reason in Reason if reason.name.startswith("CLAIM")},
    **{
        reason: Citation("GIN-MELD-01")
        for reason in Reason
        if reason.name.startswith(("MELD_", "SET_", "RUN_", "JOKER_", "TOO_", "ADJACENT_"))
    },
    # There is neither a call nor a last exchange.
    **{reason: Citation("GIN-KNOCK-02") for reason in Reason if reason.name.startswith(("CALL_", "EXCHANGE_"))},
    Reason.NOT_NOW: Citation("GIN-TURN-01"),
    Reason.PILE_EMPTY: Citation("GIN-TURN-01"),
    Reason.NOTHING_LAID_OUT: Citation("GIN-TURN-01"),
    Reason.DISCARD_NATURAL: Citation("GIN-TURN-02"),
    Reason.DISCARD_TAKEN: Citation("GIN-TURN-02", "discards.throw_back"),
    Reason.KNOCK_TOO_MUCH: Citation("GIN-KNOCK-01", "knocking.limit"),
    Reason.LAYOFF_OFF: Citation("GIN-LAY-01"),
    Reason.KNOCK_LAP: Citation("GIN-KNOCK-01"),
    Reason.KNOCK_LAYOFFS: Citation("GIN-LAY-01"),
    Reason.LAYOFF_NO_FIT: Citation("GIN-LAY-01"),
    Reason.REGROUP: Citation("GIN-KNOCK-02"),
    GinReason.UPCARD_FIRST: Citation("GIN-UPCARD-01"),
    GinReason.UPCARD_PASSED: Citation("GIN-UPCARD-02"),
    GinReason.OKLAHOMA_TOO_MUCH: Citation("GIN-OKLA-01", "knocking.oklahoma"),
    GinReason.WALL_KNOCK_ONLY: Citation("GIN-VOID-02", "knocking.with_last_discard"),
    GinReason.WALL_NO_STOCK: Citation("GIN-VOID-01"),
    GinReason.SPREAD_TOO_MUCH: Citation("GIN-KNOCK-02"),
    GinReason.LAYOFF_AGAINST_GIN: Citation("GIN-LAY-01"),
    GinReason.LAYOFF_OVER: Citation("GIN-LAY-02"),
    GinReason.MELDS_AFTER_LAYOFF: Citation("GIN-LAY-02"),
}
