"""What is wrong with a house-rule file, and where.

Every complaint is a :class:`Problem`; all complaints about one table travel together
in one :class:`HouseRuleError`.

>>> print(Problem(Place("home.yaml", 3, 5), "unknown option 'jokrs'", nearest="jokers"))
home.yaml:3:5: unknown option 'jokrs'; did you mean jokers?
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

from rummykit.errors import RummyKitError
from rummykit.i18n import say

_LONGEST_SHOWN = 40


class Place(NamedTuple):
    """A spot in a file, counted from 1; line 0 stands for the file as a whole.

    >>> str(Place("home.yaml", 3, 5)), str(Place("home.yaml"))
    ('home.yaml:3:5', 'home.yaml')
    """

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file

    def as_json(self) -> dict[str, object]:
        """Return the place as plain JSON; line and column are null for a whole file."""
        return {"file": self.file, "line": self.line or None, "column": self.column or None}


@dataclass(frozen=True)
class Problem:
    """One complaint: where it is, what is wrong, and what would be right.

    ``expected`` says what may stand there, ``nearest`` is the valid name that looks most
    like what was written, ``also`` are the other places that take part. All texts are in the
    language spoken when the problem was found.
    """

    place: Place
    message: str
    expected: str | None = None
    nearest: str | None = None
    also: tuple[Place, ...] = ()

    def __str__(self) -> str:
        text = f"{self.place}: {self.message}" if self.place.file else self.message
        if self.expected:
            text += "; " + say("expected {expected}", expected=self.expected)
        if self.nearest:
            text += "; " + say("did you mean {name}?", name=self.nearest)
        if self.also:
            text += " " + say("(see also {places})", places=", ".join(map(str, self.also)))
        return text

    def as_json(self) -> dict[str, object]:
        """Return the problem as plain JSON types, for tools that show it in an editor."""
        return {
            **self.place.as_json(),
            "message": self.message,
            "expected": self.expected,
            "nearest": self.nearest,
            "also": [place.as_json() for place in self.also],
        }


class Problems(list[Problem]):
    """What was found wrong so far."""

    def report(self, place: Place, message: str, **more: Any) -> None:
        """Add a problem."""
        self.append(Problem(place, message, **more))

    def stop(self, place: Place, message: str, **more: Any) -> NoReturn:
        """Raise a problem after which nothing else can be found, with all that were."""
        raise HouseRuleError([*self, Problem(place, message, **more)]) from None


class HouseRuleError(RummyKitError):
    """House rules that cannot be used, with every problem found in them.

    >>> second, first = Place("b.yaml", 2, 1), Place("b.yaml", 1, 9)
    >>> error = HouseRuleError([Problem(second, "second"), Problem(first, "first")])
    >>> print(error)
    b.yaml:1:9: first
    b.yaml:2:1: second
    """

    problems: tuple[Problem, ...]

    def __init__(self, problems: Iterable[Problem]) -> None:
        # An aliased value is one mistake in one place, however often it is used.
        self.problems = tuple(sorted(dict.fromkeys(problems), key=lambda problem: problem.place))
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


def shown(text: str) -> str:
    """Return ``text`` in quotes, escaped and cut to a length fit for a message.

    >>> shown("four"), shown("a" * 99)
    ("'four'", "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'")
    """
    return repr(text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…")
