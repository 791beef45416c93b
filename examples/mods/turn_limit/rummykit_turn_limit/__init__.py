"""A rule mod: a round ends after so many turns each, and cards left cost points."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING

from rummykit import hookimpl
from rummykit.plugin.info import Mod

if TYPE_CHECKING:
    from rummykit.engine.scoring import Scoring
    from rummykit.parts import TurnFlow
    from rummykit_turn_limit.options import TurnLimitOptions

MOD = "turn_limit"


@hookimpl
def rummykit_mod() -> Mod:
    """Introduce the mod; it fits any variant."""
    return Mod(
        MOD,
        "A round ends after some turns each, and cards left cost points.",
        options="rummykit_turn_limit.options:TurnLimitOptions",
        rules="rummykit_turn_limit.rulebook:RULES",
    )


@hookimpl(wrapper=True)
def rummykit_turn(mods: Mapping[str, TurnLimitOptions]) -> Generator[None, TurnFlow, TurnFlow]:
    """Add an ending to the turn of the variant, and what the booklet says of it."""
    from rummykit_turn_limit.limit import TurnLimit
    from rummykit_turn_limit.rulebook import told

    flow = yield
    return flow.with_rules(endings=[TurnLimit(mods[MOD].turns)], told=told(mods[MOD]))


@hookimpl(wrapper=True)
def rummykit_scoring(mods: Mapping[str, TurnLimitOptions]) -> Generator[None, Scoring, Scoring]:
    """Let cards left at the limit cost points."""
    from rummykit_turn_limit.limit import TurnLimit
    from rummykit_turn_limit.scoring import LimitedScoring

    scoring = yield
    options = mods[MOD]
    return LimitedScoring(scoring, TurnLimit(options.turns), options.penalty) if options.penalty else scoring
