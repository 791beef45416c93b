"""What any walk through the ranks comes to: the cards every run got on the way, and the sets of every rank."""

from __future__ import annotations

from typing import NamedTuple

from rummykit.arrange.rank_sets import Group

Moves = tuple[tuple[int, str], ...]  # for every run after a level: what it was before (or NEW), and the card it got


class Walked(NamedTuple):
    """A walk from the first level to the last.

    ``moves`` by level and suit, ``groups`` with their rank. ``links`` has for every suit the runs that are open at the
    end of a circle in the order in which they come in at its start, and ``cut`` is the place where a circle was cut.
    ``left`` are the kinds left over, ``disturbed`` the melds of the table that were not kept, if that was counted.
    """

    moves: list[tuple[Moves, ...]]
    groups: list[tuple[int, Group]]
    links: list[tuple[int, ...]]
    left: list[int]
    complete: bool
    cut: int = 0
    disturbed: int | None = None
