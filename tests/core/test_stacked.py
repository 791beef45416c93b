"""A stacked deck is dealt just as a shuffled one."""

from __future__ import annotations

import pytest

from rummykit.engine.round import Round
from rummykit.errors import SetupError
from rummykit_kit import Scenario


def test_the_cards_come_in_the_order_written() -> None:
    table = Scenario("raeuber_romme", players=2, deal={"cards": 5}).stacked(
        "2s 3s 4s 5s 6s 2h 3h 4h 5h 6h 7c 8c 9c", dealer=1
    )
    extra = table.round.rules.deal.extra_seat(1, 2)
    assert table.hand(0).startswith("2s 3s 4s 5s 6s")
    assert table.hand(1).startswith("2h 3h 4h 5h 6h")
    dealt = 10 + (extra is not None) + table.round.rules.deal.upcard
    assert sum(map(len, (table.hand(0).split(), table.hand(1).split(), table.round.pile))) == dealt


@pytest.mark.parametrize("players", [2, 4])
def test_the_deck_of_a_real_round_makes_the_same_round(our_variant: str, players: int) -> None:
    """The very cards of a shuffled deal, stacked, give the same hands, pile, stock, and player to begin."""
    scenario = Scenario(our_variant, players)
    rules = scenario.rules
    dealt = Round(rules, dealer=0, seed=17)
    pack, deal = rules.pack, rules.deal
    hands = [pack.kinds(hand) for hand in dealt.hands]
    extra = deal.extra_seat(0, players)
    more = [hands[extra].pop()] if extra is not None else []
    deck = [kind for hand in hands for kind in hand] + more + dealt.pile + dealt.stock[::-1]
    stacked = scenario.stacked(" ".join(pack.cards[kind].text for kind in deck), starter=dealt.active).round
    assert stacked.hands == dealt.hands
    assert (stacked.stock, stacked.pile, stacked.pool) == (dealt.stock, dealt.pile, dealt.pool)
    assert (stacked.active, stacked.stage.name, stacked.discarder) == (dealt.active, dealt.stage.name, dealt.discarder)
    assert [str(action) for action in stacked.legal_actions()] == [str(action) for action in dealt.legal_actions()]


def test_a_deck_has_no_card_too_often() -> None:
    with pytest.raises(SetupError, match="The pack has fewer copies of 2s"):
        Scenario("deutsches_romme").stacked("2s 2s 2s")
