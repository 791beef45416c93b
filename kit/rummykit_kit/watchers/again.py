"""Checks that play a game once more: from its record, from the same chance, and from a copy."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from rummykit.errors import NotationError, RecordError
from rummykit.match import Match
from rummykit.notation import read_action
from rummykit.records import Record, RecordWriter, SeatInfo
from rummykit_kit.broken import Broken
from rummykit_kit.crashes import asking
from rummykit_kit.game import Game, Watcher

if TYPE_CHECKING:
    from rummykit.actions import Action


class CopiesIndependent(Watcher):
    """Trying a move out on a copy leaves the round alone."""

    name = "copies_independent"
    sentence = "A move made on a copy of a round changes nothing in the round itself."

    def before(self, game: Game, action: Action) -> None:
        """Look at the round after every trial."""
        if game.examined:
            for trial in game.examination.trials:
                if not trial.independent:
                    raise Broken(f"'{trial.action}' made on a copy of the round has changed the round itself.")


class RecordsReplay(Watcher):
    """A game is played again from its moves alone, and from its record file.

    Moves that are refused or cannot be read are the concern of other checks, and so is a game that never goes the same
    way twice.
    """

    name = "records_replay"
    sentence = "A game is the same when it is replayed from its record: the same cards, the same points."

    def over(self, game: Game) -> None:
        """Replay the moves as they are written, and in some games the record file."""
        with asking("Replaying the moves"):
            again = Match(game.rules, game.setup.seed, game.match.names)
            for made, (_, action) in enumerate(game.moves):
                if not _is_move(action, again):
                    if _is_move(action, _played(game, made)) and _goes_the_same_way(game):
                        raise Broken(f"Replayed, '{action}' is not possible any more.", game.told(made + 1))
                    return
                again.apply(action)
        problem = _difference(game.match, again) or (self._from_file(game) if game.is_one_of(6) else None)
        if problem and _goes_the_same_way(game):
            raise Broken(problem)

    def _from_file(self, game: Game) -> str | None:
        with TemporaryDirectory() as folder, asking("Replaying a record"):
            path = Path(folder) / "game.rummy"
            _write(game, path)
            try:
                return _difference(game.match, Record.read(path).replay(game.subject.plugins))
            except RecordError as error:
                line = f"line {error.line} of the record: " if error.line else ""
                return f"The record cannot be replayed; {line}{error.args[0]}"


def _is_move(action: Action, match: Match) -> bool:
    """Whether the text of a move is read as this move, and it is legal."""
    try:
        return read_action(str(action), match.round) == action and match.check(action) is None
    except NotationError:
        return False


def _write(game: Game, path: Path) -> None:
    """Play the moves once more and record them, as a game on a screen does."""
    match = Match(game.rules, game.setup.seed, game.match.names)
    writer = RecordWriter.create(path, match, [SeatInfo(name) for name in match.names])
    try:
        for _, action in game.moves:
            writer.play(match, action)
    finally:
        writer.close()


def _difference(match: Match, again: Match) -> str | None:
    if [score.totals for score in match.scores] != [score.totals for score in again.scores]:
        return f"Replayed, the round brings {again.totals} instead of {match.totals} points."
    if match.fingerprint() != again.fingerprint():
        return f"Replayed, the game comes to another state ({_changed(match, again)})."
    return None


def _changed(match: Match, again: Match) -> str:
    one, other = vars(match.round), vars(again.round)
    names = [name for name in sorted({*one, *other} - {"rules"}) if one.get(name) != other.get(name)]
    return ", ".join(names) or "in the books of the match"


def _goes_the_same_way(game: Game) -> bool:
    """Whether the game is the same whenever it is played; once could be chance."""
    state = game.match.fingerprint()
    return all(_played(game, len(game.moves)).fingerprint() == state for _ in range(8))


def _played(game: Game, moves: int) -> Match:
    return played_again(game, moves).match


def played_again(game: Game, moves: int) -> Game:
    """Play the first moves of a game once more, by the same chance and with nobody looking on."""
    again = Game(game.subject, game.setup, game.rules, most=moves)
    again.play()
    return again


class SameAgain(Watcher):
    """Half of the check `deterministic`: within this process."""

    name = "deterministic"
    sentence = "The same seed, rules and choices give the same game, in every process."

    def over(self, game: Game) -> None:
        """Play the game once more."""
        if not game.is_one_of(2):
            return
        again = played_again(game, len(game.moves))
        for made, ((_, action), (_, other)) in enumerate(zip(game.moves, again.moves, strict=False)):
            if str(action) != str(other):
                told = game.told(made)
                raise Broken(f"The same choice is '{action}' one time and '{other}' the other time.", told)
        if game.match.fingerprint() != again.match.fingerprint():
            what = _changed(game.match, again.match)
            raise Broken(f"The same moves come to another state when they are made again ({what}).")
