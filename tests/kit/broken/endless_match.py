"""Plays another round, whatever the match options say."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


@hookimpl
def rummykit_match(rules):
    from rummykit.engine.match_format import MatchFormat
    from rummykit.parts import format_by

    class Endless(MatchFormat):
        def is_over(self, standing):
            return False

    chosen = format_by(rules.match, rules.stakes)
    return Endless(chosen.length, None, chosen.stakes)
