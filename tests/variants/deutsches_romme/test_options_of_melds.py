"""House rules of Deutsches Rommé about what a meld is, and how many are laid: the difference each makes in play."""

from __future__ import annotations

from typing import Any

import pytest

from rummykit.refusals import Reason

from ..helpers import allowed, refused
from .helpers import holding, melds_of, romme, why_no_meld

# -- lengths -------------------------------------------------------------------------------------


@pytest.mark.option("melds.min_run")
@pytest.mark.parametrize("fewest", [3, 4, 5, 6])
def test_shortest_run(fewest: int) -> None:
    table = holding("4h 5h 6h 7h 8h 9h 2c 3d", melded=True, melds={"min_run": fewest})
    for length in (3, 4, 5, 6):
        move = f"meld {' '.join(['4h', '5h', '6h', '7h', '8h', '9h'][:length])}"
        if length >= fewest:
            allowed(table, move)
        else:
            refused(table, move, "ROM-MELD-02", f"a run has at least {fewest} cards", option="melds.min_run")
    # Sets are as they were, and so is what is added to a run.
    allowed(holding("9s 9h 9d 2c", melded=True, melds={"min_run": fewest}), "meld 9s 9h 9d")
    allowed(holding("10h 2c 3d", "1: 4h 5h 6h 7h 8h 9h", melds={"min_run": fewest}), "layoff 10h > 1")


@pytest.mark.option("melds.min_run")
def test_a_joker_makes_a_run_long_enough() -> None:
    table = holding("4h 5h 6h * 2c 3d", melded=True, melds={"min_run": 4})
    for move in ("meld 4h 5h 6h *=7h", "meld *=3h 4h 5h 6h"):
        allowed(table, move)
    refused(table, "meld 4h 5h *=6h", "ROM-MELD-02", "at least 4", option="melds.min_run")


@pytest.mark.option("melds.min_run")
def test_runs_that_are_to_be_longer_follow_the_shortest() -> None:
    assert romme(melds={"min_run": 5}).rules.table_rules.value("swaps.min_run") == 5
    assert romme(melds={"min_run": 4}, swaps={"min_run": 5}).rules.table_rules.value("swaps.min_run") == 5


@pytest.mark.option("melds.min_set")
@pytest.mark.parametrize("fewest", [3, 4])
def test_shortest_set(fewest: int) -> None:
    table = holding("9s 9h 9d 9c * 2c 3d", melded=True, melds={"min_set": fewest})
    for move, length in (("meld 9s 9h 9d", 3), ("meld 9s 9h *", 3), ("meld 9s 9h 9d 9c", 4), ("meld 9s 9h 9d *", 4)):
        if length >= fewest:
            allowed(table, move)
        else:
            refused(table, move, "ROM-MELD-01", f"a set has at least {fewest} cards", option="melds.min_set")
    allowed(holding("4h 5h 6h 2c", melded=True, melds={"min_set": fewest}), "meld 4h 5h 6h")


@pytest.mark.option("melds.min_run", "melds.min_set")
def test_two_cards_are_no_meld_of_either_kind() -> None:
    assert why_no_meld("9s 9h", melds={"min_run": 5, "min_set": 4}) is Reason.MELD_TOO_SHORT
    table = holding("9s 9h 4h 5h 6h 2c", melded=True, melds={"min_run": 5, "min_set": 4})
    refused(table, "meld 9s 9h", "ROM-MELD-01", "a meld has at least 4 cards")
    refused(table, "meld 4h 5h 6h", "ROM-MELD-02", "a run has at least 5 cards", option="melds.min_run")


# -- equal cards ---------------------------------------------------------------------------------


@pytest.mark.option("melds.twins")
def test_equal_cards_in_a_set() -> None:
    hand, moves = "9s 9s 9h 9d 9c * 2c 3d", ("meld 9s 9s 9h", "meld 9s 9s 9h 9d 9c", "meld 9s 9h 9d 9c *")
    usual = holding(hand, melded=True)
    refused(usual, moves[0], "ROM-MELD-01", "a suit that the set has already", option="melds.twins")
    refused(usual, moves[1], "ROM-MELD-01", "a suit that the set has already", option="melds.twins")
    refused(usual, moves[2], "ROM-MELD-01", "only 4 suits", option="melds.twins")
    twins = holding(hand, melded=True, melds={"twins": True})
    for move in moves:
        allowed(twins, move)


