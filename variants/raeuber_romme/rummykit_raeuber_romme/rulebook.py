"""The rule sheet of Räuber-Rommé and of its relative with numbers, and the rule behind every refusal."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from rummykit.refusals import Citation, Reason
from rummykit_deutsches_romme import rulebook as romme

RULES: Mapping[str, str] = {
    **romme.ROMME_RULES,
    "RAU-01": "All rules of Deutsches Rommé and its house rules hold, unless something else is said here.",
    "RAU-02": "Melds on the table may be extended, and also taken apart and laid anew together with cards from the "
    "hand; at least one hand card must be placed with it.",
    "RAU-03": "A joker on the table may stand for another card afterwards; no formal swap is needed.",
    "RAU-04": "After a rearrangement every card that lay on the table lies in a meld again, and none goes to a hand.",
    "RAU-05": "The table may be rearranged only after one's own first meld, which comes from the hand alone.",
    "RAU-06": "At some tables nothing is discarded: a turn is to place at least one hand card or else to draw one, "
    "and whoever has no card left is out. Without a stock play goes on until all pass in a row.",
    "RAU-EX-1": "An example: the run 5 to 9 of clubs and another 7 of clubs from the hand make the runs 5-6-7 and "
    "7-8-9.",
    "RAU-EX-2": "An example: the diamonds 5-6-7, the spades 5-6 with a joker, and clubs 5, hearts 6 and diamonds 9 "
    "from the hand make three fives, three sixes and the diamonds 7-joker-9.",
    "NET-COMP-01": "The game with numbers has 106 cards: twice 1 to 13 in blue, red, green and yellow, and two jokers. "
    "Two play.",
    "NET-DEAL-01": "Eighteen cards each, always with exactly one joker; the other seventy are the stock.",
    "NET-TURN-01": "A turn is either to place at least one hand card or to pass, and a pass draws a card. One may pass "
    "at will. Nothing is discarded.",
    "NET-FIRST-01": "The first lay-out needs 30 points from the hand, in one combination or several, a joker counting "
    "nothing; in that turn nothing on the table may be used.",
    "NET-FIRST-02": "From the next turn on one may lay new combinations, add to those on the table and rearrange them.",
    "NET-MELD-01": "Three or four equal numbers in different colours, or at least three numbers in a row of one "
    "colour; the 1 stands only below the 2.",
    "NET-JOK-01": "A joker replaces any card and is never bound to one value; when its combination is dissolved it is "
    "free again.",
    "NET-ARR-01": "No card that lay on the table goes to a hand.",
    "NET-ARR-02": "After the turn all cards on the table lie in valid combinations.",
    "NET-ARR-03": "At most twelve hand cards may be placed in a turn; cards of the table may be moved without limit.",
    "NET-GRID-01": "Combinations lie visibly apart; on a board of 13 by 10 cells at least one empty cell is between "
    "them, here each has a line of its own.",
    "NET-INFO-01": "Everybody sees how many cards each player holds, who has not laid out yet, and how large the stock "
    "is; one's own hand may be sorted by colour or by number.",
    "NET-END-01": "Whoever has no card left wins at once.",
    "NET-END-02": "Drawing the last stock card ends the game at once: numbers count themselves, a joker 25; whoever "
    "has more points loses, equal points are a draw.",
    "TILE-COMP-01": "The game with tiles has 106 of them: twice 1 to 13 in blue, red, green and yellow, and two "
    "jokers. Two to four play, each for themselves.",
    "TILE-DEAL-01": "Fourteen tiles each; the others are the stock. Who begins is drawn by lot.",
    "TILE-TURN-01": "A turn is either to place at least one tile from the hand, and as many as one likes, or to draw "
    "one. Nothing is discarded.",
    "TILE-MELD-01": "Three or four equal numbers in different colours, or at least three numbers in a row of one "
    "colour; the 1 stands only below the 2.",
    "TILE-FIRST-01": "The first lay-out needs 30 points from the hand alone, in one combination or several; a joker "
    "counts what it stands for.",
    "TILE-FIRST-02": "From the next turn on one may also add to what lies there and rearrange it.",
    "TILE-ARR-01": "After the turn all tiles on the table lie in valid combinations, and none of them goes to a hand.",
    "TILE-JOK-01": "A joker stands for the tile in whose place it lies; in a group, for any that is missing.",
    "TILE-JOK-02": "A joker leaves its place only if the tile it stands for takes it, from the hand or the table, and "
    "it is used in the same turn with tiles of which at least one comes from the hand.",
    "TILE-END-01": "Whoever has no tile left ends the round and collects what the others hold, who lose it: the "
    "numbers, and 30 for a joker.",
    "TILE-END-02": "Without a stock play goes on until all pass in a row; then the lowest hand collects from each of "
    "the others what they hold more. If the lowest hands are equal, nobody collects anything: that is our own "
    "decision.",
}


def _here(citation: Citation) -> Citation:
    """Return a citation of Deutsches Rommé as this sheet has it: what the club plays is a house rule here."""
    return Citation("RAU-01", citation.option) if citation.rule in romme.CLUB_RULES else citation


CITATIONS: Mapping[Enum, Citation] = {
    **{reason: _here(citation) for reason, citation in romme.CITATIONS.items()},
    Reason.NOT_NOW: Citation("TABLE-01"),
    Reason.MELDS_PER_TURN: Citation("ROM-FIRST-02"),
    Reason.LAYOFF_SAME_TURN: Citation("NET-FIRST-01", "lay_offs.same_turn"),
    Reason.CARDS_PER_TURN: Citation("NET-ARR-03", "turn.most_cards"),
    Reason.NOTHING_PLACED: Citation("RAU-06"),
    Reason.TABLE_CARD: Citation("RAU-04"),
    Reason.REARRANGE_OFF: Citation("RAU-02", "rearranging.allowed"),
    Reason.REARRANGE_BEFORE_MELD: Citation("RAU-05"),
    Reason.REARRANGE_SAME_TURN: Citation("NET-FIRST-01", "lay_offs.same_turn"),
    Reason.REARRANGE_OWN_ONLY: Citation("RAU-02", "lay_offs.on"),
    Reason.REARRANGE_NOTHING: Citation("RAU-02"),
    Reason.REARRANGE_NOT_NAMED: Citation("RAU-02"),
    Reason.REARRANGE_NOT_THERE: Citation("TABLE-02"),
    Reason.REARRANGE_LEFT_OVER: Citation("RAU-04"),
    Reason.REARRANGE_TO_HAND: Citation("RAU-04"),
    Reason.REARRANGE_NO_HAND_CARD: Citation("RAU-02", "rearranging.needs_hand_card"),
    Reason.REARRANGE_JOKER_BOUND: Citation("NET-JOK-01", "rearranging.joker_leaves"),
    Reason.REARRANGE_JOKER_STAYS: Citation("TILE-JOK-02", "rearranging.joker_leaves"),
    Reason.REARRANGE_JOKER_ALONE: Citation("TILE-JOK-02", "rearranging.joker_leaves"),
}

_NUMBERS: Mapping[str, tuple[Reason, ...]] = {
    "MELD-01": (
        Reason.MELD_TOO_SHORT,
        Reason.MELD_MIXED,
        Reason.SET_SAME_SUIT,
        Reason.SET_TOO_LONG,
        Reason.SET_TOO_SHORT,
        Reason.RUN_TOO_SHORT,
        Reason.RUN_GAP,
        Reason.RUN_DUPLICATE,
        Reason.RUN_WRAP,
    ),
    "JOK-01": (
        Reason.TOO_FEW_NATURALS,
        Reason.TOO_MANY_JOKERS,
        Reason.ADJACENT_JOKERS,
        Reason.JOKER_TWIN,
        Reason.JOKER_SHARE,
        Reason.JOKER_HALF,
        Reason.JOKER_AT_END,
    ),
    "FIRST-01": (
        Reason.FIRST_MELD_POINTS,
        Reason.FIRST_MELD_POINTS_WITH_JOKER,
        Reason.FIRST_MELD_JOKERS,
        Reason.FIRST_MELD_ALONE,
        Reason.FIRST_MELD_CONDITION,
    ),
    "FIRST-02": (
        Reason.LAYOFF_NO_FIT,
        Reason.LAYOFF_BEFORE_MELD,
        Reason.REARRANGE_NOTHING,
        Reason.REARRANGE_BEFORE_MELD,
    ),
    "TURN-01": (Reason.NOTHING_PLACED, Reason.REARRANGE_NO_HAND_CARD),
    "ARR-01": (Reason.REARRANGE_TO_HAND, Reason.TABLE_CARD, Reason.REGROUP),
}
"""The rules that both sheets of the game with numbers have for refusals and paragraphs."""


def _sheet(name: str, own: Mapping[str, tuple[Reason, ...]]) -> Mapping[Enum, Citation]:
    rules = [*_NUMBERS.items(), *own.items()]
    return {
        reason: Citation(f"{name}-{rule}", CITATIONS[reason].option) for rule, reasons in rules for reason in reasons
    }


NUMBERS_CITATIONS = _sheet("NET", {"ARR-02": (Reason.REARRANGE_LEFT_OVER,)})
"""The rules of its own that the game with numbers has where a joker is bound to no place."""

TILES_CITATIONS = _sheet(
    "TILE",
    {
        "FIRST-02": (Reason.LAYOFF_SAME_TURN, Reason.REARRANGE_SAME_TURN, Reason.SWAP_SAME_TURN),
        "ARR-01": (Reason.REARRANGE_LEFT_OVER,),
        "JOK-01": (Reason.SWAP_WRONG_CARD, Reason.LAYOFF_BESIDE_JOKER),
        "JOK-02": (
            Reason.SWAP_OUT_OF_TURN,
            Reason.SWAP_BEFORE_MELD,
            Reason.SWAP_UNPLACED,
            Reason.SWAP_FOREIGN_JOKER,
            Reason.SWAP_NEW_MELD_ONLY,
            Reason.REARRANGE_JOKER_BOUND,
        ),
    },
)
"""Those that it has where a joker keeps its place."""
