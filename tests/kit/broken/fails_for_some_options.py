"""Forgets most of what its options allow."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


@hookimpl
def rummykit_deal(rules):
    return Deal(hand_size={("any", 3): 3, ("any", 6): 6}[rules.draw.layoff, rules.deal.hand_size])
