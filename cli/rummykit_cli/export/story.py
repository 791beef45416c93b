"""A recorded game as a story: step by step what was done, in words, and the table after it.

A story knows only what those may know for whom it is told. `known_hands` says whose hands they see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rummykit.engine.actions import Action, BuyBack, Claim, Draw, Pass, Source
from rummykit.engine.match import Match
from rummykit.engine.records import Record
from rummykit.engine.round import Round
from rummykit.errors import SetupError, did_you_mean
from rummykit.i18n import listed, mark, say
from rummykit.plugin.plugins import Plugins
from rummykit_cli.export.table import TableState, table_of
from rummykit_cli.moves import tell
from rummykit_cli.sheet import round_line
from rummykit_cli.words import shown_name, tell_buyback, tell_end, tell_out, tell_seat_draw, tell_shown, told


@dataclass(frozen=True, slots=True)
class Scene:
    """A move, or a deal, and the table after it."""

    move: int
    """The number of the move; of a deal, how many moves were made before it."""
    mover: int | None
    """The seat that made the move; None for a deal."""
    action: str | None
    """The move in notation."""
    words: str
    drawn: str
    """Which cards came from the stock, if those for whom the story is told may know it."""
    table: TableState
    quiet: bool = False
    """Whether it is not worth a step of its own: somebody does not claim a card."""
    ended: int | None = None
    """The number of the round that it ended."""
    ending: tuple[str, ...] = ()
    """How that round ended."""

    @property
    def is_deal(self) -> bool:
        """Whether a round begins here."""
        return self.mover is None

    @property
    def told(self) -> str:
        """All that is to tell of it."""
        return f"{self.words} {self.drawn}".rstrip()


@dataclass(frozen=True, slots=True)
class Story:
    """A recorded game, told for one seat or for all who may see it."""

    match: Match
    """The match after the last step. It knows every card: only its sheet, its scores and its rules may be told."""
    seat: int | None
    known: frozenset[int]
    """The seats whose hands are known."""
    steps: tuple[Scene, ...]

    @property
    def scenes(self) -> list[Scene]:
        """The steps worth showing: quiet ones are taken into the one before."""
        found: list[Scene] = []
        for step in self.steps:
            if step.quiet and found:
                last, drawn = found[-1], f"{found[-1].drawn} {step.drawn}".strip()
                found[-1] = replace(last, drawn=drawn, table=step.table, ended=step.ended, ending=step.ending)
            else:
                found.append(step)
        return found

    @property
    def names(self) -> tuple[str, ...]:
        """The players as they are shown."""
        return tuple(map(shown_name, self.match.names))

    @property
    def whose(self) -> str:
        """Through whose eyes the game is seen."""
        if self.seat is not None:
            return say("As {name} sees it: what is hidden from this seat is left out.", name=self.names[self.seat])
        if self.known:
            return say("The game is over: all hands are shown.")
        return say("As everybody at the table sees it: the game is not over, so all hands are left out.")


def story_of(record: Record, plugins: Plugins, seat: str | None) -> Story:
    """Replay a record and tell it for a player named by *seat*, or for all."""
    match = record.replay(plugins)
    place = None if seat is None else find_seat(seat, match.names)
    known = known_hands(match, place)
    again = Match(match.rules, match.seed, match.names)
    return Story(again, place, known, tuple(steps_of(again, record.actions(again), known)))


def find_seat(text: str, names: Sequence[str]) -> int:
    """Return the seat of a player by his name, upper or lower case, or by its number from 1.

    >>> find_seat("ben", ["Anna", "Ben"]), find_seat("1", ["Anna", "Ben"])
    (1, 0)
    """
    wanted = text.strip().casefold()
    for called in (list(names), [shown_name(name) for name in names], [str(at + 1) for at in range(len(names))]):
        if wanted in (folded := [name.casefold() for name in called]):
            return folded.index(wanted)
    why = say("Nobody called '{name}' sits here, only {names}.", name=text, names=listed(names))
    raise SetupError(why + did_you_mean(text, names))


def known_hands(match: Match, seat: int | None) -> frozenset[int]:
    """Return whose hands may be told: to one seat its own; to all none, but everybody's once the match is over."""
    if seat is not None:
        return frozenset({seat})
    return frozenset(range(len(match.names)) if match.is_over else ())


