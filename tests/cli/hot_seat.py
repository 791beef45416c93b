"""People who share one screen, and all that it shows to each of them."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Collection, Mapping, Sequence
from contextvars import copy_context
from functools import cache, cached_property
from pathlib import Path
from random import Random

import pytest

from cli.following import Follower
from cli.test_export_secrets import may_know
from rummykit.cards import Pack
from rummykit.engine.actions import Action
from rummykit.engine.match import Match
from rummykit.engine.round import Round
from rummykit_cli.main import main

NOBODY = -1
COVER = "\x1b[3J\x1b[2J\x1b[H"
STYLE = re.compile(r"\x1b\[[0-9;]*m")
CARD = re.compile(r"(?<![\w=♠♥♦♣])(?:\*\w?|(?!As [a-z])\w+[♠♥♦♣]?)")
"""A word that may be a card; not the one that a joker stands for, nor the ace of spades where it begins a sentence."""
STAR_OF_A_SHEET = re.compile(r"(?<=│)\s*\*|^\* (?=ended the round)")
"""The mark of whoever has ended a round, which is not a joker."""
HAND_OVER = "Hand the screen over, then press Enter. "
REARRANGING = "Rearrange (take, put, undo, show, done, leave): "
HOW_TO_WRITE_CARDS = "Cards: value first, then "
FOR_THE_DEAL = " and deals."
"""How the line ends that tells who drew highest: before the cards were dealt, and for all to see."""

Kinds = set[int]


def cards_named(text: str, pack: Pack) -> Kinds:
    """The kinds of all cards that a text names."""
    names = _names(pack)
    return {names[word] for word in CARD.findall(text) if word in names}


@cache
def _names(pack: Pack) -> Mapping[str, int]:
    """The kinds of a pack by their names, with letters and with signs."""
    letters = {card.text: card.kind for card in pack.cards}
    signs = {f"{pack.ranks[card.rank]}{card.sign}": card.kind for card in pack.cards[: pack.naturals] if card.sign}
    return letters | signs


class Knowledge(Follower):
    """Follows a game and works out, without views, which cards everybody may know in the round."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._written = (0, 0)
        """The size of the record and its time, to see whether there is anything new."""
        self.seen: dict[int, Kinds] = {}
        """The kinds that each seat of the match has seen in this round; those that nobody hides are `NOBODY`'s."""
        self.seen_before: dict[int, Kinds] = {}
        """The same of the round before, as long as its end is being told."""

    def catch_up(self) -> None:
        about = self.path.stat()
        if self._written == (about.st_size, about.st_mtime_ns):
            return
        started, self._written = any(self._written), (about.st_size, about.st_mtime_ns)
        number, seen, seen_before = self.match.round.number if started else 0, self.seen, self.seen_before
        super().catch_up()
        if number == self.match.round.number:
            # A move may have been taken back: what it showed was seen all the same.
            self.seen = {seat: kinds | seen[seat] for seat, kinds in self.seen.items()}
            self.seen_before = seen_before

    def begin(self, match: Match) -> None:
        super().begin(match)
        self.seen = {}
        self._look(match.round, match.seated)

    def make(self, action: Action) -> None:
        round, seated, known = self.match.round, self.match.seated, len(self.told)
        super().make(action)
        self._look(round, seated)
        named = cards_named("\n".join(self.told[known:]), round.rules.pack)
        assert named <= self.seen[NOBODY], f"everybody is told: {self.told[known:]}"
        if self.match.round is not round:
            self.seen_before, self.seen = self.seen, {}
            self._look(self.match.round, self.match.seated)

    def _look(self, round: Round, seated: tuple[int, ...]) -> None:
        for seat in (NOBODY, *range(len(self.match.names))):
            self.seen.setdefault(seat, set()).update(may_know(self.match, round, seated, seat))

    def known_to(self, seat: int) -> Kinds:
        """The kinds that a seat may know when something is told to it."""
        return self.seen[seat] | self.seen_before.get(seat, set())


