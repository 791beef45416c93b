"""How the discards become the stock: shuffled, or only turned over, so that they come again in their order."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rummykit.engine.actions import DRAW_STOCK, Discard
from rummykit.engine.round import Round
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import resolve

PLUGINS = Plugins.discover()


def without_a_stock(variant: str, seed: int = 1, **discards: Any) -> Round:
    """A round of two in which the stock has just been used up, and all its cards were discarded."""
    table = resolve(PLUGINS, variant, discards=discards, claims={"allowed": "never"}, stock={"exhausted": "reshuffle"})
    round = Round(PLUGINS.assemble(table, 2), dealer=0, seed=seed)
    round.pile, round.stock, round.skips_draw = round.pile + round.stock, [], 0
    round.rules.flow.start_turn(round, 0)
    return round


def drawn(round: Round) -> int:
    """Draw a card, discard it at once, and return its kind."""
    seat, pack = round.actor, round.rules.pack
    before = Counter(pack.kinds(round.hands[seat]))
    round.play(DRAW_STOCK)
    (kind,) = (Counter(pack.kinds(round.hands[seat])) - before).elements()
    round.play(Discard(pack.cards[kind]))
    return kind


def test_the_order_of_the_discards(our_variant: str) -> None:
    orders = {}
    for reuse in ("turn_over", "reshuffle"):
        round = without_a_stock(our_variant, reuse=reuse)
        discards = round.pile[:-1]
        orders[reuse] = [drawn(round) for _ in discards]
        assert round.reshuffles == 1
        assert Counter(orders[reuse]) == Counter(discards)
        assert (orders[reuse] == discards) is (reuse == "turn_over")


def test_chance_has_no_part_in_it_and_it_is_counted(our_variant: str) -> None:
    for number in (1, 2):
        rounds = [without_a_stock(our_variant, reuse="turn_over") for _ in range(2)]
        rounds[1].seed += 1
        pile = rounds[0].pile[-6:]
        for round in rounds:
            round.pile = pile[:]
        again = [[drawn(round) for _ in range(5 * number)] for round in rounds]
        assert again[0] == again[1]
        assert again[0][:5] == pile[:5]
        assert [round.reshuffles for round in rounds] == [number, number]


def test_a_view_tells_no_more_than_everybody_saw(our_variant: str) -> None:
    rounds = [without_a_stock(our_variant, reuse=reuse) for reuse in ("turn_over", "reshuffle")]
    for round in rounds:
        round.play(DRAW_STOCK)
    one, other = (round.view(1 - round.actor) for round in rounds)
    assert (one.stock_size, one.pile_size, one.history) == (other.stock_size, other.pile_size, other.history)
    assert one.open_card == other.open_card
