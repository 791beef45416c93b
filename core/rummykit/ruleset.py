"""A game, assembled: the parts that the hooks of a variant and its mods returned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from rummykit.actions import Knock
from rummykit.cards import Card, Pack
from rummykit.deal import Deal
from rummykit.errors import PluginError
from rummykit.finder import MeldFinder
from rummykit.melds import Meld, MeldProblem, MeldRules
from rummykit.reasons import (
    KNOCK_REASONS,
    LAYING_REASONS,
    PLAY_OR_DRAW_REASONS,
    POOL_REASONS,
    REARRANGE_REASONS,
    TABLE_CITATIONS,
    Citation,
    Reason,
    Refusal,
)
from rummykit.turn.discarding import Discarding, DiscardTable

if TYPE_CHECKING:
    from rummykit.arrange import Arranger
    from rummykit.arrange.rearranging import Rearranger
    from rummykit.houserules import TableRules
    from rummykit.match import MatchFormat
    from rummykit.scoring import Scoring
    from rummykit.turn import TurnFlow


@dataclass(frozen=True, eq=False)
class Ruleset:
    """Everything the engine needs to play one game, ready made and frozen."""

    variant: str
    title: str
    version: str
    table_rules: TableRules
    players: int
    pack: Pack
    deal: Deal
    melds: MeldRules
    flow: TurnFlow
    scoring: Scoring
    match: MatchFormat
    citations: Mapping[Enum, Citation]
    rulebook: Mapping[str, str]
    fewer: Mapping[int, Ruleset] = field(default_factory=dict, repr=False)
    """The same game for fewer players, by their number; only where players can drop out of a match."""
    sources: Mapping[str, Mapping[str, str]] = field(default_factory=dict, repr=False)
    """Where the variant and the mods come from that RummyKit does not bring itself: a file or a distribution."""

    def for_players(self, players: int) -> Ruleset:
        """Return the same game for the players who are left of a match."""
        return self if players == self.players else self.fewer[players]

    @cached_property
    def finder(self) -> MeldFinder:
        """Finds the melds in a hand."""
        return MeldFinder(self.melds)

    @cached_property
    def arranger(self) -> Arranger:
        """Finds the best way to put cards into melds."""
        from rummykit.arrange import Arranger

        return Arranger(self.melds)

    @cached_property
    def rearranger(self) -> Rearranger:
        """Finds the best way to lay the whole table anew."""
        from rummykit.arrange.rearranging import Rearranger

        return Rearranger(self.melds)

    @cached_property
    def shuffled_in(self) -> tuple[int, ...]:
        """The kinds of the cards that are dealt from, copies repeated; jokers of a pool lie beside them."""
        pack = self.pack
        return tuple(pack.kinds(pack.everything & ~pack.joker_bits if self.deal.pool_jokers else pack.everything))

    @cached_property
    def discards(self) -> DiscardTable:
        """Every discard of the pack, ready made."""
        return DiscardTable(self.pack)

    @cached_property
    def knocks(self) -> DiscardTable:
        """Every knock, ready made; each goes with a discard."""
        return DiscardTable(self.pack, Knock)

    @cached_property
    def card_values(self) -> tuple[int, ...]:
        """What a card of every kind costs if it is left over."""
        return tuple(map(self.scoring.card_penalty, self.pack.cards))

    @cached_property
    def highest_value(self) -> int:
        """The most that a single card can cost."""
        return max(self.card_values)

    @cached_property
    def least_deadwood(self) -> Callable[[int], int]:
        """Says of a hand how little its best melds leave over."""
        from rummykit.arrange.deadwood import least_deadwood

        # Several parts ask for the same hand, one right after the other.
        return lru_cache(maxsize=2)(least_deadwood(self.arranger, self.melds, self.card_values))

    def refuse(self, reason: Enum, cards: tuple[Card, ...] = (), **details: object) -> Refusal:
        """Return the refusal for *reason*, with the rule and the option that stand behind it."""
        citation = self.citations.get(reason) or TABLE_CITATIONS.get(reason)
        if citation is None:
            raise PluginError(f"The variant {self.variant} cites no rule for {reason.name}.")
        value = self.table_rules.value(citation.option) if citation.option else None
        return Refusal(reason, citation.rule, citation.option, value, cards, tuple(details.items()))

    def refuse_meld(self, problem: MeldProblem) -> Refusal:
        """Return the refusal for cards that are no meld."""
        return self.refuse(problem.reason, (), **problem.details)

    def check_meld(self, meld: Meld) -> Refusal | None:
        """Refuse what claims to be a meld and is none."""
        try:
            known = meld in self.melds.readings(meld.cards)
        except MeldProblem as problem:
            return self.refuse_meld(problem)
        return None if known else self.refuse_meld(self.melds.diagnose(meld.cards))

    def uncited(self) -> list[Reason]:
        """Return the core reasons for which the variant cites no rule (a complete variant has none)."""
        cited = {*self.citations, *TABLE_CITATIONS}
        if not self.deal.pool_jokers:
            cited |= POOL_REASONS
        if self.flow.rearranging is None:
            cited |= REARRANGE_REASONS
        cited |= KNOCK_REASONS if self.flow.lays_out else LAYING_REASONS
        if isinstance(self.flow.discarding, Discarding):
            cited |= PLAY_OR_DRAW_REASONS
        return [reason for reason in Reason if reason not in cited]
