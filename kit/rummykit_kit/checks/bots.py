"""The check of the bots."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from rummykit_kit.broken import TOLD_ELSEWHERE, Broken, Told, Unplayable
from rummykit_kit.crashes import Crashed, asking, why
from rummykit_kit.game import MANY_DECISIONS, Game
from rummykit_kit.setup import Setup

if TYPE_CHECKING:
    from rummykit.actions import Action
    from rummykit.info import Bot
    from rummykit.reasons import Refusal
    from rummykit.round import Round
    from rummykit_kit.subject import Subject

GAMES_PER_BOT = 6
"""A bot thinks, which takes the time of several games by chance."""


def bots_finish(subject: Subject) -> None:
    """Every bot that is installed plays rounds to their end, with legal moves only."""
    subject.require_presets()
    fewest, most = subject.plugins.variants()[subject.variant]
    played = 0
    for name, info in subject.plugins.bots.items():
        for number in range(max(2, subject.games // GAMES_PER_BOT)):
            setup = Setup(subject.variant, fewest if number % 2 else min(most, 4), seed=number, luck=number)
            rules = setup.rules(subject)
            if rules is not None:
                played += 1
                _Table(name, info.make(), Game(subject, setup, rules)).play()
    if subject.plugins.bots and not played:
        raise Unplayable(f"No game could be set up. {TOLD_ELSEWHERE}")


class _Table:
    """A round in which the same bot has every seat."""

    def __init__(self, name: str, bot: Bot, game: Game) -> None:
        self._name, self._bot, self._game = name, bot, game
        self._chance = Random(f"{game.setup.luck}/bot")
        self._moves: list[tuple[str, str]] = []

    def play(self) -> None:
        """Play to the end; an error that the variant raises is the concern of another check."""
        try:
            round = self._game.match.round
            while round.outcome is None and len(self._moves) < MANY_DECISIONS:
                if not self._move(round):
                    return
        except Crashed:
            return
        if round.outcome is None and self._ends_by_chance():
            raise self._broken(f"{self._name} does not come to an end in {MANY_DECISIONS} moves.")

    def _move(self, round: Round) -> bool:
        with asking("Making a view"):
            view = round.view(round.actor)
        if not view.legal or any(self._refusal(round, action) is not None for action in view.legal):
            return False
        try:
            action = self._bot(view, self._chance)
        except Exception as error:
            raise self._broken(f"{self._name} raises {type(error).__name__}: {error}") from None
        self._moves.append((round.names[round.actor], str(action)))
        # Of the moves that are too many to be listed, a bot may find some by itself.
        refusal = None if action in view.legal else self._refusal(round, action)
        if refusal is not None:
            raise self._broken(f"{self._name} answers '{action}', which is refused: {why(refusal)}")
        with asking(f"Playing '{action}'"):
            round.apply(action)
        return True

    def _refusal(self, round: Round, action: Action) -> Refusal | None:
        with asking(f"Checking '{action}'"):
            return round.check(action)

    def _ends_by_chance(self) -> bool:
        game = Game(self._game.subject, self._game.setup, self._game.rules)
        game.play()
        return game.is_over

    def _broken(self, sentence: str) -> Broken:
        return Broken(sentence, Told(self._game.setup, tuple(self._moves)))
