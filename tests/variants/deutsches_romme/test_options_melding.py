"""House rules of Deutsches Rommé about claims, melds and the first meld: the difference each makes in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rummykit.engine.table import Ending
from rummykit.scenario import Table

from ..helpers import allowed, ending, refused
from .helpers import holding, melds_of, romme

HANDS = ["2s 4s", "2h 4h", "2d 4d", "2c 4c"]

# -- claiming ------------------------------------------------------------------------------------


def claimable(claims: Mapping[str, object], **more: Any) -> Table:
    """The first of four players draws from the stock; 9c lies open, discarded by the last one."""
    setting: dict[str, Any] = {"open_card": "9c", "under": "8c", "stock_top": "Js Qs Ks Kh", **more}
    scenario = romme(4, claims={"allowed": "always", **claims}, stock=setting.pop("stock", {}))
    return scenario.deal(hands=HANDS, **setting).play("draw stock")


@pytest.mark.option("claims.allowed")
def test_claims() -> None:
    table = claimable({})
    assert (table.round.stage.name, table.round.actor) == ("claim", 1)
    # As in Mah-Jongg, but without a jump of the turn.
    table.play("claim")
    assert (table.hand(1), table.round.actor, str(table.round.open_card)) == ("2h 4h 9c", 0, "8c")
    table = claimable({"allowed": "never"})
    assert (table.round.stage.name, table.round.actor) == ("play", 0)
    refused(table, "claim", "ROM-TURN-02", "nobody may claim", seat=1, option="claims.allowed")


@pytest.mark.option("claims.penalty")
@pytest.mark.parametrize(
    ("number", "hand"), [(0, "2h 4h 9c"), (1, "Qs 2h 4h 9c"), (2, "Qs Ks 2h 4h 9c"), (3, "Qs Ks 2h 4h Kh 9c")]
)
def test_claim_penalty_cards(number: int, hand: str) -> None:
    table = claimable({"penalty": number})
    stock = len(table.round.stock)
    table.play("claim")
    assert table.hand(1) == hand
    assert len(table.round.stock) == stock - number
    assert table.round.actor == 0


@pytest.mark.option("claims.penalty")
def test_a_claim_needs_its_penalty_cards() -> None:
    no_reshuffle = {"reshuffles": 0}
    table = claimable({"penalty": 2}, stock_top="Js Qs", stock_size=2, stock=no_reshuffle)
    assert table.round.stage.name == "play"
    option = "claims.penalty"
    refused(table, "claim", "CLUB-CLAIM-01", "cannot serve the 2 penalty card", seat=1, option=option)
    # The last stock card as a penalty counts as drawing the last card.
    for exhaustion, now in (("finish_turn", None), ("score_at_once", Ending.STOCK)):
        table = claimable({"penalty": 1}, stock_top="Js Qs", stock_size=2, stock={"exhausted": exhaustion}).play(
            "claim"
        )
        assert table.hand(1) == "Qs 2h 4h 9c"
        assert ending(table) is now
        if now is None:
            assert ending(table.play("discard Js")) is Ending.STOCK


@pytest.mark.option("claims.from_lap")
def test_claim_from_lap() -> None:
    table = claimable({"from_lap": 2})
    assert table.round.stage.name == "play"
    option = "claims.from_lap"
    refused(table, "claim", "CLUB-ROUND-02", "begin in lap 2; this is lap 1", seat=1, option=option)
    table.play("discard Js")
    for seat in (1, 2, 3):
        assert table.round.lap == 1
        table.play("draw stock", f"discard {table.hand(seat).split()[0]}")
    assert table.round.lap == 2
    assert table.play("draw stock").round.stage.name == "claim"
    assert claimable({"from_lap": 3}, lap=2).round.stage.name == "play"
    assert claimable({"from_lap": 3}, lap=3).round.stage.name == "claim"


@pytest.mark.option("claims.own_discard")
def test_discarder_may_claim() -> None:
    table = claimable({})
    assert table.round.claimants == (1, 2)
    option = "claims.own_discard"
    refused(table, "claim", "CLUB-CLAIM-01", "you discarded 9c yourself", seat=3, option=option)
    table = claimable({"own_discard": True})
    assert table.round.claimants == (1, 2, 3)
    assert table.play("pass", "pass", "claim").hand(3) == "2c 4c 9c"


@pytest.mark.option("claims.takes_turn")
def test_claim_takes_turn() -> None:
    table = claimable({"takes_turn": True, "penalty": 1})
    # The others are asked before the stock card is drawn.
    assert (table.round.stage.name, table.hand(0)) == ("claim", "2s 4s")
    table.play("pass", "claim")
    assert table.hand(2) == "Js 2d 4d 9c"
    assert (table.round.active, table.round.stage.name) == (2, "play")
    refused(table, "draw stock", "ROM-TURN-02")
    table.play("discard Js")
    assert table.round.active == 3

    table = claimable({"takes_turn": True}).play("pass", "pass")
    assert (table.hand(0), table.round.active, table.round.stage.name) == ("2s 4s Js", 0, "play")


# -- melds ---------------------------------------------------------------------------------------


@pytest.mark.option("ace.points")
@pytest.mark.parametrize(
    ("ace", "low", "high", "in_a_set"),
    [
        ({"points": "positional"}, 6, 31, 33),
        ({"runs": "low"}, 6, None, 3),
        ({"points": 1}, 6, 21, 3),
        ({"points": 10}, 15, 30, 30),
        ({"points": 11}, 16, 31, 33),
    ],
)
def test_ace_points(ace: dict[str, Any], low: int, high: int | None, in_a_set: int) -> None:
    options: dict[str, Any] = {"ace": ace}
    assert melds_of("Ah 2h 3h", **options) == {"Ah 2h 3h": low}
    assert melds_of("As Ah Ad", **options) == {"As Ah Ad": in_a_set}
    assert melds_of("*=Ah 2h 3h", **options) == {"*=Ah 2h 3h": low}
    table = holding("Qh Kh Ah 5c 7c", melded=True, **options)
    if high is None:
        refused(table, "meld Qh Kh Ah", "ROM-MELD-02", "after K there is no A")
        refused(holding("Ah 5c 7c", "1: Jh Qh Kh", **options), "layoff Ah > 1", "ROM-LAY-01", "does not fit")
    else:
        assert melds_of("Qh Kh Ah", **options) == {"Qh Kh Ah": high}
        allowed(table, "meld Qh Kh Ah")
    refused(holding("Kh Ah 2h 5c", melded=True, **options), "meld Kh Ah 2h", "ROM-MELD-02", option="ace.runs")


@pytest.mark.option("ace.points")
@pytest.mark.parametrize(
    ("ace", "points"), [({}, "36 of 40"), ({"points": 10}, None), ({"points": 11}, None), ({"runs": "low"}, "36 of 40")]
)
def test_the_ace_in_the_first_meld(ace: dict[str, Any], points: str | None) -> None:
    table = holding("Ah 2h 3h Ks Kh Kd 5c 7c", ace=ace)
    move = "meld Ah 2h 3h | Ks Kh Kd"
    if points:
        refused(table, move, "ROM-FIRST-01", points)
    else:
        allowed(table, move)
        assert table.play(move).hand(0) == "5c 7c"


@pytest.mark.option("ace.runs")
@pytest.mark.parametrize(
    ("cards", "points"), [("Kd Ad 2d", 23), ("Qd Kd Ad 2d 3d", 36), ("Kd *=Ad 2d", 23), ("Kd Ad *=2d", 23)]
)
def test_ace_wrap(cards: str, points: int) -> None:
    plain = " ".join(card.partition("=")[0] for card in cards.split())
    refused(holding(f"{plain} 5c 7c", melded=True), f"meld {cards}", "ROM-MELD-02", option="ace.runs")
    # In K-A-2 the ace counts 11.
    assert melds_of(cards, ace={"runs": "wrap"}) == {cards: points}
    table = holding(f"{plain} 5c 7c", melded=True, ace={"runs": "wrap"})
    allowed(table, f"meld {cards}")
    assert table.play(f"meld {cards}").meld(1) == cards


@pytest.mark.option("ace.runs")
@pytest.mark.parametrize("runs", ["both", "wrap"])
def test_an_ace_at_both_ends(runs: str) -> None:
    suit = "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks"
    assert melds_of(f"{suit} As", ace={"runs": runs}) == {f"{suit} As": 96}
    table = holding(f"{suit} As 5c 7c", melded=True, ace={"runs": runs})
    allowed(table, f"meld {suit} As")
    table = holding("As 5c 7c", f"1: {suit}", ace={"runs": runs})
    allowed(table, "layoff As > 1")
    assert table.play("layoff As > 1").meld(1) == f"{suit} As"


@pytest.mark.option("ace.runs")
def test_ace_wrap_in_laying_off() -> None:
    melds = ("1: Jh Qh Kh", "1: Ac 2c 3c")
    table = holding("Ah 2h Kc 5c 7c", *melds, ace={"runs": "wrap"})
    allowed(table, "layoff Kc > 2")
    table.play("layoff Ah > 1", "layoff 2h > 1", "layoff Kc > 2")
    assert (table.meld(1), table.meld(2)) == ("Jh Qh Kh Ah 2h", "Kc Ac 2c 3c")
    table = holding("Ah 2h Kc 5c 7c", *melds)
    refused(table, "layoff Kc > 2", "ROM-LAY-01", "does not fit")
    refused(table.play("layoff Ah > 1"), "layoff 2h > 1", "ROM-LAY-01", "does not fit")


@pytest.mark.option("jokers.per_meld")
@pytest.mark.parametrize(
    ("most", "verdicts"),
    [(1, (True, False, False)), (2, (True, True, False)), (3, (True, True, True)), ("unlimited", (True, True, True))],
)
def test_max_jokers_per_meld(most: int | str, verdicts: tuple[bool, ...]) -> None:
    table = holding("3s 4s 6s * * * 9h 9c", melded=True, jokers={"per_meld": most})
    moves = ("meld 3s 4s *=5s 6s", "meld 3s 4s *=5s 6s *=7s", "meld *=2s 3s 4s *=5s 6s *=7s")
    for move, legal in zip(moves, verdicts, strict=True):
        if legal:
            allowed(table, move)
        else:
            refused(table, move, "CLUB-JOK-01", f"at most {most}", option="jokers.per_meld")


@pytest.mark.option("jokers.per_meld")
def test_max_jokers_per_meld_in_laying_off() -> None:
    for most, fits in ((1, False), (2, True)):
        table = holding("* 9h 9c", "1: 3s 4s *=5s", jokers={"per_meld": most})
        assert table.is_legal("layoff *=6s > 1") is fits
        assert ("layoff *=6s > 1" in table.legal()) is fits


@pytest.mark.option("jokers.min_naturals")
@pytest.mark.parametrize(
    ("fewest", "verdicts"), [(1, (True, True, True)), (2, (True, True, False)), (3, (True, False, False))]
)
def test_min_naturals_per_meld(fewest: int, verdicts: tuple[bool, ...]) -> None:
    table = holding("6s 6h 6d * * 9h 9c", melded=True, jokers={"min_naturals": fewest})
    moves = ("meld 6s 6h 6d *", "meld 6s 6h *", "meld 6s * *")
    for move, legal in zip(moves, verdicts, strict=True):
        if legal:
            allowed(table, move)
        else:
            option = "jokers.min_naturals"
            refused(table, move, "ROM-MELD-04", f"at least {fewest}", option=option)


@pytest.mark.option("jokers.side_by_side")
@pytest.mark.parametrize(
    ("most", "verdicts"), [(1, (True, False, False)), (2, (True, True, False)), (3, (True, True, True))]
)
def test_max_adjacent_jokers(most: int, verdicts: tuple[bool, ...]) -> None:
    table = holding("10c Qc 3s 6s 4h 8h * * * 2d 9d", melded=True, jokers={"side_by_side": most})
    moves = ("meld 10c *=Jc Qc", "meld 3s *=4s *=5s 6s", "meld 4h *=5h *=6h *=7h 8h")
    for move, legal in zip(moves, verdicts, strict=True):
        if legal:
            allowed(table, move)
        else:
            refused(table, move, "ROM-MELD-04", f"side by side: more than {most}", option="jokers.side_by_side")
    # In a set no joker stands beside another.
    allowed(holding("6s 6h * * 9h 9c", melded=True, jokers={"side_by_side": most}), "meld 6s 6h * *")


@pytest.mark.option("turn.most_cards")
def test_max_hand_cards_per_turn() -> None:
    hand = "4h 5h 6h 9s 9d 9c 8c 3c 2s"
    allowed(holding(hand, melded=True), "meld 4h 5h 6h | 9s 9d 9c")
    limited: dict[str, Any] = {"turn": {"most_cards": 4}}
    option = "turn.most_cards"
    table = holding(hand, "1: 5c 6c 7c", **limited)
    refused(table, "meld 4h 5h 6h | 9s 9d 9c", "ROM-FIRST-02", "it would be 6", option=option)
    table.play("meld 4h 5h 6h", "layoff 8c > 1")
    refused(table, "meld 9s 9d 9c", "ROM-FIRST-02", "it would be 7", option=option)
    assert {move.split()[0] for move in table.legal()} == {"discard"}
    # A joker swapped for a hand card is one card more on the table.
    table = holding("6d 9s 9h 4d 4h 4c 8c 3c", "1: 6s 6h *", **limited)
    table.play("swap 6d > 1 : meld 9s 9h *")
    assert table.round.placed == 3
    refused(table, "meld 4d 4h 4c", "ROM-FIRST-02", "it would be 6", option=option)


# -- the first meld ------------------------------------------------------------------------------


@pytest.mark.option("first_meld.from_lap")
@pytest.mark.parametrize("laps", [0, 1, 2])
def test_no_meld_laps(laps: int) -> None:
    scenario = romme(first_meld={"from_lap": laps + 1})
    table = scenario.deal(hands=["Ks Kh Kd Kc 2h 3h", "5h 7h"], stock_top="2c 3c 4c 5c 6c 7c")
    for lap in (1, 2, 3):
        table.play("draw stock")
        assert table.round.lap == lap
        if lap > laps:
            allowed(table, "meld Ks Kh Kd Kc")
        else:
            option, words = "first_meld.from_lap", "first lap" if laps == 1 else f"first {laps} laps"
            refused(table, "meld Ks Kh Kd Kc", "CLUB-ROUND-01", words, option=option)
        table.play(f"discard {lap * 2}c", "draw stock", f"discard {lap * 2 + 1}c")


@pytest.mark.option("first_meld.min")
@pytest.mark.parametrize("minimum", [0, 30, 35, 40, 51])
@pytest.mark.parametrize(
    ("melds", "points"),
    [
        ("2s 3s 4s", 9),
        ("Ks Kh Kd", 30),
        ("2s 3s 4s | 5d 6d 7d 8d", 35),
        ("Ks Kh Kd | 2s 3s 4s", 39),
        ("Ks Kh Kd | 5d 6d 7d", 48),
        ("Ks Kh Kd | 2s 3s 4s | 5d 6d 7d", 57),
    ],
)
def test_first_meld_min(minimum: int, melds: str, points: int) -> None:
    table = holding("2s 3s 4s Ks Kh Kd 5d 6d 7d 8d 9c Jc", first_meld={"min": minimum})
    if points >= minimum:
        allowed(table, f"meld {melds}")
        assert table.play(f"meld {melds}").round.has_melded(0)
    else:
        option = "first_meld.min"
        refused(table, f"meld {melds}", "ROM-FIRST-01", f"{points} of {minimum} points", option=option)


@pytest.mark.option("first_meld.min_with_joker")
def test_first_meld_min_with_joker() -> None:
    hand = "Ks Kh Kd Qs Qh * 2d 3d 4d 9c 7c"
    plain = holding(hand, first_meld={"min": 30})
    allowed(plain, "meld Ks Kh Kd")
    allowed(plain, "meld Qs Qh *")
    table = holding(hand, first_meld={"min": 30, "min_with_joker": 41})
    allowed(table, "meld Ks Kh Kd")
    option = "first_meld.min_with_joker"
    for melds, points in (("Qs Qh *", 30), ("Qs Qh * | 2d 3d 4d", 39), ("Ks Kh Kd *", 40)):
        refused(table, f"meld {melds}", "CLUB-FIRST-01", f"{points} of the 41 points", option=option)
    # The melds without a joker reach the points themselves.
    allowed(table, "meld Ks Kh Kd | Qs Qh *")
    # It may also be the lower one of the two.
    lower = holding(hand, first_meld={"min": 50, "min_with_joker": 30})
    allowed(lower, "meld Qs Qh *")
    refused(lower, "meld Ks Kh Kd", "ROM-FIRST-01", "30 of 50")


@pytest.mark.option("first_meld.joker_value")
def test_first_meld_joker_value() -> None:
    hand = "Ks Kh Kd * 2d 3d 4d 9c 7c"
    replaced, zero = holding(hand), holding(hand, first_meld={"joker_value": "zero"})
    allowed(replaced, "meld Ks Kh Kd *")
    refused(zero, "meld Ks Kh Kd *", "ROM-FIRST-01", "30 of 40")
    refused(zero, "meld Ks Kh Kd * | 2d 3d 4d", "ROM-FIRST-01", "39 of 40")
    # The two readings of the club's 30 and 40 differ for 29 points and a joker as an ace.
    move = "meld Qh Kh *=Ah | 2c 3c 4c"
    other = {"min_with_joker": "same", "joker_value": "zero"}
    first, second = (
        romme(preset="club", first_meld=options).deal(hands=["Qh Kh * 2c 3c 4c 7d 7s", "5d"], drawn=True, lap=2)
        for options in ({}, other)
    )
    allowed(first, move)
    refused(second, move, "ROM-FIRST-01", "29 of 30")


@pytest.mark.option("first_meld.max_jokers")
def test_max_jokers_first_meld() -> None:
    hand = "Ks Kh * Qs Qh * 10s 10h 10d 10c 9c 7c"
    two = "meld Ks Kh * | Qs Qh *"
    allowed(holding(hand), two)
    option = "first_meld.max_jokers"
    one = holding(hand, first_meld={"max_jokers": 1})
    refused(one, two, "CLUB-FIRST-01", "has 2 jokers; at most 1", option=option)
    refused(one, "meld Ks Kh * *", "CLUB-FIRST-01", "has 2 jokers; at most 1", option=option)
    none = holding(hand, first_meld={"max_jokers": 0, "min": 30})
    refused(none, "meld Ks Kh *", "CLUB-FIRST-01", "has 1 joker; at most 0", option=option)
    # Melds that come after the first one are free.
    allowed(none, "meld 10s 10h 10d 10c | Ks Kh *")
    allowed(none.play("meld 10s 10h 10d 10c"), "meld Ks Kh *")


@pytest.mark.option("first_meld.scope")
def test_first_meld_scope() -> None:
    hand = "Ks Kh Kd 2s 3s * 9c 7c"
    rules = {"min": 30, "min_with_joker": 40}
    move = "meld Ks Kh Kd | 2s 3s *=4s"
    allowed(holding(hand, first_meld=rules), move)
    whole = holding(hand, first_meld={**rules, "scope": "whole_turn"})
    refused(whole, move, "CLUB-FIRST-01", "39 of the 40 points")
    allowed(whole, "meld Ks Kh Kd")
    # A joker too many spoils the whole, but not a part.
    few = {"min": 30, "max_jokers": 0}
    allowed(holding(hand, first_meld=few), move)
    refused(holding(hand, first_meld={**few, "scope": "whole_turn"}), move, "CLUB-FIRST-01", "1 joker;")
