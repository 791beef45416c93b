"""The check of the bots."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from rummykit_kit.broken import TOLD_ELSEWHERE, Broken, Unplayable, asking, why
from rummykit_kit.game import MANY_DECISIONS, GeneratedGame
from rummykit_kit.setup import Setup, Subject

if TYPE_CHECKING:
    from rummykit.engine.actions import Action
    from rummykit.engine.ruleset import Ruleset

GAMES_PER_BOT = 6
"""A bot thinks, which takes the time of several games by chance."""


def bots_finish(subject: Subject) -> None:
    """Every bot that is installed plays rounds to their end, with legal moves only."""
    subject.require_presets()
    fewest, most = subject.plugins.variants()[subject.variant]
    played = 0
    for bot in subject.plugins.bots:
        for number in range(max(2, subject.games // GAMES_PER_BOT)):
            setup = Setup(subject.variant, fewest if number % 2 else min(most, 4), seed=number, luck=number)
            rules = setup.rules(subject)
            if rules is not None:
                played += 1
                _BotGame(bot, subject, setup, rules).play_to_the_end()
    if subject.plugins.bots and not played:
        raise Unplayable(f"No game could be set up. {TOLD_ELSEWHERE}")


class _BotGame(GeneratedGame):
    """A round in which the same bot has every seat."""

    def __init__(self, name: str, subject: Subject, setup: Setup, rules: Ruleset) -> None:
        super().__init__(subject, setup, rules)
        self._name, self._bot = name, subject.plugins.bots[name].make()
        self._chance = Random(f"{setup.luck}/bot")

    def play_to_the_end(self) -> None:
        """Play; an error that the variant raises, or a round that never ends, is the concern of another check."""
        self.play()
        endless = len(self.moves) == MANY_DECISIONS and not self.is_over
        if endless and GeneratedGame(self.subject, self.setup, self.rules).play().is_over:
            raise Broken(f"{self._name} does not come to an end in {MANY_DECISIONS} moves.", self.told())

    def _chosen(self) -> Action | None:
        with asking("Making a view and checking its moves"):
            view, check = self.round.view(self.round.actor), self.round.check
            if not view.legal or any(check(action) is not None for action in view.legal):
                return None
        try:
            action = self._bot(view, self._chance)
        except Exception as error:
            raise Broken(f"{self._name} raises {type(error).__name__}: {error}") from None
        # Of the moves that are too many to be listed, a bot may find some by itself.
        if action not in view.legal:
            with asking(f"Checking '{action}'"):
                refusal = check(action)
            if refusal is not None:
                with self.trying(action):
                    raise Broken(f"{self._name} answers '{action}', which is refused: {why(refusal)}")
        return action
