"""The answers on a score sheet, in the order in which they were given, taken back and corrected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Key = tuple[int, str]
"""The round that a question is about (0: the match), and the question's own key."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A question was answered, in the notation, whatever language the people speak."""

    round: int
    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Correction:
    """A round is to be entered again."""

    round: int


@dataclass(frozen=True, slots=True)
class Undo:
    """The entry before, whether answer or correction, is taken back."""


Entry = Answer | Correction | Undo


@dataclass(frozen=True, slots=True)
class _State:
    given: Mapping[Key, str]
    former: Mapping[Key, str]


class Answers:
    """The answers that hold, and those of a corrected round that were there before.

    >>> answers = Answers([Answer(1, "ended", "Anna"), Correction(1), Answer(1, "ended", "Ben")])
    >>> answers.given, answers.former
    ({(1, 'ended'): 'Ben'}, {(1, 'ended'): 'Anna'})
    >>> answers.enter(Undo())
    >>> answers.given
    {}
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._states = [_State({}, {})]
        for entry in entries:
            self.enter(entry)

    @property
    def given(self) -> Mapping[Key, str]:
        """The answers that hold."""
        return self._states[-1].given

    @property
    def former(self) -> Mapping[Key, str]:
        """What was answered before a correction, to be kept or changed."""
        return self._states[-1].former

    @property
    def can_undo(self) -> bool:
        """Whether there is an entry to take back."""
        return len(self._states) > 1

    def enter(self, entry: Entry) -> None:
        """Take an entry down."""
        given, former = self.given, self.former
        match entry:
            case Answer(round, key, text):
                self._states.append(_State({**given, (round, key): text}, former))
            case Correction(round):
                again = {key: text for key, text in given.items() if key[0] == round}
                rest = {key: text for key, text in given.items() if key[0] != round}
                self._states.append(_State(rest, {**former, **again}))
            case Undo():
                if self.can_undo:
                    self._states.pop()
