"""The hooks of RummyKit.

Every hook is a factory: it is called once when plugins are listed or a game is set up, and returns one
frozen part. The engine then plays on the parts alone. A variant implements the hooks below; a mod wraps
them. An implementation names only the arguments it needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from rummykit.booklet import Chapter
    from rummykit.cards import Pack
    from rummykit.deal import Deal
    from rummykit.houserules import HouseRules, Section
    from rummykit.info import BotInfo, ModInfo, VariantInfo
    from rummykit.match import MatchFormat
    from rummykit.melds import MeldRules
    from rummykit.reasons import Citation
    from rummykit.scoring import Scoring
    from rummykit.turn import TurnFlow

hookspec = pluggy.HookspecMarker("rummykit")

# Who a plugin is: asked when plugins are listed, so an implementation must import nothing heavy.


@hookspec(firstresult=True)
def rummykit_variant() -> VariantInfo:
    """Introduce a variant.

    Asked when plugins are listed, so an implementation imports nothing heavy. Whoever implements it must implement the
    options, the presets and all parts of a game too.
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_mod() -> ModInfo:
    """Introduce a rule mod, which wraps the hooks of a variant where a house-rule file lists it.

    Asked when plugins are listed, so an implementation imports nothing heavy.
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_bots() -> Sequence[BotInfo]:
    """Introduce bots.

    Asked when plugins are listed, so an implementation imports nothing heavy: a bot is made when it sits down.
    """
    raise NotImplementedError


# What house rules there are.


@hookspec(firstresult=True)
def rummykit_options() -> type[HouseRules] | type[Section]:
    """Return the options: a `HouseRules` model for a variant, a `Section` for a mod.

    Asked when house rules are read. A mod without options leaves it out. A mod's options are never wrapped: they stand
    in a section of their own, which has the mod's id.
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_presets() -> Mapping[str, str]:
    """Return a variant's presets: the YAML text of each, by name.

    Asked when variants are listed and when house rules are read. `rummykit.info.presets_in` reads a folder of them.
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_rulebook() -> Mapping[str, str]:
    """Return the rules, one sentence or two each, by rule id; a mod wraps this to add its own.

    Asked once for a game, after its parts.
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_booklet(rules: Any, mods: Mapping[str, Any]) -> Sequence[Chapter]:
    """Return the chapters of the rule booklet of exactly these house rules; a mod wraps this to add its own.

    Asked when a booklet is written, or two tables are compared. Without it the booklet is the rulebook.
    """
    raise NotImplementedError


# The parts of a game. `rules` is the variant's validated model, `mods` the options of each mod by its id.


@hookspec(firstresult=True)
def rummykit_pack(rules: Any, players: int, mods: Mapping[str, Any]) -> Pack:
    """Return the pack of cards.

    Asked once for a game, before all its other parts.
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_deal(rules: Any, players: int, mods: Mapping[str, Any]) -> Deal:
    """Return how a round is dealt.

    Asked once for a game, after the pack.
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_melds(rules: Any, pack: Pack, mods: Mapping[str, Any]) -> MeldRules:
    """Return what a meld is.

    Asked once for a game, with the pack that its hook returned.
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_turn(rules: Any, players: int, mods: Mapping[str, Any]) -> TurnFlow:
    """Return the flow of a turn.

    Asked once for a game. A mod wraps this to add vetoes and endings: `TurnFlow.with_rules`.
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_scoring(rules: Any, pack: Pack, mods: Mapping[str, Any]) -> Scoring:
    """Return how a round is scored.

    Asked once for a game, with the pack that its hook returned.
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_match(rules: Any, mods: Mapping[str, Any]) -> MatchFormat:
    """Return how rounds make a match; `rummykit.match.format_by` does it by the options.

    Asked once for a game.
    """
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_citations() -> Mapping[Enum, Citation]:
    """Return the rule, and the option if there is one, behind every reason for a refusal.

    Asked once for a game. A mod wraps this to add its own reasons.
    """
    raise NotImplementedError
