"""Hands that are thrown in: who has one, that the same cards come again from a seed, and that it is told."""

from __future__ import annotations

from collections import Counter

import pytest

from rummykit import events
from rummykit.engine.deal import MOST_REDEALS, Deal
from rummykit.engine.match import Match
from rummykit.engine.round import Round
from rummykit.rules import HouseRuleError
from rummykit_cli.render.telling import tell, tell_dealt

from .helpers import dealt, romme

PACK = romme().rules.pack
SEEDS = range(60)


def pairs(hand: int) -> int:
    return sum(number > 1 for kind, number in Counter(PACK.kinds(hand)).items() if kind < PACK.naturals)


def faces(hand: int) -> int:
    return sum(card.rank in (10, 11, 12) for card in PACK.cards_in(hand))


@pytest.mark.option("deal.redeal")
@pytest.mark.parametrize(
    ("redeal", "cards", "anew"),
    [
        ("never", "2h 2h 3h 3h 4h 4h", False),
        ("three_pairs", "2h 2h 3h 3h 4h 4h Ks", True),
        ("three_pairs", "2h 2h 3h 3h 4h 5h Ks", False),
        ("three_pairs", "2h 2h 3h 3h 4h 4d Ks", False),
        ("three_pairs", "2h 2h 3h 3h * * *", False),
        ("no_face_card", "2h 2h 10h Ah * *", True),
        ("no_face_card", "2h 2h 10h Ah Js", False),
    ],
)
def test_which_hands_are_thrown_in(redeal: str, cards: str, anew: bool) -> None:
    deal = Deal(6, redeal=redeal)  # type: ignore[arg-type]
    assert deal.is_dealt_anew(PACK, PACK.heap(cards)) is anew


@pytest.mark.option("deal.redeal")
@pytest.mark.parametrize("redeal", ["three_pairs", "no_face_card"])
def test_it_is_dealt_until_nobody_has_such_a_hand(redeal: str) -> None:
    def is_bad(hand: int) -> bool:
        return pairs(hand) >= 3 if redeal == "three_pairs" else not faces(hand)

    changed = 0
    for seed in SEEDS:
        plain, anew = dealt(4, seed=seed).round, dealt(4, seed=seed, deal={"redeal": redeal}).round
        bad = [seat for seat, hand in enumerate(plain.hands) if is_bad(hand)]
        assert not any(map(is_bad, anew.hands))
        assert anew.redealt[:1] == tuple(bad[:1])
        assert (anew.hands == plain.hands) is (not bad)
        assert [hand.bit_count() for hand in anew.hands] == [14, 13, 13, 13]
        assert sum(hand.bit_count() for hand in anew.hands) + len(anew.stock) == len(PACK)
        changed += bool(bad)
    assert 0 < changed < len(SEEDS)


@pytest.mark.option("deal.redeal")
@pytest.mark.option("deal.jokers_each")
def test_the_same_seed_deals_the_same_cards_again() -> None:
    options = {"redeal": "no_face_card", "jokers_each": 1, "keep_cut_joker": True}
    seed = next(seed for seed in SEEDS if dealt(6, seed=seed, deal=options).round.redealt)
    first, again = (dealt(6, seed=seed, deal=options).round for _ in range(2))
    assert first.fingerprint() == again.fingerprint()
    assert all(hand & PACK.joker_bits for hand in first.hands)


def test_a_hand_that_everybody_always_has_does_not_hold_up_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Deal, "is_dealt_anew", lambda *_: True)
    round = Round(romme(2, deal={"redeal": "no_face_card"}).rules, dealer=0, seed=1)
    assert round.redealt == (0,) * MOST_REDEALS
    assert round.legal_actions()


@pytest.mark.option("deal.redeal")
def test_the_table_is_told_whose_hand_was_thrown_in() -> None:
    rules = romme(3, deal={"redeal": "no_face_card"}).rules
    matches = (Match(rules, seed, ("Anna", "Ben", "Cem")) for seed in SEEDS)
    match = next(match for match in matches if len(match.round.redealt) == 1)
    (dealt_now,) = (event for event in events.begin(match) if isinstance(event, events.Dealt))
    name = match.names[match.round.redealt[0]]
    assert tell(dealt_now, match.names) == f"Dealt anew once; the hand thrown in: {name}."
    assert tell_dealt(dealt_now, match.names).endswith(f"deals. Dealt anew once; the hand thrown in: {name}.")
    plain = Match(romme(3).rules, 1, match.names)
    assert [tell(event, match.names) for event in events.begin(plain) if isinstance(event, events.Dealt)] == [None]


@pytest.mark.option("deal.redeal")
def test_a_single_pack_has_no_pairs() -> None:
    with pytest.raises(HouseRuleError, match=r"deal\.redeal: three_pairs needs deck\.packs: 2 or 3"):
        romme(2, deal={"redeal": "three_pairs"}, deck={"packs": 1})
