"""A generated game, played by chance while checks look on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, ClassVar

from rummykit.engine import actions
from rummykit.engine.match import Match
from rummykit_kit.broken import Broken, Crashed, GameSoFar, asking
from rummykit_kit.examination import Examination

if TYPE_CHECKING:
    from rummykit.engine.actions import Action
    from rummykit.engine.round import Round
    from rummykit.engine.ruleset import Ruleset
    from rummykit.refusals import Refusal
    from rummykit_kit.setup import Setup, Subject

MOST_DECISIONS = 40_000
"""A round that takes longer does not end."""
MANY_DECISIONS = 3_000
"""As far as a round is played by checks that do not ask whether it ends."""
THOROUGH, HASTE = 0.1, 10
"""Where fewer decisions than this share are examined in full, other slow things are done this many times less often."""
LATE = 0.03
"""The share of moves for which a player takes too long, where there is a clock."""
MOST_EXAMINED = 50
"""How many decisions of a game are examined in full, however long it is."""


class Watcher:
    """A check that looks on while games are played; a new one for every game.

    The first line of its text says what must hold. It raises `Broken` with a sentence where it does not, and leaves
    alone what is the concern of other checks.
    """

    name: ClassVar[str]
    sentence: ClassVar[str]
    most_decisions: ClassVar[int] = MANY_DECISIONS
    shortens: ClassVar[bool] = True
    """Whether a shorter game can show the same."""
    tells_crashes: ClassVar[bool] = False
    """Whether an error that the plugin raises is its finding."""

    def __init_subclass__(cls) -> None:
        cls.name = re.sub("(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
        cls.sentence = (cls.__doc__ or "").partition("\n")[0]

    def dealt(self, game: GeneratedGame) -> None:
        """The cards are dealt."""

    def refused(self, game: GeneratedGame, action: Action, refusal: Refusal) -> None:
        """A listed move was refused; another one will be made."""

    def before(self, game: GeneratedGame, action: Action) -> None:
        """A legal move is about to be made."""

    def examined(self, game: GeneratedGame) -> None:
        """A legal move is about to be made, and the decision is looked at in full."""

    def after(self, game: GeneratedGame, action: Action) -> None:
        """The move was made."""

    def crashed(self, game: GeneratedGame, crash: Crashed) -> None:
        """The game is over because the plugin raised an error."""

    def over(self, game: GeneratedGame) -> None:
        """The round is over, or as many moves were made as should be."""


class GeneratedGame:
    """One round by generated house rules.

    ``thorough`` is the share of decisions examined in full, but for no more than ``most_examined``.
    """

    def __init__(
        self,
        subject: Subject,
        setup: Setup,
        rules: Ruleset,
        watchers: Sequence[type[Watcher]] = (),
        *,
        thorough: float = 0.0,
        most: int | None = None,
        most_examined: int = MOST_EXAMINED,
    ) -> None:
        self.subject, self.setup, self.rules = subject, setup, rules
        self.round: Round
        """The round that is played, from the deal on."""
        self.legal: Sequence[Action] = ()
        self.moves: list[tuple[int, Action]] = []
        """The seat and the move."""
        self.picks: list[int] = []
        """The place of every move in the list of legal ones; after the last of them, that a player was late."""
        self.stuck = False
        """Whether somebody was to act and had no legal move listed."""
        self.dice = Random(f"{setup.seed}/{setup.luck}/dice")
        """Chance for the watchers, which has no part in the game."""
        self._examination: Examination | None = None
        self._luck = Random(setup.luck)
        self._thorough, self._most_examined = thorough, most_examined
        self._most = max((kind.most_decisions for kind in watchers), default=MANY_DECISIONS) if most is None else most
        self._watchers = [kind() for kind in watchers]

    @cached_property
    def match(self) -> Match:
        """The match, dealt when it is first asked for; raises `Crashed` if the plugin cannot deal."""
        with asking("Dealing"):
            return Match(self.rules, self.setup.seed, self.setup.names)

    @property
    def is_over(self) -> bool:
        """Whether the round has ended; what comes after it is not played."""
        return bool(self.match.scores)

    def play(self) -> GeneratedGame:
        """Play until the round is over; raise what a watcher finds, with the game as far as it was played."""
        try:
            try:
                self.round = self.match.round
                for watcher in self._watchers:
                    watcher.dealt(self)
                self._play()
                for watcher in self._watchers:
                    watcher.over(self)
            except Crashed as crash:
                for watcher in self._watchers:
                    watcher.crashed(self, crash)
        except Broken as broken:
            broken.told = broken.told or self.told()
            raise
        return self

    def is_one_of(self, number: int) -> bool:
        """Whether something slow is done with this game, which is done with one game in *number*, or fewer in haste."""
        every = number if self._thorough >= THOROUGH else number * HASTE
        return self._thorough == 1.0 or self.dice.random() * every < 1

    @property
    def examination(self) -> Examination:
        """Everything that is too slow to be found out at every decision, found out once for all watchers."""
        if self._examination is None:
            self._examination = Examination(self.round, self.legal, self.dice)
        return self._examination

    @contextmanager
    def trying(self, action: Action) -> Iterator[None]:
        """Within a `with` block, tell what is found as if this move, made on a copy of the round, were the last."""
        try:
            yield
        except Broken as broken:
            told = self.told()
            broken.told = replace(told, moves=(*told.moves, (self.match.actor, str(action))))
            raise

    def told(self, moves: int | None = None) -> GameSoFar:
        """Return the game as far as it was played, or only its first moves."""
        return GameSoFar(self.setup, tuple((seat, str(action)) for seat, action in self.moves[:moves]))

    def _play(self) -> None:
        match, watchers, examined = self.match, self._watchers, 0
        for _ in range(self._most):
            if self.is_over:
                return
            self.round = match.round
            action = self._chosen()
            if action is None:
                self.stuck = True
                return
            in_full = self.dice.random() < self._thorough and examined < self._most_examined
            self._examination = None
            examined += in_full
            for watcher in watchers:
                watcher.before(self, action)
                if in_full:
                    watcher.examined(self)
            self.moves.append((match.actor, action))
            with asking(f"Playing '{action}'"):
                match.apply(action)
            for watcher in watchers:
                watcher.after(self, action)

    def _chosen(self) -> Action | None:
        """Choose a listed move that passes the check; None if there is none."""
        with asking("Listing and checking the moves"):
            self.legal = legal = self.match.legal_actions
            chosen = self.setup.choices[len(self.picks) :]
            timed = self.rules.flow.lateness is not None
            if timed and not chosen and self._luck.random() < LATE:
                pick = len(legal)
            else:
                pick = chosen[0] % max(len(legal) + timed, 1) if chosen else int(self._luck.random() * len(legal))
            if timed and pick == len(legal):
                self.picks.append(pick)
                return actions.LATE
            for step in range(len(legal)):
                place = (pick + step) % len(legal)
                refusal = self.match.check(legal[place])
                if refusal is None:
                    self.picks.append(place)
                    return legal[place]
                for watcher in self._watchers:
                    watcher.refused(self, legal[place], refusal)
        return None
