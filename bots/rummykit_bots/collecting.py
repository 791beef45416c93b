"""Games played in the hand: nothing is laid out, and the round ends with a knock or a call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummykit.engine.actions import CLAIM, DRAW_DISCARD, DRAW_STOCK, PASS, Action, Call, Discard, Draw, Knock
from rummykit_bots.hands import Hands
from rummykit_bots.showing import show
from rummykit_bots.weights import DISCARDS_TRIED, FEW_DISCARDS, MANY_CARDS, CollectingWeights

if TYPE_CHECKING:
    from rummykit.engine.views import View


def collect(view: View, weights: CollectingWeights) -> Action:
    """Return the most promising legal move in a game without melds on the table."""
    if view.announced is not None and not view.rules.flow.exchanges:
        return show(view)
    hands = Hands(view, weights)
    if CLAIM in view.legal:
        return CLAIM if _worth_claiming(hands) else PASS
    if view.announced is not None:
        return _exchange(hands)
    if any(isinstance(move, Draw) for move in view.legal):
        return _draw(hands)
    return _end_turn(hands)


# -- drawing ---------------------------------------------------------------------------------------------


def _draw(hands: Hands) -> Action:
    """Take the open card if the hand is then worth more than it can be expected to be after a card of the stock.

    Where the open card is offered before the stock is, one passes instead.
    """
    view = hands.view
    otherwise = DRAW_STOCK if DRAW_STOCK in view.legal else PASS
    if DRAW_DISCARD not in view.legal or view.open_card is None:
        return otherwise
    now, next_card = hands.worth_now(hands.least(view.hand)), hands.prospect(view.hand).worth
    again = (1 - hands.others.risk) * hands.weights.ahead * hands.weights.again
    stock = next_card - again * (now - next_card)
    return DRAW_DISCARD if _with_open_card(hands) < stock else otherwise


def _with_open_card(hands: Hands) -> float:
    """Return what the hand is worth that has taken the open card and discarded another one."""
    view = hands.view
    assert view.open_card is not None
    kind = view.open_card.kind
    longer = hands.pack.add(view.hand, kind)
    return min(
        min(hands.worth(rest), hands.worth_now(hands.least(rest)))
        for rest in (hands.pack.remove(longer, other) for other in _likely_discards(hands, longer, kept=kind))
    )


def _worth_claiming(hands: Hands) -> bool:
    """Whether the hand is worth more with the open card, which makes it longer, or is this seat's draw at once."""
    view = hands.view
    claiming = view.rules.flow.claiming
    assert claiming is not None
    assert view.open_card is not None
    if claiming.takes_turn:
        with_it = _with_open_card(hands)
    else:
        with_it = hands.worth(hands.pack.add(view.hand, view.open_card.kind))
    penalty = claiming.penalty * sum(hands.values) / len(hands.values)
    return with_it + penalty < hands.worth(view.hand)


# -- the end of a turn -----------------------------------------------------------------------------------


def _end_turn(hands: Hands) -> Action:
    legal = hands.view.legal
    for move in legal:
        if isinstance(move, Call):
            return move
    discards = [move for move in legal if isinstance(move, Discard)]
    knocks = [move for move in legal if isinstance(move, Knock)]
    if not knocks:
        return _best_discard(hands, discards)
    knock = min(knocks, key=lambda move: (_left(hands, move), hands.danger(move.card.kind), -move.card.kind))
    if not discards:
        return knock
    discard = _best_discard(hands, discards)
    return knock if _lead_if_knocking(hands, knock) >= _lead_if_going_on(hands, discard) else discard


def _best_discard(hands: Hands, discards: Sequence[Discard]) -> Discard:
    """Return the discard that leaves the hand worth most, at little danger."""
    view, weights = hands.view, hands.weights
    likely = _likely_discards(hands, view.hand)

    def cost(move: Discard) -> tuple[float, int]:
        kind = move.card.kind
        danger = 0.0 if view.final_turn else weights.danger * hands.danger(kind)
        return hands.worth(hands.pack.remove(view.hand, kind)) + danger, -hands.values[kind]

    return min([move for move in discards if move.card.kind in likely] or discards, key=cost)


def _likely_discards(hands: Hands, hand: int, kept: int | None = None) -> list[int]:
    """Return the kinds worth thinking of as a discard: those that leave least over."""
    pack = hands.pack
    left = {kind: hands.least(pack.remove(hand, kind)) for kind in dict.fromkeys(pack.kinds(hand)) if kind != kept}
    limit = min(left.values()) + hands.weights.slack
    long = hand.bit_count() > MANY_CARDS or hands.rules.flow.hand_condition
    tried = FEW_DISCARDS if long else DISCARDS_TRIED
    kinds = sorted(left, key=lambda kind: (left[kind], -hands.values[kind]))[:tried]
    return [kind for kind in kinds if left[kind] <= limit]


def _left(hands: Hands, move: Discard | Knock) -> int:
    return hands.least(hands.pack.remove(hands.view.hand, move.card.kind))


# -- knocking --------------------------------------------------------------------------------------------

# Leads over the others are all that is compared: they are the same whether hands count in full or by what they are more
# than the lowest one.


def _lead_if_knocking(hands: Hands, knock: Knock) -> float:
    """Return the lead over the others to be expected from a knock now."""
    laps = _more_turns(hands)
    left = _left(hands, knock)
    prize = 0 if left else hands.stakes.bare_knock
    return hands.others.mean(laps) - left + prize - hands.stakes.undercut * hands.others.below(left, laps)


def _lead_if_going_on(hands: Hands, discard: Discard) -> float:
    """Return the lead to be expected from one more turn, after which one knocks or calls, unless another one has."""
    others, laps, left = hands.others, _more_turns(hands), _left(hands, discard)
    if hands.view.final_turn:
        return others.mean() - left
    rest = hands.prospect(hands.pack.remove(hands.view.hand, discard.card.kind))
    undercut = hands.stakes.undercut * others.below(rest.left, laps + 1)
    later = others.mean(laps + 1) - rest.left - undercut + hands.stakes.call * rest.all_melded
    forestalled = others.mean_if_one_ends(laps) - (rest.left if laps else left)
    # Whoever is not ahead then need not end the round either.
    return (1 - others.risk) * max(later, 0.0) + others.risk * forestalled


def _more_turns(hands: Hands) -> int:
    """Return how many turns a knock leaves to the others: a last exchange is as good as one."""
    knocking = hands.rules.flow.knocking
    return int(knocking is not None and knocking.improve != "none")


# -- the last exchange -----------------------------------------------------------------------------------


def _exchange(hands: Hands) -> Action:
    """Draw from where most can be hoped for, discard what leaves least; pass where nothing can be gained."""
    view = hands.view
    discards = [move for move in view.legal if isinstance(move, Discard)]
    if discards:
        return min(discards, key=lambda move: (_left(hands, move), -hands.values[move.card.kind]))
    best: Action = PASS
    worth = hands.worth_now(hands.least(view.hand))
    if DRAW_DISCARD in view.legal and view.open_card is not None:
        kind = view.open_card.kind
        taken = hands.worth_now(hands.after_discard(hands.pack.add(view.hand, kind), kept=kind))
        if taken < worth:
            best, worth = DRAW_DISCARD, taken
    if DRAW_STOCK in view.legal and hands.prospect(view.hand).worth < worth:
        best = DRAW_STOCK
    return best
