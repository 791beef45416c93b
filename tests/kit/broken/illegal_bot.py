"""Brings a bot that discards what it likes."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *
from rummykit.engine.actions import Discard
from rummykit.plugin.info import BotInfo


def cheat(view, random):
    return Discard(view.rules.pack.cards[0])


@hookimpl
def rummykit_bots():
    return [BotInfo("cheat", "Discards the ace of spades.", lambda: cheat)]