def steps_of(match: Match, actions: Iterable[Action], known: Collection[int]) -> Iterator[Scene]:
    """Make the moves on *match* one by one, and yield each, and every deal, as those see it who know these hands."""
    yield _deal(match, 0, known)
    for number, action in enumerate(actions, 1):
        round = match.round
        yield _make(match, action, number, known)
        if match.round is not round:
            yield _deal(match, number, known)


def _deal(match: Match, moves: int, known: Collection[int]) -> Scene:
    you, they = mark("Round {number}: you deal."), mark("Round {number}: {name} deals.")
    words = told(match.names[match.dealer], you=you, they=they, number=match.round.number)
    drawn = tell_seat_draw(match) if match.round.number == 1 else None
    if drawn is not None:
        words = f"{drawn} {words}"
    return Scene(moves, None, None, words, "", table_of(match, match.round, match.seated, known))


def _make(match: Match, action: Action, number: int, known: Collection[int]) -> Scene:
    round, seated, mover, played = match.round, match.seated, match.actor, len(match.scores)
    words = tell_buyback(action, match) if isinstance(action, BuyBack) else tell(action, round)
    left = _tell_left(match.names[mover], round) if words is None else ""
    hands = _Hands(round, seated, mover, known)
    match.apply(action)
    ended = played + 1 if len(match.scores) > played else None
    return Scene(
        move=number,
        mover=mover,
        action=str(action),
        words=words or left,
        drawn=hands.tell_drawn(action),
        table=table_of(match, round, seated, known),
        quiet=words is None,
        ended=ended,
        ending=tuple(_ending(match, round, ended)) if ended else (),
    )


def _tell_left(name: str, before: Round) -> str:
    card = before.open_card
    return told(name, you=mark("You do not claim {card}."), they=mark("{name} does not claim {card}."), card=card)


def _ending(match: Match, round: Round, number: int) -> Iterator[str]:
    """Yield how a round ended, with the hands that are shown then."""
    assert round.outcome is not None
    yield say("Round {number} is over: {ending}.", number=number, ending=tell_end(round.outcome, round.names))
    for hand in round.shown:
        yield tell_shown(hand, round.names)
    if match.scores[number - 1].remark:
        yield str(match.scores[number - 1].remark)
    for seat in round_line(match, number - 1).out:
        yield tell_out(match, seat)


class _Hands:
    """The known hands before a move, to tell after it what came from the stock."""

    def __init__(self, round: Round, seated: Sequence[int], mover: int, known: Collection[int]) -> None:
        self._round = round
        self._mover = mover
        self._open_card = round.open_card
        self._seats = {at: seat for at, seat in enumerate(seated) if seat in known}
        self._before = {at: self._hand(at) for at in self._seats}

    def _hand(self, at: int) -> Counter[int]:
        return Counter(self._round.rules.pack.kinds(self._round.hands[at]))

    def tell_drawn(self, action: Action) -> str:
        """Return who drew what; a card taken from the pile is told with the move."""
        if not isinstance(action, Draw | Pass | Claim):
            return ""
        takes = isinstance(action, Claim) or (isinstance(action, Draw) and action.source is Source.DISCARD)
        sentences = []
        for at, seat in self._seats.items():
            came = self._hand(at) - self._before[at]
            if takes and seat == self._mover and self._open_card is not None:
                came -= Counter([self._open_card.kind])
            if came:
                cards = [self._round.rules.pack.cards[kind] for kind in sorted(came.elements())]
                you, they = mark("You drew {cards}."), mark("{name} drew {cards}.")
                sentences.append(told(self._round.names[at], you=you, they=they, cards=cards))
        return " ".join(sentences)
