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
    """Introduce a variant."""
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_mod() -> ModInfo:
    """Introduce a rule mod, which wraps the hooks of a variant where a house-rule file lists it."""
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_bots() -> Sequence[BotInfo]:
    """Introduce bots."""
    raise NotImplementedError


# What house rules there are.


@hookspec(firstresult=True)
def rummykit_options() -> type[HouseRules] | type[Section]:
    """Return the options: a `HouseRules` model for a variant, a `Section` for a mod."""
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_presets() -> Mapping[str, str]:
    """Return a variant's presets: the YAML text of each, by name."""
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_rulebook() -> Mapping[str, str]:
    """Return the rules, one sentence or two each, by rule id; a mod wraps this to add its own."""
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_booklet(rules: Any, mods: Mapping[str, Any]) -> Sequence[Chapter]:
    """Return the chapters of the rule booklet of exactly these house rules; a mod wraps this to add its own."""
    raise NotImplementedError


# The parts of a game. `rules` is the variant's validated model, `mods` the options of each mod by its id.


@hookspec(firstresult=True)
def rummykit_pack(rules: Any, players: int, mods: Mapping[str, Any]) -> Pack:
    """Return the pack of cards."""
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_deal(rules: Any, players: int, mods: Mapping[str, Any]) -> Deal:
    """Return how a round is dealt."""
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_melds(rules: Any, pack: Pack, mods: Mapping[str, Any]) -> MeldRules:
    """Return what a meld is."""
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_turn(rules: Any, players: int, mods: Mapping[str, Any]) -> TurnFlow:
    """Return the flow of a turn."""
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_scoring(rules: Any, pack: Pack, mods: Mapping[str, Any]) -> Scoring:
    """Return how a round is scored."""
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_match(rules: Any, mods: Mapping[str, Any]) -> MatchFormat:
    """Return how rounds make a match; `rummykit.match.format_by` does it by the options."""
    raise NotImplementedError


@hookspec(firstresult=True)
def rummykit_citations() -> Mapping[Enum, Citation]:
    """Return the rule, and the option if there is one, behind every reason for a refusal."""
    raise NotImplementedError
