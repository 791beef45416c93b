"""A game, assembled: the parts that the hooks of a variant and its mods returned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache, partial
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

from rummykit.cards import Card, Pack
from rummykit.engine.actions import Action, Call, Discard, Knock, LayDown
from rummykit.engine.deal import Deal
from rummykit.engine.finder import MeldFinder, finder_for
from rummykit.errors import PluginError
from rummykit.melds import Meld, MeldProblem, MeldRules, OwnMelds
from rummykit.memo import Memo, lazy
from rummykit.refusals import (
    CONDITION_REASONS,
    DEEP_PILE_REASONS,
    FIRST_MELD_ALONE_REASONS,
    FIRST_MELD_CONDITION_REASONS,
    KNOCK_REASONS,
    LAST_CARD_REASONS,
    LAYING_REASONS,
    MELD_LIMIT_REASONS,
    PLAY_OR_DRAW_REASONS,
    POOL_REASONS,
    REARRANGE_REASONS,
    TABLE_CITATIONS,
    WIDE_MELD_REASONS,
    Citation,
    Reason,
    Refusal,
)

if TYPE_CHECKING:
    from rummykit.engine.match_format import MatchFormat
    from rummykit.engine.scoring import Scoring
    from rummykit.parts.flow import TurnFlow
    from rummykit.rules import TableRules
    from rummykit.solver import Arranger, TableSolver


class DiscardTable:
    """The discard of every card of a pack, made once: one action a kind, in the order of the pack."""

    def __init__(self, pack: Pack, make: Callable[[Card], Action] = Discard) -> None:
        self.by_kind = tuple(map(make, pack.cards))
        self._mask = (1 << len(pack.ranks)) - 1
        firsts = range(0, pack.naturals, len(pack.ranks))
        self._rows = tuple((first, Memo(partial(self._make_row, first))) for first in firsts)
        self._jokers_at = pack.naturals * pack.copies
        self._jokers = [(pack.bits[card.kind][0], self.by_kind[card.kind]) for card in pack.cards if card.is_joker]

    def of(self, hand: int, found: list[Action]) -> None:
        """Append the discard of every different card in *hand*."""
        mask = self._mask
        for first, rows in self._rows:
            found += rows[hand >> first & mask]
        if self._jokers and hand >> self._jokers_at:
            found += [action for bit, action in self._jokers if hand & bit]

    def _make_row(self, first: int, row: int) -> tuple[Action, ...]:
        actions = []
        while row:
            actions.append(self.by_kind[first + (row & -row).bit_length() - 1])
            row &= row - 1
        return tuple(actions)


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

    @lazy
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that play together, side by side; a player alone is a side of one."""
        return tuple(sorted(tuple(sorted(side)) for side in self.deal.sides)) or tuple(
            (n,) for n in range(self.players)
        )

    @lazy
    def side_of(self) -> tuple[tuple[int, ...], ...]:
        """For every seat, the seats of its side."""
        return tuple(next(side for side in self.sides if seat in side) for seat in range(self.players))

    @lazy
    def side_bits(self) -> tuple[int, ...]:
        """For every seat, a bit per seat of its side."""
        return tuple(sum(1 << each for each in side) for side in self.side_of)

    @lazy
    def has_partners(self) -> bool:
        """Whether any players play together."""
        return len(self.sides) < self.players

    def may_be_left(self) -> list[tuple[tuple[int, ...], ...]]:
        """Return the sides of all who may play on when others have dropped out, in the seats that they have then."""
        found = []
        for number in range(2, len(self.sides)):
            for sides in combinations(self.sides, number):
                at = {seat: place for place, seat in enumerate(sorted(chain(*sides)))}
                found.append(tuple(tuple(at[seat] for seat in side) for side in sides))
        return list(dict.fromkeys(found))

    def with_turned_up(self, card: Card) -> Ruleset:
        """Return the rules of a round in which this card lies turned up beside the stock."""
        assert self.deal.turn_up is not None
        return self._with_wild[frozenset(self.deal.turn_up.wild(card))]

    def check_wild(self) -> None:
        """Raise `PluginError` unless the pack has every rank that is wild, or that a card turned up can make so."""
        ranks, turn_up = self.pack.ranks, self.deal.turn_up
        sources = [("MeldRules.wild_ranks", self.melds.wild_ranks)]
        if turn_up is not None:
            sources += [(f"Deal.turn_up.wild of {card}", tuple(turn_up.wild(card))) for card in self.pack.cards]
        for where, wild in sources:
            for rank in wild:
                if not isinstance(rank, int) or not 0 <= rank < len(ranks):
                    raise PluginError(
                        f"{where} names the wild rank {rank!r}, which the pack lacks; name a place in Pack.ranks, "
                        f"from 0 ({ranks[0]}) to {len(ranks) - 1} ({ranks[-1]})."
                    )

    @lazy
    def _with_wild(self) -> Memo[frozenset[int], Ruleset]:
        # What is worked out for a wild rank serves all rounds in which it is wild.
        return Memo(lambda ranks: replace(self, melds=self.melds.with_wild(ranks)))

    @lazy
    def finder(self) -> MeldFinder:
        """Finds the melds in a hand."""
        own: MeldFinder | None = self.melds.own_finder()
        return own or finder_for(self.melds)

    @lazy
    def openings(self) -> Callable[[int, Any], list[LayDown]]:
        """Says the first melds of a hand, as a rule asks for them; see `LayingDown.openings`."""
        # What a player could lay but keeps comes again in their next turns, and hardly ever later.
        return lru_cache(maxsize=16)(partial(self.flow.laying_down.openings, self))

    @lazy
    def arranger(self) -> Arranger:
        """Finds the best way to put cards into melds."""
        from rummykit.solver import Arranger

        own: Arranger | None = self.melds.own_arranger()
        return own or Arranger(self.melds)

    @lazy
    def table_solver(self) -> TableSolver:
        """Finds the best way to lay the whole table anew."""
        from rummykit.solver import TableSolver

        return TableSolver(self.melds)

    @lazy
    def shuffled_in(self) -> tuple[int, ...]:
        """The kinds of the cards that are dealt from, copies repeated; jokers of a pool lie beside them."""
        pack = self.pack
        return tuple(pack.kinds(pack.everything & ~pack.joker_bits if self.deal.pool_jokers else pack.everything))

    @lazy
    def discards(self) -> DiscardTable:
        """Every discard of the pack, ready made."""
        return DiscardTable(self.pack)

    @lazy
    def knocks(self) -> DiscardTable:
        """Every knock, ready made; each goes with a discard."""
        return DiscardTable(self.pack, Knock)

    @lazy
    def card_values(self) -> tuple[int, ...]:
        """What a card of every kind costs if it is left over."""
        values = tuple(map(self.scoring.card_penalty, self.pack.cards))
        wild = self.deal.turn_up.in_hand if self.deal.turn_up else None
        if wild is None:
            return values
        return tuple([wild if self.melds.is_wild(card) else values[card.kind] for card in self.pack.cards])

    @lazy
    def highest_value(self) -> int:
        """The most that a single card can cost."""
        return max(self.card_values)

    @lazy
    def least_deadwood(self) -> Callable[[int], int]:
        """Says of a hand how little its best melds leave over."""
        from rummykit.solver.deadwood import least_deadwood

        # Several parts ask for the same hand, one right after the other.
        return lru_cache(maxsize=2)(least_deadwood(self.arranger, self.melds, self.card_values))

    def refuse(self, reason: Enum, cards: tuple[Card, ...] = (), **details: object) -> Refusal:
        """Return the refusal for *reason*, with the rule and the option that stand behind it."""
        citation = self.citations.get(reason) or TABLE_CITATIONS.get(reason)
        if citation is None:
            raise PluginError(f"The variant {self.variant} cites no rule for {reason.name}.")
        value = self.table_rules.value(citation.option) if citation.option else None
        if value is None and citation.option:
            value = self.table_rules.written(citation.option)
        return Refusal(reason, citation.rule, citation.option, value, cards, tuple(details.items()))

    def refuse_meld(self, problem: MeldProblem) -> Refusal:
        """Return the refusal for cards that are not a meld."""
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
        if self.melds.is_plain or isinstance(self.melds, OwnMelds):
            cited |= WIDE_MELD_REASONS
        if self.flow.rearranging is None:
            cited |= REARRANGE_REASONS
        if not self.flow.lays_out or self.flow.laying_down.per_turn is None:
            cited |= MELD_LIMIT_REASONS
        cited |= KNOCK_REASONS if self.flow.lays_out else LAYING_REASONS
        if self.flow.hand_condition is None or Call not in self.flow.known:
            cited |= CONDITION_REASONS
        if self.flow.discarding.final_allowed:
            cited |= LAST_CARD_REASONS
        if not self.flow.lays_out or self.flow.laying_down.first.condition is None:
            cited |= FIRST_MELD_CONDITION_REASONS
        if not self.flow.lays_out or not self.flow.laying_down.first.alone:
            cited |= FIRST_MELD_ALONE_REASONS
        if self.flow.discarding.action is Discard:
            cited |= PLAY_OR_DRAW_REASONS
        if self.flow.drawing.reach != "any_depth":
            cited |= DEEP_PILE_REASONS
        return [reason for reason in Reason if reason not in cited]
