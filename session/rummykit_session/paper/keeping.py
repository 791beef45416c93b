"""Keeping a sheet: from the answers so far to the books, and to the question that comes next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rummykit.cards import Card
from rummykit.engine.books import Books
from rummykit.engine.ruleset import Ruleset
from rummykit.engine.scoring import Leftover, score_on_paper
from rummykit.errors import NotationError
from rummykit.i18n import mark, say
from rummykit_session.paper.answers import Key
from rummykit_session.paper.questions import (
    AnswerKind,
    Count,
    HandLeft,
    OnePlayer,
    Points,
    ScoreQuestion,
    SomeChoices,
    SomePlayers,
    YesOrNo,
)
from rummykit_session.words import chips

V = TypeVar("V")


@dataclass(frozen=True)
class Kept:
    """A sheet as far as the answers go: the books, and the question that is open, unless the match is over."""

    books: Books
    question: ScoreQuestion[Any] | None = None


class Unanswered(Exception):  # noqa: N818 - not an error
    """A question without an answer, or with one that does not fit any more."""

    def __init__(self, question: ScoreQuestion[Any]) -> None:
        super().__init__()
        self.question = question


def keep(rules: Ruleset, names: tuple[str, ...], answers: Mapping[Key, str]) -> Kept:
    """Keep a sheet from its first line to the first question without an answer."""
    books = Books(rules, names, dealer=0)
    try:
        dealer = _answer(
            answers, ScoreQuestion(0, "dealer", say("Who deals first?"), OnePlayer(names, may_be_nobody=False))
        )
        books = Books(rules, names, dealer or 0)
        while not books.is_over:
            if books.offer is None:
                paper = _Paper(books, answers)
                outcome, score = score_on_paper(paper.rules.scoring, paper)
                books.settle(score, outcome.seat)
            else:
                books.answer_offer(_answer(answers, _offer(books)))
    except Unanswered as unanswered:
        return Kept(books, unanswered.question)
    return Kept(books)


def _answer(answers: Mapping[Key, str], question: ScoreQuestion[V]) -> V:
    text = answers.get((question.round, question.key))
    if text is None:
        raise Unanswered(question)
    try:
        return question.kind.read(text)
    except NotationError:  # a player who is out by now, after a correction
        raise Unanswered(question) from None


def _offer(books: Books) -> ScoreQuestion[bool]:
    offer = books.offer
    assert offer is not None
    name, total = books.names[offer.seat], books.totals[offer.seat]
    message = mark("{name} may buy back, which lowers their total from {total} to {new}. Does {name} buy back?")
    if offer.price:
        message = mark(
            "{name} may buy back for {chips}, which lowers their total from {total} to {new}. Does {name} buy back?"
        )
    text = say(message, name=name, chips=chips(offer.price), total=total, new=offer.new_total)
    return ScoreQuestion(len(books.scores), f"buyback {name}", text, YesOrNo())


@dataclass
class _Paper:
    """The round that comes next, as the scoring asks about it (`rummykit.engine.scoring.Paper`)."""

    books: Books
    answers: Mapping[Key, str]
    seen: int = field(default=0, init=False)
    """The cards that were named so far."""

    @property
    def rules(self) -> Ruleset:
        return self.books.rules.for_players(len(self.books.seated))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.books.names[seat] for seat in self.books.seated)

    def who(self, key: str, question: str) -> int | None:
        return self._ask(key, question, OnePlayer(self.names))

    def all_who(self, key: str, question: str) -> tuple[int, ...]:
        return self._ask(key, question, SomePlayers(self.names))

    def whether(self, key: str, question: str, *, by_last_card: bool = False) -> bool:
        return self._ask(key, question, YesOrNo(self.rules if by_last_card else None))

    def which(self, key: str, question: str, choices: Mapping[str, str], number: int = 1) -> tuple[str, ...]:
        return self._ask(key, question, SomeChoices(choices, number))

    def how_many(self, key: str, question: str, most: int) -> int:
        return self._ask(key, question, Count(most))

    def left(self, seat: int, most: int | None = None, turned_up: Card | None = None) -> Leftover:
        name, rules = self.names[seat], self.rules if turned_up is None else self.rules.with_turned_up(turned_up)
        question = say("What does {name} have left?", name=name)
        answer = self._ask(f"left {name}", question, HandLeft(rules, self.seen, most))
        if isinstance(answer, int):
            return Leftover(answer)
        self.seen = rules.pack.heap([*rules.pack.cards_in(self.seen), *answer])
        return Leftover.of(rules, rules.pack.heap(answer))

    def points(self, seat: int) -> int:
        name = self.names[seat]
        return self._ask(f"points {name}", say("How many points does {name} get?", name=name), Points())

    def laid(self, seat: int) -> int:
        name = self.names[seat]
        return self._ask(f"laid {name}", say("How many points has {name} laid on the table?", name=name), Points())

    def _ask(self, key: str, question: str, kind: AnswerKind[V]) -> V:
        return _answer(self.answers, ScoreQuestion(len(self.books.scores) + 1, key, question, kind))
