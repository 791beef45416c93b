"""The ways a seat could play its turn: what to lay down, what to lay off, and what is then left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rummykit.engine.actions import Action, Draw, LayDown, SwapJoker
from rummykit_bots.layouts import Plan, layouts, lightest
from rummykit_bots.weights import LAY_OFFS_TRIED, LONG_HAND, MOST_USES, NEARLY_OUT, SHORT_HAND

if TYPE_CHECKING:
    from rummykit.engine.views import View
    from rummykit_bots.judgement import Judgement
    from rummykit_bots.position import Position


def plans(judgement: Judgement, start: Position, legal: Sequence[Action] | None = None) -> Iterator[Plan]:
    """Yield ways to play on from *start*, among them the one that places nothing.

    ``legal`` are the moves the engine offers now; without them (for a hand only thought of) they are
    worked out. Only the first move of a plan must be legal now: after every move the bot plans anew.
    """
    view = judgement.view
    if start.melded and judgement.may_rearrange(start):
        yield from _rearranged(judgement, start)
        return
    melds = None if legal is None else [move for move in legal if isinstance(move, LayDown)]
    for plan in layouts(judgement, start, melds):
        yield from _with_lay_offs(judgement, plan)
    swaps = [Plan(move, start.after(move, view)) for move in legal or () if isinstance(move, SwapJoker)]
    for swap, swapped in lightest(judgement, swaps):
        for plan in layouts(judgement, swapped):
            yield from _with_lay_offs(judgement, Plan(swap, plan.position))


def after_taking(draw: Draw, start: Position, view: View) -> Iterator[Position]:
    """Yield the positions after a draw from the pile; where the card taken must be used first, after uses of it."""
    rules, drawing = view.rules, view.rules.flow.drawing
    kinds = view.seen_discards if drawing.reach == "whole" else view.seen_discards[-draw.cards :]
    longer = start.holding(rules.pack.add_all(start.hand, kinds))
    if draw.use is not None:
        yield longer.after(draw.use, view)
    elif drawing.reach != "any_depth" or (draw.cards == 1 and not drawing.must_be_used):
        yield longer
    else:
        yield from _uses(longer, kinds[0], view)


def _uses(start: Position, kind: int, view: View) -> Iterator[Position]:
    """Yield the positions after some lay-offs and melds with a card of the hand."""
    rules = view.rules
    if rules.flow.drawing.take != "only_to_meld":
        for lay_off in start.lay_offs(view):
            if lay_off.placed.card.kind == kind:
                yield start.after_lay_off(lay_off, view)
    laying = rules.flow.laying_down
    first = laying.first_for(view, view.seat)
    if not start.melded and not first.is_free:
        melds = laying.openings(rules, start.hand, first)
    else:
        melds = rules.finder.naturals(start.hand) + rules.finder.with_jokers(start.hand)
    bit = rules.pack.bits[kind][0]
    found = [action for action in melds if any(meld.heap & bit for meld in action.melds)]
    found.sort(key=lambda action: -sum(map(len, action.melds)))
    for action in found[:MOST_USES]:
        yield start.after_melds(action.melds, view)


def _rearranged(judgement: Judgement, start: Position) -> Iterator[Plan]:
    """Yield what the solver makes of hand and table, without the jokers and with them; it finds all lay-offs, too."""
    jokers = start.hand & judgement.view.rules.melds.wild_bits
    best = plain = _placing(judgement, start, start.hand & ~jokers)
    if jokers:
        lacking = (start if plain is None else plain.position).hand.bit_count() - jokers.bit_count()
        if lacking <= SHORT_HAND or not judgement.may_draw_on:
            best = _placing(judgement, start, start.hand) or plain
    if best is not None and best.position.hand.bit_count() <= judgement.know.cards_at_end:
        yield best
        return  # nothing is better than going out
    yield Plan(None, start)
    if best is not None and judgement.may_draw_instead and best.position.hand.bit_count() <= NEARLY_OUT:
        return
    yield from dict.fromkeys(plan for plan in (plain, best) if plan is not None)


def _placing(judgement: Judgement, start: Position, cards: int) -> Plan | None:
    """Return how to place most of some cards of the hand; of equally many those that are hard to place."""
    view, know = judgement.view, judgement.know
    rule = view.rules.flow.rearranging
    assert rule is not None
    needed = max(0, know.last_cards - (start.hand.bit_count() - cards.bit_count()))
    action = rule.many_cards(view.rules, start.table, start.seat, cards, view.placed, needed, know.hard_to_place)
    if action is None:
        return None
    plan = Plan(action, start.after(action, view))
    return plan if judgement.surely_leaves_a_discard(plan.position) else None


def _with_lay_offs(judgement: Judgement, plan: Plan) -> Iterator[Plan]:
    """Yield a plan with the lay-offs that pay, and, where that goes out, with all that are possible."""
    view = judgement.view
    first, position = plan
    yield plan
    if not position.can_lay_off(view):
        return
    yield from _going_out(judgement, plan)
    value = judgement.value(position)
    while position.hand.bit_count() > judgement.know.last_cards:
        options = [(action, position.after_lay_off(action, view)) for action in position.lay_offs(view)]
        if not options:
            break
        action, better = max(options, key=lambda option: judgement.value(option[1]))
        gained = judgement.value(better)
        if gained <= value:
            break
        first, position, value = first or action, better, gained
        if position.hand.bit_count() <= LONG_HAND:
            yield Plan(first, position)
    if position is not plan.position and position.hand.bit_count() > LONG_HAND:
        yield Plan(first, position)


def _going_out(judgement: Judgement, plan: Plan) -> Iterator[Plan]:
    """Yield a plan for each card that can be the last one once all others are laid off."""
    view = judgement.view
    found: dict[int, Plan] = {}
    tried: set[tuple[int, int]] = set()

    def lay_off(first: Action | None, position: Position) -> None:
        held = position.hand.bit_count()
        if held <= judgement.know.cards_at_end:
            found.setdefault(position.hand, Plan(first, position))
            return
        # Cards of the table only grow, so hand and jokers' places tell positions apart well enough.
        state = (position.hand, position.open_places(view))
        if state in tried or len(tried) >= LAY_OFFS_TRIED:
            return
        tried.add(state)
        for action in position.lay_offs(view):
            lay_off(first or action, position.after_lay_off(action, view))

    if plan.position.hand.bit_count() <= 2 * SHORT_HAND:
        lay_off(*plan)
    yield from found.values()
