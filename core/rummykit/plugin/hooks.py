"""The hooks of RummyKit.

Every hook is a factory: it is called once when plugins are listed or a game is set up, and returns one
frozen part. The engine then plays on the parts alone. A variant implements the hooks below; a mod wraps
them. An implementation names only the arguments it needs.
"""

# mypy: disable-error-code="empty-body"
# A specification is never called: its signature and its text are all there is to it.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from enum import Enum

    from rummykit.booklet import Chapter
    from rummykit.cards import Pack
    from rummykit.engine.deal import Deal
    from rummykit.engine.match_format import MatchFormat
    from rummykit.engine.ruleset import Ruleset
    from rummykit.engine.scoring import Scoring
    from rummykit.melds import MeldRules
    from rummykit.parts import TurnFlow
    from rummykit.plugin.info import BotInfo, Mod, Variant
    from rummykit.refusals import Citation

hookspec = pluggy.HookspecMarker("rummykit")

# Who a plugin is: asked when plugins are listed, so an implementation must import nothing heavy.


@hookspec(firstresult=True)
def rummykit_variant() -> Variant:
    """Introduce a variant: all about it that is plain data.

    Asked when plugins are listed, so an implementation imports nothing heavy: see `Variant` for references. Whoever
    implements it must implement all parts of a game too, in the same module or in the one that the variant names.
    """


@hookspec(firstresult=True)
def rummykit_mod() -> Mod:
    """Introduce a rule mod, which wraps the hooks of a variant where a house-rule file lists it.

    Asked when plugins are listed, so an implementation imports nothing heavy.
    """


@hookspec(firstresult=True)
def rummykit_bots() -> Sequence[BotInfo]:
    """Introduce bots.

    Asked when plugins are listed, so an implementation imports nothing heavy: a bot is made when it sits down.
    """


@hookspec(firstresult=True)
def rummykit_booklet(game: Ruleset, deals: Mapping[int, Deal]) -> Sequence[Chapter]:
    """Return the chapters of the rule booklet of an assembled game, as `rummykit.booklet.prose.write` writes them.

    Asked when a booklet is written, or two tables are compared. ``deals`` has how a round is dealt to every number of
    players that can play. Without it the booklet is the rulebook. What mods change shows in the parts of the game, and
    the rules that they add stand in a chapter of their own; a mod wraps this only to tell more.
    """


# The parts of a game. `rules` is the variant's validated model, `mods` the options of each mod by its id.


@hookspec(firstresult=True)
def rummykit_pack(rules: Any, players: int, mods: Mapping[str, Any]) -> Pack:
    """Return the pack of cards.

    Asked once for a game, before all its other parts.
    """


@hookspec(firstresult=True)
def rummykit_deal(rules: Any, players: int, mods: Mapping[str, Any]) -> Deal:
    """Return how a round is dealt.

    Asked once for a game, after the pack.
    """


@hookspec(firstresult=True)
def rummykit_melds(rules: Any, pack: Pack, mods: Mapping[str, Any]) -> MeldRules:
    """Return what a meld is.

    Asked once for a game, with the pack that its hook returned.
    """


@hookspec(firstresult=True)
def rummykit_turn(rules: Any, players: int, mods: Mapping[str, Any]) -> TurnFlow:
    """Return the flow of a turn.

    Asked once for a game. A mod wraps this to add vetoes and endings: `TurnFlow.with_rules`.
    """


@hookspec(firstresult=True)
def rummykit_scoring(rules: Any, pack: Pack, mods: Mapping[str, Any]) -> Scoring:
    """Return how a round is scored.

    Asked once for a game, with the pack that its hook returned.
    """


@hookspec(firstresult=True)
def rummykit_match(rules: Any, mods: Mapping[str, Any]) -> MatchFormat:
    """Return how rounds make a match: ``MatchFormat(rules.match, rules.stakes)``, by the options.

    Asked once for a game.
    """


@hookspec(firstresult=True)
def rummykit_citations(rules: Any, mods: Mapping[str, Any]) -> Mapping[Enum, Citation]:
    """Return the rules behind refusals that are others at this table than the `Variant` says.

    Asked once for a game. Without it those of the `Variant` hold for every table.
    """
