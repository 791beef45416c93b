"""Forgives the first player a point, wherever the others sit."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


@hookimpl
def rummykit_scoring():
    from kit.tiny_scoring import LeftCards
    from rummykit.engine.scoring import RoundScore, ScoreItem

    class Friendly(LeftCards):
        def score(self, round):
            score = super().score(round)
            gift = ScoreItem("gift", "For sitting there", "TINY-03", (-1, *[0] * (round.players - 1)))
            return RoundScore.of([*score.items, gift], score.factors)

    return Friendly()
