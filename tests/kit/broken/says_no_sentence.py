"""Refuses to discard the seven of hearts with a word that nobody fills in."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from enum import Enum

from kit.tiny import *
from rummykit.engine.actions import Discard


class Why(Enum):
    NO_SEVEN = "{cards} stays with {holder}"


@hookimpl
def rummykit_variant():
    return altered(citations={**CITATIONS, Why.NO_SEVEN: Citation("TINY-02")})


def no_seven(round, action):
    forbidden = isinstance(action, Discard) and action.card.text == "7h"
    return round.rules.refuse(Why.NO_SEVEN, (action.card,), holder="you") if forbidden else None


@hookimpl
def rummykit_turn(rules):
    return flow(rules, restrictions=(no_seven,))
