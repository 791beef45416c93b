"""A rule mod: nobody ends a round with a joker."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING

from rummykit import hookimpl
from rummykit.plugin.info import Mod

if TYPE_CHECKING:
    from rummykit.parts import TurnFlow
    from rummykit_no_joker_finish.options import NoJokerFinishOptions

MOD = "no_joker_finish"


@hookimpl
def rummykit_mod() -> Mod:
    """Introduce the mod; it is for games in which jokers come into the hands."""
    return Mod(
        MOD,
        "The last card must not be a joker.",
        variants=("deutsches_romme", "raeuber_romme", "wiener_rummy"),
        options="rummykit_no_joker_finish.options:NoJokerFinishOptions",
        rules="rummykit_no_joker_finish.rulebook:RULES",
        citations="rummykit_no_joker_finish.rulebook:CITATIONS",
    )


@hookimpl(wrapper=True)
def rummykit_turn(
    mods: Mapping[str, NoJokerFinishOptions],
) -> Generator[None, TurnFlow, TurnFlow]:
    """Add the veto to the turn of the variant, and what the booklet says of it."""
    from rummykit_no_joker_finish.finishing import NoJokerFinish
    from rummykit_no_joker_finish.rulebook import told

    flow = yield
    forbids = mods[MOD].forbids
    return flow.with_rules(restrictions=[NoJokerFinish(forbids)], told=told(forbids))
