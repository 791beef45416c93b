"""Who has won a recorded match, as far as its results alone tell it: nothing is played again."""

from __future__ import annotations

from collections.abc import Sequence

from rummykit.engine.books import Standing
from rummykit.engine.records import CHIPS_SIGN, SCORE_SIGN, Record
from rummykit.engine.ruleset import Ruleset


def winners_by_results(record: Record, rules: Ruleset) -> tuple[int, ...] | None:
    """Return the winners of a match that is surely over.

    None says nothing: the match may be in play, or its results do not tell.
    """
    if not record.lines or record.torn:
        return None
    tally = _Tally(rules)
    try:
        for _, text in record.lines:
            tally.read(text)
    except (ValueError, IndexError):
        return None  # no record that a game has written; replaying it will tell what is wrong
    return tally.winners()


class _Tally:
    """Adds up the results in a record."""

    def __init__(self, rules: Ruleset) -> None:
        self._format = rules.match
        self._high_wins = rules.scoring.high_wins
        self._rounds = 0
        self._totals = [0] * rules.players
        self._still_in = tuple(range(rules.players))
        self._last_out: tuple[int, ...] = ()
        self._pots = [0]
        self._ends_with_result = False

    @property
    def _standing(self) -> Standing:
        return Standing(self._rounds, tuple(self._totals), self._still_in, self._last_out)

    def read(self, text: str) -> None:
        """Read a line of the record."""
        word, *rest = text.split()
        self._ends_with_result = word in (SCORE_SIGN, CHIPS_SIGN)
        if word == SCORE_SIGN:
            self._add_round(rest)
        elif word == CHIPS_SIGN:
            self._pots.append(int(rest[-1]))
        elif rest == ["buyback", "yes"]:
            self._buy_back(int(word) - 1)

    def _add_round(self, points: Sequence[str]) -> None:
        self._rounds += 1
        for seat in self._still_in:
            self._totals[seat] += int(points[seat])
        self._last_out = tuple(seat for seat in self._still_in if self._format.puts_out(self._totals[seat]))
        self._still_in = tuple(seat for seat in self._still_in if seat not in self._last_out)

    def _buy_back(self, seat: int) -> None:
        if not self._format.buys_back:
            raise ValueError("nobody may buy back")
        self._totals[seat] = self._format.new_total(seat, self._standing)
        self._still_in = tuple(sorted({*self._still_in, seat}))
        self._last_out = tuple(other for other in self._last_out if other != seat)

    def winners(self) -> tuple[int, ...] | None:
        """Return the winners if the match is surely over."""
        if not self._ends_with_result or not self._format.is_over(self._standing):
            return None
        # The pot is paid out at the end and never before. Where there is none, somebody may still be asked whether
        # to buy back, and so come in again.
        was_paid = self._pots[-1] == 0 < max(self._pots)
        if self._pots[-1] or (self._format.buys_back and not was_paid):
            return None
        if not self._still_in and self._format.options.all_out == "knocker":
            return None  # who ended the last round, only its moves tell
        return self._format.winners(self._standing, self._high_wins)
