"""How a match stands between two rounds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """The totals, and who is still in. Seats are those of the match.

    ``finisher`` ended the last round, or nobody did; ``last_out`` are the seats that it put out and that have not
    bought back.
    """

    rounds: int
    totals: tuple[int, ...]
    still_in: tuple[int, ...]
    last_out: tuple[int, ...] = ()
    finisher: int | None = None
