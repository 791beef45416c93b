"""Cards, packs and heaps: the notation reads back, and heaps count like any bag of cards."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack, Placed, Suit, words
from rummykit.errors import NotationError

TWO_PACKS = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=6)
ONE_PACK = Pack(FRENCH_SUITS, FRENCH_RANKS)
COLOURS = Pack((Suit("r", "r", "red", "red"), Suit("b", "b", "blue", "blue")), ("1", "2", "3"), suit_jokers=True)
BOTH_JOKERS = Pack(COLOURS.suits, COLOURS.ranks, copies=3, plain_jokers=2, suit_jokers=True)
PACKS = [TWO_PACKS, ONE_PACK, COLOURS, BOTH_JOKERS]


def heaps(pack: Pack) -> st.SearchStrategy[list[int]]:
    """Lists of kinds, each at most as often as the pack has it."""
    physical = [kind for kind, stack in enumerate(pack.bits) for _ in stack]
    return st.lists(st.sampled_from(range(len(physical))), unique=True).map(
        lambda chosen: [physical[at] for at in chosen]
    )


def bag(pack: Pack, heap: int) -> Counter[int]:
    return Counter(pack.kinds(heap))


# -- packs -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pack", "cards", "kinds"), [(TWO_PACKS, 110, 53), (ONE_PACK, 52, 52), (COLOURS, 8, 8)])
def test_size_of_a_pack(pack: Pack, cards: int, kinds: int) -> None:
    assert len(pack) == cards
    assert len(pack.cards) == kinds
    assert pack.everything.bit_count() == cards


@pytest.mark.parametrize("pack", PACKS)
def test_every_physical_card_has_one_bit(pack: Pack) -> None:
    bits = [bit for stack in pack.bits for bit in stack]
    assert sum(bits) == pack.everything
    assert len(set(bits)) == len(bits) == len(pack.kind_of_bit)
    assert all(pack.kind_of_bit[bit.bit_length() - 1] == kind for kind, stack in enumerate(pack.bits) for bit in stack)


def test_the_first_copies_of_the_natural_cards_are_the_lowest_bits() -> None:
    assert TWO_PACKS.first_copies == (1 << 52) - 1
    assert [stack[0] for stack in TWO_PACKS.bits[:52]] == [1 << kind for kind in range(52)]


def test_jokers() -> None:
    assert ONE_PACK.joker_bits == 0
    assert TWO_PACKS.text(TWO_PACKS.joker_bits) == "* * * * * *"
    assert COLOURS.text(COLOURS.joker_bits) == "*r *b"
    assert BOTH_JOKERS.text(BOTH_JOKERS.joker_bits) == "*r *b * *"
    assert [card.is_joker for card in COLOURS.cards] == [False] * 6 + [True] * 2


def test_natural_card_by_rank_and_suit() -> None:
    assert TWO_PACKS.natural(9, 1) is TWO_PACKS.card("10h")


def test_equal_packs_have_equal_cards() -> None:
    assert Pack(FRENCH_SUITS, FRENCH_RANKS) == ONE_PACK
    assert {ONE_PACK.card("7s"): 1}[Pack(FRENCH_SUITS, FRENCH_RANKS).card("7s")] == 1


# -- heaps, against collections.Counter ------------------------------------------------------------


@pytest.mark.parametrize("pack", PACKS)
@settings(deadline=None)
@given(data=st.data())
def test_a_heap_is_a_bag(pack: Pack, data: st.DataObject) -> None:
    kinds = data.draw(heaps(pack))
    heap = pack.add_all(0, kinds)
    assert bag(pack, heap) == Counter(kinds)
    assert pack.kinds(heap) == sorted(kinds)
    assert heap.bit_count() == len(kinds)
    assert [card.kind for card in pack.cards_in(heap)] == sorted(kinds)
    assert all(pack.count(heap, kind) == kinds.count(kind) for kind in range(len(pack.cards)))


@pytest.mark.parametrize("pack", PACKS)
@settings(deadline=None)
@given(data=st.data())
def test_equal_bags_are_equal_heaps_in_whatever_order_they_grow(pack: Pack, data: st.DataObject) -> None:
    kinds = data.draw(heaps(pack))
    mixed = data.draw(st.permutations(kinds))
    assert pack.add_all(0, kinds) == pack.add_all(0, mixed)


@pytest.mark.parametrize("pack", PACKS)
@settings(deadline=None)
@given(data=st.data())
def test_taking_cards_away(pack: Pack, data: st.DataObject) -> None:
    kinds = data.draw(heaps(pack))
    gone = data.draw(st.lists(st.sampled_from(range(len(kinds))), unique=True)) if kinds else []
    heap, other = pack.add_all(0, kinds), pack.add_all(0, [kinds[at] for at in gone])
    left = Counter(kinds) - Counter(kinds[at] for at in gone)
    assert bag(pack, pack.subtract(heap, other)) == left
    for at in gone:
        heap = pack.remove(heap, kinds[at])
    assert heap == pack.add_all(0, left.elements())


@pytest.mark.parametrize("pack", PACKS)
@settings(deadline=None)
@given(data=st.data())
def test_holding_is_bitwise_and(pack: Pack, data: st.DataObject) -> None:
    one, other = data.draw(heaps(pack)), data.draw(heaps(pack))
    a, b = pack.add_all(0, one), pack.add_all(0, other)
    assert (a & b == b) == (Counter(other) <= Counter(one))


@pytest.mark.parametrize("pack", PACKS)
@settings(deadline=None)
@given(data=st.data())
def test_the_text_of_a_heap_reads_back(pack: Pack, data: st.DataObject) -> None:
    heap = pack.add_all(0, data.draw(heaps(pack)))
    assert pack.heap(pack.text(heap)) == heap
    assert pack.heap(pack.text(heap).upper()) == heap
    assert pack.heap(pack.cards_in(heap)) == heap


def test_no_more_copies_than_the_pack_has() -> None:
    with pytest.raises(ValueError, match="the pack has no further 7s"):
        TWO_PACKS.add(TWO_PACKS.heap("7s 7s"), TWO_PACKS.card("7s").kind)
    with pytest.raises(NotationError, match="The pack has fewer copies of 7s"):
        TWO_PACKS.heap("7s 7s 7s")


def test_a_card_that_is_not_there_cannot_be_removed() -> None:
    with pytest.raises(ValueError, match="no 7s there"):
        TWO_PACKS.remove(TWO_PACKS.heap("8s"), TWO_PACKS.card("7s").kind)


# -- notation --------------------------------------------------------------------------------------


@pytest.mark.parametrize("pack", PACKS)
def test_every_card_reads_back(pack: Pack) -> None:
    for card in pack.cards:
        assert pack.card(str(card)) is card
        assert pack.card(card.text.upper()) is card
        assert pack.card(card.text.lower()) is card


@pytest.mark.parametrize("pack", PACKS)
def test_every_placed_card_reads_back(pack: Pack) -> None:
    naturals, jokers = pack.cards[: pack.naturals], pack.cards[pack.naturals :]
    placed = [Placed(card) for card in pack.cards] + [Placed(joker, card) for joker in jokers for card in naturals]
    for one in placed:
        assert pack.placed(str(one)) == one
    assert pack.placed_cards("  ".join(map(str, placed))) == tuple(placed)


def test_what_a_placed_card_counts_as() -> None:
    assert TWO_PACKS.placed("*=8d").shown is TWO_PACKS.card("8d")
    assert TWO_PACKS.placed("*").shown is TWO_PACKS.card("*")
    assert TWO_PACKS.placed("8d").shown is TWO_PACKS.card("8d")


def test_words_know_where_they_start() -> None:
    text = "  7r 7r   17r\t7r "
    assert [word for word, _ in words(text)] == text.split()
    assert all(text[at:].startswith(word) for word, at in words(text))
    assert [at for _, at in words(text)] == [2, 5, 10, 14]


@pytest.mark.parametrize(
    ("pack", "text", "sentence"),
    [
        (TWO_PACKS, "7x", "written value first, then suit, one of s h d c."),
        (TWO_PACKS, "s7", "written value first, then suit, one of s h d c."),
        (TWO_PACKS, "11s", "its values go from A to K. Did you mean 10s?"),
        (TWO_PACKS, "Bs", "its values go from A to K."),
        (TWO_PACKS, "", "'' is not a card of this pack"),
        (TWO_PACKS, "*s", "'*s' is not a joker of this pack; its jokers are *."),
        (COLOURS, "*", "'*' is not a joker of this pack; its jokers are *r *b."),
        (COLOURS, "7s", "one of r b."),
        (ONE_PACK, "*", "'*' is not a card of this pack"),
    ],
)
def test_why_a_text_is_no_card(pack: Pack, text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        pack.card(text, column=5)
    assert sentence in str(caught.value)
    assert caught.value.column == 5


def test_a_forgotten_suit_is_guessed_but_no_card_is_invented() -> None:
    with pytest.raises(NotationError, match=r"Did you mean 10[shdc]\?"):
        ONE_PACK.card("10")
    with pytest.raises(NotationError) as caught:
        ONE_PACK.card("77")
    assert "Did you mean" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence", "column"),
    [
        ("7s=8s", "7s is not a joker, so it cannot stand for another card", 3),
        ("*=*", "* cannot stand for a joker", 5),
        ("*=", "'' is not a card of this pack", 5),
        ("*=7x", "'7x' is not a card of this pack", 5),
        ("=7s", "'' is not a card of this pack", 3),
        ("?=7s", "'?' is not a card of this pack", 3),
    ],
)
def test_why_a_text_is_no_placed_card(text: str, sentence: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        TWO_PACKS.placed(text, column=3)
    assert sentence in str(caught.value)
    assert caught.value.column == column


def test_the_column_of_a_wrong_card_among_others() -> None:
    with pytest.raises(NotationError) as caught:
        TWO_PACKS.placed_cards("7s  8s *=9x", column=6)
    assert caught.value.column == 6 + 9


@settings(deadline=None)
@given(st.text(max_size=4) | st.text("shdcAK10*=", max_size=4))
def test_a_text_is_a_card_of_the_pack_or_refused(text: str) -> None:
    if text.lower() in {card.text.lower() for card in TWO_PACKS.cards}:
        assert TWO_PACKS.card(text).text.lower() == text.lower()
    else:
        with pytest.raises(NotationError):
            TWO_PACKS.card(text)
