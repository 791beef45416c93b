"""Whether to keep the whole hand back, to lay it all at once in a later turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummykit_bots.weights import SHORT_HAND, SHORT_OF_ALL

if TYPE_CHECKING:
    from rummykit_bots.judgement import Judgement


def discard_to_wait(judgement: Judgement) -> int | None:
    """Return the kind to discard if the hand had better wait, or None if there is nothing to wait for."""
    view, know = judgement.view, judgement.know
    if not _is_safe(judgement):
        return None
    left = view.rules.arranger.most_cards(view.hand, keep=know.last_cards).left
    # Of what is left one card is discarded; every other lacks a card.
    if not 0 < left.bit_count() - know.last_cards <= SHORT_OF_ALL:
        return None
    chances = {
        kind: _chance_to_come_nearer(judgement, know.pack.remove(view.hand, kind))
        for kind in dict.fromkeys(know.pack.kinds(left))
    }
    best = max(chances, key=lambda kind: (chances[kind], know.penalty[kind]))
    return best if chances[best] >= judgement.weights.hold_chance else None


def _is_safe(judgement: Judgement) -> bool:
    """Whether laying all at once still counts, and nobody looks like ending the round before."""
    view = judgement.view
    if not judgement.may_lay_all_at_once or view.melded[view.seat] or judgement.cards_to_draw <= view.players:
        return False
    return min(size for seat, size in enumerate(view.hand_sizes) if seat != view.seat) > SHORT_HAND


def _chance_to_come_nearer(judgement: Judgement, hand: int) -> float:
    """Return how likely a card from the stock finds its place, so that the hand lacks one card less."""
    view, pack = judgement.view, judgement.know.pack
    arranger = view.rules.arranger
    unseen = pack.subtract(pack.everything, judgement.seen)
    best, extensions = arranger.most_cards(hand), view.rules.melds.extensions
    lacking = best.left.bit_count()
    fitting = 0
    easily = {placed.card.kind for meld in best.melds for placed, _, _ in extensions(meld)}
    for kind in dict.fromkeys(pack.kinds(unseen)):
        if kind in easily or arranger.all_but(lacking, pack.add(hand, kind)) is not None:
            fitting += pack.count(unseen, kind)
    return fitting / max(1, unseen.bit_count())
