"""The exact solver: equal to brute force under any meld rules, and right on the counts known from elsewhere."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random

import pytest

from campaign import Sample, samples
from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack, Placed, Suit
from rummykit.engine.finder import MeldFinder
from rummykit.melds import MeldProblem, MeldRules
from rummykit.parts.first_meld import FirstMeld
from rummykit.solver import Arrangement, Arranger

ONE_PACK = Pack(FRENCH_SUITS, FRENCH_RANKS)
TWO_PACKS = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=6)
SEVENTEEN = Pack(
    tuple(Suit(code, code, code, code) for code in "rbgyv"), tuple(map(str, range(1, 18))), suit_jokers=True
)
FACES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
ROMME = MeldRules(TWO_PACKS, high_ace=True, points=FACES, high_ace_points=11)
WRAP = MeldRules(TWO_PACKS, wrap=True, points=FACES, high_ace_points=11)


# -- brute force -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Worth:
    """One meld as some reading counts it."""

    cards: tuple[int, ...]
    points: int
    points_without_jokers: int
    jokers: int


class BruteForce:
    """Lists every way to put cards (sorted kinds) into melds, asking nothing but `MeldRules.readings`."""

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules
        self.cards = rules.pack.cards
        self.worths = cache(self.worths_of)

    def worths_of(self, kinds: tuple[int, ...]) -> tuple[Worth, ...]:
        naturals = [self.cards[kind] for kind in kinds if not self.cards[kind].is_joker]
        # Only to save time: cards that share neither value nor suit are never a meld.
        if len({card.rank for card in naturals}) > 1 and len({card.suit for card in naturals}) > 1:
            return ()
        try:
            readings = self.rules.readings([Placed(self.cards[kind]) for kind in kinds])
        except MeldProblem:
            return ()
        jokers = len(kinds) - len(naturals)
        pairs = {(meld.worth(), meld.worth(joker_counts=False)) for meld in readings}
        return tuple(Worth(kinds, with_jokers, without, jokers) for with_jokers, without in pairs)

    def arrangements(self, kinds: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[Worth, ...]]]:
        """Yield the cards left over and the melds; the first card stays over or is in some meld."""
        if len(kinds) < 3 or self.cards[kinds[0]].is_joker:
            yield kinds, ()
            return
        first, others = kinds[0], kinds[1:]
        for left, worths in self.arrangements(others):
            yield (first, *left), worths
        for size in range(2, len(others) + 1):
            for chosen in set(combinations(others, size)):
                for worth in self.worths((first, *chosen)):
                    rest = list(others)
                    for kind in chosen:
                        rest.remove(kind)
                    for left, worths in self.arrangements(tuple(rest)):
                        yield left, (worth, *worths)


def meets(first: FirstMeld, worths: tuple[Worth, ...]) -> bool:
    sizes = [len(worths)] if first.scope == "whole_turn" else range(1, len(worths) + 1)
    for size in sizes:
        for some in combinations(worths, size):
            jokers = sum(worth.jokers for worth in some)
            points = sum(worth.points if first.joker_counts else worth.points_without_jokers for worth in some)
            needed = first.min_points
            if jokers and first.min_points_with_joker is not None:
                needed = first.min_points_with_joker
            if some and points >= needed and (first.max_jokers is None or jokers <= first.max_jokers):
                return True
    return False


def random_rules(random: Random) -> MeldRules:
    """Small packs, so that hands are full of melds and runs reach both ends of the line."""
    shape = random.choice(["low", "high", "wrap"])
    width = 9 if shape == "wrap" else random.randint(3, 7)
    pack = Pack(
        FRENCH_SUITS[: random.randint(2, 4)],
        tuple(map(str, range(1, width + 1))),
        copies=random.choice([1, 2, 2]),
        plain_jokers=random.randint(0, 4),
        suit_jokers=random.random() < 0.3,
    )
    return MeldRules(
        pack,
        high_ace=shape == "high",
        wrap=shape == "wrap",
        max_jokers=random.choice([None, None, 1, 2]),
        min_naturals=random.choice([1, 2, 2, 3]),
        max_adjacent_jokers=random.choice([None, None, 1]),
        points=random.choice([(), tuple(random.randint(0, 10) for _ in range(width))]),
        high_ace_points=random.choice([None, 11]),
    )


def random_hand(random: Random, pack: Pack) -> int:
    kinds = list(pack.kind_of_bit)
    naturals, jokers = kinds[: pack.naturals * pack.copies], kinds[pack.naturals * pack.copies :]
    chosen = random.sample(jokers, random.randint(0, min(4, len(jokers))))
    size = random.randint(0, 9 - len(chosen))
    return pack.add_all(0, chosen + random.sample(naturals, min(size, len(naturals))))


def random_first_meld(random: Random) -> FirstMeld:
    return FirstMeld(
        min_points=random.choice([0, 10, 15, 20, 30]),
        min_points_with_joker=random.choice([None, None, 5, 20, 40]),
        max_jokers=random.choice([None, None, 0, 1, 2]),
        joker_counts=random.random() < 0.6,
        scope=random.choice(["some_subset", "whole_turn"]),
    )


def check_melds(rules: MeldRules, heap: int, answer: Arrangement, joker_counts: bool = True) -> None:
    """Every meld is legal as it lies, the cards add up, and so do the points."""
    pack = rules.pack
    together = answer.left
    for meld in answer.melds:
        assert meld in rules.readings(meld.cards)
        together = pack.add_all(together, pack.kinds(meld.heap))
    assert together == heap
    assert answer.points == sum(meld.worth(joker_counts) for meld in answer.melds)


def placed(pack: Pack, heap: int, answer: Arrangement) -> int:
    return heap.bit_count() - answer.left.bit_count()


@samples(normal=25, campaign=1_000, parts=10)
def test_equals_brute_force(sample: Sample, tally: Callable[[str, int], None]) -> None:
    random = Random(sample.seed)
    for _ in range(sample.number):
        rules = random_rules(random)
        arranger, brute = Arranger(rules), BruteForce(rules)
        values = tuple(random.randint(0, 12) for _ in rules.pack.cards)
        for _ in range(5):
            check_all_questions(rules, arranger, brute, random_hand(random, rules.pack), values, random)
    tally("house rules by which hands are arranged as by brute force", sample.number)


def check_all_questions(
    rules: MeldRules, arranger: Arranger, brute: BruteForce, heap: int, values: tuple[int, ...], random: Random
) -> None:
    pack = rules.pack
    kinds = tuple(pack.kinds(heap))
    ways = list(brute.arrangements(kinds))
    first = random_first_meld(random)
    for keep in (0, 1):
        open_to = [(left, worths) for left, worths in ways if len(left) >= keep] or [(kinds, ())]

        answer = arranger.most_cards(heap, keep=keep)
        check_melds(rules, heap, answer)
        assert answer.left.bit_count() >= min(keep, len(kinds))
        worth = [0 if card.is_joker else rules.points_at(card.rank) for card in pack.cards]
        assert (answer.left.bit_count(), sum(worth[kind] for kind in pack.kinds(answer.left))) == min(
            (len(left), sum(worth[kind] for kind in left)) for left, _ in open_to
        )

        answer = arranger.most_points(heap, keep=keep)
        check_melds(rules, heap, answer)
        assert (answer.points, placed(pack, heap, answer)) == max(
            (sum(worth.points for worth in worths), len(kinds) - len(left)) for left, worths in open_to
        )

        answer = arranger.most_points(heap, keep=keep, joker_counts=False)
        check_melds(rules, heap, answer, joker_counts=False)
        assert (answer.points, placed(pack, heap, answer)) == max(
            (sum(worth.points_without_jokers for worth in worths), len(kinds) - len(left)) for left, worths in open_to
        )

        answer = arranger.least_left(heap, values, keep=keep)
        check_melds(rules, heap, answer)
        left_over = pack.kinds(answer.left)
        assert (sum(values[kind] for kind in left_over), len(left_over)) == min(
            (sum(values[kind] for kind in left), len(left)) for left, _ in open_to
        )

        openings = [worths for _, worths in open_to if (first.is_free and worths) or meets(first, worths)]
        opening = arranger.first_meld(heap, first, keep=keep)
        assert arranger.can_open(heap, first, keep=keep) == bool(openings)
        if not openings:
            assert opening is None
        else:
            assert opening is not None
            check_melds(rules, heap, opening, first.joker_counts)
            assert opening.left.bit_count() >= keep
            assert first.is_free or first.meets(opening.melds)


# -- known exact numbers ---------------------------------------------------------------------------


def meldable(rules: MeldRules, size: int) -> set[int]:
    """Return the hands of a size that can be laid down to the last card, by joining melds."""
    by_size: dict[int, set[int]] = {}
    for action in MeldFinder(rules).naturals(rules.pack.everything & ~rules.pack.joker_bits):
        for meld in action.melds:
            by_size.setdefault(len(meld), set()).add(meld.heap)
    hands: dict[int, set[int]] = {0: {0}}
    for total in range(1, size + 1):
        hands[total] = {
            heap | rest
            for length, heaps in by_size.items()
            if length <= total
            for heap in heaps
            for rest in hands[total - length]
            if not heap & rest
        }
    return hands[size]


def with_one_card_changed(random: Random, hands: list[int], pack: Pack) -> Iterator[int]:
    """Yield hands that are nearly meldable, and some that are."""
    for hand in hands:
        new = random.choice([kind for kind in range(pack.naturals) if not hand >> kind & 1])
        yield hand ^ 1 << random.choice(pack.kinds(hand)) ^ 1 << new


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("pack", "size", "number"),
    [(SEVENTEEN, 3, 245), (SEVENTEEN, 4, 155), (SEVENTEEN, 5, 82), (SEVENTEEN, 6, 27_640), (ONE_PACK, 10, 136_694)],
)
def test_fully_meldable_hands(pack: Pack, size: int, number: int) -> None:
    rules = MeldRules(pack)
    arranger, random = Arranger(rules), Random(size)
    hands = meldable(rules, size)
    assert len(hands) == number
    some = random.sample(sorted(hands), min(number, 500))
    assert all(arranger.most_cards(hand).left == 0 for hand in some)
    for hand in with_one_card_changed(random, some, pack):
        assert (arranger.most_cards(hand).left == 0) == (hand in hands)


@pytest.mark.campaign
def test_fully_meldable_hands_counted_one_by_one() -> None:
    arranger = Arranger(MeldRules(SEVENTEEN))
    hands = (1 << a | 1 << b | 1 << c for a, b, c in combinations(range(SEVENTEEN.naturals), 3))
    assert sum(arranger.all_but(0, hand) is not None for hand in hands) == 245


# -- cases one would get wrong ---------------------------------------------------------------------

ONE_JOKER = MeldRules(TWO_PACKS, high_ace=True, max_jokers=1, points=FACES, high_ace_points=11)
NO_NEIGHBOURS = MeldRules(TWO_PACKS, high_ace=True, max_adjacent_jokers=1, points=FACES, high_ace_points=11)
R17 = MeldRules(SEVENTEEN, max_jokers=1, max_adjacent_jokers=1)


@pytest.mark.parametrize(
    ("rules", "hand", "melds", "left"),
    [
        (ROMME, "", [], ""),
        (ROMME, "As 2s 4s 5s 7h 7d", [], "As 2s 4s 5s 7h 7d"),
        (ROMME, "As As 2s 3s Qs Ks", ["As 2s 3s", "Qs Ks As"], ""),
        (ROMME, "As 2s 3s Qs Ks", ["Qs Ks As"], "2s 3s"),
        (ROMME, "As As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks", None, ""),  # as one run or as several
        (ROMME, "Ks As 2s", [], "As 2s Ks"),
        (WRAP, "Ks As 2s", ["Ks As 2s"], ""),
        (ROMME, "3s 4s 5s 5s 6s 7s", ["3s 4s 5s", "5s 6s 7s"], ""),
        (ROMME, "7s 7s 7h", [], "7s 7s 7h"),
        (ROMME, "7s 7s 7h 7h 7d 7c", ["7s 7h 7c", "7s 7h 7d"], ""),
        (ROMME, "7s 8s 9s 7h 7d", ["7s 8s 9s"], "7h 7d"),
        (ROMME, "7s 8s 9s 10s 7h 7d", ["7s 7h 7d", "8s 9s 10s"], ""),
        (ROMME, "7s 7h 7d 7c *", ["7s 7h 7d 7c"], "*"),
        (ROMME, "7s 7h 7d *", ["7s 7h 7d *"], ""),
        (ROMME, "Qs Ks *", None, ""),
        (ROMME, "2s * * 5s", ["2s *=3s *=4s 5s"], ""),
        (NO_NEIGHBOURS, "2s * * 5s", [], "2s 5s * *"),
        (NO_NEIGHBOURS, "2s 3s * *", ["*=As 2s 3s *=4s"], ""),
        (ONE_JOKER, "2s 3s * *", ["2s 3s *=4s"], "*"),
        (ONE_JOKER, "7s 7h * *", ["7s 7h *"], "*"),
        (ROMME, "3s 4s 5s 6s 7s *", None, ""),
        (R17, "7r 7b *g 8y *r", ["7r 7b *g=7g"], "8y *r"),
        (R17, "16r 17r *r 3b 4b *b", ["*r=15r 16r 17r", "3b 4b *b=5b"], ""),
    ],
)
def test_most_cards(rules: MeldRules, hand: str, melds: list[str] | None, left: str) -> None:
    pack = rules.pack
    answer = Arranger(rules).most_cards(pack.heap(hand))
    assert pack.text(answer.left) == left
    if melds is not None:
        assert sorted(map(str, answer.melds)) == sorted(melds)


@pytest.mark.parametrize(
    ("hand", "melds", "left"),
    [
        ("5s 6s 7s", [], "5s 6s 7s"),
        ("5s 6s 7s 8s", ["6s 7s 8s"], "5s"),
        ("7s 7h 7d Qs Ks As", ["Qs Ks As"], "7s 7h 7d"),
        ("7s 7h 7d * Qs Ks As", ["7s 7h 7d", "Qs Ks As"], "*"),
        ("7s 7h * Qs Ks As", ["*=Js Qs Ks As"], "7s 7h"),
    ],
)
def test_a_card_is_kept_for_the_discard(hand: str, melds: list[str], left: str) -> None:
    answer = Arranger(ROMME).most_cards(TWO_PACKS.heap(hand), keep=1)
    check_melds(ROMME, TWO_PACKS.heap(hand), answer)
    assert sorted(map(str, answer.melds)) == sorted(melds)
    assert TWO_PACKS.text(answer.left) == left


def test_more_cards_to_keep_than_there_are() -> None:
    hand = TWO_PACKS.heap("5s 6s 7s")
    assert Arranger(ROMME).most_cards(hand, keep=4) == Arrangement((), hand, 0)
    assert Arranger(ROMME).most_cards(TWO_PACKS.heap("5s 6s 7s 8s 9s"), keep=2).points == 24


def test_least_left_by_a_function() -> None:
    hand = TWO_PACKS.heap("5s 6s 7s 7h 7d Kc *")
    answer = Arranger(ROMME).least_left(hand, lambda card: 20 if card.is_joker else card.rank)
    check_melds(ROMME, hand, answer)
    assert TWO_PACKS.text(answer.left) == "Kc"


def opening(hand: str, first: FirstMeld) -> str | None:
    arranger, heap = Arranger(ROMME), TWO_PACKS.heap(hand)
    answer = arranger.first_meld(heap, first)
    assert arranger.can_open(heap, first) == (answer is not None)
    return None if answer is None else " | ".join(sorted(map(str, answer.melds)))


@pytest.mark.parametrize(
    ("hand", "first", "melds"),
    [
        ("2s 3s 4s 9h", FirstMeld(), "2s 3s 4s"),
        ("2s 3s 5s 9h", FirstMeld(), None),
        ("Qs Ks As 2h 3h 4h 9d", FirstMeld(40), "2h 3h 4h | Qs Ks As"),
        ("Qs Ks As 2h 3h 9d", FirstMeld(40), None),
        ("10s Js Qs Ks", FirstMeld(40), None),
        ("10s Js Qs Ks 2h", FirstMeld(40), "10s Js Qs Ks"),
        # Most cards would be two runs worth 12.
        ("As Ah Ad 2s 3s 2h 3h", FirstMeld(12), "Ah 2h 3h | As 2s 3s"),
        ("As Ah Ad 2s 3s 2h 3h", FirstMeld(30), "As Ah Ad"),
        ("Js Qs * 9h", FirstMeld(30), "Js Qs *=Ks"),
        ("Js Qs * 9h", FirstMeld(30, min_points_with_joker=40), None),
        ("Js Qs * 9h", FirstMeld(30, joker_counts=False), None),
        ("Js Qs * 9h", FirstMeld(30, max_jokers=0), None),
        ("Js Qs Ks 2h 3h * 9h", FirstMeld(30, max_jokers=0), "2h 3h *=4h | Js Qs Ks"),
        ("Js Qs Ks 2h 3h * 9h", FirstMeld(30, max_jokers=0, scope="whole_turn"), "Js Qs Ks"),
    ],
)
def test_first_meld(hand: str, first: FirstMeld, melds: str | None) -> None:
    assert opening(hand, first) == melds
