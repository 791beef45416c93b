"""Takes the ante out of the pot."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


@hookimpl
def rummykit_match(rules):
    from dataclasses import replace

    from rummykit.parts import format_by

    chosen = format_by(rules.match, rules.stakes)
    return replace(chosen, stakes=replace(chosen.stakes, ante=-chosen.stakes.ante, allow_debt=True))