@pytest.mark.option("melds.twins")
def test_equal_cards_are_laid_off_and_swapped_for_a_joker() -> None:
    tables = [holding("9s 7h 8h 2c 3d", "1: 9s 9h *", melds={"twins": twins}) for twins in (False, True)]
    refused(tables[0], "layoff 9s > 1", "ROM-MELD-01", "a suit that the set has already", option="melds.twins")
    refused(tables[0], "swap 9s > 1 : meld 7h 8h *=9h", "ROM-JOK-01", "is not the card")
    allowed(tables[1], "layoff 9s > 1")
    allowed(tables[1], "swap 9s > 1 : meld 7h 8h *=9h")


# -- how many are laid ---------------------------------------------------------------------------

HAND = "4h 5h 6h 9s 9d 9c Ks Kh Kd 7h 2c"
THREE = ("meld 4h 5h 6h", "meld 9s 9d 9c", "meld Ks Kh Kd")


@pytest.mark.option("melds.per_turn")
@pytest.mark.parametrize("most", [1, 2, None])
def test_melds_in_a_turn(most: int | None) -> None:
    table = holding(HAND, melded=True, melds={"per_turn": "unlimited" if most is None else most})
    for laid, move in enumerate(THREE):
        if most is None or laid < most:
            allowed(table, move)
            table.play(move)
        else:
            refused(table, move, "ROM-FIRST-02", f"at most {most} new meld", option="melds.per_turn")
            assert {move.split()[0] for move in table.legal()} == {"discard", "layoff"}
    allowed(table, "layoff 7h > 1")
    # The next turn begins anew.
    table.play("discard 2c", "draw stock", "discard Jc", "draw stock")
    assert table.round.laid_melds == 0


@pytest.mark.option("melds.per_turn")
def test_melds_of_one_move_are_counted() -> None:
    table = holding(HAND, melded=True, melds={"per_turn": 2})
    refused(table, " | ".join(THREE).replace("| meld", "|"), "ROM-FIRST-02", "at most 2", option="melds.per_turn")
    allowed(table, "meld 4h 5h 6h | 9s 9d 9c")


@pytest.mark.option("melds.per_turn")
def test_the_first_meld_has_its_points_in_so_many_melds() -> None:
    hand = "Qh Kh Ah 9s 9d 9c 2c 3d"  # 31 points and 27
    allowed(holding(hand), "meld Qh Kh Ah | 9s 9d 9c")
    table = holding(hand, melds={"per_turn": 1})
    refused(table, "meld Qh Kh Ah | 9s 9d 9c", "ROM-FIRST-02", "at most 1", option="melds.per_turn")
    assert not any(move.startswith("meld") for move in table.legal())
    allowed(holding("10h Jh Qh Kh Ah 2c", melds={"per_turn": 1}), "meld 10h Jh Qh Kh Ah")


@pytest.mark.option("melds.per_turn")
def test_a_swapped_joker_needs_room_for_its_meld() -> None:
    hand = "6d 9s 9h 4d 4h 4c 8c 3c"
    options: dict[str, Any] = {"swaps": {"joker_goes": "meld_or_lay_off"}, "melds": {"per_turn": 1}}
    table = holding(hand, "1: 6s 6h *", "2: 10c Jc Qc", **options).play("meld 4d 4h 4c")
    refused(table, "swap 6d > 1 : meld 9s 9h *", "ROM-FIRST-02", "at most 1", option="melds.per_turn")
    allowed(table, "swap 6d > 1 : layoff *=Kc > 2")
    assert not any(": meld" in move for move in table.legal())
    first = holding(hand, "1: 6s 6h *", **options).play("swap 6d > 1 : meld 9s 9h *")
    refused(first, "meld 4d 4h 4c", "ROM-FIRST-02", "at most 1", option="melds.per_turn")


