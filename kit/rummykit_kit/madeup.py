"""Moves that nobody listed, made up from any cards: most of them must be refused."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from rummykit.actions import (
    CLAIM,
    DRAW_DISCARD,
    DRAW_STOCK,
    END_TURN,
    PASS,
    Action,
    Call,
    Discard,
    Knock,
    LayDown,
    LayOff,
    Rearrange,
    SwapJoker,
)
from rummykit.melds import Meld, MeldProblem
from rummykit.turn import LayingDown

if TYPE_CHECKING:
    from rummykit.cards import Placed
    from rummykit.round import Round

TRIES = 25


def unlisted(round: Round, random: Random) -> list[Action]:
    """Return moves made up from any cards, most of them illegal; none of a kind that the listing leaves out."""
    pack = round.rules.pack
    actions: list[Action] = [CLAIM, PASS, DRAW_STOCK, DRAW_DISCARD, END_TURN]
    held = list(pack.cards_in(round.hands[round.active])) + list(pack.cards_in(round.pool))
    for card in random.sample(pack.cards, min(6, len(pack.cards))) + held:
        actions += [Discard(card), Knock(card), Call(card)]
    if _lists_single_melds(round):
        actions += [LayDown((meld,)) for meld in _melds(round, random)]
    actions += _on_the_table(round)
    return list(dict.fromkeys(actions))


def _melds(round: Round, random: Random) -> list[Meld]:
    """Return melds of some of the cards at hand, but for a hand joker in the place of a card that the hand holds."""
    pack, hand = round.rules.pack, round.hands[round.active]
    held = list(pack.cards_in(hand)) + list(pack.cards_in(round.pool))
    found: list[Meld] = []
    for _ in range(TRIES):
        cards = random.sample(held, min(len(held), random.choice([3, 3, 3, 4, 5])))
        try:
            found += round.rules.melds.readings([pack.placed(card.text) for card in cards])
        except MeldProblem:
            continue
    return [meld for meld in found if not any(_in_hand(placed, hand) for placed in meld.jokers)]


def _in_hand(joker: Placed, hand: int) -> bool:
    return joker.card.suit < 0 and joker.stands_for is not None and bool(hand >> joker.stands_for.kind & 1)


def _lists_single_melds(round: Round) -> bool:
    """Whether single melds are listed: a first meld with a minimum is listed in combinations."""
    laying_down = next((move for move in round.rules.flow.moves if isinstance(move, LayingDown)), None)
    return laying_down is None or laying_down.first.is_free or round.has_melded(round.active)


def _on_the_table(round: Round) -> list[Action]:
    actions: list[Action] = []
    for meld in round.table.values():
        additions = [addition for addition, _ in meld.additions]
        actions += additions
        for swap in meld.swaps:
            card = round.rules.pack.cards[swap.kind]
            homes: list[LayDown | LayOff] = [a for a in additions if a.placed.card == swap.joker.card]
            actions += [SwapJoker(((card, meld.number),), home) for home in [*homes, None]]
    return actions


def rearrangements(round: Round, random: Random) -> list[Action]:
    """Return rearrangements of some melds and any cards of the hand, some legal, most with a fault.

    The listing has one of them at most, so a legal one need not be in it.
    """
    if not round.table:
        return []
    return [_rearrangement(round, random) for _ in range(TRIES)]


def _rearrangement(round: Round, random: Random) -> Action:
    pack, held = round.rules.pack, round.rules.pack.cards_in(round.hands[round.active])
    apart = random.sample(list(round.table.values()), min(len(round.table), random.choice([1, 1, 2, 3])))
    loose = [placed.card for meld in apart for placed in meld.meld.cards]
    loose += random.sample(held, min(len(held), random.choice([0, 1, 1, 2, 3])))
    if random.random() < 0.7:
        loose.sort(key=lambda card: (card.suit, card.rank) if random.random() < 0.9 else (card.rank, card.suit))
    else:
        random.shuffle(loose)
    melds: list[Meld] = []
    while loose:
        size = random.choice([3, 3, 4, 5, len(loose)])
        some, loose = loose[:size], loose[size:]
        try:
            melds.append(random.choice(round.rules.melds.readings([pack.placed(card.text) for card in some])))
        except MeldProblem:
            loose = loose[random.choice([0, 1, 3]) :]
    numbers = sorted(meld.number for meld in apart)
    return Rearrange(tuple(numbers if random.random() < 0.9 else [*numbers, 99]), tuple(melds))
