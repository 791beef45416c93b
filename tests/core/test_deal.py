"""The deal: who gets what, and shuffles that stay the same for ever."""

from collections import Counter
from random import Random

import pytest
from core_games import rules_of
from hypothesis import given, settings
from hypothesis import strategies as st

from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
from rummykit.engine.deal import Deal, shuffled, stream
from rummykit.engine.round import Round
from rummykit.errors import SetupError

# -- chance --


def test_shuffles_never_change() -> None:
    """Golden values: a record holds a seed, so another order here would break every record there is."""
    assert shuffled(list(range(20)), stream(17, 1, "deal")) == [
        6, 2, 19, 10, 8, 16, 7, 12, 13, 17, 0, 5, 3, 18, 15, 4, 11, 14, 1, 9,
    ]  # fmt: skip
    assert shuffled("abcdefgh", stream("golden")) == list("hecfabdg")


def test_deals_never_change() -> None:
    round, pack = Round(rules_of(2), dealer=1, seed=17), rules_of(2).pack
    assert pack.text(round.hands[0]) == "4r 7r 10r 3b 5b 8b 16b 6g 3y 2v"
    assert pack.text(round.hands[1]) == "11r 15r 4b 10b 12b 14b 15b 2g 9y 7v"
    assert str(round.open_card) == "17b"
    assert [str(pack.cards[kind]) for kind in round.stock[-3:]] == ["14y", "1v", "13b"]
    assert round.side_cards == ("most_sets", "most_cards", "most_runs", "most_8_16", "game_finished")


@settings(deadline=None)
@given(st.lists(st.integers()), st.integers())
def test_a_shuffle_loses_nothing_and_leaves_the_items_alone(items: list[int], seed: int) -> None:
    before = list(items)
    assert Counter(shuffled(items, Random(seed))) == Counter(items)
    assert items == before


def test_every_order_comes_up() -> None:
    orders = Counter(tuple(shuffled((1, 2, 3), stream(seed))) for seed in range(600))
    assert len(orders) == 6
    assert min(orders.values()) > 60


def test_streams_differ_by_purpose() -> None:
    assert stream(17, "deal").random() != stream(17, "dealer").random()
    assert stream(17, 1).random() != stream(1, 17).random()


# -- who gets what --


@pytest.mark.parametrize(("extra", "seat"), [("none", None), ("dealer", 3), ("left", 0)])
def test_who_gets_the_extra_card(extra: str, seat: int | None) -> None:
    assert Deal(10, extra_card=extra).extra_seat(dealer=3, players=4) == seat  # type: ignore[arg-type]


@pytest.mark.parametrize(("starter", "seat"), [("dealer", 3), ("left", 0)])
def test_who_starts(starter: str, seat: int) -> None:
    assert Deal(10, starter=starter).starting_seat(3, 4, Random(1)) == seat  # type: ignore[arg-type]


def test_a_random_starter_can_be_anybody() -> None:
    deal, random = Deal(10, starter="random"), Random(1)
    assert {deal.starting_seat(3, 4, random) for _ in range(100)} == {0, 1, 2, 3}


@pytest.mark.parametrize("extra", ["none", "dealer", "left"])
@pytest.mark.parametrize("starter", ["dealer", "left", "random"])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_every_card_is_dealt_to_one_place(players: int, extra: str, starter: str) -> None:
    rules = rules_of(players, deal={"extra_card": extra, "starter": starter})
    round = Round(rules, dealer=players - 1, seed=5)
    sizes = [10] * players
    if extra != "none":
        sizes[players - 1 if extra == "dealer" else 0] += 1
    assert [hand.bit_count() for hand in round.hands] == sizes
    kinds = [kind for hand in round.hands for kind in rules.pack.kinds(hand)] + round.stock + round.pile
    assert sorted(kinds) == list(range(85))
    assert round.pool == rules.pack.joker_bits
    assert len(set(round.side_cards)) == 5
    assert round.names == tuple(f"player {seat + 1}" for seat in range(players))


def test_whoever_got_the_extra_card_does_not_draw_at_first() -> None:
    round = Round(rules_of(2, deal={"extra_card": "left"}), dealer=1, seed=5)
    assert (round.active, round.stage.name) == (0, "play")
    assert round.skips_draw == 0


# -- what the pack can serve --


def test_a_pack_must_serve_the_hands_and_leave_a_stock() -> None:
    cards = len(Pack(FRENCH_SUITS, FRENCH_RANKS))
    with pytest.raises(SetupError) as caught:
        Deal(17).check(3, cards)
    assert str(caught.value) == (
        "3 players with 17 cards each need 52 cards and at least one for the stock, but the pack has 52."
    )
    assert Deal(17).check(3, cards + 1) is None
    assert Deal(17, upcard=False).check(3, cards) is None
    with pytest.raises(SetupError, match="need 52 cards"):
        Deal(17, upcard=False, extra_card="dealer").check(3, cards)
