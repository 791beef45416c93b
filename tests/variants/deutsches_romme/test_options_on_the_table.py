"""House rules of Deutsches Rommé about lay-offs, swaps, the end, scoring and the match: the difference each makes."""

from __future__ import annotations

from typing import Any

import pytest

from matches import match_sections
from rummykit.engine.books import Standing
from rummykit.engine.match import Match
from rummykit.engine.table import Ending
from rummykit.scenario import Table

from ..helpers import allowed, ending, play_out, refused, score
from .helpers import LAY_ALL, WHOLE_HAND, holding, jokers, romme

# -- laying off ----------------------------------------------------------------------------------


@pytest.mark.option("lay_offs.on")
def test_layoff() -> None:
    melds = ("1: 9s 9d 9c", "2: 4h 5h 6h")
    anywhere = holding("9h 7h 2c 3d", *melds)
    allowed(anywhere, "layoff 9h > 1")
    allowed(anywhere, "layoff 7h > 2")
    own = holding("9h 7h 2c 3d", *melds, lay_offs={"on": "own"})
    allowed(own, "layoff 9h > 1")
    refused(own, "layoff 7h > 2", "ROM-LAY-01", "your own melds only", option="lay_offs.on")
    nowhere = holding("9h 7h 2c 3d", *melds, lay_offs={"on": "none"})
    for move in ("layoff 9h > 1", "layoff 7h > 2"):
        refused(nowhere, move, "ROM-LAY-01", "nobody may lay off", option="lay_offs.on")


@pytest.mark.option("lay_offs.before_first_meld")
def test_layoff_before_the_first_meld() -> None:
    later = holding("7h 2c 3d", "2: 4h 5h 6h")
    refused(later, "layoff 7h > 1", "ROM-LAY-01", "after your own first meld", option="lay_offs.before_first_meld")
    at_once = holding("7h 2c 3d", "2: 4h 5h 6h", lay_offs={"before_first_meld": True})
    allowed(at_once, "layoff 7h > 1")
    # It is no first meld: that one needs its points as ever.
    assert not at_once.play("layoff 7h > 1").round.has_melded(0)


@pytest.mark.option("lay_offs.same_turn")
def test_layoff_same_turn() -> None:
    hand = "Ks Kh Kd Kc 7h 2c 3d"
    allowed(holding(hand, "2: 4h 5h 6h").play("meld Ks Kh Kd Kc"), "layoff 7h > 1")
    later = romme(lay_offs={"same_turn": False}).deal(
        hands=[hand, "Jc"], table=["2: 4h 5h 6h"], drawn=True, stock_top="5c 5d"
    )
    later.play("meld Ks Kh Kd Kc")
    refused(later, "layoff 7h > 1", "ROM-LAY-01", "the turn after", option="lay_offs.same_turn")
    later.play("discard 2c", "draw stock", "discard 5c", "draw stock")
    allowed(later, "layoff 7h > 1")


# -- swaps ---------------------------------------------------------------------------------------

RUN = "2: 4h 5h *=6h"
HAND = "6h 9d 10d 2c 3d"
SWAP = "swap 6h > 1 : meld 9d 10d *=Jd"


@pytest.mark.option("swaps.allowed")
def test_joker_swap() -> None:
    allowed(holding(HAND, RUN, melded=True), SWAP)
    table = holding(HAND, RUN, melded=True, swaps={"allowed": False})
    refused(table, SWAP, "ROM-JOK-01", "are not swapped", option="swaps.allowed")
    assert not [move for move in table.legal() if move.startswith("swap")]


@pytest.mark.option("swaps.needs_first_meld")
def test_swap_requires_first_meld() -> None:
    option = "swaps.needs_first_meld"
    refused(holding(HAND, RUN), SWAP, "ROM-JOK-01", "after your own first meld", option=option)
    table = holding(HAND, RUN, swaps={"needs_first_meld": False})
    # The joker's new home is a first meld then, with all its points.
    refused(table, SWAP, "ROM-FIRST-01", "29 of 40")
    enough = holding("6h Ks Kh Kd 2c 3d", RUN, swaps={"needs_first_meld": False})
    allowed(enough, "swap 6h > 1 : meld Ks Kh Kd *")
    assert enough.play("swap 6h > 1 : meld Ks Kh Kd *").round.has_melded(0)


