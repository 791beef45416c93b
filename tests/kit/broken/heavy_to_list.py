"""Imports its house rules wherever plugins are listed."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *
from kit.tiny_rules import TinyRules


@hookimpl
def rummykit_variant():
    return altered(options=TinyRules, game="kit.tiny")
