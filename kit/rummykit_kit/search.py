"""Looks for a game that breaks a check, by generated house rules, and then for a short and plain one.

Hypothesis draws house rules, players, deals and luck, and makes the failing ones simpler. It does not draw every move:
games have hundreds. So once it has found the house rules that matter, many short games by these are tried, and of the
shortest that fails, each choice is made the first one listed where that fails too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, Phase, Verbosity, assume, given, seed, settings
from hypothesis.errors import Unsatisfiable

from rummykit.errors import PluginError
from rummykit_kit.broken import TOLD_ELSEWHERE, Broken, GameSoFar, Unplayable
from rummykit_kit.game import GeneratedGame
from rummykit_kit.strategies import setups

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from rummykit_kit.game import Watcher
    from rummykit_kit.setup import Setup, Subject

MOST_LUCK = 2_000
"""How many short games are tried at most."""


def for_all(subject: Subject, strategy: SearchStrategy[Any], number: int, hold: Callable[[Any], None]) -> int:
    """Call *hold* with *number* drawn examples; raise the plainest `Broken` that it raises.

    Return how many examples were good, that is to say came to no ``assume(False)``.
    """
    good, found, deadline = 0, list[Broken](), 0.0

    def tried(example: Any) -> None:
        nonlocal good, deadline
        if found and monotonic() > deadline:
            return
        try:
            hold(example)
        except Broken as broken:
            deadline = deadline or monotonic() + subject.patience
            found.append(broken)
            raise
        good += 1

    quietly = settings(
        max_examples=number,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
        report_multiple_bugs=False,
        print_blob=False,
        derandomize=False,
    )
    search = quietly(given(strategy)(tried))
    try:
        (search if subject.chance is None else seed(subject.chance)(search))()
    except Unsatisfiable:
        pass  # nothing could be set up, which other checks tell
    except Exception:
        # Whatever Hypothesis makes of it, for example that time ran out: what was found stands.
        if not found:
            raise
    if found:
        raise min(found, key=lambda broken: broken.told.plainness if broken.told else ()) from None
    return good


def play_games(
    subject: Subject,
    watchers: Sequence[type[Watcher]],
    *,
    players: int | None = None,
    thorough: float | None = None,
) -> int:
    """Play generated games while the watchers look on; return how many were played.

    Raise `Broken` with a short game if one of them objects, `Unplayable` if no game can be set up.
    """
    share = subject.thorough if thorough is None else thorough

    def hold(setup: Setup) -> None:
        rules = setup.rules(subject)
        crash = setup.crash(subject) if rules is None and any(kind.tells_crashes for kind in watchers) else None
        if crash is not None:
            raise Broken(f"By these rules the game cannot be set up. {crash}.", GameSoFar(setup, ()))
        assume(rules is not None)
        assert rules is not None
        GeneratedGame(subject, setup, rules, watchers, thorough=share).play()

    try:
        played = for_all(subject, _setups(subject, players), subject.games, hold)
    except Broken as broken:
        if broken.told is None or not broken.told.moves or not all(kind.shortens for kind in watchers):
            raise
        raise _Shortening(subject, broken, broken.told, watchers).shortest() from None
    if not played:
        raise Unplayable(f"No game could be set up. {TOLD_ELSEWHERE}")
    return played


def _setups(subject: Subject, players: int | None) -> SearchStrategy[Setup]:
    subject.require_presets()
    try:
        return setups(subject.plugins, subject.variant, players)
    except PluginError:
        raise Unplayable(f"The options cannot be loaded. {TOLD_ELSEWHERE}") from None


class _Shortening:
    """Looks for the same finding in a shorter and plainer game."""

    def __init__(self, subject: Subject, broken: Broken, told: GameSoFar, watchers: Sequence[type[Watcher]]) -> None:
        self._subject, self._watchers, self._best, self._told = subject, watchers, broken, told
        self._setup, rules = told.setup, told.setup.rules(subject)
        assert rules is not None
        self._rules = rules
        self._until = monotonic() + subject.patience / 2

    def shortest(self) -> Broken:
        """Return the finding in the best game there was time to find."""
        self._cut()
        for luck in range(1, MOST_LUCK):
            if self._length <= 1 or monotonic() > self._until:
                break
            self._try(replace(self._setup, seed=luck % 20, luck=luck, choices=()), self._length - 1)
        self._straighten()
        return self._best

    @property
    def _length(self) -> int:
        return len(self._told.moves)

    def _cut(self) -> None:
        """See whether the beginning of the very game is enough."""
        most = 0
        while most < self._length and not self._try(self._setup, most):
            most = most * 3 // 2 + 1

    def _straighten(self) -> None:
        """Make every choice the first one listed, where that shows the same."""
        picks = self._picks()
        for place, pick in enumerate(picks):
            if pick and monotonic() < self._until + self._subject.patience / 2 and place < self._length:
                plainer = (*picks[:place], 0, *picks[place + 1 :])
                if self._try(replace(self._setup, choices=plainer), self._length):
                    picks = plainer

    def _picks(self) -> tuple[int, ...]:
        """Return the choices of the best game, which is played once more for them."""
        self._setup = self._told.setup
        return tuple(GeneratedGame(self._subject, self._setup, self._rules, most=self._length).play().picks)

    def _try(self, setup: Setup, most: int) -> bool:
        try:
            GeneratedGame(self._subject, setup, self._rules, self._watchers, thorough=1.0, most=most).play()
        except Broken as broken:
            if broken.told is not None and len(broken.told.moves) <= self._length:
                self._best, self._told = broken, broken.told
                return True
        return False
