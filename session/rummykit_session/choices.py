"""The moves to choose from when a key alone does not say which one is meant, and why there are none."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rummykit.cards import Card, Placed
from rummykit.engine.actions import Action, Claim, Draw, Home, LayDown, LayOff, Source, SwapJoker, cards_of
from rummykit.engine.match import Match
from rummykit.engine.round import Round
from rummykit.engine.table import TableMeld
from rummykit.engine.views import View
from rummykit.i18n import say, say_number
from rummykit.melds import Meld
from rummykit.refusals import Reason, Refusal
from rummykit_session.forming import Way, meld_words


@dataclass(frozen=True)
class MoveChoice:
    """Something to choose: in words, and the move or the moves that it stands for."""

    label: str
    actions: tuple[Action, ...]


def lay_downs(staged: Way, ways: Iterable[Way]) -> list[MoveChoice]:
    """Return the ways to read picked cards, laid with the groups that are set aside."""
    return [
        MoveChoice(" | ".join(f"{meld.spoken} ({meld_words(meld)})" for meld in way), (LayDown((*staged, *way)),))
        for way in ways
    ]


# -- laying off --------------------------------------------------------------------------------------------


def lay_offs(match: Match, view: View, picked: Sequence[Card], number: int | None = None) -> list[MoveChoice]:
    """Return where picked cards, or any if none is picked, can be laid off: all of them together, then each alone.

    With a *number* only that meld counts.
    """
    melds = [meld for meld in view.table if number in (None, meld.number)]
    together = [choice for meld in melds if (choice := _all_on(match.round, meld, picked))] if len(picked) > 1 else []
    legal = {action for action in view.legal if isinstance(action, LayOff)}
    single = [
        MoveChoice(_lay_off_words(action, longer), (action,))
        for meld in melds
        for action, longer in meld.additions
        if action in legal and (not picked or action.placed.card in picked)
    ]
    return together + single


def _lay_off_words(action: LayOff, longer: Meld) -> str:
    return say("{card} on meld {number}: {meld}", card=action.placed, number=action.number, meld=longer)


def _all_on(round: Round, meld: TableMeld, picked: Sequence[Card]) -> MoveChoice | None:
    """Return the lay-offs of all picked cards on one meld, tried one after another on a copy of the table."""
    trial, left = round.copy(), list(picked)
    actions: list[LayOff] = []
    while left:
        found = next((action for action, _ in trial.table[meld.number].additions if _fits(trial, action, left)), None)
        if found is None:
            return None
        trial.apply(found)
        left.remove(found.placed.card)
        actions.append(found)
    longer = trial.table[meld.number].meld
    return MoveChoice(say("All on meld {number}: {meld}", number=meld.number, meld=longer), tuple(actions))


def _fits(trial: Round, action: LayOff, cards: Collection[Card]) -> bool:
    return action.placed.card in cards and trial.check(action) is None


def why_no_lay_off(match: Match, view: View, picked: Sequence[Card], number: int | None = None) -> Refusal | None:
    """Return why the picked cards cannot be laid off; if none is picked, why nothing can, unless nothing just fits."""
    numbers = [meld.number for meld in view.table] or [1] if number is None else [number]
    tries = [LayOff(Placed(card), number) for card in picked or view.cards for number in numbers]
    return _most_telling(match, tries, or_else=bool(picked))


# -- swapping ----------------------------------------------------------------------------------------------


def swaps(view: View, picked: Sequence[Card]) -> list[MoveChoice]:
    """Return the swaps of a picked card, or of any if none is picked; those that use exactly the picks come first."""
    found = [
        action
        for action in view.legal
        if isinstance(action, SwapJoker) and (not picked or any(card in picked for card, _ in action.swaps))
    ]
    found.sort(key=lambda action: sorted(_hand_cards(action)) != sorted(card.kind for card in picked))
    return [MoveChoice(_swap_words(action, view), (action,)) for action in found]


def _hand_cards(action: SwapJoker) -> Iterator[int]:
    """Yield the kinds of the cards that leave the hand with a swap."""
    for card, _ in action.swaps:
        yield card.kind
    for home in action.homes:
        if isinstance(home, LayDown):
            yield from (p.card.kind for meld in home.melds for p in meld.cards if not p.is_wild)


def _swap_words(action: SwapJoker, view: View) -> str:
    ((card, number),) = action.swaps
    swapped = _swapped(card, number, view)
    match action.homes:
        case (LayDown(melds=melds),):
            return say(
                "{card} for the joker in meld {number}: {swapped}; then meld {melds}",
                card=card,
                number=number,
                swapped=swapped,
                melds=" | ".join(meld.spoken for meld in melds),
            )
        case (LayOff(placed=joker, number=target),):
            return say(
                "{card} for the joker in meld {number}: {swapped}; then lay {joker} off on meld {target}",
                card=card,
                number=number,
                swapped=swapped,
                joker=joker,
                target=target,
            )
    return say(
        "{card} for the joker in meld {number}: {swapped}; the joker goes to your hand",
        card=card,
        number=number,
        swapped=swapped,
    )


def _swapped(card: Card, number: int, view: View) -> Meld:
    """Return a meld of the table with a card in the place of its joker."""
    return next(
        swap.meld for meld in view.table if meld.number == number for swap in meld.swaps if swap.kind == card.kind
    )


def why_no_swap(match: Match, view: View, picked: Sequence[Card]) -> Refusal | None:
    """Return why the picked cards cannot be swapped; if none is picked, why nothing can, unless nothing just fits."""
    numbers = [meld.number for meld in view.table] or [1]
    tries = [SwapJoker(((card, number),)) for card in picked or view.cards for number in numbers]
    return _most_telling(match, tries, or_else=bool(picked))


# -- taking the open card ----------------------------------------------------------------------------------


def takes(view: View, picked: Sequence[Card]) -> list[MoveChoice]:
    """Return the ways to take from the pile, or to claim; where a card must be used at once, with all picked cards."""
    found = [
        action
        for action in view.legal
        if isinstance(action, Claim) or (isinstance(action, Draw) and action.source is Source.DISCARD)
    ]
    used = [action for action in found if _uses_all(action.use, picked)]
    return [MoveChoice(_take_words(action, view), (action,)) for action in used or found]


def _uses_all(use: Home | None, picked: Sequence[Card]) -> bool:
    cards = [placed.card for placed in cards_of(use)]
    return all(card in cards for card in picked)


def _take_words(action: Draw | Claim, view: View) -> str:
    taken = view.open_card
    if isinstance(action, Draw) and action.cards > 1:
        card, *above = view.pile[-action.cards :]
        return say_number(
            "Take {card} and the card above it: {above}",
            "Take {card} and the {number} cards above it: {above}",
            len(above),
            card=card,
            above=above,
        )
    match action.use:
        case LayDown(melds=melds):
            laid = " | ".join(meld.spoken for meld in melds)
            return say("Take {card} and meld {melds}", card=taken, melds=laid)
        case LayOff(placed=placed, number=number):
            return say("Take {card} and lay {placed} off on meld {number}", card=taken, placed=placed, number=number)
    return say("Take {card}", card=taken)


_FITS_NOT = (Reason.LAYOFF_NO_FIT, Reason.SWAP_NO_JOKER, Reason.SWAP_WRONG_CARD)
"""What is wrong with one card and one meld, and tells nothing about the others."""


def _most_telling(match: Match, tries: Iterable[Action], *, or_else: bool) -> Refusal | None:
    """Return the first refusal that says more than that a card does not fit; *or_else* the first of all."""
    refusals = [refusal for action in tries if (refusal := match.check(action)) is not None]
    telling = [refusal for refusal in refusals if refusal.reason not in _FITS_NOT]
    return next(iter(telling or (refusals if or_else else [])), None)
