"""Twins of a round: the same to one seat, with other cards in the places it cannot see."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from rummykit.deal import shuffled

if TYPE_CHECKING:
    from rummykit.round import Round


def hidden_from(round: Round, seat: int) -> list[int]:
    """Return the seats whose hands *seat* cannot see."""
    return sorted(set(range(round.players)) - {seat, *(hand.seat for hand in round.shown)})


def twin_of(round: Round, seat: int, random: Random) -> Round:
    """Return the round with all cards mixed that are hidden from *seat*: other hands, the stock, the covered pile."""
    pack, others = round.rules.pack, hidden_from(round, seat)
    hidden = [kind for other in others for kind in pack.kinds(round.hands[other])]
    mixed = shuffled(hidden + round.stock + round.pile[:-1], random)
    twin = round.copy()
    for other in others:
        size = round.hands[other].bit_count()
        twin.hands[other] = pack.add_all(0, mixed[:size])
        mixed = mixed[size:]
    twin.stock, twin.pile = mixed[: len(round.stock)], mixed[len(round.stock) :] + round.pile[-1:]
    return twin


def dealt_twin(round: Round, seat: int, random: Random) -> Round | None:
    """Return a round just dealt with two cards exchanged that are hidden from *seat*, and begun anew.

    What a game notes when a turn begins is noted of the twin's own cards. None if there are no two cards to exchange.
    """
    pack, deal = round.rules.pack, round.rules.deal
    places = [(other, kind) for other in hidden_from(round, seat) for kind in pack.kinds(round.hands[other])]
    if not places or not round.stock:
        return None
    (giver, given), at = random.choice(places), random.randrange(len(round.stock))
    twin = round.copy()
    twin.hands[giver] = pack.add(pack.remove(twin.hands[giver], given), twin.stock[at])
    twin.stock[at] = given
    extra = deal.extra_seat(round.dealer, round.players)
    twin.turn, twin.skips_draw = -1, 0 if extra is None else 1 << extra
    round.rules.flow.start_turn(twin, round.active)
    return twin


def known_to(round: Round, seat: int) -> tuple[object, ...]:
    """Return the cards that *seat* sees: its own, the open one, the table, and the hands that are shown."""
    seen = {hand.seat for hand in round.shown} | {seat}
    table = tuple(round.table.values())
    return [round.hands[other] for other in sorted(seen)], round.pile[:], table, round.pool, round.outcome is None
