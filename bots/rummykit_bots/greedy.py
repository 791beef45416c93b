"""The greedy bot: thinks its own turn through to the discard, and takes what promises most.

It knows no variant. What cards and bonus items are worth, it asks the scoring; what can be laid, the meld
rules and the finder; all else is in the view.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from rummykit.engine.actions import (
    BUYBACK_NO,
    BUYBACK_YES,
    CLAIM,
    DRAW_STOCK,
    PASS,
    Action,
    Claim,
    Discard,
    Draw,
    LayDown,
    LayOff,
    Rearrange,
    Source,
    SwapJoker,
    is_own,
)
from rummykit.engine.views import BuybackView
from rummykit.parts.rearranging import additions
from rummykit_bots.buying_back import worth_buying_back
from rummykit_bots.collecting import collect
from rummykit_bots.judgement import Judgement
from rummykit_bots.position import Position
from rummykit_bots.turns import after_taking, plans
from rummykit_bots.waiting import discard_to_wait
from rummykit_bots.weights import CollectingWeights, Weights

if TYPE_CHECKING:
    from rummykit.engine.views import View


PLACING = LayDown | LayOff | SwapJoker | Rearrange
"""Moves after which the turn goes on."""


class Greedy:
    """A bot without memory: the same view always gets the same answer.

    Without *weights* it takes those that suit the game.
    """

    def __init__(self, weights: Weights | None = None, collecting: CollectingWeights | None = None) -> None:
        self.weights = weights
        self.collecting = collecting or CollectingWeights()

    def __call__(self, view: View | BuybackView, random: Random) -> Action:
        """Return the most promising of the legal moves."""
        if isinstance(view, BuybackView):
            return BUYBACK_YES if worth_buying_back(view) else BUYBACK_NO
        if len(view.legal) == 1:
            return view.legal[0]
        own = [move for move in view.legal if is_own(move)]
        if not own:
            return self._choose(view) or view.legal[-1]
        worth = {move: view.rules.flow.worth(view, move) for move in own}
        best = max(own, key=lambda move: worth[move] or 0)
        if (worth[best] or 0) > 0:
            return best
        # What nobody says is any good is left alone while the moves of any game lead on.
        others = replace(view, legal=tuple(move for move in view.legal if not is_own(move)))
        # With chance, so that no move that changes nothing is made for ever.
        return self._choose(others) or (best if None not in worth.values() else random.choice(own))

    def _choose(self, view: View) -> Action | None:
        """Return the most promising of the moves that any game has, or None if none of them is any good."""
        legal = view.legal
        if not legal or (len(legal) == 1 and not isinstance(legal[0], PLACING)):
            return legal[0] if legal else None
        if not view.rules.flow.lays_out:
            return collect(view, self.collecting)
        judgement = Judgement(view, self.weights)
        claims = [move for move in legal if isinstance(move, Claim)]
        if claims:
            return self._claim(judgement, claims)
        if isinstance(legal[0], Draw):
            return self._draw(judgement)
        return self._play(judgement)

    # -- the open card ---------------------------------------------------------------------------------

    def _claim(self, judgement: Judgement, claims: list[Claim]) -> Action:
        if claims[0].use is None:
            return CLAIM if self._worth_claiming(judgement) else PASS
        view, position = judgement.view, Position.of(judgement.view)
        claiming = view.rules.flow.claiming
        assert claiming is not None
        assert view.open_card is not None
        longer = position.holding(view.rules.pack.add(position.hand, view.open_card.kind))

        def value(claim: Claim) -> float:
            assert claim.use is not None
            used = longer.after(claim.use, view)
            return _best_rest(judgement, used) if used.hand else judgement.lead_if_out(used)

        best = max(claims, key=value)
        price = judgement.weights.claim + claiming.penalty * judgement.unknown_card_burden
        return best if value(best) - _best_rest(judgement, position) > price else PASS

    def _worth_claiming(self, judgement: Judgement) -> bool:
        view = judgement.view
        claiming = view.rules.flow.claiming
        assert claiming is not None
        assert view.open_card is not None
        if not claiming.takes_turn and judgement.cards_to_draw < (view.seat - view.active) % view.players:
            return False  # the round ends before the card could be used
        position = Position.of(view)
        longer = position.holding(view.rules.pack.add(position.hand, view.open_card.kind))
        gain = _best_rest(judgement, longer) - _best_rest(judgement, position)
        return gain > judgement.weights.claim + claiming.penalty * judgement.unknown_card_burden

    def _draw(self, judgement: Judgement) -> Action:
        view = judgement.view
        position = Position.of(view)
        stock = next(move for move in view.legal if move in (DRAW_STOCK, PASS))
        takes = [move for move in view.legal if isinstance(move, Draw) and move.source is Source.DISCARD]
        takes = [move for move in takes if move.use is not None] or takes  # where it must be used, say how
        if not takes or view.open_card is None:
            return stock
        best: Action = stock
        ends = stock == PASS  # without a stock the round is over unless somebody takes from the pile
        best_value = judgement.value_at_stock_end(position) if ends else _best_rest(judgement, position)
        best_value += judgement.weights.take
        for move in takes:
            value = max(
                (_best_turn(judgement, used) for used in after_taking(move, position, view)), default=best_value
            )
            if value > best_value:
                best, best_value = move, value
        return best

    # -- the turn --------------------------------------------------------------------------------------

    def _play(self, judgement: Judgement) -> Action | None:
        view, position = judgement.view, Position.of(judgement.view)
        best: Action | None = None
        best_value, goes_out = float("-inf"), False
        last_cards = judgement.know.cards_at_end
        solved = judgement.may_rearrange(position)
        for plan in plans(judgement, position, view.legal):
            value = _after_discard(judgement, plan.position)
            # The rules may forbid here and now what the plan took for granted; the solver knows them, and finds more.
            is_sure = plan.first in view.legal or (view.owed is None and (plan.first is None or solved))
            if value > best_value and is_sure:
                best, best_value, goes_out = plan.first, value, plan.position.hand.bit_count() <= last_cards
        discards = [move for move in view.legal if isinstance(move, Discard)]
        if isinstance(best, LayDown) and not goes_out:
            waiting = discard_to_wait(judgement)
            best = next((move for move in discards if move.card.kind == waiting), best)
        if best is not None:
            return _as_the_table_lies(_tidy(best, view), view) if isinstance(best, Rearrange) else best
        if not discards:
            return None if isinstance(view.legal[-1], PLACING) else view.legal[-1]
        spare = judgement.to_spare(position)
        discards = [move for move in discards if move.card.kind in spare] or discards
        return max(discards, key=lambda move: _discard_value(judgement, position, move.card.kind))


def _tidy(action: Rearrange, view: View) -> Action:
    """Return a move that places the same cards and takes as few melds apart as possible, so that people can follow."""
    rule, position = view.rules.flow.rearranging, Position.of(view)
    assert rule is not None
    placed = view.rules.pack.subtract(view.hand, position.after(action, view).hand)
    return rule.many_cards(view.rules, view.table, view.seat, placed, view.placed, 0, fewest=True) or action


def _as_the_table_lies(action: Action, view: View) -> Action:
    """Return a lay-off to begin with if no meld has to be taken apart, or else the move itself."""
    if not isinstance(action, Rearrange):
        return action
    for number, cards, _ in additions(view.table, action) or ():
        for move in view.legal:
            if isinstance(move, LayOff) and move.number == number and move.placed in cards:
                return move
    return action


def _best_rest(judgement: Judgement, position: Position) -> float:
    """Return the value of the best way to play a hand from which nothing is discarded."""
    return max(judgement.value(plan.position) for plan in plans(judgement, position))


def _best_turn(judgement: Judgement, position: Position) -> float:
    """Return the value of the best way to play a hand and discard."""
    return max(_after_discard(judgement, plan.position) for plan in plans(judgement, position))


def _after_discard(judgement: Judgement, position: Position) -> float:
    """Return the value of a position after its best discard, or as it is where nothing is discarded."""
    if not position.hand:
        return judgement.lead_if_out(position)
    if not judgement.know.discards:
        return judgement.value(position)
    if position.hand.bit_count() == 1 and not judgement.know.cards_at_end:
        return float("-inf")  # the last card may not be discarded
    return max(_discard_value(judgement, position, kind) for kind in judgement.to_spare(position))


def _discard_value(judgement: Judgement, position: Position, kind: int) -> float:
    rest = position.holding(judgement.know.pack.remove(position.hand, kind))
    if not rest.hand:
        return judgement.value_out(position, kind)
    if judgement.view.final_turn:
        return judgement.value_at_stock_end(rest)
    return judgement.value(rest) - judgement.discard_cost(position, kind)
