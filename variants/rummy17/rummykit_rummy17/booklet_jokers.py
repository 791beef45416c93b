"""The chapter about jokers: the pool, what a joker stands for, and swapping."""

from __future__ import annotations

from collections.abc import Iterator

from rummykit.booklet import Example, Paragraph
from rummykit.booklet.cited import Cited
from rummykit.booklet.examples import judged, row
from rummykit.booklet.laying import swapping
from rummykit.booklet.meld_rules import joker_limits
from rummykit.cards import Pack
from rummykit.language import say, say_number
from rummykit.melds import MIN_LENGTH, MeldRules
from rummykit.reasons import Reason
from rummykit.turn import PoolJokers, SwappingJokers, TurnFlow

FIVE = 4
"""The index of the value with which the runs of the examples begin."""


def jokers(flow: TurnFlow, melds: MeldRules, cited: Cited) -> Iterator[Paragraph]:
    """Yield the rules of jokers."""
    pool = flow.laying_down.pool
    assert pool is not None
    swaps = swapping(flow, melds.pack, cited)
    yield cited.by(
        Reason.JOKER_COLOUR,
        say("A joker stands for any card of its own colour, but for no card of another one."),
        judged(melds, "5r 6r *r=7r 8r", say("the red joker as the red 7")),
        judged(melds, "5r 6r *b=7r 8r", say("the blue joker as the red 7")),
    )
    yield from _pool(flow, pool, melds, cited)
    # Only a swapped joker gets into a set: those of the pool are for runs, and a run has one of its colour at most.
    yield from joker_limits(melds, cited, sets=bool(swaps))
    if not swaps:
        yield cited.by(
            Reason.SWAP_WRONG_CARD, say("A joker keeps its place, and the card it stands for, until the round is over.")
        )
        return
    yield _no_twins(melds, cited)
    yield cited.by(
        Reason.SWAP_WRONG_CARD, say("A joker keeps its place, and the card it stands for, until somebody swaps it.")
    )
    yield from swaps
    yield _freedom(flow, pool, melds, cited)


def _pool(flow: TurnFlow, pool: PoolJokers, melds: MeldRules, cited: Cited) -> Iterator[Paragraph]:
    yield cited.by(
        Reason.POOL_JOKER_SHORT,
        say(
            "You may take a joker from the pool to lay a new run with it. The run must have at least {fewest} cards, "
            "the joker included.",
            fewest=pool.min_run,
        ),
        *_pool_examples(pool, melds),
    )
    if flow.laying_down.first.max_jokers != 0:
        yield cited.by(Reason.POOL_JOKER_SHORT, say("Such a run may well be your first meld."))
    yield cited.by(Reason.POOL_JOKER_SET, _where_else(flow, pool))
    most = melds.pack.joker_bits.bit_count()
    yield cited.by(
        Reason.POOL_JOKER_LIMIT,
        say("In a turn you may take as many jokers from the pool as you can use.")
        if pool.per_turn >= most
        else say_number(
            "In a turn you may take only one joker from the pool.",
            "In a turn you may take at most {number} jokers from the pool.",
            pool.per_turn,
        ),
    )
    yield cited.by(
        Reason.DISCARD_JOKER,
        say(
            "A joker lies either in the pool or in a meld. It never comes into a hand or onto the discard pile, and "
            "once it has left the pool, it does not go back."
        ),
    )


def _pool_examples(pool: PoolJokers, melds: MeldRules) -> Iterator[Example]:
    length = max(pool.min_run, melds.min_naturals + 1)
    yield judged(melds, _run(melds.pack, length), say("long enough for the joker of the pool"))
    if pool.min_run > MIN_LENGTH:
        short = _run(melds.pack, pool.min_run - 1)
        yield Example(short, say("too short for the joker of the pool"), legal=False, is_meld=False)


def _run(pack: Pack, length: int) -> str:
    return row(pack, range(FIVE, FIVE + length), suit=2, jokers_at=[1])


def _where_else(flow: TurnFlow, pool: PoolJokers) -> str:
    if pool.layoff:
        return say(
            "You may also lay a joker of the pool off on a run, if that has at least {fewest} cards then. Jokers of "
            "the pool are not for sets.",
            fewest=pool.min_run,
        )
    if flow.laying_off.on == "none":
        return say("Jokers of the pool are not for sets.")
    return say("Jokers of the pool are not for sets, and they cannot be laid off.")


def _no_twins(melds: MeldRules, cited: Cited) -> Paragraph:
    return cited.by(
        Reason.JOKER_TWIN,
        say(
            "No card is in a set twice. So a joker cannot stand for a colour that the set already has, and the card it "
            "stands for cannot be added beside it; that card can only be swapped in."
        ),
        judged(melds, "7r 7b 7g *g=7g", say("a set with a joker")),
    )


def _freedom(flow: TurnFlow, pool: PoolJokers, melds: MeldRules, cited: Cited) -> Paragraph:
    """Return what a swapped joker may do that one from the pool may not."""
    swaps = next(move for move in flow.moves if isinstance(move, SwappingJokers))
    shortest = max(MIN_LENGTH, melds.min_naturals + 1)
    if swaps.min_run <= shortest < pool.min_run:
        text = say(
            "A swapped joker may stand for another card of its colour than before. It may get into a set, too, and a "
            "run of {fewest} cards is long enough for it.",
            fewest=shortest,
        )
    else:
        text = say("A swapped joker may stand for another card of its colour than before, and may get into a set, too.")
    return cited.by(Reason.SWAP_UNPLACED, text)
