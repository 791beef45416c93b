"""The open card where it may be taken only to be used: it is owed until it lies on the table.

It may be used in any move of the turn, or where it comes from the depth of the pile, in the next one only. So that
nobody plays into a dead end, the card may be taken, and a move made while it is owed, only if there is a way to use it
afterwards. The ways looked at are real moves, one after the other: whatever is found can be played. Copies of a card
are interchangeable, so laying an equal card uses the card taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rummykit.engine.actions import Action, Discard, LayDown, LayOff, Rearrange, SwapJoker
from rummykit.i18n import Later
from rummykit.parts.last_card import can_end_after
from rummykit.refusals import Reason, Refusal

if TYPE_CHECKING:
    from rummykit.engine.round import Round
    from rummykit.engine.table import TableMeld
    from rummykit.melds import Meld

MOST_CHAINS = 200
"""How many ways to lead up to the card by lay-offs are looked at."""


def settle(round: Round, action: Action, hand: int) -> None:
    """Note whether a move, made from *hand*, has used the card that was owed."""
    count, kind = round.rules.pack.count, round.owed
    if count(round.hands[round.active], kind) < count(hand, kind) and _is_use(round, action, kind):
        round.owed = -1


def _is_use(round: Round, action: Action, kind: int) -> bool:
    """Whether a card that leaves the hand with a move is used by it, as the house wants it to be."""
    if round.rules.flow.drawing.take == "only_to_meld":
        return _melds_kind(action, kind)
    return not isinstance(action, Discard)


def refuse_unpaid(round: Round, action: Action) -> Refusal | None:
    """Refuse a move that ends the turn while a card is owed, or after which it could not be used any more."""
    card, drawing = round.rules.pack.cards[round.owed], round.rules.flow.drawing
    if isinstance(action, Discard):
        if drawing.take == "only_to_meld":
            return _refuse(round, Later("lay {card} in a new meld before you discard", card=card))
        return _refuse(round, Later("lay {card} on the table before you discard", card=card))
    if _can_go_on(round, action):
        return None
    if _used_first(round):
        return _refuse(round, Later("lay {card} now", card=card))
    return _refuse(round, Later("after this move {card} could not be laid any more", card=card))


def refuse_taking(round: Round, *, certain: bool = True) -> Refusal | None:
    """Refuse to take a card, once it is taken, if there is no way to use it in this turn.

    Where the hand is not yet *certain*, because penalty cards come with the card, no way may lay the whole hand.
    """
    way, laying_down = way_to_use(round), round.rules.flow.laying_down
    if way is not None and (certain or not laying_down.needs_waiver(round, way[0])):
        return None
    card = round.rules.pack.cards[round.owed]
    if round.rules.flow.drawing.take == "only_to_meld":
        return _refuse(round, Later("{card} is in no new meld that you could lay now", card=card))
    return _refuse(round, Later("there is no place for {card} now", card=card))


def _refuse(round: Round, expected: Later) -> Refusal:
    card = round.rules.pack.cards[round.owed]
    reason = Reason.TAKEN_CARD_FIRST if _used_first(round) else Reason.TAKEN_CARD_UNUSED
    return round.rules.refuse(reason, (card,), expected=expected)


def _used_first(round: Round) -> bool:
    """Whether the card owed must be used before anything else: it was taken from the depth of the pile."""
    return round.rules.flow.drawing.reach == "any_depth"


def still_payable(round: Round, found: Sequence[Action]) -> list[Action]:
    """Return the moves of *found* after which the owed card is used or can be; there is always one."""
    kept: list[Action] = [action for action in found if not isinstance(action, Discard) and _can_go_on(round, action)]
    if not kept:
        kept += (way_to_use(round) or ())[:1]  # it need not be one of those that are listed
    return kept


def _can_go_on(round: Round, action: Action) -> bool:
    if _used_first(round) and not names_kind(action, round.owed):
        return False
    trial = _after(round, action)
    if trial.turn != round.turn:
        # A move of the game's own may end the turn; so does the last card of a player who floats.
        goes_out = not trial.hands[round.active] and names_kind(action, round.owed)
        return goes_out and _is_use(round, action, round.owed)
    if trial.owed < 0:
        return True
    return not _used_first(round) and trial.outcome is None and way_to_use(trial) is not None


def way_to_use(round: Round) -> Sequence[Action] | None:
    """Return moves that lead to the use of the card owed, the last of them using it; None if none were found."""
    direct = next(_direct(round), None)
    if direct is not None:
        return [direct]
    flow = round.rules.flow
    opening = next(openings_with(round), None)
    if opening is not None:
        return [opening]
    swapped = None if _used_first(round) else next(_after_swapping(round), None)
    if swapped is not None:
        return swapped
    if flow.drawing.take == "only_to_meld" or _used_first(round):
        return None
    if round.melded >> round.active & 1:
        return next(_chains(round), None) or _rearranging(round)
    return next(_after_opening(round), None)


def _direct(round: Round) -> Iterator[Action]:
    """Yield the listed moves that use the card."""
    for action in round.rules.flow.placing(round):
        if names_kind(action, round.owed) and _after(round, action).owed < 0:
            yield action


def names_kind(action: Action, kind: int) -> bool:
    """Whether a move could use the card at all; cheap."""
    match action:
        case LayOff(placed=placed):
            return placed.card.kind == kind
        case LayDown(melds=melds) | Rearrange(melds=melds):
            return _has_kind(melds, kind)
        case SwapJoker(swaps=swaps):
            return any(card.kind == kind for card, _ in swaps) or _melds_kind(action, kind)
    return False


def _melds_kind(action: Action, kind: int) -> bool:
    """Whether a move lays a new meld with the card in it."""
    moves = action.homes if isinstance(action, SwapJoker) else (action,)
    return any(isinstance(move, LayDown) and _has_kind(move.melds, kind) for move in moves)


def _has_kind(melds: Sequence[Meld], kind: int) -> bool:
    return any(placed.card.kind == kind for meld in melds for placed in meld.cards)


def openings_with(round: Round) -> Iterator[Action]:
    """Yield first melds with the card in one of them, beside those that are listed."""
    rules, hand = round.rules, round.hands[round.active]
    laying = rules.flow.laying_down
    first = laying.first_for(round, round.active)
    if round.melded >> round.active & 1 or first.is_free or round.lap <= laying.no_meld_laps:
        return
    for single in laying.singles(round, hand):
        if not _has_kind(single.melds, round.owed):
            continue
        rest = rules.pack.subtract(hand, single.melds[0].heap & hand)
        missing = first.after(single.melds)
        needs = [] if missing is None or (missing.max_jokers or 0) < 0 else [missing]
        if first.scope == "some_subset":
            needs.append(first)  # the others reach it alone
        for needed in needs:
            for others in laying.some_openings(round, rest, needed):
                action = LayDown((*single.melds, *others))
                if laying.check(round, action) is None and can_end_after(round, action):
                    yield action


def _after_swapping(round: Round) -> Iterator[list[Action]]:
    """Yield swaps that bring a joker into the hand, and moves after it that use the card."""
    for action in round.rules.flow.placing(round):
        if isinstance(action, SwapJoker) and not action.homes:
            further = way_to_use(_after(round, action))
            if further is not None:
                yield [action, *further]


def _chains(round: Round) -> Iterator[list[Action]]:
    """Yield lay-offs on one meld of which the last is that of the card owed."""
    laying_off = round.rules.flow.laying_off
    looked_at = 0
    for target in laying_off.targets(round):
        stack: list[tuple[TableMeld, int, list[Action]]] = [(target, round.hands[round.active], [])]
        while stack and looked_at < MOST_CHAINS:
            looked_at += 1
            meld, hand, chain = stack.pop()
            for action, _ in meld.additions:
                kind = action.placed.card.kind
                if hand & round.rules.pack.bits[kind][0]:
                    longer = [*chain, action]
                    if kind != round.owed:
                        rest = round.rules.pack.remove(hand, kind)
                        stack.append((meld.extended(action, round.active), rest, longer))
                    elif _all_legal(round, longer):
                        yield longer


def _after_opening(round: Round) -> Iterator[list[Action]]:
    """Yield a first meld without the card, and moves after it that use the card."""
    rules, hand, owed = round.rules, round.hands[round.active], round.owed
    laying = rules.flow.laying_down
    rest = rules.pack.remove(hand, owed)
    first = laying.first_for(round, round.active)
    openings: Iterator[tuple[Meld, ...]]
    if first.is_free:
        openings = (action.melds for action in laying.singles(round, rest))
    else:
        openings = laying.some_openings(round, rest, first)
    for melds in openings:
        action = LayDown(melds)
        if laying.check(round, action) is None:
            trial = _after(round, action)
            further = next(_direct(trial), None)
            then = [further] if further is not None else next(_chains(trial), None) or _rearranging(trial)
            if then is not None:
                yield [action, *then]


def _rearranging(round: Round) -> list[Action] | None:
    """Return a rearrangement that places the card alone, or with others."""
    rules, hand = round.rules, round.hands[round.active]
    part = rules.flow.rearranging
    if part is None or not part.allowed:
        return None
    table, keep = list(round.table.values()), int(rules.flow.discarding.final_required)
    alone = rules.pack.add(0, round.owed)
    for cards, kept in ((alone, 0), (hand, keep)):
        action = part.many_cards(rules, table, round.active, cards, round.placed, kept)
        if not isinstance(action, Rearrange) or part.check(round, action) is not None:
            continue
        if _after(round, action).owed < 0 and can_end_after(round, action):
            return [action]
    return None


def _all_legal(round: Round, actions: Sequence[Action]) -> bool:
    trial = round.copy()
    for at, action in enumerate(actions, 1):
        if at == len(actions) and not can_end_after(trial, action):
            return False
        if trial.rules.flow.laying_off.check(trial, action) is not None:  # type: ignore[arg-type]
            return False
        trial.rules.flow.playing.apply(trial, action)
    return True


def _after(round: Round, action: Action) -> Round:
    trial = round.copy()
    trial.rules.flow.playing.apply(trial, action)
    return trial
