"""Which melds to lay down: the combinations worth thinking through to the discard."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rummykit.engine.actions import Action, LayDown
from rummykit_bots.weights import FEW_LAYOUTS, LAYOUTS_TRIED, LONG_HAND, MOST_LAYOUTS

if TYPE_CHECKING:
    from rummykit.engine.views import View
    from rummykit.melds import Meld
    from rummykit_bots.judgement import Judgement
    from rummykit_bots.position import Position


class Plan(NamedTuple):
    """Moves that place cards, and the position they lead to; the discard is not among them."""

    first: Action | None
    position: Position


def layouts(judgement: Judgement, start: Position, legal: Sequence[LayDown] | None = None) -> list[Plan]:
    """Return the most promising ways to lay down melds, and the one that lays none.

    ``legal`` are the moves the engine offers now; without them (for a hand only thought of) they are worked out.
    """
    view = judgement.view
    if legal is None and view.lap <= view.rules.flow.laying_down.no_meld_laps:
        return [Plan(None, start)]
    if legal is not None and not legal:
        return [Plan(None, start)]
    if judgement.know.has_pool:
        melds = _melds_with_pool(start, view) if legal is None else legal
        return _combined(judgement, start, melds)
    if start.melded or judgement.first.is_free:
        found = _arranged(judgement, start, legal)
    else:
        found = _openings(judgement, start, legal)
    return [Plan(None, start), *found]


# -- with the exact solver -------------------------------------------------------------------------------


def _arranged(judgement: Judgement, start: Position, legal: Sequence[LayDown] | None) -> Iterator[Plan]:
    """Yield the arrangements that place most, and what begins with one given meld."""
    view, know = judgement.view, judgement.know
    arranger = view.rules.arranger
    seen = set()
    keep = know.last_cards
    jokers = start.hand & view.rules.melds.wild_bits
    answers = [arranger.most_cards(start.hand, keep=keep)]
    if answers[0].melds:
        answers.append(arranger.least_left(start.hand, know.penalty, keep=keep))
        if jokers:
            answers.append(arranger.most_cards(start.hand & ~jokers, keep=0))
    for answer in answers:
        first = _first_of(answer.melds, legal)
        if answer.melds and answer.melds not in seen and (first or legal is None):
            seen.add(answer.melds)
            yield Plan(first, start.after_melds(answer.melds, view))
    for plan in lightest(judgement, [Plan(action, start.after_melds(action.melds, view)) for action in legal or ()]):
        yield plan
        if jokers:
            yield from _continued(judgement, plan)


def _openings(judgement: Judgement, start: Position, legal: Sequence[LayDown] | None) -> Iterator[Plan]:
    """Yield ways to lay down the first melds where a rule asks much of them, with what can follow at once."""
    view, know = judgement.view, judgement.know
    laying_down, arranger = view.rules.flow.laying_down, view.rules.arranger
    if legal is None:
        best = arranger.first_meld(start.hand, judgement.first, keep=know.last_cards)
        if best is not None:
            yield Plan(None, start.after_melds(best.melds, view))
        elif judgement.may_lay_all_at_once and laying_down.at_once.waives_first_meld:
            whole = arranger.most_cards(start.hand, keep=know.last_cards)
            if whole.left.bit_count() == know.last_cards:
                yield Plan(None, start.after_melds(whole.melds, view))
        return
    best = arranger.first_meld(start.hand, judgement.first, keep=know.last_cards)
    if best is not None:
        first = next((action for action in legal if set(action.melds) <= set(best.melds)), None)
        if first is not None:
            yield Plan(first, start.after_melds(best.melds, view))
    for plan in lightest(judgement, [Plan(action, start.after_melds(action.melds, view)) for action in legal]):
        yield plan
        yield from _continued(judgement, plan)


def _continued(judgement: Judgement, plan: Plan) -> Iterator[Plan]:
    """Yield a plan with all further melds its hand has; not of a long hand, where that is looked at enough."""
    rules, position = judgement.view.rules, plan.position
    if judgement.view.hand.bit_count() > LONG_HAND:
        return
    further = rules.arranger.most_cards(position.hand, keep=judgement.know.last_cards)
    if further.melds:
        yield Plan(plan.first, position.after_melds(further.melds, judgement.view))


def _first_of(melds: tuple[Meld, ...], legal: Sequence[LayDown] | None) -> LayDown | None:
    """Return a legal move that lays one of the melds."""
    return next((action for action in legal or () if len(action.melds) == 1 and action.melds[0] in melds), None)


def lightest(judgement: Judgement, found: Sequence[Plan]) -> Sequence[Plan]:
    """Return the plans that leave least in the hand, few enough to look at closely."""
    most = MOST_LAYOUTS if judgement.view.hand.bit_count() <= LONG_HAND else FEW_LAYOUTS
    if len(found) <= most:
        return found
    return sorted(found, key=lambda plan: judgement.know.hand_penalty(plan.position.hand))[:most]


# -- with jokers from a pool -----------------------------------------------------------------------------


def _melds_with_pool(position: Position, view: View) -> list[LayDown]:
    """Return the melds a hand could lay down, or the combinations a first meld needs."""
    rules = view.rules
    laying_down = rules.flow.laying_down
    hand = position.hand
    found = rules.finder.naturals(hand)
    if laying_down.pool is not None and position.pool:
        found += rules.finder.pool_runs(position.pool, hand, laying_down.pool.min_run)
    leaves_a_card = _leaves_a_card(position)
    first = laying_down.first_for(view, view.seat)
    if not position.melded and not first.is_free:
        return first.smallest(rules, hand | position.pool, found, leaves_a_card)[0]
    return [action for action in found if leaves_a_card(action)]


def _leaves_a_card(position: Position) -> Callable[[LayDown], bool]:
    return lambda action: _from_hand(action, position) != position.hand


def _from_hand(action: LayDown, position: Position) -> int:
    """Return the hand cards of a move, as far as no card is needed twice."""
    heap = 0
    for meld in action.melds:
        heap |= meld.heap
    return heap & ~(position.pool & ~position.hand)


def _combined(judgement: Judgement, start: Position, melds: Sequence[LayDown]) -> list[Plan]:
    """Return the most promising combinations of melds, and the empty one."""
    view = judgement.view
    found: list[Plan] = []

    def grow(first: LayDown | None, position: Position, at: int) -> None:
        found.append(Plan(first, position))
        if len(found) >= LAYOUTS_TRIED:
            return
        for i in range(at, len(melds)):
            needed = _from_hand(melds[i], position)
            holds_all_and_one_more = position.hand & needed == needed != position.hand
            if holds_all_and_one_more and _jokers_there(melds[i], position, view):
                grow(first or melds[i], position.after_melds(melds[i].melds, view), i + 1)

    grow(None, start, 0)
    return [found[0], *lightest(judgement, found[1:])]


def _jokers_there(action: LayDown, position: Position, view: View) -> bool:
    jokers = view.rules.pack.joker_bits
    return not any(meld.heap & jokers & ~position.pool & ~position.hand for meld in action.melds)