@pytest.mark.option("swaps.needs_first_meld")
@pytest.mark.option("hand_romme.when")
@pytest.mark.parametrize(
    ("hand", "meld", "options"),
    [
        ("6c 2s 2h 2d", "2: 6s 6h 6d *", {"jokers": {"min_naturals": 3}}),
        ("6c 2s 3s 4s 2h 3h 4h", "2: 6s 6h *", {"swaps": {"min_run": 5}}),
    ],
)
def test_a_swap_that_lays_the_whole_hand_is_listed_only_where_it_is_legal(
    hand: str, meld: str, options: dict[str, Any]
) -> None:
    options = {"swaps": {}, **options, "hand_romme": {"when": "own_all_at_once"}}
    options["swaps"] = {**options["swaps"], "needs_first_meld": False}
    table = holding(hand, meld, **options)
    assert len(table.legal()) > len(hand.split())
    assert [move for move in table.legal() if not table.is_legal(move)] == []


@pytest.mark.option("swaps.same_turn")
def test_swap_same_turn() -> None:
    hand = f"{HAND} Ks Kh Kd Kc"
    allowed(holding(hand, RUN).play("meld Ks Kh Kd Kc"), SWAP)
    later = romme(swaps={"same_turn": False}).deal(hands=[hand, "Jc"], table=[RUN], drawn=True, stock_top="5c 5d")
    later.play("meld Ks Kh Kd Kc")
    refused(later, SWAP, "ROM-JOK-01", "the turn after", option="swaps.same_turn")
    later.play("discard 2c", "draw stock", "discard 5c", "draw stock")
    allowed(later, SWAP)


@pytest.mark.option("swaps.joker_goes")
def test_swapped_joker_use() -> None:
    melds = (RUN, "1: 7s 8s 9s", "1: 3s 3h 3c")
    lay_offs = [f"swap 6h > 1 : layoff {where}" for where in ("*=7h > 1", "*=3h > 1", "*=10s > 2", "* > 3")]
    literal = holding(HAND, *melds)
    free = holding(HAND, *melds, swaps={"joker_goes": "meld_or_lay_off"})
    for move in lay_offs:
        refused(literal, move, "ROM-JOK-02", "in a new meld", option="swaps.joker_goes")
        allowed(free, move)
    allowed(literal, SWAP)
    allowed(free, SWAP)
    assert free.play(lay_offs[0]).meld(1) == "4h 5h 6h *=7h"


TO_HAND = {"swaps": {"joker_goes": "hand"}}


@pytest.mark.option("swaps.joker_goes")
def test_a_joker_goes_to_the_hand() -> None:
    refused(
        holding(HAND, RUN, "1: 3s 3h 3c"), "swap 6h > 1", "ROM-JOK-02", "say after a colon", option="swaps.joker_goes"
    )
    table = holding(HAND, RUN, "1: 3s 3h 3c", **TO_HAND)
    assert [move for move in table.legal() if move.startswith("swap")] == ["swap 6h > 1"]
    table.play("swap 6h > 1")
    assert table.meld(1) == "4h 5h 6h"
    assert jokers(table) == [1, 0]
    # It is a card like any other: laid, laid off, kept, discarded.
    for move in ("meld 9d 10d *=Jd", "layoff *=7h > 1", "layoff * > 2", "discard 2c", "discard *"):
        allowed(table, move)
    table = holding(HAND, RUN, "1: 3s 3h 3c", **TO_HAND)
    refused(table, SWAP, "ROM-TURN-02", "swap first, then lay the joker in a move of its own")


@pytest.mark.option("swaps.joker_goes")
def test_a_joker_in_the_hand_waits_for_the_first_meld() -> None:
    refused(holding(HAND, RUN, **TO_HAND), "swap 6h > 1", "ROM-JOK-01", "after your own first meld")
    table = holding("6h Kd Kc 2c", RUN, swaps={**TO_HAND["swaps"], "needs_first_meld": False})
    table.play("swap 6h > 1")
    refused(table, "meld Kd Kc *", "ROM-FIRST-01", "40")


@pytest.mark.option("swaps.joker_goes")
def test_several_jokers_in_one_move() -> None:
    table = holding("6h 8s 2c", RUN, "2: 7s *=8s 9s", melded=True, **TO_HAND).play("swap 6h > 1, 8s > 2")
    assert table.hand(0) == "2c * *"


