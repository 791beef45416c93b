"""Sets, runs and the limits on jokers in prose, with examples that the rules of the table have judged."""

from __future__ import annotations

from collections.abc import Iterator

from rummykit.booklet.cited import Cited
from rummykit.booklet.examples import group, judged, row
from rummykit.booklet.model import Example, Paragraph
from rummykit.cards import FRENCH_RANKS
from rummykit.language import say, say_number
from rummykit.melds import MIN_LENGTH, MeldRules
from rummykit.reasons import Reason

SEVEN = 6
"""The index of the rank that the examples begin with; every pack has it somewhere in the middle."""


def sets_and_runs(melds: MeldRules, cited: Cited) -> list[Paragraph]:
    """Return what a meld is: cards of one rank, or in a row."""
    pack = melds.pack
    return [
        cited.by(
            Reason.MELD_MIXED,
            say(
                "The aim is to collect cards that belong together and to lay them out as melds. There are two kinds of "
                "melds, sets and runs, and both have at least {fewest} cards.",
                fewest=MIN_LENGTH,
            ),
        ),
        cited.by(
            Reason.SET_SAME_SUIT,
            say(
                "A set is cards of the same value, all of different colours, so it has at most {most} cards.",
                most=len(pack.suits),
            )
            if pack.has_colours
            else say(
                "A set is cards of the same rank, all of different suits, so it has at most {most} cards.",
                most=len(pack.suits),
            ),
            *_set_examples(melds),
        ),
        cited.by(
            Reason.RUN_GAP,
            say("A run is cards of the same colour whose values follow one another without a gap.")
            if pack.has_colours
            else say("A run is cards of the same suit that follow one another without a gap."),
            *_run_examples(melds),
        ),
        _ends_of_runs(melds, cited),
    ]


def _set_examples(melds: MeldRules) -> Iterator[Example]:
    pack = melds.pack
    yield judged(melds, group(pack, SEVEN, [0, 1, 2]), say("a set"))
    yield judged(melds, group(pack, 0, range(len(pack.suits))), say("a set as large as it can be"))
    if pack.copies > 1:
        yield judged(melds, group(pack, SEVEN, [0, 1, 1]), say("a set"))
    else:
        yield judged(melds, f"{group(pack, SEVEN, [0, 1])} {row(pack, [SEVEN + 1], suit=2)}", say("a set"))


def _run_examples(melds: MeldRules) -> Iterator[Example]:
    pack = melds.pack
    yield judged(melds, row(pack, range(3, 7), suit=1), say("a run"))
    yield judged(melds, row(pack, [3, 4, 6], suit=1), say("a run"))
    yield judged(melds, f"{row(pack, [3, 4], suit=1)} {row(pack, [5], suit=2)}", say("a run"))


def _ends_of_runs(melds: MeldRules, cited: Cited) -> Paragraph:
    """Return where a run may begin and end, with a run at the end of the line and one beyond it."""
    pack, last = melds.pack, len(melds.pack.ranks) - 1
    over_the_last, past_the_first = [last - 1, last, 0], [last, 0, 1]
    if melds.wrap:
        shown = [over_the_last, past_the_first]
    elif melds.high_ace:
        shown = [[0, 1, 2], over_the_last, past_the_first]
    else:
        shown = [[0, 1, 2], over_the_last]
    return cited.by(
        Reason.RUN_WRAP,
        _aces_in_words(melds) if pack.ranks == FRENCH_RANKS else _ends_in_numbers(melds),
        *(judged(melds, row(pack, ranks), say("a run")) for ranks in shown),
    )


def _aces_in_words(melds: MeldRules) -> str:
    if melds.wrap:
        return say("The ace may stand below the two, above the king, and even between king and two.")
    if melds.high_ace:
        return say("The ace may stand below the two or above the king, but never between king and two.")
    return say("The ace stands only below the two: no card follows the king.")


def _ends_in_numbers(melds: MeldRules) -> str:
    first, second, *_, last = melds.pack.ranks
    if melds.wrap:
        return say(
            "After the {last} a run may go on with the {first} and the {second}.", first=first, second=second, last=last
        )
    if melds.high_ace:
        return say(
            "The {first} may stand below the {second} or above the {last}, but never between {last} and {second}.",
            first=first,
            second=second,
            last=last,
        )
    return say("A run ends with the {last} at the latest: no {first} follows it.", first=first, last=last)


def joker_limits(melds: MeldRules, cited: Cited, sets: bool = True) -> list[Paragraph]:
    """Return how many jokers a meld may have; nothing where there are none.

    ``sets``: whether jokers can get into sets, not only into runs.
    """
    return list(_joker_limits(melds, cited, sets)) if melds.pack.joker_bits else []


def _joker_limits(melds: MeldRules, cited: Cited, sets: bool) -> Iterator[Paragraph]:
    pack = melds.pack
    in_a_run = _most_in_a_run(melds)
    together = pack.joker_bits.bit_count() if sets else in_a_run
    several = together > 1 and melds.max_jokers != 1
    yield cited.by(
        Reason.TOO_FEW_NATURALS,
        say_number(
            "At least {number} card of a meld must be natural, that is, no joker.",
            "At least {number} cards of a meld must be natural, that is, no jokers.",
            melds.min_naturals,
        ),
        judged(melds, _run_with_jokers(melds, [1]), say("a run with a joker")),
        *([judged(melds, group(pack, SEVEN, [0, 1, 2], jokers=2), say("a set with two jokers"))] if several else []),
    )
    if melds.max_jokers is not None and melds.max_jokers < together:
        yield cited.by(
            Reason.TOO_MANY_JOKERS,
            say_number("A meld may have only one joker.", "A meld may have at most {number} jokers.", melds.max_jokers),
            judged(melds, group(pack, SEVEN, [0, 1, 2, 3], jokers=2), say("a set with two jokers")),
        )
    if melds.max_adjacent_jokers is not None and melds.max_adjacent_jokers < in_a_run:
        yield cited.by(
            Reason.ADJACENT_JOKERS,
            say_number(
                "In a run two jokers may not stand side by side.",
                "In a run at most {number} jokers may stand side by side.",
                melds.max_adjacent_jokers,
            ),
            judged(melds, _run_with_jokers(melds, [1, 2]), say("a run with two jokers side by side")),
        )


def _most_in_a_run(melds: MeldRules) -> int:
    """Return how many jokers can come together in a run: of those with a colour only the one of its own."""
    in_pack = melds.pack.plain_jokers + melds.pack.suit_jokers
    return in_pack if melds.max_jokers is None else min(in_pack, melds.max_jokers)


def _run_with_jokers(melds: MeldRules, jokers_at: list[int]) -> str:
    """Return a run with as many natural cards beside its jokers as are needed."""
    length = len(jokers_at) + max(melds.min_naturals, MIN_LENGTH - 1)
    return row(melds.pack, range(4, 4 + length), jokers_at=jokers_at)
