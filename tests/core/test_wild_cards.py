"""Wild cards that are no jokers: what they may be, how they are written, and what may be added to their melds."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from rummykit.cards import ANY, FRENCH_RANKS, FRENCH_SUITS, Pack, Placed
from rummykit.engine.finder import WideFinder
from rummykit.errors import NotationError
from rummykit.melds import Meld, MeldProblem, MeldRules, Shape
from rummykit.parts import FirstMeld
from rummykit.refusals import Reason
from rummykit.solver import Arranger

PACK = Pack(FRENCH_SUITS, FRENCH_RANKS, 2, 2)
SIXES = MeldRules(PACK, high_ace=True, min_naturals=1, wild_ranks=(5,))
"""The indian deal of GAMES.md: 6s is turned up."""


def read(rules: MeldRules, text: str) -> list[str]:
    return sorted(str(meld) for meld in rules.readings(rules.placed_cards(text)))


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("5h 6h 7h", ["5h 6h 7h"]),  # as itself, so it is pure
        ("5h 6s 7h", ["5h 6s=6h 7h"]),
        ("9s 10s 6h", ["6h=8s 9s 10s", "9s 10s 6h=Js"]),
        ("9s 10s 6h=Js", ["9s 10s 6h=Js"]),
        ("9h 9d 6s", ["9h 9d 6s=*"]),
        ("9h 9d 6s=9c", ["9h 9d 6s=*"]),
        ("6h 6d 6s", ["6s 6h 6d"]),
        ("6h 6h 6d", ["6h 6d 6h=*"]),
        ("4h 5h 6h", ["4h 5h 6h"]),
        ("6h=3h 4h 5h", ["6h=3h 4h 5h"]),
        ("6h=6h 5h 7h", ["5h 6h 7h"]),
        ("6h=7h 6h 5h", ["5h 6h 6h=7h"]),
        ("9h * 6s", ["6s=7h *=8h 9h", "*=7h 6s=8h 9h"]),
    ],
)
def test_a_wild_card_is_itself_where_it_can_be(text: str, readings: list[str]) -> None:
    if text == "9h * 6s":  # as a set, too, and at both ends
        assert set(readings) < set(read(SIXES, text))
        assert "9h 6s=* *" in read(SIXES, text) or "9h * 6s=*" in read(SIXES, text)
    else:
        assert read(SIXES, text) == readings


@pytest.mark.parametrize("text", ["5h 6s=6h 7h", "9h 9d 6s=*", "6h 6d 6h=*", "6h=3h 4h 5h", "10s *=Js 6d=Qs"])
def test_a_meld_with_a_wild_card_reads_back_as_itself(text: str) -> None:
    (meld,) = SIXES.readings(SIXES.placed_cards(text))
    assert str(meld) == text
    assert SIXES.readings(meld.cards) == [meld]
    assert [str(placed) for placed in meld.jokers] == [word for word in text.split() if "=" in word]


def test_only_wild_cards_may_stand_for_others() -> None:
    with pytest.raises(NotationError, match="5s is not a wild card, so it cannot"):
        SIXES.placed_cards("5s=8h 9h 10h")
    with pytest.raises(NotationError, match="5s is not a joker, so it cannot"):
        replace(SIXES, wild_ranks=()).placed_cards("5s=8h 9h 10h")
    cards = [Placed(PACK.card("5s"), PACK.card("8h")), Placed(PACK.card("9h")), Placed(PACK.card("10h"))]
    assert SIXES.find(cards) == []
    with pytest.raises(MeldProblem) as caught:
        SIXES.readings(cards)
    assert caught.value.reason is Reason.NOT_WILD


def test_points_tell_a_wild_card_from_a_natural_one() -> None:
    natural, wild = (SIXES.readings(SIXES.placed_cards(text))[0] for text in ("5h 6h 7h", "5h 6s 7h"))
    assert (natural.points, natural.natural_points) == (18, 18)
    assert (wild.points, wild.natural_points) == (18, 12)


def test_wild_cards_may_count_what_they_are() -> None:
    rules = MeldRules(PACK, wild_ranks=(1,), points=(20, 20, 5, *[5] * 4, *[10] * 6), twins=True, joker_points=50)
    melds = [rules.readings(rules.placed_cards(text))[0] for text in ("7s 7h *", "7s 7h 2c", "Ks Kh *", "Ks Kh 2c")]
    assert [(meld.points, meld.natural_points) for meld in melds] == [(60, 10), (30, 10), (70, 20), (40, 20)]
    arranger, hand = Arranger(rules), PACK.heap("7s 7h Ks Kh * 9c")
    best = arranger.most_points(hand)
    assert (str(best.melds[0]), best.points) == ("Ks Kh *", 70)
    assert arranger.can_open(hand, FirstMeld(70))
    assert not arranger.can_open(hand, FirstMeld(75))
    finder = WideFinder(rules)
    assert max(lay.melds[0].points for lay in finder.with_jokers(hand)) <= finder.outlook(hand)[1]


def test_a_wild_card_can_be_swapped_like_a_joker() -> None:
    (meld,) = SIXES.readings(SIXES.placed_cards("5h 6s=6h 7h"))
    (swap,) = SIXES.swaps[meld]
    assert (str(PACK.cards[swap.kind]), str(swap.joker), str(swap.meld)) == ("6h", "6s=6h", "5h 6h 7h")
    (of_nines,) = SIXES.readings(SIXES.placed_cards("9h 9d 6s"))
    assert sorted(str(swap.meld) for swap in SIXES.swaps[of_nines]) == ["9h 9d 9c", "9s 9h 9d"]


def test_twins_and_large_sets() -> None:
    rules = MeldRules(PACK, twins=True, min_naturals=2, max_jokers=3, wild_ranks=(1,))
    assert read(rules, "7s 7s 2h 2h 2d") == ["7s 7s 2h=* 2h=* 2d=*"]
    assert read(rules, "Ks Ks Kh Kh Kd Kc *") == ["Ks Ks Kh Kh Kd Kc *"]
    with pytest.raises(MeldProblem) as caught:
        rules.readings(rules.placed_cards("7s 2h 2d"))
    assert caught.value.reason is Reason.TOO_FEW_NATURALS


def test_loose_wild_cards_are_read_for_most_points() -> None:
    loose = replace(SIXES, jokers_fixed=False)
    (meld,) = loose.readings(loose.placed_cards("9s 10s 6h"))
    assert str(meld) == "9s 10s 6h=*"
    assert meld.points == 30
    assert meld.jokers == (Placed(PACK.card("6h"), ANY),)


RULES = [
    SIXES,
    MeldRules(PACK, wild_ranks=(0, 5), max_jokers=2),
    MeldRules(PACK, high_ace=True, wild_ranks=(5,), joker_share="fewer"),
    MeldRules(PACK, wild_ranks=(5,), jokers_at_ends=False, max_adjacent_jokers=1),
    MeldRules(PACK, wild_ranks=(5,), twins=True, max_set=5),
    MeldRules(PACK, min_run=4, min_set=4, twins=True),
    MeldRules(PACK, wrap=True, wild_ranks=(5,)),
    MeldRules(PACK, jokers_alone=True, wild_ranks=(5,)),
    replace(SIXES, jokers_fixed=False),
]


@pytest.mark.parametrize("rules", RULES)
def test_what_may_be_added_makes_melds_that_read_back(rules: MeldRules) -> None:
    """Whatever is added, swapped or fits leads to a meld that is one, and nothing that fits is forgotten."""
    random, seen = Random(16), 0
    for _ in range(60):
        meld = random_meld(random, rules)
        for _, _, longer in rules.extensions(meld):
            assert longer in rules.readings(longer.cards), (meld, longer)
            seen += 1
        for swap in rules.swaps[meld]:
            assert swap.meld in rules.readings(swap.meld.cards)
        natural = {placed.card.kind for placed, _, _ in rules.extensions(meld) if not placed.is_wild}
        assert rules.fits[meld] == sum(1 << kind for kind in natural)
        wild = {placed.card for placed, _, _ in rules.extensions(meld) if placed.is_wild}
        assert {rules.pack.cards[kind] for kind in rules.joker_additions[meld]} == wild
        if rules.jokers_fixed and not rules.wrap:
            check_nothing_is_forgotten(rules, meld)
    assert seen > 20


def check_nothing_is_forgotten(rules: MeldRules, meld: Meld) -> None:
    """Every card with which the cards of the meld as they lie are a longer one may be added."""
    for card in PACK.cards:
        if rules.has_another(meld, card):
            ways = [rules.find((*meld.cards, Placed(card)))]
            if card.rank >= 0 and rules.is_wild(card) and not ways[0]:
                ways.append(rules.find((*meld.cards, rules.as_wild(card))))
            longer_ones = {longer for way in ways for longer in way if longer.shape is meld.shape}
            wanted = {longer for longer in longer_ones if not Counter(meld.cards) - Counter(longer.cards)}
            assert wanted <= {longer for placed, _, longer in rules.extensions(meld) if placed.card == card}


def random_meld(random: Random, rules: MeldRules) -> Meld:
    while True:
        start, suit = random.randrange(9), random.randrange(4)
        if random.random() < 0.5:
            cards = [PACK.natural(start, s) for s in random.sample(range(4), 4)]
        else:
            cards = [PACK.natural(rank, suit) for rank in range(start, start + random.choice([4, 5]))]
        wild = PACK.cards_in(rules.wild_bits)
        for card in random.sample(wild, min(2, len(wild))):
            cards[random.randrange(len(cards))] = card
        if all(cards.count(card) <= len(PACK.bits[card.kind]) for card in cards):
            found = rules.find([Placed(card) for card in cards])
            if found:
                return random.choice(found)


def test_readings_are_all_ways_to_place_the_cards() -> None:
    """Compared with trying every order and every use of the cards, with the fewest as wild cards."""
    rules = replace(SIXES, min_naturals=2, max_jokers=2, pack=Pack(FRENCH_SUITS[:3], FRENCH_RANKS[:8], 2, 1))
    random, found = Random(4), 0
    for _ in range(300):
        cards = rules.pack.cards_in(rules.pack.heap(random.sample(rules.pack.cards, random.choice([3, 4]))))
        readings = set(rules.find([Placed(card) for card in cards]))
        assert readings == by_trial(rules, cards)
        found += bool(readings)
    assert found > 20


def by_trial(rules: MeldRules, cards: tuple) -> set[Meld]:
    wild = [at for at, card in enumerate(cards) if rules.is_wild(card)]
    always = {at for at in wild if cards[at].is_joker}
    for number in range(len(always), len(wild) + 1):
        melds = set()
        for chosen in combinations(wild, number):
            if always <= set(chosen):
                melds |= one_way(rules, cards, set(chosen))
        if melds:
            return melds
    return set()


def one_way(rules: MeldRules, cards: tuple, wild: set[int]) -> set[Meld]:
    naturals = [card for at, card in enumerate(cards) if at not in wild]
    jokers = [card for at, card in enumerate(cards) if at in wild]
    if len(naturals) < 2 or len(jokers) > 2:
        return set()
    found = set()
    different = len({card.suit for card in naturals}) == len(naturals) and len(cards) <= len(rules.pack.suits)
    if different and len({card.rank for card in naturals}) == 1:
        laid = [Placed(card) for card in naturals] + [rules.as_wild(card) for card in jokers]
        found.add(rules.make(Shape.SET, laid))
    if len({card.suit for card in naturals}) == 1:
        for start in range(len(rules.line) - len(cards) + 1):
            wanted = [rules.pack.natural(rank, naturals[0].suit) for rank in rules.line[start : start + len(cards)]]
            found |= fill(rules, start, wanted, naturals, jokers, [])
    return found


def fill(rules: MeldRules, start: int, wanted: list, naturals: list, jokers: list, laid: list) -> set[Meld]:
    if not wanted:
        return {rules.make(Shape.RUN, laid, start)}
    found: set[Meld] = set()
    if wanted[0] in naturals:
        rest = list(naturals)
        rest.remove(wanted[0])
        found |= fill(rules, start, wanted[1:], rest, jokers, [*laid, Placed(wanted[0])])
    for joker in set(jokers) - {wanted[0]}:
        rest = list(jokers)
        rest.remove(joker)
        found |= fill(rules, start, wanted[1:], naturals, rest, [*laid, Placed(joker, wanted[0])])
    return found