@pytest.mark.option("swaps.joker_goes", "jokers.discard")
@pytest.mark.parametrize(("discard", "hand", "goes"), [
    ("allowed", "6h", True),
    ("not_last", "6h", False),
    ("not_last", "6h *", True),
    ("never", "6h *", False),
    ("never", "6h 2c", True),
])  # fmt: skip
def test_no_swap_leaves_only_jokers_that_may_not_be_discarded(discard: str, hand: str, goes: bool) -> None:
    table = holding(hand, RUN, melded=True, jokers={"discard": discard}, **TO_HAND)
    assert table.is_legal("swap 6h > 1") == ("swap 6h > 1" in table.legal()) == goes
    if not goes:
        refused(table, "swap 6h > 1", "ROM-END-01", "nothing left to discard but a joker", option="jokers.discard")


@pytest.mark.option("swaps.joker_goes", "discards.throw_back")
def test_of_two_jokers_the_one_swapped_may_be_discarded() -> None:
    scenario = romme(discards={"throw_back": False}, **TO_HAND)
    table = scenario.deal(hands=["6h", "Jc"], open_card="*", table=[RUN], melded=[0]).play("draw discard")
    refused(table, "discard *", "ROM-TURN-02", "*")
    table.play("swap 6h > 1")
    assert table.legal()[-1] == "discard *"
    allowed(table, "discard *")


@pytest.mark.option("swaps.joker_goes", "discards.take")
@pytest.mark.parametrize("take", ["only_to_use", "only_to_meld"])
def test_a_swapped_joker_may_be_what_the_card_taken_needs(take: str) -> None:
    scenario = romme(discards={"take": take}, **TO_HAND)
    table = scenario.deal(hands=["6h Jd 2c 5s", "Jc"], open_card="Qd", table=[RUN], melded=[0]).play("draw discard")
    assert table.legal() == ["swap 6h > 1"]
    assert set(table.play("swap 6h > 1").legal()) == {"meld *=10d Jd Qd", "meld Jd Qd *=Kd"}
    without = scenario.deal(hands=["7h Jd 2c 5s", "Jc"], open_card="Qd", table=[RUN], melded=[0])
    refused(without, "draw discard", "ROM-TURN-03", "Qd")


@pytest.mark.option("swaps.joker_goes", "turn.most_cards")
def test_a_swapped_card_is_placed() -> None:
    table = holding("6h 9d 10d 2c", RUN, melded=True, turn={"most_cards": 3}, **TO_HAND)
    refused(table.play("swap 6h > 1"), "meld 9d 10d *=Jd", "ROM-FIRST-02", "3")


@pytest.mark.option("swaps.only_own")
def test_swaps_from_own_melds_only() -> None:
    for owner, goes in ((1, True), (2, False)):
        melds = (f"{owner}: 4h 5h *=6h", "1: 3s 3h 3c")
        allowed(holding(HAND, *melds), SWAP)
        table = holding(HAND, *melds, swaps={"only_own": True})
        assert table.is_legal(SWAP) == any(move.startswith("swap") for move in table.legal()) == goes
    refused(table, SWAP, "ROM-JOK-01", "in your own melds; meld 1 is not yours", option="swaps.only_own")


@pytest.mark.option("swaps.min_run")
@pytest.mark.parametrize(("fewest", "verdicts"), [(3, (True, True)), (4, (False, True)), (5, (False, False))])
def test_swapped_joker_min_run(fewest: int, verdicts: tuple[bool, ...]) -> None:
    table = holding("6h 9d 10d 8d 7s 7c 2c 3d", RUN, melded=True, swaps={"min_run": fewest})
    moves = (SWAP, "swap 6h > 1 : meld 8d 9d 10d *=Jd")
    for move, legal in zip(moves, verdicts, strict=True):
        if legal:
            allowed(table, move)
        else:
            refused(table, move, "ROM-JOK-02", f"at least {fewest}", option="swaps.min_run")
    # Sets are not bound by it.
    allowed(table, "swap 6h > 1 : meld 7s 7c *")


@pytest.mark.option("swaps.sets")
@pytest.mark.parametrize(
    ("rule", "verdicts"), [("any_missing", (True, True, True, True)), ("four_naturals", (False, True, False, True))]
)
def test_set_joker_swap(rule: str, verdicts: tuple[bool, ...]) -> None:
    melds = ("6s 6c *", "6s 6d 6c *", "6s 6c * *", "4h 5h *=6h")
    for meld, legal in zip(melds, verdicts, strict=True):
        table = holding(HAND, f"2: {meld}", melded=True, swaps={"sets": rule})
        if legal:
            allowed(table, SWAP)
        else:
            refused(table, SWAP, "ROM-JOK-03", "four natural cards", option="swaps.sets")


