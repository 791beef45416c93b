"""Looks up a preset that nobody wrote."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *

TEXTS: dict[str, str] = {}


def presets():
    return {"long": TEXTS["long"]}


@hookimpl
def rummykit_variant():
    return altered(presets=presets)
