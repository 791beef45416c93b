"""Adds a point that no item has."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


@hookimpl
def rummykit_scoring():
    from dataclasses import replace

    from kit.tiny_scoring import LeftCards

    class OneMore(LeftCards):
        def score(self, round):
            score = super().score(round)
            return replace(score, totals=tuple(total + 1 for total in score.totals))

    return OneMore()
