"""The rule sheet of Wiener Rummy in our words, and the rule behind every refusal."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from rummykit.refusals import Citation, Reason
from rummykit_deutsches_romme import rulebook as romme

RULES: Mapping[str, str] = {
    "WIE-COMP-01": "Two packs of 52 cards and two jokers, 106 cards; two to six play, at some tables up to eight. "
    "Melds and card values are those of Deutsches Rommé: three or four of a rank in different suits, three or more "
    "in a row of one suit with the ace at either end, a joker for any card but at least two natural cards in a meld.",
    "WIE-DEAL-01": "Ten cards each, eleven for the dealer, who begins without drawing; the rest is the stock.",
    "WIE-TURN-01": "A turn is to draw the open card or the top of the stock, and to discard one. Nothing is laid on "
    "the table while the round lasts.",
    "WIE-END-01": "Rommé: whoever has ten cards in melds calls and discards the eleventh. The others show their hands "
    "at once and draw no more.",
    "WIE-END-02": "Whoever has at most five points in no meld after their discard may knock: they show their "
    "hand and say the points.",
    "WIE-END-03": "After a knock everybody else may, in turn, draw one more card and discard one; then all show.",
    "WIE-END-04": "Nothing is laid off on the melds of another player.",
    "WIE-SCORE-01": "What is in no meld counts against its holder: joker 20, ace 11, faces 10, the rest its pips. "
    "That goes for whoever knocked too, and is added to everybody's total.",
    "WIE-PARTY-01": "Before the match everybody puts five chips into the pot.",
    "WIE-PARTY-02": "After every round whoever knocked or called gets a chip from every other player still in.",
    "WIE-PARTY-03": "Whoever has a total of 101 or more is out.",
    "WIE-PARTY-04": "Once in a match a player with a total from 81 to 100 may pay five chips into the pot; their total "
    "falls to that of the second-worst player still in.",
    "WIE-PARTY-05": "The last player left takes the pot, and the match is over.",
}

_NO_MELD = ("MELD_", "SET_", "RUN_", "JOKER_", "TOO_", "ADJACENT_", "NOT_WILD")
"""How the reasons begin for which cards are not a meld."""

CITATIONS: Mapping[Enum, Citation] = {
    **{
        reason: Citation("WIE-COMP-01", citation.option)
        for reason, citation in romme.CITATIONS.items()
        if reason.name.startswith(_NO_MELD)
    },
    **{reason: Citation("WIE-TURN-01") for reason in Reason if reason.name.startswith("CLAIM_")},
    Reason.CLAIMS_OFF: Citation("WIE-TURN-01", "claims.allowed"),
    Reason.NOT_LATE: Citation("TABLE-05", "turn.seconds"),
    Reason.NOT_NOW: Citation("WIE-TURN-01"),
    Reason.PILE_EMPTY: Citation("WIE-TURN-01"),
    Reason.NOTHING_LAID_OUT: Citation("WIE-TURN-01"),
    Reason.LAYOFF_OFF: Citation("WIE-END-04", "knocking.lay_off_on_knocker"),
    Reason.DISCARD_NATURAL: Citation("WIE-TURN-01", "jokers.discard"),
    Reason.DISCARD_TAKEN: Citation("WIE-TURN-01", "discards.throw_back"),
    Reason.CALL_CARDS_LEFT: Citation("WIE-END-01"),
    Reason.KNOCK_TOO_MUCH: Citation("WIE-END-02", "knocking.limit"),
    Reason.KNOCK_LAP: Citation("WIE-END-02", "knocking.from_lap"),
    Reason.KNOCK_LAYOFFS: Citation("WIE-END-04", "knocking.lay_off_on_knocker"),
    Reason.EXCHANGE_ONCE: Citation("WIE-END-03"),
    Reason.EXCHANGE_STOCK_ONLY: Citation("WIE-END-03", "knocking.improve"),
    Reason.EXCHANGE_NO_STOCK: Citation("WIE-END-03"),
    Reason.ELIMINATED: Citation("WIE-PARTY-03", "match.elimination"),
    Reason.BUYBACK_OFF: Citation("WIE-PARTY-04", "stakes.buyback"),
    Reason.BUYBACK_TOO_LOW: Citation("WIE-PARTY-04", "stakes.buyback_from"),
    Reason.BUYBACK_TOO_HIGH: Citation("WIE-PARTY-04", "stakes.buyback_to"),
    Reason.BUYBACK_USED: Citation("WIE-PARTY-04", "stakes.buyback_times"),
    Reason.BUYBACK_NO_GAIN: Citation("WIE-PARTY-04", "stakes.buyback_target"),
    Reason.BUYBACK_UNPAID: Citation("WIE-PARTY-04", "stakes.debt"),
    Reason.BUYBACK_NOT_OFFERED: Citation("WIE-PARTY-04"),
}
