"""Takes the ante out of the pot."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


@hookimpl
def rummykit_match(rules):
    from rummykit.engine.match_format import MatchFormat

    return MatchFormat(rules.match, rules.stakes.model_copy(update={"ante": -rules.stakes.ante, "debt": True}))
