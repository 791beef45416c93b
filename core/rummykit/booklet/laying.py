"""Laying off and swapping jokers in prose."""

from __future__ import annotations

from collections.abc import Iterator

from rummykit.booklet.cited import Cited
from rummykit.booklet.examples import row
from rummykit.booklet.model import Example, Paragraph
from rummykit.cards import Pack
from rummykit.language import say, say_number
from rummykit.melds import MIN_LENGTH
from rummykit.reasons import Reason
from rummykit.turn import SwappingJokers, TurnFlow


def laying_off(flow: TurnFlow, pack: Pack, cited: Cited) -> list[Paragraph]:
    """Return on which melds cards may be laid off, and from when on; nothing where nobody does."""
    off = flow.laying_off
    if off.on == "none":
        return []
    fitting = Example(
        f"{row(pack, [3])} | {row(pack, [4, 5, 6])} | {row(pack, [7])}",
        say("the cards left and right fit the run in the middle"),
        is_meld=False,
    )
    return [
        cited.by(
            Reason.LAYOFF_NO_FIT,
            say(
                "You may also add single cards from your hand to melds that lie on the table, your own and those of "
                "the others, where they fit: that is called laying off."
            )
            if off.on == "any"
            else say(
                "You may also add single cards from your hand to your own melds on the table, where they fit: that is "
                "called laying off. On the melds of the others you may not."
            ),
            fitting,
        ),
        cited.by(
            Reason.LAYOFF_BEFORE_MELD,
            say("Before you lay off you must have melded yourself, but the same turn will do.")
            if off.same_turn
            else say("Before you lay off you must have melded yourself, in an earlier turn."),
        ),
    ]


def melds_stay(cited: Cited, swaps: bool = False) -> list[Paragraph]:
    """Return that nobody changes a meld, for tables where nobody does; ``swaps``: but for the jokers."""
    return [
        cited.by(
            Reason.REGROUP,
            say(
                "What has been laid stays as it lies: cards are neither taken back nor put into other melds. Only a "
                "joker may move on, when somebody swaps it."
            )
            if swaps
            else say("What has been laid stays as it lies: cards are neither taken back nor put into other melds."),
        )
    ]


def hand_card_limit(flow: TurnFlow, cited: Cited) -> list[Paragraph]:
    """Return how many hand cards may be placed in a turn, if there is a limit."""
    if flow.max_hand_cards is None:
        return []
    return [
        cited.by(
            Reason.CARDS_PER_TURN,
            say_number(
                "You may place only one card from your hand on the table in a turn.",
                "You may place at most {number} cards from your hand on the table in a turn.",
                flow.max_hand_cards,
            ),
        )
    ]


def swapping(flow: TurnFlow, pack: Pack, cited: Cited) -> list[Paragraph]:
    """Return how a joker on the table is exchanged for the card it stands for; nothing where that is not done."""
    swaps = next((move for move in flow.moves if isinstance(move, SwappingJokers)), None)
    if swaps is None or not swaps.allowed or not pack.joker_bits:
        return []
    return list(_swapping(flow, swaps, pack, cited))


def _swapping(flow: TurnFlow, swaps: SwappingJokers, pack: Pack, cited: Cited) -> Iterator[Paragraph]:
    yield cited.by(
        Reason.SWAP_OUT_OF_TURN,
        say(
            "On your turn you may swap a joker that lies on the table, no matter in whose meld: you put the very card "
            "it stands for in its place, from your hand, and get the joker."
        ),
        Example(
            f"{row(pack, [4, 5, 6, 7], jokers_at=[1])} | {row(pack, [5])}",
            say("the card on the right sets the joker free"),
            is_meld=False,
        ),
    )
    yield _entitled(swaps, cited)
    yield cited.by(Reason.SWAP_UNPLACED, _new_home(flow, swaps))
    if swaps.min_run > MIN_LENGTH:
        yield cited.by(
            Reason.SWAP_SHORT_RUN,
            say("A run in which you lay a swapped joker must have at least {fewest} cards.", fewest=swaps.min_run),
        )
    yield from _sets(swaps, pack, cited)


def _entitled(swaps: SwappingJokers, cited: Cited) -> Paragraph:
    if swaps.requires_first_meld:
        return cited.by(
            Reason.SWAP_BEFORE_MELD,
            say("Before you swap a joker you must have melded yourself, but the same turn will do.")
            if swaps.same_turn
            else say("Before you swap a joker you must have melded yourself, in an earlier turn."),
        )
    return cited.by(
        Reason.SWAP_BEFORE_MELD,
        say(
            "You may do so even if you have not melded yet. Then the joker goes into your first meld, which must be "
            "good enough for that."
        )
        if swaps.same_turn
        else say(
            "You may do so even if you have not melded yet. Then the joker goes into your first meld, which must be "
            "good enough for that; after it you may swap no more in that turn."
        ),
    )


def _new_home(flow: TurnFlow, swaps: SwappingJokers) -> str:
    if swaps.use == "new_meld" or flow.laying_off.on == "none":
        return say("The joker never goes to your hand: you must lay it at once in a new meld.")
    if flow.laying_off.on == "own":
        return say("The joker never goes to your hand: you must lay it at once, in a new meld or on one of your own.")
    return say(
        "The joker never goes to your hand: you must lay it at once, in a new meld or on any meld where it fits."
    )


def _sets(swaps: SwappingJokers, pack: Pack, cited: Cited) -> Iterator[Paragraph]:
    if swaps.set_swap == "four_naturals":
        yield cited.by(
            Reason.SWAP_SET_INCOMPLETE,
            say("The joker of a set may be swapped only if the set then has at least four natural cards."),
        )
    elif not pack.suit_jokers:
        yield cited.by(
            Reason.SWAP_WRONG_CARD,
            say("In a set the joker stands for any card that is missing, so each of those sets it free."),
        )
