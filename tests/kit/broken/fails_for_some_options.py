"""Forgets a size of the hands that its options allow."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


@hookimpl
def rummykit_deal(rules):
    return Deal(hand_size={3: 3, 4: 4, 5: 5, 6: 6, 7: 7}[rules.deal.hand_size])
