"""Asks the walk and lays out what it finds: what the table solver and the arranger have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rummykit.melds import Meld, MeldRules
from rummykit.solver.laying import Layer
from rummykit.solver.search import ANY_COST
from rummykit.solver.sets import BySuit
from rummykit.solver.walk import Question, Walk


class Costs(NamedTuple):
    """What a card costs that stays in the hand, by rank and suit, a plain joker, and the jokers of the suits.

    ``prices`` is what a joker costs that stands for a card of every rank: the lowest first where it begins a run, and
    last where it does not; empty where it makes no difference. ``low_price`` and ``high_price`` are what a card of the
    lowest rank costs in the same two cases.
    """

    naturals: tuple[BySuit, ...]
    joker: int
    own_jokers: BySuit
    prices: tuple[int, ...] = ()
    low_price: int = 0
    high_price: int = 0


class Best(NamedTuple):
    """The melds that cost least, and whether that is sure."""

    cost: int
    melds: list[Meld]
    exact: bool


class Solver:
    """Finds the melds that cost least; pure apart from what it remembers."""

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules
        self.pack = rules.pack
        self._layer = Layer(rules)
        self._walks: dict[tuple[int, bool], Walk] = {}

    def question(
        self,
        table: Sequence[Meld],
        hand: int,
        costs: Costs,
        *,
        keep: int = 0,
        must: int = 0,
        placing: bool = False,
    ) -> Question:
        """Return the question how to place cards of a hand with those of a table.

        Beside those of the hand all cards of *must* are placed. *placing*: at least one card of the hand is.
        """
        pack = self.pack
        width, naturals = len(pack.ranks), pack.naturals
        on_table, in_hand = [0] * len(pack.cards), [0] * len(pack.cards)
        for meld in table:
            for placed in meld.cards:
                on_table[placed.card.kind] += 1
        for kind in pack.kinds(must):
            on_table[kind] += 1
        for kind in pack.kinds(hand):
            in_hand[kind] += 1
        plain = naturals + len(pack.suits) * pack.suit_jokers
        own: BySuit = ()
        if pack.suit_jokers:
            own = tuple([2 * on_table[kind] + in_hand[kind] for kind in range(naturals, plain)])
        return Question(
            tuple([tuple(on_table[rank:naturals:width]) for rank in range(width)]),
            tuple([tuple(in_hand[rank:naturals:width]) for rank in range(width)]),
            costs.naturals,
            on_table[plain] if pack.plain_jokers else 0,
            in_hand[plain] if pack.plain_jokers else 0,
            costs.joker,
            own if any(own) else (),
            costs.own_jokers,
            costs.prices,
            costs.low_price,
            costs.high_price,
            keep,
            placing,
        )

    def best(
        self, question: Question, most_steps: int, most_cost: int = ANY_COST, *, thorough: bool = True
    ) -> Best | None:
        """Return the melds that cost least; None if none were found that cost at most *most_cost*.

        Unless *thorough*, jokers are laid only where melds need them and then added where they fit, whatever they stand
        for: with many cards and jokers to lay them in every way takes too long.
        """
        jokers = question.required_jokers + question.spare_jokers
        fallback: Best | None = None
        by_place = any(question.prices) or (jokers > 0 and question.low_price != question.high_price)
        if by_place and not thorough:
            question, most_cost = question._replace(prices=(), low_price=0, high_price=0), ANY_COST
        if not question.own_jokers and not (by_place and thorough):
            walked, exact = self._walk(jokers, False).best(question, most_steps, most_cost)
            if walked is None:
                return None
            melds = self._layer.melds(walked)
            free = self._layer.add_jokers(melds, walked.free_jokers)
            cost = walked.cost + free * question.joker_weight
            if free <= question.spare_jokers and cost <= most_cost:
                # No walk costs less than this one, and if its free jokers stay in the hand it is an answer.
                fallback = Best(cost, melds, exact)
                if cost == walked.cost or not thorough:
                    return fallback._replace(exact=exact and cost == walked.cost and not by_place)
                most_cost = cost - 1
        walked, exact = self._walk(jokers, True).best(question, most_steps, most_cost)
        if walked is not None:
            return Best(walked.cost, self._layer.melds(walked), exact)
        return fallback if exact or fallback is None else fallback._replace(exact=False)

    def add_jokers(self, best: Best, jokers: int) -> Best:
        """Return the melds with further plain jokers added where they fit."""
        melds = list(best.melds)
        self._layer.add_jokers(melds, jokers)
        return Best(best.cost, melds, False)

    def _walk(self, jokers: int, every_way: bool) -> Walk:
        walk = self._walks.get((jokers, every_way))
        if walk is None:
            own = self.pack.suit_jokers
            walk = self._walks[jokers, every_way] = Walk(self.rules, jokers, own_jokers=own, every_way=every_way)
        return walk