@pytest.mark.option("melds.per_turn")
def test_a_card_is_taken_only_where_there_is_room_for_its_meld() -> None:
    def table(most: int | str) -> Any:
        options: dict[str, Any] = {"melds": {"per_turn": most}, "discards": {"take": "only_to_meld"}}
        return romme(**options).deal(hands=["Qh Kh Ah 9s 9d 5c 2c 3d", "Jc"], open_card="9c")

    # The nines need the other meld beside them for a first meld.
    allowed(table("unlimited"), "draw discard")
    allowed(table(2), "draw discard")
    refused(table(1), "draw discard", "ROM-TURN-03", "in no new meld")
    table(2).play("draw discard", "meld Qh Kh Ah | 9s 9d 9c", "discard 2c")


@pytest.mark.option("melds.per_turn")
def test_a_claim_is_no_meld_of_the_turn_it_comes_in() -> None:
    options: dict[str, Any] = {"melds": {"per_turn": 1}, "claims": {"allowed": "only_to_use"}}
    table = romme(3, **options).deal(
        hands=["4h 5h 6h 2c", "9s 9d 3c 8d", "Jc 2s"], open_card="9c", melded=[0, 1], stock_top="7d"
    )
    table.play("draw stock", "claim : meld 9s 9d 9c")
    allowed(table, "meld 4h 5h 6h")


# -- jokers in a meld ----------------------------------------------------------------------------


@pytest.mark.option("jokers.share")
@pytest.mark.parametrize(
    ("share", "verdicts"),
    [("any", (True, True, True)), ("half", (True, True, False)), ("fewer", (True, False, False))],
)
def test_share_of_jokers(share: str, verdicts: tuple[bool, ...]) -> None:
    options = {"jokers": {"share": share, "side_by_side": 3}}
    table = holding("10c Qc 3s 6s 4h 8h * * * 2d 9d", melded=True, **options)
    moves = ("meld 10c *=Jc Qc", "meld 3s *=4s *=5s 6s", "meld 4h *=5h *=6h *=7h 8h")
    for move, legal in zip(moves, verdicts, strict=True):
        if legal:
            allowed(table, move)
        else:
            word = "the jokers must be fewer" if share == "fewer" else "at most half of a meld"
            refused(table, move, "ROM-MELD-04", word, option="jokers.share")


@pytest.mark.option("jokers.share")
def test_a_joker_too_many_is_not_laid_off() -> None:
    for share, fits in (("half", True), ("fewer", False)):
        table = holding("* 2d 9d", "1: 6s 6h *", jokers={"share": share})
        assert (table.refusal("layoff * > 1") is None) is fits
        assert ("layoff * > 1" in table.legal()) is fits


@pytest.mark.option("jokers.at_ends")
def test_jokers_at_the_ends_of_a_run() -> None:
    hand = "10c Jc Kc * 2d 9d"
    usual, inside = holding(hand, melded=True), holding(hand, melded=True, jokers={"at_ends": False})
    for move in ("meld 10c Jc *=Qc", "meld *=9c 10c Jc", "meld 10c Jc *=Qc Kc"):
        allowed(usual, move)
    allowed(inside, "meld 10c Jc *=Qc Kc")
    for move in ("meld 10c Jc *=Qc", "meld *=9c 10c Jc"):
        refused(inside, move, "ROM-MELD-04", "begins and ends with natural cards", option="jokers.at_ends")
    assert list(melds_of("10c Jc * Kc", jokers={"at_ends": False})) == ["10c Jc *=Qc Kc"]
    # In a set there are no ends; and a run grows by natural cards only.
    allowed(holding("6s 6h * 2d", melded=True, jokers={"at_ends": False}), "meld 6s 6h *")
    table = holding("* 8h 2d", "1: 5h 6h 7h", jokers={"at_ends": False})
    refused(table, "layoff *=8h > 1", "ROM-LAY-01", "does not fit")
    allowed(table, "layoff 8h > 1")