class SharedScreen(io.TextIOBase):
    """A terminal at which several people play by a script; nothing on it may tell one what only another knows."""

    encoding = "utf-8"

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self.knowledge = Knowledge(path)
        self.at_screen = NOBODY
        self.hand_overs = 0
        self.named = 0
        """How many cards were named."""
        self.hidden = 0
        """How many kinds of cards were not to be named, counted for each line."""
        self.commands: set[str] = set()
        """The first words of all that was typed."""
        self._random = Random(seed)
        self._typed = ""
        self._shown = ""
        """What was shown since something was typed."""
        self._asked_at: list[str] | None = None
        self._queue: list[str] = []
        """What is to be typed before the next move."""
        self._numbers: list[int] = []
        """The scripts that are still to come."""

    def isatty(self) -> bool:
        return True

    # -- showing -----------------------------------------------------------------------------------------------

    def write(self, text: str) -> int:
        text = STYLE.sub("", text)
        self._shown += text
        if self.path.exists():
            self.knowledge.catch_up()
            self._assert_no_leak(text)
        return len(text)

    def _assert_no_leak(self, text: str) -> None:
        knowledge, pack = self.knowledge, self.knowledge.match.rules.pack
        known = knowledge.known_to(self.at_screen) | cards_named(self._typed, pack)
        for line in text.splitlines():
            named = cards_named(STAR_OF_A_SHEET.sub("", line), pack)
            self.named += len(named)
            self.hidden += len(pack.cards) - len(known)
            if not named <= known and not self._is_for_all(line):
                leaked = " ".join(str(pack.cards[kind]) for kind in sorted(named - known))
                who = "nobody" if self.at_screen == NOBODY else knowledge.match.names[self.at_screen]
                raise AssertionError(f"{leaked} shown to {who}, who typed {self._typed!r}: {text}")

    def _is_for_all(self, line: str) -> bool:
        """Whether a line is of the log, which was judged when it was told first, or is the same in every game."""
        same = line in self._rules or line.startswith(HOW_TO_WRITE_CARDS)
        return same or line in self.knowledge.told or line.endswith(FOR_THE_DEAL)

    @cached_property
    def _rules(self) -> Collection[str]:
        return {f"{rule}: {text}" for rule, text in self.knowledge.match.rules.rulebook.items()}

    # -- typing ------------------------------------------------------------------------------------------------

    def readline(self, size: int | None = -1) -> str:
        self.knowledge.catch_up()
        self.knowledge.seen_before = {}
        shown, self._shown = self._shown, ""
        if shown.endswith(HAND_OVER):
            assert COVER in shown
            self.at_screen = self.knowledge.match.actor
            self.hand_overs += 1
            self._typed = ""
        else:
            self._typed = self._next_line(shown.splitlines()[-1])
            self.commands.add(self._typed.partition(" ")[0])
        return f"{self._typed}\n"

    def _next_line(self, prompt: str) -> str:
        if prompt.endswith("(yes, no) "):
            return "yes"
        if prompt == REARRANGING:
            return self._random.choice(["take 1", f"put {self._cards(3)}", "undo", "show", "done", "leave", "leave"])
        position = self.knowledge.without_hints
        if position != self._asked_at and not self._queue:
            self._asked_at, self._queue = position, [*self._next_script(), *self._next_script()]
        return self._queue.pop(0) if self._queue else str(self.knowledge.good_move())

    def _next_script(self) -> Sequence[str]:
        """Return one of the scripts, each as often as any other."""
        scripts = self._scripts()
        self._numbers = self._numbers or self._random.sample(range(len(scripts)), k=len(scripts))
        return scripts[self._numbers.pop()]

    def _scripts(self) -> Sequence[Sequence[str]]:
        """What else somebody may say at his turn; most moves among it are refused, but now and then one is made."""
        rules = self.knowledge.match.rules
        return [
            ["show"],
            ["moves"],
            ["log"],
            ["hint", "hint", "hint"],
            ["rule", f"rule {self._random.choice([*rules.rulebook])}"],
            ["help", "help meld"],
            ["sort value", "sort colour"],
            ["undo"],
            ["rearrange"],
            ["claim", "dance"],
            [f"meld {self._cards(3)}", f"meld {self._cards(4)}"],
            [f"layoff {self._cards(1)} > 1", f"layoff {self._cards(1)} > 2"],
            [f"swap {self._cards(1)} > 1 : meld {self._cards(3)}"],
            [f"arrange 1 -> {self._cards(3)} | {self._cards(3)}"],
            [f"discard {self._cards(1)}", f"knock {self._cards(1)}", f"call {self._cards(1)}"],
        ]

    def _cards(self, number: int) -> str:
        return " ".join(card.text for card in self._random.choices(self.knowledge.match.rules.pack.cards, k=number))


def play_at(screen: SharedScreen, monkeypatch: pytest.MonkeyPatch, *arguments: object) -> None:
    """Let people play at a screen with the real command, in this process."""
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("RUMMYKIT_HOME", str(screen.path.parent))
    command = ["rummy", "play", *map(str, arguments), "--plain", "--pace", "fast", "--record", str(screen.path)]
    with monkeypatch.context() as patch:
        for name in ("stdin", "stdout", "stderr"):
            patch.setattr(sys, name, screen)
        patch.setattr(sys, "argv", command)
        with pytest.raises(SystemExit) as stop:
            copy_context().run(main)
    assert stop.value.code == 0
