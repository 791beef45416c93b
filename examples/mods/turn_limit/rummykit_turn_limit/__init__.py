"""A rule mod: a round ends after so many turns each, and cards left cost points."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING

from rummykit import hookimpl
from rummykit.info import ModInfo

if TYPE_CHECKING:
    from rummykit.booklet import Chapter
    from rummykit.scoring import Scoring
    from rummykit.turn import TurnFlow
    from rummykit_turn_limit.options import TurnLimitOptions

MOD = "turn_limit"


@hookimpl
def rummykit_mod() -> ModInfo:
    """Introduce the mod; it fits any variant."""
    return ModInfo(MOD, "A round ends after some turns each, and cards left cost points.")


@hookimpl
def rummykit_options() -> type[TurnLimitOptions]:
    """Return the options."""
    from rummykit_turn_limit.options import TurnLimitOptions

    return TurnLimitOptions


@hookimpl(wrapper=True)
def rummykit_turn(mods: Mapping[str, TurnLimitOptions]) -> Generator[None, TurnFlow, TurnFlow]:
    """Add an ending to the turn of the variant."""
    from rummykit_turn_limit.limit import TurnLimit

    flow = yield
    return flow.with_rules(endings=[TurnLimit(mods[MOD].turns)])


@hookimpl(wrapper=True)
def rummykit_scoring(mods: Mapping[str, TurnLimitOptions]) -> Generator[None, Scoring, Scoring]:
    """Let cards left at the limit cost points."""
    from rummykit_turn_limit.limit import TurnLimit
    from rummykit_turn_limit.scoring import LimitedScoring

    scoring = yield
    options = mods[MOD]
    return LimitedScoring(scoring, TurnLimit(options.turns), options.penalty) if options.penalty else scoring


@hookimpl(wrapper=True)
def rummykit_rulebook() -> Generator[None, Mapping[str, str], Mapping[str, str]]:
    """Add the rules of the mod."""
    from rummykit_turn_limit.rulebook import RULES

    rules = yield
    return {**rules, **RULES}


@hookimpl(wrapper=True)
def rummykit_booklet(mods: Mapping[str, TurnLimitOptions]) -> Generator[None, Sequence[Chapter], Sequence[Chapter]]:
    """Add a chapter to the booklet."""
    from rummykit_turn_limit.rulebook import chapter

    chapters = yield
    return [*chapters, chapter(mods[MOD])]