# -- going out -----------------------------------------------------------------------------------

LOSER = "* As Kh 7d"


def scored(table: Table) -> tuple[int, ...]:
    assert ending(table) is Ending.OUT
    return score(table).totals


@pytest.mark.option("going_out.discard")
def test_out_by_melding_the_last_card() -> None:
    free: dict[str, Any] = {"going_out": {"discard": "optional"}}
    for hand, meld, move in (
        ("7h 8h 9h", "2: Js Jh Jd", "meld 7h 8h 9h"),
        ("Qd", "2: 9d 10d Jd", "layoff Qd > 1"),
        ("6h 9d 10d", RUN, SWAP),
    ):
        refused(holding(hand, meld, melded=True), move, "ROM-END-01", option="going_out.discard")
        table = romme(**free).deal(hands=[hand, LOSER], table=[meld], melded=[0], drawn=True)
        allowed(table, move)
        assert scored(table.play(move)) == (0, 48)
        assert table.round.outcome is not None
        assert (table.round.outcome.seat, table.round.outcome.last_card, table.hand(0)) == (0, None, "")
    # Discarding the last card still is a way out.
    table = romme(**free).deal(hands=["7h 8h 9h 2c", LOSER], table=["1: Js Jh Jd"], drawn=True)
    assert scored(table.play("meld 7h 8h 9h", "discard 2c")) == (0, 48)


@pytest.mark.option("going_out.discard")
@pytest.mark.option("discards.take")
def test_out_with_a_card_just_taken() -> None:
    scenario = romme(going_out={"discard": "optional"}, discards={"take": "only_to_meld"})
    table = scenario.deal(hands=["7h 8h", LOSER], melded=[0, 1], open_card="9h")
    assert scored(table.play("draw discard : meld 7h 8h 9h")) == (0, 48)


@pytest.mark.option("going_out.discard")
@pytest.mark.option("hand_romme.when")
def test_hand_romme_without_a_discard() -> None:
    table = romme(going_out={"discard": "optional"}).deal(hands=[WHOLE_HAND, LOSER], drawn=True)
    allowed(table, LAY_ALL)
    assert scored(table.play(LAY_ALL)) == (0, 96)


def test_a_single_card_is_no_hand_to_be_laid() -> None:
    table = romme().deal(hands=["5h", LOSER], drawn=True)
    assert [str(action) for action in table.round.legal_actions()] == ["discard 5h"]


def laying_all(*table: str, **hand_romme: Any) -> Table:
    """The first player can lay all but one card at once, for 35 points."""
    return romme(hand_romme=hand_romme).deal(hands=[f"{WHOLE_HAND} 9c", LOSER], table=table, drawn=True)


def with_40(*table: str, **hand_romme: Any) -> tuple[int, ...]:
    """The totals where all is laid at once, and the 40 points are reached."""
    hand = "Ks Kh Kd Kc 2h 3h 4h 9c"
    scenario = romme(hand_romme=hand_romme)
    dealt = scenario.deal(hands=[hand, LOSER], table=table, drawn=True)
    return scored(dealt.play("meld Ks Kh Kd Kc | 2h 3h 4h", "discard 9c"))


@pytest.mark.option("hand_romme.when")
@pytest.mark.parametrize(
    ("when", "on_empty_table", "after_others"),
    [("never", 48, 48), ("table_empty", 96, 48), ("own_all_at_once", 96, 96)],
)
def test_hand_romme(when: str, on_empty_table: int, after_others: int) -> None:
    assert with_40(when=when) == (0, on_empty_table)
    assert with_40("2: Js Jh Jd", when=when) == (0, after_others)
    # What is no Hand-Rommé has the first-meld rule to meet.
    for table, points in (((), on_empty_table), (("2: Js Jh Jd",), after_others)):
        all_at_once = laying_all(*table, when=when)
        if points == 96:
            allowed(all_at_once, LAY_ALL)
            assert scored(all_at_once.play(LAY_ALL, "discard 9c")) == (0, 96)
        else:
            refused(all_at_once, LAY_ALL, "ROM-FIRST-01", "35 of 40")
    # Who has melded before is out like anybody else.
    table = romme(hand_romme={"when": when}).deal(hands=["2h 3h 4h 9c", LOSER], table=["1: Js Jh Jd"], drawn=True)
    assert scored(table.play("meld 2h 3h 4h", "discard 9c")) == (0, 48)


