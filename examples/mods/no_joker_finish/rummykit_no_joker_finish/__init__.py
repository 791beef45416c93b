"""A rule mod: nobody ends a round with a joker."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING

from rummykit import hookimpl
from rummykit.info import ModInfo

if TYPE_CHECKING:
    from rummykit.booklet import Chapter
    from rummykit.reasons import Citation
    from rummykit.turn import TurnFlow
    from rummykit_no_joker_finish.options import NoJokerFinishOptions

MOD = "no_joker_finish"


@hookimpl
def rummykit_mod() -> ModInfo:
    """Introduce the mod; it is for games in which jokers come into the hands."""
    return ModInfo(
        MOD,
        "The last card must not be a joker.",
        variants=("deutsches_romme", "raeuber_romme", "wiener_rummy"),
    )


@hookimpl
def rummykit_options() -> type[NoJokerFinishOptions]:
    """Return the options."""
    from rummykit_no_joker_finish.options import NoJokerFinishOptions

    return NoJokerFinishOptions


@hookimpl(wrapper=True)
def rummykit_turn(
    mods: Mapping[str, NoJokerFinishOptions],
) -> Generator[None, TurnFlow, TurnFlow]:
    """Add the veto to the turn of the variant."""
    from rummykit_no_joker_finish.finishing import NoJokerFinish

    flow = yield
    return flow.with_rules(restrictions=[NoJokerFinish(mods[MOD].forbids)])


@hookimpl(wrapper=True)
def rummykit_rulebook() -> Generator[None, Mapping[str, str], Mapping[str, str]]:
    """Add the rules of the mod."""
    from rummykit_no_joker_finish.rulebook import RULES

    rules = yield
    return {**rules, **RULES}


@hookimpl(wrapper=True)
def rummykit_citations() -> Generator[None, Mapping[Enum, Citation], Mapping[Enum, Citation]]:
    """Add the rules behind the refusals of the mod."""
    from rummykit_no_joker_finish.rulebook import CITATIONS

    citations = yield
    return {**citations, **CITATIONS}


@hookimpl(wrapper=True)
def rummykit_booklet(
    mods: Mapping[str, NoJokerFinishOptions],
) -> Generator[None, Sequence[Chapter], Sequence[Chapter]]:
    """Add a chapter to the booklet."""
    from rummykit_no_joker_finish.rulebook import chapter

    chapters = yield
    return [*chapters, chapter(mods[MOD].forbids)]
