"""Notes the discards in a list, which a copy of the round has in common with the round."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


class Noting(Discarding):
    def throw(self, round, card):
        super().throw(round, card)
        vars(round).setdefault("thrown", []).append(card.text)


@hookimpl
def rummykit_turn(rules):
    return flow(rules, discarding=Noting)
