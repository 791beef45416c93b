"""What is a meld: counted exactly, checked against brute force, and every reason why not."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack, Placed, Suit
from rummykit.engine.actions import LayDown
from rummykit.engine.finder import MeldFinder
from rummykit.melds import End, Meld, MeldProblem, MeldRules, Shape
from rummykit.memo import MEMORY, Memo
from rummykit.refusals import Reason, Refusal

ONE_PACK = Pack(FRENCH_SUITS, FRENCH_RANKS)
TWO_JOKERS = Pack(FRENCH_SUITS, FRENCH_RANKS, plain_jokers=2)
TWO_PACKS = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=6)
SEVENTEEN = Pack(
    tuple(Suit(code, code, code, code) for code in "rbgyv"), tuple(map(str, range(1, 18))), suit_jokers=True
)
FRENCH = MeldRules(TWO_PACKS)
HIGH_ACE = MeldRules(TWO_PACKS, high_ace=True)
WRAP = MeldRules(TWO_PACKS, wrap=True)
R17 = MeldRules(SEVENTEEN, max_jokers=1, min_naturals=2, max_adjacent_jokers=1)


def read(rules: MeldRules, text: str) -> list[str]:
    return [str(meld) for meld in rules.readings(rules.pack.placed_cards(text))]


def the_meld(rules: MeldRules, text: str) -> Meld:
    cards = rules.pack.placed_cards(text)
    readings = rules.readings(cards)
    (meld,) = [meld for meld in readings if meld.cards == cards] or readings
    return meld


def why_not(rules: MeldRules, text: str) -> MeldProblem:
    with pytest.raises(MeldProblem) as caught:
        rules.readings(rules.pack.placed_cards(text))
    return caught.value


def melds_in(rules: MeldRules, heap: int) -> list[Meld]:
    return [meld for action in MeldFinder(rules).naturals(heap) for meld in action.melds]


# -- known exact numbers ---------------------------------------------------------------------------


@pytest.mark.parametrize(("pack", "melds", "short"), [(ONE_PACK, 329, 185), (SEVENTEEN, 872, 482)])
def test_number_of_natural_melds(pack: Pack, melds: int, short: int) -> None:
    found = melds_in(MeldRules(pack), pack.everything & ~pack.joker_bits)
    assert len(found) == len(set(found)) == melds
    assert sum(len(meld) <= 5 for meld in found) == short


@pytest.mark.untraced
def test_number_of_melds_with_two_jokers() -> None:
    one_natural, two_naturals = MeldRules(TWO_JOKERS, min_naturals=1), MeldRules(TWO_JOKERS, min_naturals=2)
    # Cards of one value, or of one suit among five values in a row: no others can be in a meld of five.
    naturals = TWO_JOKERS.cards[:52]
    groups = [[card for card in naturals if card.rank == rank] for rank in range(13)]
    groups += [[TWO_JOKERS.natural(low + i, suit) for i in range(5)] for suit in range(4) for low in range(9)]
    chosen = {cards for group in groups for size in range(1, 6) for cards in combinations(group, size)}
    joker = Placed(TWO_JOKERS.card("*"))
    melds = [
        cards
        for naturals in chosen
        for jokers in range(3)
        if 3 <= len(cards := [*map(Placed, naturals), *[joker] * jokers]) <= 5 and is_meld(one_natural, cards)
    ]
    assert len(melds) == 1173
    assert sum(is_meld(two_naturals, cards) for cards in melds) == 1121


def is_meld(rules: MeldRules, cards: list[Placed]) -> bool:
    try:
        return bool(rules.readings(cards))
    except MeldProblem:
        return False


def meldable(rules: MeldRules, size: int) -> int:
    """Count the hands of a size that can be laid down to the last card."""
    by_size: dict[int, set[int]] = {}
    for meld in melds_in(rules, rules.pack.everything & ~rules.pack.joker_bits):
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
    return len(hands[size])


@pytest.mark.parametrize(("size", "hands"), [(3, 245), (4, 155), (5, 82), (6, 27_640)])
def test_fully_meldable_hands_in_rummy_17(size: int, hands: int) -> None:
    assert meldable(R17, size) == hands


def test_fully_meldable_hands_of_ten_cards_from_one_pack() -> None:
    assert meldable(MeldRules(ONE_PACK), 10) == 136_694


# -- the finder against brute force ----------------------------------------------------------------


@st.composite
def rules_and_hands(draw: st.DrawFn, suit_jokers: bool | None = None) -> tuple[MeldRules, int]:
    """Small packs, so that hands are full of melds and runs reach both ends of the line."""
    pack = Pack(
        FRENCH_SUITS[: draw(st.integers(2, 4))],
        tuple(map(str, range(1, draw(st.integers(3, 7)) + 1))),
        copies=draw(st.integers(1, 2)),
        plain_jokers=draw(st.integers(0, 2)),
        suit_jokers=draw(st.booleans()) if suit_jokers is None else suit_jokers,
    )
    line = draw(st.sampled_from([{}, {"high_ace": True}, {"wrap": True}]))
    rules = MeldRules(
        pack,
        **line,
        max_jokers=draw(st.sampled_from([None, 1])),
        min_naturals=draw(st.integers(1, 3)),
        max_adjacent_jokers=draw(st.sampled_from([None, 1])),
    )
    naturals = [kind for kind in range(pack.naturals) for _ in range(pack.copies)]
    chosen = draw(st.lists(st.sampled_from(range(len(naturals))), unique=True, max_size=9))
    return rules, pack.add_all(0, [naturals[at] for at in chosen])


def brute_force(rules: MeldRules, hand: int, joker: Placed | None = None) -> set[Meld]:
    """All melds of three to eight cards that `readings` finds in the subsets of a hand."""
    pack = rules.pack
    heaps = {chosen for size in range(2, 9) for chosen in combinations(pack.kinds(hand), size)}
    found: set[Meld] = set()
    for kinds in heaps:
        cards = [Placed(pack.cards[kind]) for kind in kinds] + ([joker] if joker else [])
        if 3 <= len(cards) <= 8 and is_meld(rules, cards):
            found.update(rules.readings(cards))
    return found


def singles(actions: list[LayDown]) -> list[Meld]:
    return [meld for action in actions for meld in action.melds]


@settings(deadline=None)
@given(rules_and_hands())
def test_natural_melds_are_all_the_readings_there_are(case: tuple[MeldRules, int]) -> None:
    rules, hand = case
    found = [meld for meld in melds_in(rules, hand) if len(meld) <= 8 and len(meld) >= rules.min_naturals]
    assert len(set(found)) == len(found)
    assert set(found) == brute_force(rules, hand)


@settings(deadline=None)
@given(rules_and_hands(), st.integers(3, 5))
def test_melds_with_a_joker_are_all_the_readings_there_are(case: tuple[MeldRules, int], min_run: int) -> None:
    rules, hand = case
    finder, width = MeldFinder(rules), len(rules.pack.ranks)
    for joker in rules.pack.cards[rules.pack.naturals :]:
        expected = brute_force(rules, hand, Placed(joker))
        sets, runs = singles(finder.sets_with(joker, hand)), singles(finder.runs_with(joker, hand, min_run))
        assert set(sets) == {meld for meld in expected if meld.shape is Shape.SET}
        assert {meld for meld in runs if len(meld) <= 8} == {
            meld for meld in expected if meld.shape is Shape.RUN and min_run <= len(meld) <= width
        }
        assert len(set(sets)) == len(sets)
        assert len(set(runs)) == len(runs)


@settings(deadline=None)
@given(rules_and_hands(suit_jokers=True), st.integers(3, 5), st.data())
def test_pool_runs_are_the_runs_of_every_suits_joker(
    case: tuple[MeldRules, int], min_run: int, data: st.DataObject
) -> None:
    rules, hand = case
    finder, pack = MeldFinder(rules), rules.pack
    jokers = [card for card in pack.cards if card.is_joker and card.suit >= 0]
    pool = data.draw(st.lists(st.sampled_from(jokers), unique=True))
    min_run = min(min_run, len(pack.ranks))
    found = finder.pool_runs(pack.heap(pool), hand, min_run)
    expected = {action for joker in pool for action in finder.runs_with(joker, hand, min_run)}
    assert set(found) == expected
    assert len(found) == len(expected)


def test_the_memory_of_the_finder_is_bounded() -> None:
    memo: Memo[int] = Memo(lambda key: ())
    for key in range(MEMORY + 1):
        memo[key]
    assert list(memo) == [MEMORY]


# -- reading ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "text", "readings"),
    [
        (FRENCH, "3s As 2s", ["As 2s 3s"]),
        (FRENCH, "7d 7s 7h", ["7s 7h 7d"]),
        (FRENCH, "7d 7s *", ["7s 7d *"]),
        (FRENCH, "7d 7s *=7h", ["7s 7d *"]),
        (FRENCH, "7d * 7s *", ["7s 7d * *"]),
        (FRENCH, "8s 7s *", ["*=6s 7s 8s", "7s 8s *=9s"]),
        (FRENCH, "8s 7s *=9s", ["7s 8s *=9s"]),
        (FRENCH, "Qs Ks *", ["*=Js Qs Ks"]),
        (FRENCH, "As 2s *", ["As 2s *=3s"]),
        (FRENCH, "2s * 4s", ["2s *=3s 4s"]),
        (FRENCH, "2s * * 5s", ["2s *=3s *=4s 5s"]),
        (HIGH_ACE, "Qs Ks As", ["Qs Ks As"]),
        (HIGH_ACE, "Qs Ks *", ["*=Js Qs Ks", "Qs Ks *=As"]),
        (HIGH_ACE, "As 2s 3s", ["As 2s 3s"]),
        (HIGH_ACE, "As Ks *", ["*=Qs Ks As"]),
        (WRAP, "Ks As 2s", ["Ks As 2s"]),
        (WRAP, "Ks * 2s", ["Ks *=As 2s"]),
        (WRAP, "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks", ["As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks"]),
        (MeldRules(TWO_PACKS, min_naturals=1), "7s * *", ["7s * *", "*=5s *=6s 7s", "*=6s 7s *=8s", "7s *=8s *=9s"]),
        (R17, "7r 8r *r", ["*r=6r 7r 8r", "7r 8r *r=9r"]),
        (R17, "7r 7b *g", ["7r 7b *g=7g"]),
        (R17, "16r 17r *r", ["*r=15r 16r 17r"]),
        (R17, "*v=3v 3r 3b 3g 3y", ["3r 3b 3g 3y *v=3v"]),
    ],
)
def test_readings(rules: MeldRules, text: str, readings: list[str]) -> None:
    assert read(rules, text) == readings


@pytest.mark.parametrize("text", ["As 2s 3s", "7s 7h *", "*=6s 7s 8s", "Qs Ks As"])
def test_a_meld_reads_back_as_itself(text: str) -> None:
    meld = the_meld(HIGH_ACE, text)
    assert the_meld(HIGH_ACE, str(meld)) == meld
    assert len(meld) == 3
    assert [str(joker) for joker in meld.jokers] == [word for word in str(meld).split() if "*" in word]
    assert HIGH_ACE.pack.text(meld.heap).split() == sorted(
        (placed.card.text for placed in meld.cards), key=lambda card: HIGH_ACE.pack.card(card).kind
    )


def test_a_full_circle_has_one_beginning() -> None:
    rules = MeldRules(ONE_PACK, wrap=True)
    suits = [meld for meld in melds_in(rules, ONE_PACK.everything) if len(meld) == 13]
    assert [meld.start for meld in suits] == [0, 0, 0, 0]
    assert not rules.has_run(1, 13)
    assert not rules.has_run(0, 14)


def test_a_run_from_ace_to_ace_needs_two_aces() -> None:
    text = "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks As"
    assert read(HIGH_ACE, text) == [text]
    rules = MeldRules(ONE_PACK, high_ace=True)
    assert max(len(meld) for meld in melds_in(rules, ONE_PACK.everything)) == 13
    assert max(len(meld) for meld in melds_in(HIGH_ACE, TWO_PACKS.everything)) == 14


# -- why not ---------------------------------------------------------------------------------------

ONE_NATURAL = MeldRules(SEVENTEEN, min_naturals=1)
ONE_NATURAL_FRENCH = MeldRules(TWO_PACKS, min_naturals=1)


@pytest.mark.parametrize(
    ("rules", "text", "reason", "sentence"),
    [
        (FRENCH, "7s 8s", Reason.MELD_TOO_SHORT, "7s 8s is too short: a meld has at least 3 cards."),
        (FRENCH, "", Reason.MELD_TOO_SHORT, "a meld has at least 3 cards."),
        (FRENCH, "7s 8s 9h", Reason.MELD_MIXED, "7s 8s 9h is not a meld: the cards share neither one value nor one"),
        (FRENCH, "7s 7h *=8d", Reason.MELD_MIXED, "not a meld"),
        (FRENCH, "7s 8s *=9h", Reason.MELD_MIXED, "not a meld"),
        (FRENCH, "7s 7h 7d *=8c", Reason.MELD_MIXED, "not a meld"),
        (FRENCH, "*=7h 7h 7s", Reason.JOKER_TWIN, "*=7h cannot stand for a card that the meld has already."),
        (FRENCH, "7s 7s 7h", Reason.SET_SAME_SUIT, "7s has a suit that the set has already."),
        (FRENCH, "7s 7s *", Reason.SET_SAME_SUIT, "7s has a suit that the set has already."),
        (FRENCH, "7s 7h 7d 7c *", Reason.SET_TOO_LONG, "there are only 4 suits."),
        (FRENCH, "7s 8s 10s", Reason.RUN_GAP, "7s 8s 10s is not a run: the values do not follow one another"),
        (FRENCH, "7s * 10s", Reason.RUN_GAP, "without a gap"),
        (FRENCH, "7s 8s 8s 9s", Reason.RUN_DUPLICATE, "has 8s twice."),
        (FRENCH, "Qs Ks As", Reason.RUN_WRAP, "Qs Ks As is not a run: after K there is no A."),
        (FRENCH, "Ks As *", Reason.RUN_WRAP, "after K there is no A."),
        (HIGH_ACE, "Ks As 2s", Reason.RUN_WRAP, "after A there is no 2."),
        (WRAP, "Js Ks 2s", Reason.RUN_GAP, "without a gap"),
        (FRENCH, "7s 8s *=8s", Reason.JOKER_TWIN, "*=8s cannot stand for a card that the meld has already."),
        (FRENCH, "7s 7h *=7h", Reason.JOKER_TWIN, "*=7h cannot stand for a card that the meld has already."),
        (R17, "7r 7b *b", Reason.JOKER_TWIN, "*b cannot stand for a card that the meld has already."),
        (R17, "7r 8r *b", Reason.JOKER_COLOUR, "*b cannot stand for a card of another suit."),
        (R17, "7r 8r *b=9r", Reason.JOKER_COLOUR, "*b=9r cannot stand for a card of another suit."),
        (R17, "7r 7b *g=7y", Reason.JOKER_COLOUR, "*g=7y cannot stand for a card of another suit."),
        (R17, "7r 7b *g *y", Reason.TOO_MANY_JOKERS, "7r 7b *g=7g *y=7y has 2 jokers; at most 1 may be in a meld."),
        (R17, "7r *b *g", Reason.TOO_MANY_JOKERS, "at most 1"),
        (FRENCH, "7s * *", Reason.TOO_FEW_NATURALS, "has too few natural cards: it needs at least 2."),
        (FRENCH, "* * *", Reason.TOO_FEW_NATURALS, "* * * has too few natural cards: it needs at least 2."),
        (
            MeldRules(TWO_PACKS, max_adjacent_jokers=1),
            "2s * * 5s",
            Reason.ADJACENT_JOKERS,
            "2s *=3s *=4s 5s has too many jokers side by side: more than 1.",
        ),
        (ONE_NATURAL, "7r *r *b", Reason.JOKER_TWIN, "*r cannot stand for a card that the meld has already."),
        (ONE_NATURAL_FRENCH, "7s *=9s *=Js", Reason.RUN_GAP, "without a gap"),
        (ONE_NATURAL_FRENCH, "7s *=7h *=8h", Reason.MELD_MIXED, "not a meld"),
        (replace(FRENCH, min_set=4), "7s 7h 7d", Reason.SET_TOO_SHORT, "too short: a set has at least 4 cards."),
        (replace(FRENCH, min_run=4), "7s 8s 9s", Reason.RUN_TOO_SHORT, "too short: a run has at least 4 cards."),
        (
            replace(FRENCH, twins=True, max_set=4),
            "7s 7s 7h 7h 7d",
            Reason.SET_TOO_LARGE,
            "too large: a set has at most 4 cards.",
        ),
        (
            replace(FRENCH, joker_share="fewer"),
            "7s 7h * *",
            Reason.JOKER_SHARE,
            "7s 7h * * has 2 jokers and 2 natural cards; the jokers must be fewer.",
        ),
        (
            replace(FRENCH, joker_share="half"),
            "7s 8s * * *",
            Reason.JOKER_HALF,
            "has 3 jokers and 2 natural cards; at most half of a meld may be jokers.",
        ),
        (
            replace(FRENCH, jokers_at_ends=False),
            "7s 8s *=9s",
            Reason.JOKER_AT_END,
            "7s 8s *=9s has *=9s at its end; a run begins and ends with natural cards.",
        ),
    ],
)
def test_why_cards_are_no_meld(rules: MeldRules, text: str, reason: Reason, sentence: str) -> None:
    problem = why_not(rules, text)
    assert problem.reason is reason
    assert sentence in Refusal(problem.reason, "-", details=tuple(problem.details.items())).sentence


def test_every_reason_of_a_meld_is_proved_above() -> None:
    reasons = list(Reason)
    of_melds = reasons[reasons.index(Reason.MELD_TOO_SHORT) : reasons.index(Reason.JOKER_AT_END) + 1]
    (cases,) = [mark.args[1] for mark in test_why_cards_are_no_meld.pytestmark]  # type: ignore[attr-defined]
    elsewhere = {Reason.NOT_WILD}  # in test_wild_cards.py: it cannot be typed
    assert {case[2] for case in cases} | elsewhere == set(of_melds)


def test_a_problem_can_be_raised_through_anything() -> None:
    @contextmanager
    def through() -> Iterator[None]:
        yield

    with pytest.raises(MeldProblem) as caught, through():
        FRENCH.readings(TWO_PACKS.placed_cards("7s"))
    assert caught.value.reason is Reason.MELD_TOO_SHORT


def test_jokers_side_by_side_do_not_matter_in_a_set() -> None:
    assert read(MeldRules(TWO_PACKS, max_adjacent_jokers=1), "7s 7h * *") == ["7s 7h * *"]


# -- worth -----------------------------------------------------------------------------------------

FACES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
COUNTED = MeldRules(TWO_PACKS, high_ace=True, points=FACES, high_ace_points=11)
COUNTED_ROUND = MeldRules(TWO_PACKS, wrap=True, points=FACES, high_ace_points=11)


@pytest.mark.parametrize(
    ("rules", "text", "points", "without_jokers"),
    [
        (R17, "7r 8r 9r", 24, 24),
        (R17, "15r 16r *r=17r", 48, 31),
        (R17, "3r 3b *g", 9, 6),
        (COUNTED, "10s Js Qs", 30, 30),
        (COUNTED, "As 2s 3s", 6, 6),
        (COUNTED, "Qs Ks As", 31, 31),
        (COUNTED, "Qs Ks *=As", 31, 20),
        (COUNTED, "*=As 2s 3s", 6, 5),
        (COUNTED, "As Ah Ad", 33, 33),
        (COUNTED, "As Ah *", 33, 22),
        (COUNTED, "8s 8h * *", 32, 16),
        (COUNTED_ROUND, "Ks As 2s", 23, 23),
        (COUNTED_ROUND, "As 2s 3s", 6, 6),
        (MeldRules(TWO_PACKS, high_ace=True), "Qs Ks As", 26, 26),
    ],
)
def test_worth(rules: MeldRules, text: str, points: int, without_jokers: int) -> None:
    meld = the_meld(rules, text)
    assert meld.worth() == points
    assert meld.worth(joker_counts=False) == without_jokers


# -- adding ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "text", "added"),
    [
        (MeldRules(ONE_PACK), "7s 8s 9s", ["6s low", "10s high"]),
        (MeldRules(ONE_PACK), "As 2s 3s", ["4s high"]),
        (MeldRules(ONE_PACK), "Js Qs Ks", ["10s low"]),
        (MeldRules(ONE_PACK), "7s 7h 7d", ["7c"]),
        (MeldRules(ONE_PACK), "7s 7h 7d 7c", []),
        (MeldRules(ONE_PACK), "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks", []),
        (MeldRules(ONE_PACK, high_ace=True), "Js Qs Ks", ["10s low", "As high"]),
        (MeldRules(ONE_PACK, high_ace=True), "Qs Ks As", ["Js low"]),
        (MeldRules(ONE_PACK, high_ace=True), "2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks", ["As low", "As high"]),
        (MeldRules(ONE_PACK, high_ace=True), "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks", []),
        (MeldRules(ONE_PACK, high_ace=True), "2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks As", []),
        (MeldRules(ONE_PACK, wrap=True), "Qs Ks As", ["Js low", "2s high"]),
        (MeldRules(ONE_PACK, wrap=True), "As 2s 3s", ["Ks low", "4s high"]),
        (MeldRules(ONE_PACK, wrap=True), "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks", []),
        (FRENCH, "7s 8s 9s", ["6s low", "*=6s low", "10s high", "*=10s high"]),
        (FRENCH, "7s 7h *", ["7d", "7c", "*"]),
        (FRENCH, "7s 7h * *", []),
        (MeldRules(TWO_PACKS, max_jokers=1), "7s 7h *", ["7d", "7c"]),
        (MeldRules(TWO_JOKERS, min_naturals=1), "7s 7h *", ["7d", "7c", "*"]),
        (MeldRules(TWO_PACKS, max_adjacent_jokers=1), "7s 8s *=9s", ["6s low", "*=6s low", "10s high"]),
        (R17, "7r 8r 9r", ["6r low", "*r=6r low", "10r high", "*r=10r high"]),
        (R17, "7r 8r *r=9r", ["6r low", "10r high"]),
        (R17, "7r 7b 7g", ["7y", "7v", "*y=7y", "*v=7v"]),
        (R17, "7r 7b *g", ["7y", "7v"]),
    ],
)
def test_what_may_be_added(rules: MeldRules, text: str, added: list[str]) -> None:
    extensions = rules.extensions(the_meld(rules, text))
    assert [f"{placed} {end.value}" if end else str(placed) for placed, end, _ in extensions] == added


def test_the_pack_must_have_another_joker() -> None:
    rules = MeldRules(Pack(FRENCH_SUITS, FRENCH_RANKS, plain_jokers=1))
    assert [str(placed) for placed, _, _ in rules.extensions(the_meld(rules, "7s 8s *=9s"))] == ["6s", "10s"]


def test_the_last_card_of_a_circle_closes_it() -> None:
    rules = MeldRules(ONE_PACK, wrap=True)
    text = "2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks"
    closed = {str(longer) for _, _, longer in rules.extensions(the_meld(rules, text))}
    assert closed == {f"As {text}"}


def test_asking_again_gives_the_same_answer() -> None:
    meld = the_meld(FRENCH, "7s 8s 9s")
    assert FRENCH.extensions(meld) is FRENCH.extensions(meld)


@settings(deadline=None)
@given(rules_and_hands())
def test_a_longer_meld_is_a_meld_and_none_is_forgotten(case: tuple[MeldRules, int]) -> None:
    rules, hand = case
    pack = rules.pack
    for meld in melds_in(rules, hand):
        if rules.problem(meld) is not None:
            continue
        extensions = rules.extensions(meld)
        for placed, end, longer in extensions:
            assert longer in rules.readings(longer.cards)
            assert longer.heap == pack.add(meld.heap, placed.card.kind)
            closes_circle = rules.wrap and len(longer) == len(pack.ranks)
            assert (end is None) == (meld.shape is Shape.SET or closes_circle)
            if end is End.LOW and len(longer) < len(pack.ranks):
                assert longer.cards == (placed, *meld.cards)
        for card in pack.cards:
            if pack.count(meld.heap, card.kind) < len(pack.bits[card.kind]):
                fits = is_meld(rules, [*meld.cards, Placed(card)])
                same_shape = fits and any(
                    longer.shape is meld.shape for longer in rules.readings([*meld.cards, Placed(card)])
                )
                if same_shape and not card.is_joker:
                    assert card in [placed.card for placed, _, _ in extensions]
