"""Refuses to discard the seven of hearts, by no rule."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *
from rummykit.engine.actions import Discard
from rummykit.refusals import Refusal


def no_seven(round, action):
    forbidden = isinstance(action, Discard) and action.card.text == "7h"
    return Refusal(Reason.DISCARD_JOKER, "", cards=(action.card,)) if forbidden else None


@hookimpl
def rummykit_turn(rules):
    return flow(rules, restrictions=(no_seven,))
