"""The ways a seat could play its turn: what to lay down, what to lay off, and what is then left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rummykit.actions import Action, LayDown, LayOff, SwapJoker
from rummykit_bots.weights import LAYOUTS_TRIED, MOST_LAYOUTS

if TYPE_CHECKING:
    from rummykit.views import View
    from rummykit_bots.judgement import Judgement
    from rummykit_bots.position import Position


class Plan(NamedTuple):
    """Moves that place cards, and the position they lead to; the discard is not among them."""

    first: Action | None
    position: Position


def plans(judgement: Judgement, start: Position, legal: Sequence[Action] | None = None) -> Iterator[Plan]:
    """Yield ways to play on from *start*, among them the one that places nothing.

    ``legal`` are the moves the engine offers now; without them (for a hand only thought of) they are
    worked out. Only the first move of a plan must be legal now: after every move the bot plans anew.
    """
    view = judgement.view
    moves = possible_melds(start, view) if legal is None else legal
    melds = [move for move in moves if isinstance(move, LayDown)]
    for first, position in _best_layouts(judgement, start, melds):
        yield from _with_lay_offs(judgement, Plan(first, position))
    for swap in moves:
        if isinstance(swap, SwapJoker):
            swapped = start.after(swap, view)
            for _, position in _best_layouts(judgement, swapped, possible_melds(swapped, view)):
                yield from _with_lay_offs(judgement, Plan(swap, position))


def possible_melds(position: Position, view: View) -> list[LayDown]:
    """Return the melds a hand could lay down, or the combinations a first meld needs."""
    rules = view.rules
    laying_down = rules.flow.laying_down
    if view.lap <= laying_down.no_meld_laps:
        return []
    hand = position.hand
    found = rules.finder.naturals(hand)
    if laying_down.pool is None:
        found += rules.finder.with_jokers(hand)
    elif position.pool:
        found += rules.finder.pool_runs(position.pool, hand, laying_down.pool.min_run)

    def leaves_a_card(action: LayDown) -> bool:
        return _from_hand(action, position) != position.hand

    if not position.melded and not laying_down.first.is_free:
        return laying_down.first.smallest(rules, hand | position.pool, found, leaves_a_card)[0]
    return [action for action in found if leaves_a_card(action)]


def _from_hand(action: LayDown, position: Position) -> int:
    """Return the hand cards of a move, as far as no card is needed twice."""
    heap = 0
    for meld in action.melds:
        heap |= meld.heap
    return heap & ~(position.pool & ~position.hand)


def _best_layouts(judgement: Judgement, start: Position, melds: Sequence[LayDown]) -> list[Plan]:
    """Return the most promising combinations of melds, and the empty one."""
    if not melds:
        return [Plan(None, start)]
    view, know = judgement.view, judgement.know
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
    if len(found) > MOST_LAYOUTS:
        found[1:] = sorted(found[1:], key=lambda plan: know.hand_penalty(plan.position.hand))[: MOST_LAYOUTS - 1]
    return found


def _jokers_there(action: LayDown, position: Position, view: View) -> bool:
    jokers = view.rules.pack.joker_bits
    return not any(meld.heap & jokers & ~position.pool & ~position.hand for meld in action.melds)


def _with_lay_offs(judgement: Judgement, plan: Plan) -> Iterator[Plan]:
    """Yield a plan with the lay-offs that pay, and, where that goes out, with all that are possible."""
    view = judgement.view
    first, position = plan
    yield plan
    if not position.can_lay_off(view):
        return
    yield from _going_out(judgement, plan)
    value = judgement.value(position)
    while position.hand.bit_count() > 1:
        options = [(action, position.after_lay_off(action, view)) for action in position.lay_offs(view)]
        if not options:
            break
        action, better = max(options, key=lambda option: judgement.value(option[1]))
        gained = judgement.value(better)
        if gained <= value:
            break
        first, position, value = first or action, better, gained
        yield Plan(first, position)


def _going_out(judgement: Judgement, plan: Plan) -> Iterator[Plan]:
    """Yield a plan for each card that can be the last one once all others are laid off."""
    view = judgement.view
    pack = view.rules.pack
    for last in dict.fromkeys(pack.kinds(plan.position.hand)):
        first, position = plan
        while position.hand.bit_count() > 1:
            action = _lay_off_other_than(last, position, view)
            if action is None:
                break
            first, position = first or action, position.after_lay_off(action, view)
        if position.hand.bit_count() == 1:
            yield Plan(first, position)


def _lay_off_other_than(last: int, position: Position, view: View) -> LayOff | None:
    spare = view.rules.pack.count(position.hand, last) > 1
    return next((a for a in position.lay_offs(view) if spare or a.placed.card.kind != last), None)
