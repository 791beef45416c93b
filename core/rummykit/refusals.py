"""Why a move is refused: reasons, the rules they cite, and the refusal a player reads.

Core knows *reasons*; which paragraph of a rule sheet stands behind a reason, and which house-rule
option decides it, is the variant's knowledge: its *citations*.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from rummykit.cards import Row
from rummykit.errors import RummyKitError
from rummykit.i18n import IN_ENGLISH, Numbered, say, say_number

if TYPE_CHECKING:
    from rummykit.cards import Card


class Reason(Enum):
    """A reason for refusing a move; its value is the sentence, with names in braces to fill in.

    Where a number decides the words, the value has the sentence for one and for many. It is the first that is filled in
    of `DECIDING_NUMBERS`. A mod may bring reasons of its own: an Enum of the same shape.
    """

    # The table: the same in every variant.
    ROUND_OVER = "The round is over."
    MATCH_OVER = "The match is over."
    NOT_YOUR_TURN = "It is not your turn: {actor} is to act."
    NOT_NOW = "You cannot {verb} now: {expected}."
    NOT_IN_GAME = "This game does not know the move '{verb}'."
    NOT_IN_HAND = "You do not hold {cards}."
    NO_SUCH_MELD = "There is no meld {number} on the table."
    AMBIGUOUS = "{what} can be read in more than one way; write {choices}."

    # The clock.
    NOT_LATE = "Nobody is late by their own word: the clock of the table says so."

    # Drawing.
    PILE_EMPTY = "There is no open card to take."
    PILE_TOP_ONLY = "Of the discard pile only the open card may be taken."
    PILE_WHOLE_ONLY = "The discard pile is taken whole: write 'draw discard'."
    PILE_TOO_DEEP = Numbered(
        "There is only {count} card in the discard pile.", "There are only {count} cards in the discard pile."
    )
    STOCK_EMPTY = "The stock is used up: take from the discard pile, or pass."
    TAKE_OFF = "Nobody takes discards at this table: draw from the stock."
    TAKE_BEFORE_MELD = "You may take a discard only after your own first meld."
    TAKEN_CARD_UNUSED = "The open card may be taken only if it is used in this turn: {expected}."
    TAKEN_CARD_FIRST = "The deepest card taken from the pile must be used before anything else: {expected}."

    # Claiming.
    CLAIMS_OFF = "Nobody may claim the open card out of turn."
    CLAIM_AFTER_OPEN_DRAW = "The open card was taken by the player on turn, so nothing can be claimed."
    CLAIM_TOO_LATE = "The claim is over: the player on turn has gone on."
    CLAIM_PASSED = "You have passed already; the next player is being asked."
    CLAIM_TOO_EARLY = "A claim is possible only after the player on turn has drawn from the stock."
    CLAIM_OWN_DISCARD = "You discarded {cards} yourself, so you may not claim it."
    CLAIM_OWN_TURN = "You are on turn yourself: draw the open card instead of claiming it."
    CLAIM_TURN_OF_OTHER = "{actor} sits nearer to the player on turn and is asked before you."
    CLAIM_DEALER_UPCARD = "The dealer may not claim the first open card."
    CLAIM_ON_FINAL_DRAW = "After the last stock card was drawn nothing can be claimed."
    CLAIM_LAP = "Claims begin in lap {needed}; this is lap {lap}."
    CLAIM_BEFORE_MELD = "You may claim only after your own first meld."
    CLAIM_UNUSED = "The open card may be claimed only to be laid at once: {expected}."
    CLAIM_LIMIT = Numbered(
        "You have claimed once in this round, as often as a player may.",
        "You have claimed {count} times in this round, as often as a player may.",
    )
    CLAIM_NO_PENALTY_CARD = Numbered(
        "The stock cannot serve the penalty card that a claim costs.",
        "The stock cannot serve the {needed} penalty cards that a claim costs.",
    )
    CLAIM_ONE_CARD = "Only one card may be claimed in a turn; the card beneath is not available."

    # Melds.
    MELD_TOO_SHORT = "{meld} is too short: a meld has at least {needed} cards."
    MELD_MIXED = "{meld} is not a meld: the cards share neither one value nor one {suit}."
    SET_SAME_SUIT = "{meld} is not a set: {fault} has a {suit} that the set has already."
    SET_TOO_LONG = "{meld} is not a set: there are only {needed} {suit}s."
    RUN_GAP = "{meld} is not a run: the values do not follow one another without a gap."
    RUN_DUPLICATE = "{meld} is not a run: it has {fault} twice."
    RUN_WRAP = "{meld} is not a run: after {last} there is no {first}."
    JOKER_COLOUR = "{fault} cannot stand for a card of another {suit}."
    SET_TOO_SHORT = "{meld} is too short: a set has at least {needed} cards."
    SET_TOO_LARGE = "{meld} is too large: a set has at most {needed} cards."
    RUN_TOO_SHORT = "{meld} is too short: a run has at least {needed} cards."
    NOT_WILD = "{fault} is not a wild card, so it cannot stand for another card."
    JOKER_TWIN = "{fault} cannot stand for a card that the meld has already."
    TOO_MANY_JOKERS = Numbered(
        "{meld} has {count} joker; at most {needed} may be in a meld.",
        "{meld} has {count} jokers; at most {needed} may be in a meld.",
    )
    TOO_FEW_NATURALS = "{meld} has too few natural cards: it needs at least {needed}."
    ADJACENT_JOKERS = "{meld} has too many jokers side by side: more than {needed}."
    JOKER_SHARE = Numbered(
        "{meld} has {count} joker and {needed} natural cards; the jokers must be fewer.",
        "{meld} has {count} jokers and {needed} natural cards; the jokers must be fewer.",
    )
    JOKER_HALF = Numbered(
        "{meld} has {count} joker and {needed} natural cards; at most half of a meld may be jokers.",
        "{meld} has {count} jokers and {needed} natural cards; at most half of a meld may be jokers.",
    )
    JOKER_AT_END = "{meld} has {fault} at its end; a run begins and ends with natural cards."

    # Laying down.
    NOTHING_LAID_OUT = "Nothing is laid out: melds are collected in the hand and shown when the round ends."
    NO_MELD_LAP = Numbered("Nobody may meld in the first lap.", "Nobody may meld in the first {needed} laps.")
    FIRST_MELD_POINTS = "The first meld reaches {count} of {needed} points."
    FIRST_MELD_POINTS_WITH_JOKER = "The first meld has a joker and reaches {count} of the {needed} points this needs."
    FIRST_MELD_ALONE = "One meld must reach {needed} points alone; the best of these has {count}."
    FIRST_MELD_JOKERS = Numbered(
        "The first meld has {count} joker; at most {needed} may be in it.",
        "The first meld has {count} jokers; at most {needed} may be in it.",
    )
    FIRST_MELD_CONDITION = "The first meld needs {condition}."
    FIRST_MELD_EXACTLY = "The first meld must be {condition}, and no meld more."
    POOL_JOKER_GONE = "{fault} is not in the pool."
    POOL_JOKER_SET = "{fault} from the pool may be used only in a run."
    POOL_JOKER_SHORT = "{fault} from the pool needs a run of at least {needed} cards, with it; this has {count}."
    POOL_JOKER_LIMIT = Numbered(
        "At most {needed} pool joker may be taken in a turn.",
        "At most {needed} pool jokers may be taken in a turn.",
    )
    POOL_JOKER_LAYOFF = "{fault} from the pool may be used only in a new run, not to lay off."
    POOL_JOKER_FRESH = "{fault} was laid from the pool in this turn, so it may be swapped only in a later one."
    NO_CARD_LEFT = "After that you would have no card left that you may discard, and a turn ends with a discard."
    JOKERS_LEFT = "After that you would have nothing left to discard but a joker, which may not be discarded."
    MELDS_PER_TURN = Numbered(
        "At most {needed} new meld may be laid in a turn.", "At most {needed} new melds may be laid in a turn."
    )
    CARDS_PER_TURN = "At most {needed} of your hand cards may be placed in a turn; with these it would be {count}."

    # Laying off.
    LAYOFF_OFF = "Nobody may lay off at this table."
    LAYOFF_OWN_ONLY = "You may lay off on your own melds only; meld {number} is not yours."
    LAYOFF_BEFORE_MELD = "You may lay off only after your own first meld."
    LAYOFF_SAME_TURN = "You may lay off only from the turn after your first meld."
    LAYOFF_NO_FIT = "{cards} does not fit meld {number} ({meld})."
    LAYOFF_BESIDE_JOKER = "{cards} is the card the joker of meld {number} stands for: it can only be swapped in."
    REGROUP = "Melded cards stay where they lie: {cards} is on the table in meld {number}."

    # Rearranging.
    REARRANGE_OFF = "Melds on the table are not taken apart."
    REARRANGE_BEFORE_MELD = "You may rearrange the table only after your own first meld."
    REARRANGE_SAME_TURN = "You may rearrange the table only from the turn after your first meld."
    REARRANGE_OWN_ONLY = "You may take apart your own melds only; meld {number} is not yours."
    REARRANGE_NOTHING = "A rearrangement names at least one meld to take apart; new melds alone are laid with 'meld'."
    REARRANGE_NOT_NAMED = "{cards} lies in meld {number}, which is not taken apart: name that meld too."
    REARRANGE_NOT_THERE = Numbered(
        "{listed} is neither in your hand nor in the melds taken apart.",
        "{listed} are neither in your hand nor in the melds taken apart.",
    )
    REARRANGE_LEFT_OVER = Numbered(
        "{listed} is left over: every card of the melds taken apart must lie in a new meld.",
        "{listed} are left over: every card of the melds taken apart must lie in a new meld.",
    )
    REARRANGE_TO_HAND = Numbered(
        "{listed} was on the table and may not go to your hand.",
        "{listed} were on the table and may not go to your hand.",
    )
    REARRANGE_NO_HAND_CARD = "A rearrangement must place at least one card from your hand."
    REARRANGE_JOKER_BOUND = (
        "The joker of meld {number} ({meld}) stays as it is unless the meld is dissolved; {listed} still lie together."
    )
    REARRANGE_JOKER_STAYS = (
        "The joker of meld {number} ({meld}) stays in its place until the card it stands for lies there."
    )
    REARRANGE_JOKER_ALONE = (
        "The joker of meld {number} ({meld}) is free, but must be laid with at least one card from your hand."
    )
    TABLE_CARD = "{cards} lies on the table in meld {number} and may not go to your hand; 'arrange' lays it anew."

    # Swapping jokers.
    SWAP_OFF = "Jokers on the table are not swapped."
    SWAP_OUT_OF_TURN = "A joker may be swapped only on your own turn; {actor} is on turn."
    SWAP_BEFORE_MELD = "You may swap a joker only after your own first meld."
    SWAP_SAME_TURN = "You may swap a joker only from the turn after your first meld."
    SWAP_NO_JOKER = "Meld {number} has no joker."
    SWAP_OWN_ONLY = "You may swap only jokers in your own melds; meld {number} is not yours."
    SWAP_WRONG_CARD = "{cards} is not the card the joker of meld {number} stands for ({meld})."
    SWAP_SET_INCOMPLETE = "The joker of a set may be swapped only when the set then has four natural cards."
    SWAP_UNPLACED = "{fault} may not go to your hand: say after a colon where it is laid at once."
    SWAP_FOREIGN_JOKER = "Here only the joker just swapped may be laid; {fault} needs a move of its own."
    SWAP_NEW_MELD_ONLY = "A swapped joker must be laid in a new meld, not laid off."
    SWAP_SHORT_RUN = "A swapped joker needs a run of at least {needed} cards; this has {count}."

    # Discarding.
    DISCARD_TAKEN = "{cards} is the card you have just taken from the pile; discard another one."
    DISCARD_LAST = "Your last card may not be discarded: whoever goes out lays all cards on the table."
    LAST_CARD_LEFT = "After that {cards} would be your last card: it has no place, and may not be discarded."
    DISCARD_NATURAL = "A joker is not discarded: discard another card."
    DISCARD_JOKER = "{cards} cannot be discarded: it is never in your hand."

    # Knocking and calling.
    KNOCK_LAP = "Knocks begin in lap {needed}; this is lap {lap}."
    KNOCK_LAYOFFS = "Lay-offs on the melds of whoever knocked are made when all hands are shown, not before."
    KNOCK_TOO_MUCH = Numbered(
        "{count} point is left, at most {needed} allowed: {cards} in no meld.",
        "{count} points are left, at most {needed} allowed: {cards} in no meld.",
    )
    CALL_CARDS_LEFT = Numbered(
        "A call needs all other cards in melds, but {count} point is left: {cards}.",
        "A call needs all other cards in melds, but {count} points are left: {cards}.",
    )
    CALL_CONDITION = "A call needs {condition}."
    EXCHANGE_ONCE = "After a knock everybody has one last exchange, and you have had yours."
    EXCHANGE_STOCK_ONLY = "In the last exchange a card may be drawn from the stock only."
    EXCHANGE_NO_STOCK = "There is no card left in the stock."

    # Ending a turn without a discard.
    NOTHING_PLACED = "You have placed no card from your hand in this turn: place one, or pass."

    # The match: the same in every variant, unless it cites rules of its own.
    ELIMINATED = "You are out of the match with {total} points."
    BUYBACK_UNANSWERED = "You are asked whether to buy back: answer with 'buyback yes' or 'buyback no'."
    BUYBACK_OFF = "Nobody buys back at this table."
    BUYBACK_TOO_LOW = "Your total is {total}; a buy-back is for totals from {lowest} on."
    BUYBACK_TOO_HIGH = "Your total is {total}; a buy-back is for totals up to {highest}."
    BUYBACK_TOO_LATE = "Nobody buys back any more: another player still in has more than {highest}."
    BUYBACK_USED = Numbered(
        "You have bought back once, as often as a player may.",
        "You have bought back {count} times, as often as a player may.",
    )
    BUYBACK_NO_GAIN = "A buy-back would not lower your total of {total}."
    BUYBACK_UNPAID = Numbered(
        "A buy-back costs {price} chip, and you have {chips}.",
        "A buy-back costs {price} chips, and you have {chips}.",
    )
    BUYBACK_NOT_OFFERED = "A buy-back is offered after a round, before the next deal; it is not offered to you now."


DECIDING_NUMBERS = ("count", "needed", "price")
"""What may decide whether a sentence is about one or about many: what there is, or else what a rule asks for."""


@dataclass(frozen=True, slots=True)
class Citation:
    """The rule behind a reason, and the option (``section.option``) that decides it, if one does."""

    rule: str
    option: str | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused move, as data: the reason, the rule's id, the option in force, the cards at fault.

    ``details`` fill in the sentence. They are texts, numbers, cards and melds, or said later: whoever reads the
    refusal may speak another language than whoever asked for the move.
    """

    reason: Enum
    rule: str
    option: str | None = None
    value: object = None
    cards: tuple[Card, ...] = ()
    details: tuple[tuple[str, object], ...] = ()

    @property
    def sentence(self) -> str:
        """What is wrong, in one sentence."""
        values: dict[str, Any] = dict(self.details)
        if self.cards:
            values.setdefault("cards", Row(self.cards))
        sentence = self.reason.value
        if isinstance(sentence, Numbered):
            number = next(values[name] for name in DECIDING_NUMBERS if name in values)
            return say_number(*sentence, number, **values)
        return say(str(sentence), **values)

    def __str__(self) -> str:
        option = f"; {self.option} = {plain(self.value)}" if self.option else ""
        return f"{self.sentence} [{self.rule}{option}]"

    def as_json(self) -> dict[str, object]:
        """Return the refusal for a script, in English."""
        with IN_ENGLISH.spoken():
            sentence = self.sentence
        return {
            "reason": self.reason.name.lower(),
            "sentence": sentence,
            "rule": self.rule,
            "option": self.option,
            "value": self.value,
            "cards": [card.text for card in self.cards],
        }


