"""A recorded game as a story: step by step what was done, in words, and the table after it.

A story knows only what those may know for whom it is told. `known_hands` says whose hands they see.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rich.text import Text

from rummykit.engine.actions import Action
from rummykit.engine.match import Match
from rummykit.engine.records import Record
from rummykit.errors import SetupError, did_you_mean
from rummykit.events import Dealt, Out, Passed, Received, RoundOver, SeatsDrawn, TableEvent, begin, make
from rummykit.i18n import listed, say
from rummykit.plugin.plugins import Plugins
from rummykit_cli.render.sheet import round_sheet
from rummykit_cli.render.telling import tell, tell_dealt, tell_left, tell_received, tell_seats
from rummykit_session.table_state import TableState, table_of
from rummykit_session.words import shown_name


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
    yield _deal(match, begin(match), 0, known)
    for number, action in enumerate(actions, 1):
        round, seated, mover = match.round, match.seated, match.actor
        events = make(match, action)
        table = table_of(match, round, seated, known)
        yield _scene(match, events, Scene(number, mover, str(action), "", "", table), known)
        if match.round is not round:
            yield _deal(match, events[-1:], number, known)


def _deal(match: Match, events: Sequence[TableEvent], moves: int, known: Collection[int]) -> Scene:
    words = [tell_seats(event, match.names) for event in events if isinstance(event, SeatsDrawn)]
    words += [tell_dealt(event, match.names) for event in events if isinstance(event, Dealt)]
    return Scene(moves, None, None, " ".join(words), "", table_of(match, match.round, match.seated, known))


def _scene(match: Match, events: Sequence[TableEvent], scene: Scene, known: Collection[int]) -> Scene:
    """Return the scene of a move with what happened in it."""
    names, move, drawn, ending = match.names, events[0], list[str](), list[str]()
    for event in events[1:]:
        seen = event.seen_by(known)
        if isinstance(seen, Received) and (sentence := tell_received(seen, names)) is not None:
            drawn.append(sentence)
        elif isinstance(seen, RoundOver):
            ending += [str(part) for part in round_sheet(seen, match) if isinstance(part, Text)]
            scene = replace(scene, ended=seen.number)
        elif isinstance(seen, Out):
            ending.append(str(tell(seen, names)))
    words = tell(move, names)
    left = tell_left(move, names) if isinstance(move, Passed) else ""
    return replace(scene, words=words or left, quiet=words is None, drawn=" ".join(drawn), ending=tuple(ending))
