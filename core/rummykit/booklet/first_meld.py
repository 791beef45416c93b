"""The first meld in prose: what a player must reach to lay out at all."""

from __future__ import annotations

from collections.abc import Iterator

from rummykit.booklet.cited import Cited
from rummykit.booklet.model import Paragraph
from rummykit.language import say, say_number
from rummykit.reasons import Reason
from rummykit.turn import FirstMeld, TurnFlow


def first_meld(flow: TurnFlow, cited: Cited, *, jokers: bool, counting: str) -> list[Paragraph]:
    """Return the rules of the first meld.

    ``jokers``: whether there are any in the game. ``counting`` is a sentence of the variant about what cards count; it
    is said where points are needed.
    """
    return list(_first_meld(flow, flow.laying_down.first, cited, jokers, counting))


def _first_meld(flow: TurnFlow, first: FirstMeld, cited: Cited, jokers: bool, counting: str) -> Iterator[Paragraph]:
    laps = flow.laying_down.no_meld_laps
    if laps:
        yield cited.by(
            Reason.NO_MELD_LAP,
            say_number(
                "Nobody may meld in the first lap: everybody must have been on turn once before the first meld is "
                "laid.",
                "Nobody may meld in the first {number} laps: everybody must have been on turn {number} times before "
                "the first meld is laid.",
                laps,
            ),
        )
    may_have_joker = jokers and first.max_jokers != 0
    own_minimum = first.min_points_with_joker if may_have_joker else None
    yield _minimum(first.min_points, own_minimum, cited)
    if first.min_points or own_minimum:
        yield cited.by(Reason.FIRST_MELD_POINTS, counting)
        if may_have_joker:
            yield _joker_value(first, cited)
    if jokers and first.max_jokers is not None:
        yield _most_jokers(first.max_jokers, cited)
    if jokers and (own_minimum is not None or first.max_jokers is not None):
        yield _scope(first, cited)


def _minimum(points: int, with_joker: int | None, cited: Cited) -> Paragraph:
    if with_joker is not None and with_joker != points:
        return _two_minimums(points, with_joker, cited)
    if not points:
        return cited.by(Reason.FIRST_MELD_POINTS, say("Any meld will do as your first: it needs no points."))
    return cited.by(
        Reason.FIRST_MELD_POINTS,
        say(
            "The first time you meld, the cards that you lay must count at least {points} points together. You may "
            "lay several melds at once to get there.",
            points=points,
        ),
    )


def _two_minimums(points: int, with_joker: int, cited: Cited) -> Paragraph:
    reason = Reason.FIRST_MELD_POINTS_WITH_JOKER
    if not points:
        return cited.by(
            reason,
            say(
                "Any meld without a joker will do as your first. If there is a joker in what you lay first, your melds "
                "must count at least {points} points together.",
                points=with_joker,
            ),
        )
    if not with_joker:
        return cited.by(
            reason,
            say(
                "The first time you meld, the cards that you lay must count at least {points} points together, unless "
                "there is a joker among them: then any points will do.",
                points=points,
            ),
        )
    return cited.by(
        reason,
        say(
            "The first time you meld, the cards that you lay must count at least {points} points together, or at "
            "least {with_joker} if there is a joker among them. You may lay several melds at once to get there.",
            points=points,
            with_joker=with_joker,
        ),
    )


def _joker_value(first: FirstMeld, cited: Cited) -> Paragraph:
    return cited.by(
        Reason.FIRST_MELD_POINTS,
        say("A joker counts as much as the card it stands for.")
        if first.joker_counts
        else say("A joker counts nothing here."),
    )


def _most_jokers(most: int, cited: Cited) -> Paragraph:
    if not most:
        return cited.by(Reason.FIRST_MELD_JOKERS, say("In what you lay first there may be no joker at all."))
    return cited.by(
        Reason.FIRST_MELD_JOKERS,
        say_number(
            "In what you lay first there may be only one joker.",
            "In what you lay first there may be at most {number} jokers.",
            most,
        ),
    )


def _scope(first: FirstMeld, cited: Cited) -> Paragraph:
    return cited.by(
        Reason.FIRST_MELD_JOKERS,
        say(
            "If you lay several melds at once, it is enough that some of them keep these rules together; the others "
            "already count as later melds."
        )
        if first.scope == "some_subset"
        else say("If you lay several melds at once, all of them together must keep these rules."),
    )
