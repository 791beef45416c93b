"""A game, assembled: the parts that the hooks of a variant and its mods returned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

from rummykit.cards import Card, Pack
from rummykit.deal import Deal
from rummykit.errors import PluginError
from rummykit.finder import MeldFinder
from rummykit.melds import MeldProblem, MeldRules
from rummykit.reasons import POOL_REASONS, TABLE_CITATIONS, Citation, Reason, Refusal
from rummykit.turn.discarding import DiscardTable

if TYPE_CHECKING:
    from rummykit.arrange import Arranger
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
    def discards(self) -> DiscardTable:
        """Every discard of the pack, ready made."""
        return DiscardTable(self.pack)

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

    def uncited(self) -> list[Reason]:
        """Return the core reasons for which the variant cites no rule (a complete variant has none)."""
        cited = {*self.citations, *TABLE_CITATIONS, *(() if self.deal.pool_jokers else POOL_REASONS)}
        return [reason for reason in Reason if reason not in cited]