@pytest.mark.option("jokers.alone")
def test_jokers_alone() -> None:
    hand, options = "* * * * Ks 2d 9d", {"jokers": {"alone": True}}
    usual, table = holding(hand, melded=True), holding(hand, melded=True, **options)
    for move in ("meld * * *", "meld * * * *", "meld *=7s *=7h *=7d"):
        refused(usual, move, "ROM-MELD-04", "at least 2", option="jokers.min_naturals")
        allowed(table, move)
    # They count as a set of aces, whatever was said of them, and are listed once for each number of them.
    assert melds_of("*=7s *=7h *=7d", **options) == {"* * *": 33}
    assert melds_of("* * * *", **options) == {"* * * *": 44}
    assert [move for move in table.legal() if move.startswith("meld")] == ["meld * * *", "meld * * * *"]
    # Never a run, never with a single natural card, never more than the four suits.
    for move in ("meld *=7s *=8s *=9s", "meld * * Ks"):
        refused(table, move, "ROM-MELD-04", "at least 2", option="jokers.min_naturals")
    assert why_no_meld("* * * * *", **options) is Reason.SET_TOO_LONG


@pytest.mark.option("jokers.alone")
def test_jokers_alone_as_a_first_meld() -> None:
    for joker_value, fewest, legal in (("replaced", 33, True), ("replaced", 34, False), ("zero", 1, False)):
        first_meld = {"min": fewest, "joker_value": joker_value}
        table = holding("* * * Ks 2d 9d", jokers={"alone": True}, first_meld=first_meld)
        assert table.is_legal("meld * * *") is legal
        assert ("meld * * *" in table.legal()) is legal


@pytest.mark.option("jokers.alone")
@pytest.mark.parametrize("naturals", [1, 2])
def test_only_jokers_join_jokers_that_lie_alone(naturals: int) -> None:
    options = {"jokers": {"alone": True, "min_naturals": naturals}}
    table = holding("* As Ks 2d 3d", "1: * * *", "1: 9h 9c *", melded=True, **options)
    refused(table, "layoff As > 1", "ROM-LAY-01", "does not fit")
    refused(table, "swap As > 1 : layoff * > 2", "ROM-JOK-01", "is not the card")
    allowed(table, "layoff * > 1")
    assert not [move for move in table.legal() if move.startswith("swap") and "> 1" in move]


@pytest.mark.option("jokers.alone")
def test_a_swapped_joker_goes_to_jokers_alone() -> None:
    for alone in (True, False):
        table = holding("* * 9s 2d 3d", "1: 9h 9c *", melded=True, jokers={"alone": alone})
        assert table.is_legal("swap 9s > 1 : meld * * *") is alone
        assert ("swap 9s > 1 : meld * * *" in table.legal()) is alone


@pytest.mark.option("jokers.alone", "jokers.wild_ranks")
def test_wild_cards_lie_alone_as_well() -> None:
    options = {"jokers": {"alone": True, "wild_ranks": [2]}}
    assert melds_of("* 2s 2s", **options) == {"2s=* 2s=* *": 33}
    # Cards that are a meld with one of them as itself are meant so.
    assert list(melds_of("* 2s 2h", **options)) == ["2s 2h *"]
    table = holding("* 2s 2s Ks 9d", melded=True, **options)
    listed = [move for move in table.legal() if move.startswith("meld")]
    assert listed == ["meld 2s=* 2s=* *"]
    table.play(*listed)


def test_all_of_it_together() -> None:
    options: dict[str, Any] = {
        "melds": {"min_run": 4, "min_set": 4, "twins": True, "per_turn": 1},
        "jokers": {"share": "fewer", "at_ends": False, "min_naturals": 1},
    }
    rules = romme(**options).rules
    hand = rules.pack.heap("7s 7s 7h 7d 8d 9d Jd *")
    laid = rules.finder.naturals(hand) + rules.finder.with_jokers(hand)
    assert {str(lay.melds[0]) for lay in laid} == {
        "7s 7s 7h 7d",
        "7s 7s 7h *",
        "7s 7s 7d *",
        "7s 7h 7d *",
        "7s 7s 7h 7d *",
        "8d 9d *=10d Jd",
        "7d 8d 9d *=10d Jd",
    }
    assert rules.uncited() == []