@pytest.mark.option("hand_romme.factor")
@pytest.mark.parametrize("factor", [1, 2, 3, 4])
def test_hand_romme_multiplier(factor: int) -> None:
    assert with_40(factor=factor) == (0, 48 * factor)
    assert with_40("2: Js Jh Jd", factor=factor) == (0, 48)


@pytest.mark.option("hand_romme.waives_first_meld")
def test_hand_romme_waives_first_meld() -> None:
    allowed(laying_all(), LAY_ALL)
    strict = laying_all(waives_first_meld=False)
    refused(strict, LAY_ALL, "ROM-FIRST-01", "35 of 40")
    # With the points it still is one.
    assert with_40(waives_first_meld=False) == (0, 96)
    # In the club it is free of 40 points with a joker and of the one joker, but not of one joker a meld.
    for waives, word in ((True, None), (False, "2 jokers; at most 1")):
        club = romme(preset="club", hand_romme={"waives_first_meld": waives})
        table = club.deal(hands=["2s 3s * 2h 3h * 9c", LOSER], drawn=True, lap=2)
        move = "meld 2s 3s *=4s | 2h 3h *=4h"
        if word is None:
            allowed(table, move)
        else:
            refused(table, move, "CLUB-FIRST-01", word)
        table = club.deal(hands=["2s 3s * * 9c", LOSER], drawn=True, lap=2)
        refused(table, "meld 2s 3s *=4s *=5s", "CLUB-JOK-01", "at most 1")


# -- scoring -------------------------------------------------------------------------------------


@pytest.mark.option("jokers.in_hand")
@pytest.mark.option("ace.in_hand")
@pytest.mark.parametrize(("joker", "ace", "points"), [(20, 11, 48), (25, 1, 43), (0, 11, 28), (50, 20, 87)])
def test_penalties(joker: int, ace: int, points: int) -> None:
    scenario = romme(jokers={"in_hand": joker}, ace={"in_hand": ace})
    table = scenario.deal(hands=["9c", LOSER], melded=[0], drawn=True).play("discard 9c")
    assert scored(table) == (0, points)
    rules = table.round.rules
    assert rules.scoring.card_penalty(rules.pack.card("*")) == joker
    assert rules.scoring.card_penalty(rules.pack.card("Ah")) == ace


# -- the match -----------------------------------------------------------------------------------

NAMES = ["Ann", "Ben", "Cem"]
SHORT = {"reshuffles": 0}


@pytest.mark.option("match.rounds")
@pytest.mark.option("match.rounds")
@pytest.mark.parametrize(("options", "rounds"), [({}, 1), ({"rounds": 4}, 4)])
def test_rounds(options: dict[str, Any], rounds: int) -> None:
    match = Match(romme(3, **match_sections(options), stock=SHORT).rules, 2, NAMES)
    dealers = play_out(match)
    assert len(match.scores) == match.round.number == rounds
    assert dealers == [(match.first_dealer + number) % 3 for number in range(rounds)]
    assert match.totals == tuple(sum(score.totals[seat] for score in match.scores) for seat in range(3))
    assert match.winners == tuple(seat for seat in range(3) if match.totals[seat] == min(match.totals))
    assert max(match.totals) > 0


@pytest.mark.option("match.rounds")
@pytest.mark.option("match.target")
@pytest.mark.parametrize("target", [50, 400])
def test_a_target_ends_the_match_and_the_lowest_total_wins(target: int) -> None:
    match = Match(romme(3, match={"target": target}, stock=SHORT).rules, 2, NAMES)
    play_out(match)
    assert max(match.totals) >= target
    before = [sum(score.totals[seat] for score in match.scores[:-1]) for seat in range(3)]
    assert max(before) < target
    best = min(match.totals)
    assert match.winners == tuple(seat for seat in range(3) if match.totals[seat] == best)
    assert best < max(match.totals)


@pytest.mark.option("match.target")
def test_a_target_of_500_by_default() -> None:
    format = romme(match={"target": 500}).rules.match
    assert not format.is_over(Standing(1, (499, 3), (0, 1)))
    assert format.is_over(Standing(2, (500, 3), (0, 1)))
    assert not format.is_over(Standing(2, (499, 403), (0, 1)))
