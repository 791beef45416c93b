"""Refuses to discard the seven of hearts in words for one or for many, and does not say how many."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from enum import Enum

from kit.tiny import *
from rummykit.engine.actions import Discard
from rummykit.i18n import Numbered


class Why(Enum):
    SEVENS_STAY = Numbered("A seven stays.", "{count} sevens stay.")


@hookimpl
def rummykit_variant():
    return altered(citations={**CITATIONS, Why.SEVENS_STAY: Citation("TINY-02")})


def sevens_stay(round, action):
    forbidden = isinstance(action, Discard) and action.card.text == "7h"
    return round.rules.refuse(Why.SEVENS_STAY) if forbidden else None


@hookimpl
def rummykit_turn(rules):
    return flow(rules, restrictions=(sevens_stay,))
