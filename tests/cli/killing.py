"""Games and score sheets that are killed again and again, and each time resumed."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import Random

from cli.at_a_table import Played
from cli.command import COMMAND, environment, running_forks
from cli.following import PLUGINS, Follower
from cli.forking import Call, Running
from rummykit_cli.commands.score.storage import StoredSheet
from rummykit_session.paper.answers import Answer, Answers, Correction, Entry, Key, Undo
from rummykit_session.paper.keeping import Kept, keep

LONGEST_WAIT = 0.006
"""In so many seconds a line is answered, also by the bots."""
TAKEN_BACK = "takes back their last move."
TAKING_BACK = ("undo", "yes")
HINT = "Look "
"""How the first step of a hint begins, with which it is counted."""
STEPS_OF_A_HINT = 3
"""Asked once more, it begins again and is not counted again."""
TOLD = re.compile(r"(?:Anna|Ben|greedy(?: \d)?) (?!\d|has -?\d|wins |and |knocked |drew \S+ and deals)")
"""How a line begins that tells of a move."""

Start = Callable[..., Running]
"""Starts the command in a folder."""
LETTERS = "ascii"


def copied(home: Path, *arguments: object) -> Running:
    """Start the command by copying a process."""
    return running_forks().start(Call([*map(str, arguments)], str(home), _plain(home), LETTERS))


def spawn(home: Path, *arguments: object) -> Running:
    """Start the command as everybody starts it."""
    (keys, keyboard), (screen, shown) = os.pipe(), os.pipe()
    process = subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdin=keys,
        stdout=shown,
        stderr=shown,
        env=_plain(home),
        cwd=home,
    )
    os.close(keys)
    os.close(shown)
    return Running(process.pid, keyboard, screen, process.wait)


def _plain(home: Path) -> dict[str, str]:
    """An environment in which cards have letters and no sentence is broken into lines."""
    return {**environment(home, LETTERS), "COLUMNS": "1000"}


class KilledGame:
    """A game that is killed again and again, and each time resumed."""

    def __init__(self, start: Start, home: Path, seed: int, variant: str, preset: str | None, players: str) -> None:
        self.follower = Follower(home / f"{variant}-{preset}-{seed}.rummy")
        self.people = "Anna" in players
        self._start, self._home, self._random = start, home, Random(seed)
        rules = ["--preset", preset] if preset else []
        watch = [] if self.people else ["--watch"]
        self._setup = ["play", variant, *rules, *watch, "--players", players, "--seed", seed]
        self._typed = ""
        self._hints_in_a_row = 0
        self._checked = 0
        """How much of what the process has told was found true."""

    def play(self, kills: int) -> int:
        """Play to the end, and be killed so often on the way; return how often that was possible."""
        steps = self._random.choice((5, 15, 50))
        for killed in range(kills):
            if not self._play_and_die(self._random.randrange(steps)):
                return killed
        process = self._started()
        while process.asks():
            self._answer(process)
        assert process.ended() == 0, process.out[-1000:]
        self._check(process, killed=False)
        return kills

    def _started(self) -> Running:
        self._checked, self._typed, self._hints_in_a_row = 0, "", 0
        if self.follower.path.exists():
            return self._start(self._home, "play", "--resume", self.follower.path)
        return self._start(self._home, *self._setup, "--record", self.follower.path)

    def _play_and_die(self, steps: int) -> bool:
        """Play some steps and be killed at a random moment of the next; False if the game is over before that."""
        process = self._started()
        if self.people:
            for _ in range(steps):
                if not process.asks():
                    break
                self._answer(process)
        else:
            self._watch(steps)
        time.sleep(self._random.uniform(0, LONGEST_WAIT))
        died = process.kill()
        self._check(process, killed=True)
        return died and not (self.follower.texts and self.follower.match.is_over)

    def _watch(self, moves: int) -> None:
        """Wait until bots have made about so many moves."""
        path, size, end = self.follower.path, 30 * moves, time.monotonic() + 2
        before = path.stat().st_size if path.exists() else 0
        while not (path.exists() and path.stat().st_size >= before + size) and time.monotonic() < end:
            time.sleep(0.0002)

    def _answer(self, process: Running) -> None:
        self._check(process, killed=False)
        self._typed = "yes" if process.out.endswith("(yes, no) ") else self._next_line()
        process.type(self._typed)

    def _next_line(self) -> str:
        """Return what a person types: a good move, and at times a call for help."""
        chance = self._random.random()
        self._hints_in_a_row += 1
        if chance < 0.1 and self._hints_in_a_row <= STEPS_OF_A_HINT:
            return "hint"
        self._hints_in_a_row = 0
        if chance < 0.25 and self.follower.moves:
            return "undo"
        return str(self.follower.good_move())

    # -- what was told is true -------------------------------------------------------------------------------

    def _check(self, process: Running, killed: bool) -> None:
        """All that was told since the last time is in the record, and at most one move that was not told yet."""
        lines = process.out[self._checked :].split("\n")
        self._checked = len(process.out)
        told = [line for line in lines[:-1] if TOLD.match(line)]
        assert "Traceback (most recent call last):" not in lines
        if not self.follower.path.exists():
            assert killed
            assert not told
            return
        hints, moves, known = self._hints(), self.follower.moves, len(self.follower.told)
        self.follower.catch_up()
        if told and told[0].endswith(TAKEN_BACK):
            assert self.follower.moves < moves, "the move is still there"
            del told[0]
        written = self.follower.told[known:]
        assert told == written[: len(told)], f"told {told}, but written {written}"
        to_tell = self.follower.told_before_last - known if killed else len(written)
        assert len(told) >= to_tell, f"not told: {written[len(told) :]}"
        self._check_hints(hints, sum(line.startswith(HINT) for line in lines), killed)

    def _check_hints(self, before: list[int], told: int, killed: bool) -> None:
        """Hints that were told are counted, also if a move is taken back later."""
        seats: Iterable[int] = range(len(before))
        if self._typed in TAKING_BACK:
            if killed:
                return
            seats = [self.follower.match.actor]  # others have asked in a position that is gone
        counted = sum(self._hints()[seat] - before[seat] for seat in seats)
        assert told <= counted <= max(told, killed), f"{told} hints were told, {counted} counted"

    def _hints(self) -> list[int]:
        return [self.follower.hints(seat) for seat in range(3)]


class KilledSheet:
    """The score sheet of a match that was played with real cards."""

    def __init__(self, start: Start, home: Path, seed: int, target: str, played: Played) -> None:
        self._start, self._home, self._random, self._played = start, home, Random(seed), played
        self._setup = ["score", target, "--players", ",".join(played.match.names)]
        self._answers = Answers()
        self._typed: Entry | None = None
        """What was typed and not yet answered."""

    def keep(self, kills: int) -> int:
        """Keep it to the end, and be killed so often on the way; return how often that was possible."""
        for killed in range(kills):
            if not self._keep_and_die(self._random.randrange(8)):
                return killed
        process = self._started()
        while process.asks():
            self._answer(process)
        assert process.ended() == 0, process.out[-1000:]
        return kills

    @property
    def stored(self) -> StoredSheet | None:
        """The sheet as it is on disk; None if there is none yet."""
        files = list((self._home / "games").glob("*.score"))
        assert len(files) < 2
        return StoredSheet.read(files[0], PLUGINS) if files else None

    def _started(self) -> Running:
        self._typed, stored = None, self.stored
        return self._start(self._home, *(["score", "--resume", stored.path] if stored else self._setup))

    def _keep_and_die(self, answers: int) -> bool:
        """Give some answers and be killed at a random moment of the last; False if that completes the sheet."""
        process = self._started()
        for _ in range(answers):
            if not process.asks():
                break
            self._answer(process)
        time.sleep(self._random.uniform(0, LONGEST_WAIT))
        died = process.kill()
        assert "Traceback" not in process.out
        self._check()
        return died and self._kept().question is not None

    def _check(self) -> None:
        """Whatever was answered by the next question is on the sheet, and at most what was typed last besides."""
        stored = self.stored
        on_disk = stored.answers if stored else Answers()
        if _state(on_disk) != _state(self._answers):
            assert self._typed is not None
            self._answers.enter(self._typed)
        assert _state(on_disk) == _state(self._answers)

    def _answer(self, process: Running) -> None:
        if self._typed is not None:
            self._answers.enter(self._typed)
        line, self._typed = self._next_line()
        process.type(line)

    def _next_line(self) -> tuple[str, Entry | None]:
        question, chance = self._kept().question, self._random.random()
        if question is None:
            return "", None
        if chance < 0.1 and self._answers.can_undo:
            return "undo", Undo()
        rounds = [round for round, _ in self._answers.given if round]
        if chance > 0.97 and rounds:
            return f"correct {rounds[0]}", Correction(rounds[0])
        line = self._played.answer(question, self._random)
        return line, Answer(question.round, question.key, question.kind.write(question.kind.read(line)))

    def _kept(self) -> Kept:
        return keep(self._played.match.rules, self._played.match.names, self._answers.given)


def _state(answers: Answers) -> tuple[Mapping[Key, str], Mapping[Key, str]]:
    return answers.given, answers.former
