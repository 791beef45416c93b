"""Moves as text: what is written reads back, and what makes no sense is told where it goes wrong."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from core_games import moves, new_match
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign import Sample, samples
from rummykit.engine.actions import VERBS, Action, LayDown, LayOff, SwapJoker
from rummykit.engine.notation import read_action
from rummykit.errors import NotationError
from rummykit.melds import MeldRules
from rummykit.refusals import Reason, Refusal
from rummykit.scenario import Scenario, Table

RUMMY17 = Scenario("rummy17")
ROUND_THE_CORNER = Scenario("rummy17", melds={"wrap": True})
USE_AT_ONCE = Scenario("rummy17", discards={"take": "only_to_use"}, claims={"allowed": "never"})


def table() -> Table:
    return RUMMY17.deal(
        hands=["3r 4r 5r 6r 10y 9b 2r 9g", "1b"],
        table=["1: 7y 8y 9y", "2: 7b 8b *b=9b", "1: 2g 2v *r", "1: 10r 10b 10g"],
        open_card="12v",
        drawn=True,
    )


TABLE = table()


def read(text: str) -> Action | Refusal:
    return read_action(text, TABLE.round)


def doubt(text: str, table: Table = TABLE) -> str:
    refusal = read_action(text, table.round)
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.AMBIGUOUS
    assert refusal.rule == "TABLE-03"
    return refusal.sentence


# -- what is written reads back --------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"melds": {"wrap": True}, "first_meld": {"min": 30}},
        {
            "discards": {"take": "only_to_use"},
            "stock": {"exhausted": "reshuffle"},
            "claims": {"takes_turn": True},
        },
        {"jokers": {"per_meld": "unlimited", "min_naturals": 1}, "pool": {"lay_off": True}},
        {"swaps": {"needs_first_meld": False}, "pool": {"min_run": 3}},
    ],
)
@samples(normal=3, campaign=50)
def test_every_legal_move_reads_back(
    players: int, options: dict[str, Any], sample: Sample, tally: Callable[[str, int], None]
) -> None:
    random, seen = Random(5), set()
    for seed in sample.seeds:
        match = new_match(players, seed, **options)
        for move in moves(match, seed):
            legal = list(match.round.legal_actions())
            for action in random.sample(legal, min(6, len(legal))):
                assert read_action(str(action), match.round) == action
                assert VERBS[action.verb] is type(action)
                seen.add(action.verb)
            match.apply(move)
    rare = {"claim"} if "discards" in options else set()
    assert seen >= {"draw", "claim", "pass", "meld", "layoff", "discard"} - rare
    tally("games whose moves read back", sample.number)


@pytest.mark.parametrize(
    "text",
    [
        "draw stock",
        "draw discard",
        "claim",
        "pass",
        "meld 3r 4r 5r",
        "meld 3r 4r 5r | 7b *g=7g 7y",
        "meld 3r 4r *r=5r 6r",
        "layoff 10y > 1",
        "layoff *y=6y > 1",
        "layoff 7r > 99",
        "layoff 7r > 1 high",
        "swap 9b > 2",
        "swap 9b > 2 : layoff *b=10b > 2",
        "swap 9b > 2 : meld 7b *b=8b 9b",
        "swap 9b > 2, 2r > 3 : meld 3r 4r *r=5r | 1b 2b *b=3b",
        "draw discard : meld 10v 11v 12v",
        "draw discard : layoff 10y > 1",
        "discard 9g",
    ],
)
def test_a_move_is_written_as_it_is_read(text: str) -> None:
    action = read(text)
    assert not isinstance(action, Refusal)
    assert str(action) == text
    assert read(str(action)) == action


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("  DRAW   Stock ", "draw stock"),
        ("Pass ", "pass"),
        ("CLAIM", "claim"),
        ("Discard  9G", "discard 9g"),
        ("meld 5R 3r   4R", "meld 3r 4r 5r"),
        ("meld 3r 4r 5r|7B 7y *G", "meld 3r 4r 5r | 7b *g=7g 7y"),
        ("layoff 10y>1", "layoff 10y > 1"),
        ("LAYOFF *Y>1 LOW", "layoff *y=6y > 1"),
        ("layoff *y  >  1  high", "layoff *y=10y > 1"),
        ("layoff 6y", "layoff 6y > 1"),
        ("layoff 10y > 1 high", "layoff 10y > 1"),
        ("layoff *v", "layoff *v=10v > 4"),
        ("swap 9B>2:layoff *b=10b>2", "swap 9b > 2 : layoff *b=10b > 2"),
        ("swap 9b > 2 : layoff *b > 2 high", "swap 9b > 2 : layoff *b=10b > 2"),
        ("swap 2r>3 , 9b>2 : meld 3r 4r *r 6r", "swap 2r > 3, 9b > 2 : meld 3r 4r *r=5r 6r"),
        ("draw DISCARD:meld 12v 11v 10v", "draw discard : meld 10v 11v 12v"),
    ],
)
def test_case_blanks_and_order_do_not_matter(typed: str, written: str) -> None:
    assert str(read(typed)) == written


def test_a_swapped_joker_may_be_laid_off_without_a_number() -> None:
    fresh = RUMMY17.deal(hands=["9b 3r"], table=["1: 7b 8b *b=9b", "1: 5r 5g 5y"], drawn=True)
    assert str(fresh.read("swap 9b > 1 : layoff *b=5b")) == "swap 9b > 1 : layoff *b=5b > 2"


def test_a_swap_that_fits_nothing_is_still_a_move() -> None:
    assert str(read("swap 4r > 2 : meld 3r 4r 5r")) == "swap 4r > 2 : meld 3r 4r 5r"
    assert str(read("swap 4r > 77 : meld 3r 4r 5r")) == "swap 4r > 77 : meld 3r 4r 5r"


def test_actions_are_what_they_say() -> None:
    assert isinstance(read("meld 3r 4r 5r"), LayDown)
    assert read("layoff 10y > 1") == LayOff(RUMMY17.rules.pack.placed("10y"), 1)
    assert read("swap 9b > 2, 2r > 3") == SwapJoker(
        ((RUMMY17.rules.pack.card("9b"), 2), (RUMMY17.rules.pack.card("2r"), 3))
    )
    assert all(kind.form.startswith(word) for word, kind in VERBS.items())


# -- what can be read in more than one way ---------------------------------------------------------


def test_a_joker_at_either_end_is_asked_back() -> None:
    assert doubt("meld 3r 4r *r") == ("'3r 4r *r' can be read in more than one way; write 3r 4r *r=5r or *r=2r 3r 4r.")


def test_a_lay_off_of_a_joker_at_either_end_is_asked_back() -> None:
    assert doubt("layoff *y > 1") == (
        "'layoff *y > 1' can be read in more than one way; write 'layoff *y=6y > 1' or 'layoff *y=10y > 1'."
    )


def test_a_lay_off_that_fits_two_melds_is_asked_back() -> None:
    assert doubt("layoff 10y") == (
        "'layoff 10y' can be read in more than one way; write 'layoff 10y > 1' or 'layoff 10y > 4'."
    )


def test_a_card_that_closes_a_circle_fits_either_end() -> None:
    run = " ".join(f"{value}y" for value in range(1, 17))
    circle = ROUND_THE_CORNER.deal(hands=["17y 3r"], table=[f"1: {run}"], drawn=True)
    for text in ("layoff 17y > 1", "layoff 17y > 1 low", "layoff 17y > 1 high"):
        action = circle.read(text)
        assert str(action) == "layoff 17y > 1"
        assert circle.refusal(text) is None


def test_an_ace_at_either_end_of_a_full_suit_lies_where_it_is_written() -> None:
    ace_high = Scenario("rummy17")
    ace_high.rules = replace(ace_high.rules, melds=MeldRules(ace_high.rules.pack, high_ace=True))
    fresh = ace_high.deal(drawn=True)
    low, high = [f"{value}y" for value in range(1, 18)], [f"{value}y" for value in (*range(2, 18), 1)]
    for cards in (low, high):
        assert str(fresh.read(f"meld {' '.join(cards)}")) == f"meld {' '.join(cards)}"
    assert f"write {' '.join(low)} or {' '.join(high)}." in doubt(f"meld {' '.join(reversed(low))}", fresh)


def test_cards_that_are_no_meld_are_refused_with_their_rule() -> None:
    refusal = read("meld 3r 4r 9g")
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.MELD_MIXED
    assert refusal.rule.startswith("R17-MELD")
    assert "3r 4r 9g" in str(refusal)


def test_a_doubt_inside_a_home_is_asked_back() -> None:
    assert "meld 3r 4r *r" not in doubt("swap 2r > 3 : meld 3r 4r *r")


# -- what makes no sense ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "column", "sentence"),
    [
        ("", 1, "There is no move to read."),
        ("   ", 1, "There is no move to read."),
        ("medl 3r 4r 5r", 1, f"'medl' is not a move; moves are {', '.join(VERBS)}."),
        ("  medl 3r", 3, "Did you mean meld?"),
        ("draw", 5, "Say where from: 'draw stock' or 'draw discard'."),
        ("draw  deck", 7, "Say where from: 'draw stock' or 'draw discard'."),
        ("draw discard : pass", 16, "Say after the colon where the card goes: 'meld ...' or 'layoff ...'."),
        ("draw discard :", 15, "Say after the colon where the card goes: 'meld ...' or 'layoff ...'."),
        ("claim it", 7, "'claim' stands alone; 'it' does not belong there."),
        ("pass  please", 7, "'pass' stands alone; 'please' does not belong there."),
        ("discard", 8, "Exactly one card is discarded, for example 'discard 1r'."),
        ("discard 3r 4r", 9, "Exactly one card is discarded"),
        ("discard  3x", 10, "'3x' is not a card of this pack"),
        ("discard *", 9, "'*' is not a joker of this pack; its jokers are *r *b *g *y *v."),
        ("meld", 5, "A meld needs its cards: meld CARD CARD CARD | CARD CARD CARD."),
        ("meld 3r 4r 5r |", 16, "A meld is missing beside the '|'."),
        ("meld | 3r 4r 5r", 6, "A meld is missing beside the '|'."),
        ("meld 3r 4x 5r", 9, "'4x' is not a card of this pack"),
        ("meld 3r 4r 5r | 6r 7r 18r", 23, "its values go from 1 to 17."),
        ("meld 3r 4r *r=5x", 15, "'5x' is not a card of this pack"),
        ("meld 3r 4r 5r=6r", 12, "5r is not a joker, so it cannot stand for another card"),
        ("meld 3r 4r *r=*r", 15, "*r cannot stand for a joker"),
        ("meld 3r 3r 3r", 6, "The pack has fewer copies of 3r"),
        ("layoff", 7, "One card is laid off at a time: layoff CARD > MELD-NUMBER"),
        ("layoff > 1", 8, "One card is laid off at a time"),
        ("layoff 3r 4r > 1", 8, "One card is laid off at a time"),
        ("layoff 3r > ", 12, "The number of a meld goes after '>': layoff CARD > MELD-NUMBER"),
        ("layoff 3r > x", 13, "The number of a meld goes after '>'"),
        ("layoff 3r > ²", 13, "The number of a meld goes after '>'"),
        ("layoff 3r > ٣", 13, "The number of a meld goes after '>'"),
        ("layoff 3r > " + "9" * 5000, 13, "The number of a meld goes after '>'"),
        ("layoff 3r > 1 middle", 15, "'middle' is not an end of a run; it is 'low' or 'high'."),
        ("layoff 3q > 1", 8, "'3q' is not a card of this pack"),
        ("layoff 17v", 8, "17v fits no meld on the table."),
        ("swap", 5, "A swap names a hand card and a meld: swap CARD > MELD-NUMBER : meld ..."),
        ("swap 9b", 6, "A swap names a hand card and a meld"),
        ("swap > 2", 6, "A swap names a hand card and a meld"),
        ("swap 9b > two", 6, "A swap names a hand card and a meld"),
        ("swap 9b > ²", 6, "A swap names a hand card and a meld"),
        ("swap 9b > 2, ", 13, "A swap names a hand card and a meld"),
        ("swap 9b > 2,  3r", 15, "A swap names a hand card and a meld"),
        ("swap 9q > 2", 6, "'9q' is not a card of this pack"),
        ("swap 9b > 2 : discard 3r", 15, "Say after the colon where the card goes"),
        ("swap 9b > 2 : layoff 17v", 22, "17v fits no meld on the table."),
    ],
)
def test_nonsense_is_told_with_its_column(text: str, column: int, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert sentence in str(caught.value)
    assert caught.value.column == column


WORDS = st.sampled_from(
    [*VERBS, "stock", "3r", "4r", "*r", "*b=9b", "9b", "10y", ">", ":", "|", ",", "1", "2", "low", "²", "->"]
)


@settings(deadline=None)
@given(st.lists(WORDS | st.text(max_size=3), max_size=9).map(" ".join))
def test_any_text_is_a_move_a_doubt_or_a_sentence_with_a_column(text: str) -> None:
    try:
        action = read(text)
    except NotationError as error:
        column = error.column
    else:
        assert isinstance(action, Refusal) or read(str(action)) == action
        column = 1
    assert 1 <= column <= len(text) + 1


# -- a card taken to be used at once ---------------------------------------------------------------


def test_a_card_may_be_drawn_and_used_in_one_move() -> None:
    fresh = USE_AT_ONCE.deal(hands=["3r 4r 9g"], open_card="5r")
    assert fresh.refusal("draw discard : meld 3r 4r 5r") is None
    assert fresh.refusal("draw discard") is None
    refusal = USE_AT_ONCE.deal(hands=["3r 7r 9g"], open_card="5r").refusal("draw discard")
    assert refusal is not None
    assert refusal.reason is Reason.TAKEN_CARD_UNUSED