class IllegalMove(RummyKitError):  # noqa: N818 - the word players use
    """A move the rules refuse; ``refusal`` says which rule and why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def plain(value: object) -> str:
    """Return a value of an option as it is written in a house-rule file.

    >>> plain(True), plain(None), plain(4), plain(("2", "K"))
    ('true', 'null', '4', '[2, K]')
    """
    if isinstance(value, tuple):
        return f"[{', '.join(map(plain, value))}]"
    words = {"True": "true", "False": "false", "None": "null"}
    return words.get(str(value), str(value))


def _named(*beginnings: str) -> frozenset[Reason]:
    return frozenset(reason for reason in Reason if reason.name.startswith(beginnings))


POOL_REASONS = _named("POOL_") | {Reason.DISCARD_JOKER}
"""Reasons that arise only where jokers lie in a pool."""

WIDE_MELD_REASONS = frozenset(
    {
        Reason.SET_TOO_SHORT,
        Reason.SET_TOO_LARGE,
        Reason.RUN_TOO_SHORT,
        Reason.NOT_WILD,
        Reason.JOKER_SHARE,
        Reason.JOKER_HALF,
        Reason.JOKER_AT_END,
    }
)
"""Reasons that arise only where melds have other lengths, wild cards that are no jokers, or limits on their share."""

REARRANGE_REASONS = _named("REARRANGE_") | {Reason.TABLE_CARD}
"""Reasons that arise only in games with a part for rearranging."""

LAYING_REASONS = _named(
    "FIRST_MELD_",
    "LAYOFF_",
    "SWAP_",
    "NO_MELD_LAP",
    "NO_CARD_LEFT",
    "JOKERS_LEFT",
    "CARDS_PER_TURN",
    "REGROUP",
    "TAKE_",
    "TAKEN_CARD_UNUSED",
) - {Reason.LAYOFF_OFF}
"""Reasons that arise only where melds are laid on the table."""

LAST_CARD_REASONS = frozenset({Reason.DISCARD_LAST, Reason.LAST_CARD_LEFT})
"""Reasons that arise only where the last card may not be discarded."""

KNOCK_REASONS = _named("KNOCK_", "CALL_", "EXCHANGE_", "NOTHING_LAID_OUT")
"""Reasons that arise only where a round ends by a knock or a call, and nothing is laid out."""

CONDITION_REASONS = frozenset({Reason.CALL_CONDITION})
"""Reasons that arise only where a whole hand must meet a condition."""

FIRST_MELD_CONDITION_REASONS = frozenset({Reason.FIRST_MELD_CONDITION, Reason.FIRST_MELD_EXACTLY})
"""Reasons that arise only where a first meld must have melds of a kind."""

FIRST_MELD_ALONE_REASONS = frozenset({Reason.FIRST_MELD_ALONE})
"""Reasons that arise only where one meld must reach the points of a first meld."""

PLAY_OR_DRAW_REASONS = frozenset({Reason.NOTHING_PLACED})
"""Reasons that arise only where a turn may end without a discard."""

MELD_LIMIT_REASONS = frozenset({Reason.MELDS_PER_TURN})
"""Reasons that arise only where a turn has room for so many melds."""

DEEP_PILE_REASONS = frozenset({Reason.TAKEN_CARD_FIRST})
"""Reasons that arise only where cards are taken from any depth of the pile."""

TABLE_RULES: Mapping[str, str] = {
    "TABLE-01": "Only the player who is asked may act, with a move that fits the moment.",
    "TABLE-02": "A player can play only cards that they hold, on melds that lie on the table.",
    "TABLE-03": "A move that can be read in several ways is asked back, never guessed.",
    "TABLE-04": "Only cards that lie there are drawn: the top of the stock, and of the discards the open card, unless "
    "the game says otherwise.",
    "TABLE-05": "Where a turn has a time, the clock of the table ends the turn of whoever lets it run out.",
    "MATCH-01": "Whoever is out of the match gets no more cards and makes no more moves.",
    "MATCH-02": "After a round a player whose total lies in the range for it is asked whether to buy back: for chips "
    "paid into the pot their total falls to that of another player.",
}
"""The rules of any table, which no rule sheet bothers to print."""

TABLE_CITATIONS: Mapping[Enum, Citation] = {
    Reason.ROUND_OVER: Citation("TABLE-01"),
    Reason.MATCH_OVER: Citation("TABLE-01"),
    Reason.NOT_YOUR_TURN: Citation("TABLE-01"),
    Reason.NOT_NOW: Citation("TABLE-01"),
    Reason.NOT_IN_GAME: Citation("TABLE-01"),
    Reason.NOT_IN_HAND: Citation("TABLE-02"),
    Reason.NO_SUCH_MELD: Citation("TABLE-02"),
    Reason.AMBIGUOUS: Citation("TABLE-03"),
    Reason.PILE_TOP_ONLY: Citation("TABLE-04"),
    Reason.PILE_WHOLE_ONLY: Citation("TABLE-04"),
    Reason.PILE_TOO_DEEP: Citation("TABLE-04"),
    Reason.STOCK_EMPTY: Citation("TABLE-04"),
    Reason.NOT_LATE: Citation("TABLE-05"),
    Reason.ELIMINATED: Citation("MATCH-01", "match.elimination"),
    Reason.BUYBACK_UNANSWERED: Citation("MATCH-02"),
    Reason.BUYBACK_OFF: Citation("MATCH-02", "stakes.buyback"),
    Reason.BUYBACK_TOO_LOW: Citation("MATCH-02", "stakes.buyback_from"),
    Reason.BUYBACK_TOO_HIGH: Citation("MATCH-02", "stakes.buyback_to"),
    Reason.BUYBACK_TOO_LATE: Citation("MATCH-02", "stakes.buyback_limit"),
    Reason.BUYBACK_USED: Citation("MATCH-02", "stakes.buyback_times"),
    Reason.BUYBACK_NO_GAIN: Citation("MATCH-02", "stakes.buyback_target"),
    Reason.BUYBACK_UNPAID: Citation("MATCH-02", "stakes.debt"),
    Reason.BUYBACK_NOT_OFFERED: Citation("MATCH-02"),
}
"""What stands behind the reasons of the table; a variant may cite a rule of its own instead."""
