"""A hint in three steps: what to look at, the move, and why."""

from __future__ import annotations

from rummykit.engine.round import Round
from rummykit.i18n import mark, say
from rummykit_bots.hints import Hint
from rummykit_session.session import Game

TYPE_FOR_MORE = mark("Type 'hint' again for more.")
PRESS_FOR_MORE = mark("Press h again for more.")
"""How the next step of a hint is had: in lines that are typed, and with keys."""


class HintSteps:
    """Gives a hint for the position of a game, step by step and then from the first again; it is counted once.

    All steps but the last say how to have *more*.
    """

    def __init__(self, game: Game, more: str = TYPE_FOR_MORE) -> None:
        self._game = game
        self._more = more
        self._hint: Hint | None = None
        self._position: tuple[Round, int] | None = None
        self._step = 0

    def next(self) -> str:
        """Return the next step, or why there is none."""
        if not self._game.help.hints:
            return say("There are no hints at this table.")
        # A move that is taken back leaves another round behind, so its hint never serves the move made instead.
        position = self._game.match.round, self._game.moves
        if self._hint is None or position != self._position:
            self._hint, self._position, self._step = self._game.hint(), position, 0
        steps = (self._hint.look, self._hint.move, self._hint.why)
        told, self._step = steps[self._step], (self._step + 1) % len(steps)
        return f"{told}\n{say(self._more)}" if self._step else told
