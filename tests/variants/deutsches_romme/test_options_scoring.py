"""House rules of Deutsches Rommé about what a round brings: the difference each makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rummykit.engine.deal import opposite
from rummykit.engine.match import Match
from rummykit.engine.scoring import RoundScore, ScoreItem
from rummykit.parts import credit_winner
from rummykit.parts.unmet import unmet as unmet_of
from rummykit.rules import HouseRuleError, Place, from_json, load_text
from rummykit.rules.table import warnings
from rummykit.scenario import Scenario, Table
from rummykit_bots.judgement import Judgement
from rummykit_bots.position import Position

from ..helpers import PLUGINS, score
from .helpers import LAY_ALL, WHOLE_HAND, holding, melds_of, romme


def out(
    *others: str,
    players: int = 3,
    preset: str | None = None,
    melded: Sequence[int] = (0,),
    **options: Mapping[str, Any],
) -> Table:
    """The first player, who has melded, goes out; the others hold these hands."""
    scenario = romme(players, preset, **options)
    return scenario.deal(hands=["9d", *others], melded=list(melded), drawn=True).play("discard 9d")


# -- what the winner gets --------------------------------------------------------------------------


@pytest.mark.option("scoring.winner")
@pytest.mark.parametrize(
    ("winner", "totals", "best"),
    [("zero", (0, 15, 31), "fewest"), ("collects", (46, 0, 0), "most"), ("paid_by_losers", (46, -15, -31), "most")],
)
def test_the_winner_gets_what_the_others_hold(winner: str, totals: tuple[int, ...], best: str) -> None:
    table = out("Kd 5s", "* As", scoring={"winner": winner})
    assert score(table).totals == totals
    assert table.round.rules.scoring.high_wins == (best == "most")


@pytest.mark.option("scoring.winner")
@pytest.mark.parametrize(
    ("winner", "totals"), [("zero", (0, 96)), ("collects", (96, 0)), ("paid_by_losers", (96, -96))]
)
def test_a_hand_romme_multiplies_what_the_winner_gets(winner: str, totals: tuple[int, int]) -> None:
    hand = WHOLE_HAND.replace("5d", "5d 9c")
    table = romme(scoring={"winner": winner}, first_meld={"min": 20}).deal(hands=[hand, "* Ah Kd 7c"], drawn=True)
    assert score(table.play(LAY_ALL, "discard 9c")).totals == totals


@pytest.mark.option("scoring.winner")
@pytest.mark.parametrize(("winner", "totals"), [("zero", (15, 31)), ("collects", (0, 0)), ("paid_by_losers", (0, 0))])
def test_without_a_winner_nobody_gets_anything(winner: str, totals: tuple[int, int]) -> None:
    scenario = romme(scoring={"winner": winner}, stock={"exhausted": "finish_turn"})
    table = scenario.deal(hands=["Kd 5s 9c", "* As"], drawn=True)
    table.round.stock.clear()
    assert score(table.play("discard 9c")).totals == totals


@pytest.mark.option("scoring.unfinished")
@pytest.mark.parametrize(
    ("scoring", "others", "totals"),
    [
        ({"winner": "collects", "unfinished": "nobody"}, ("* As", "Kc Qc"), (0, 0, 0)),
        ({"winner": "collects"}, ("* As", "Kc Qc"), (16 + 5, 0, 0)),
        ({"winner": "paid_by_losers"}, ("* As", "Kc Qc"), (16 + 5, -16, -5)),
        ({"winner": "paid_by_losers"}, ("* As", "2c"), (-13, -29, 13 + 29)),
        # Of equally low hands none wins.
        ({"winner": "collects"}, ("Kh 5h", "* As"), (0, 0, 0)),
        ({"winner": "paid_by_losers"}, ("Kh 5h", "* As"), (0, 0, 0)),
        # What a hand counts twice decides, too, which is the lowest.
        ({"winner": "paid_by_losers", "unmelded": "double"}, ("Kh", "6c 9c 3c"), (5 + 3, -5, -3)),
        # Where the table counts, that is all.
        ({"winner": "paid_by_losers", "melds_count": True}, ("* As", "Kc Qc"), (0, 0, 0)),
    ],
    ids=str,
)
def test_the_lowest_hand_may_win_a_round_that_nobody_finishes(
    scoring: dict[str, Any], others: tuple[str, ...], totals: tuple[int, ...]
) -> None:
    scenario = romme(3, scoring={"unfinished": "lowest", **scoring}, stock={"exhausted": "finish_turn"})
    table = scenario.deal(hands=["Kd 5s 9c", *others], melded=[0, 2], drawn=True)
    table.round.stock.clear()
    assert score(table.play("discard 9c")).totals == totals


@pytest.mark.option("scoring.unfinished")
@pytest.mark.parametrize(
    ("scoring", "reason"),
    [("{unfinished: lowest}", "winner is zero"), ("{unfinished: lowest, winner: collects, melds_count: true}", "true")],
)
def test_a_lowest_hand_that_gets_nothing_is_warned_of(scoring: str, reason: str) -> None:
    table = load_text(f"variant: deutsches_romme\nrules:\n  scoring: {scoring}\n", PLUGINS, name="home.yaml")
    (warning,) = warnings(table, [2], [], Place("home.yaml"))
    assert "scoring.unfinished: lowest does nothing while scoring." in warning.message
    assert reason in warning.message


@pytest.mark.option("scoring.unfinished")
def test_partners_win_together_what_nobody_finishes() -> None:
    held = RoundScore.of([ScoreItem("left", "Left", "X-1", (10, 30, 5, 10))], [1] * 4)
    sides = ((0, 2), (1, 3), (0, 2), (1, 3))
    for how, totals in (("collects", (25, 0, 25, 0)), ("paid_by_losers", (25, -25, 25, -25))):
        assert credit_winner(held, [], how, "X-1", sides).of_sides(sides).totals == totals


@pytest.mark.option("scoring.winner")
def test_whoever_collects_reaches_the_target_and_wins() -> None:
    match = Match(romme(2, scoring={"winner": "collects"}, match={"target": 50}).rules, seed=1, names=("Anna", "Ben"))
    match.settle(score(out("* * Kd As", players=2, scoring={"winner": "collects"})), finisher=0)
    assert match.is_over
    assert (match.totals, match.winners) == ((61, 0), (0,))


@pytest.mark.option("scoring.winner")
@pytest.mark.parametrize("winner", ["collects", "paid_by_losers"])
def test_good_points_put_nobody_out(winner: str) -> None:
    text = f"variant: deutsches_romme\nrules:\n  scoring:\n    winner: {winner}\nmatch:\n  elimination: 150\n"
    with pytest.raises(HouseRuleError) as refused:
        load_text(text, PLUGINS, name="home.yaml")
    (problem,) = refused.value.problems
    assert f"scoring.winner: {winner} gives good points, but match.elimination: 150 is for bad ones" in problem.message
    assert [place.line for place in (problem.place, *problem.also)] == [4, 6]


@pytest.mark.option("scoring.winner", "scoring.shown")
def test_good_points_have_no_minus() -> None:
    table = load_text(
        "variant: deutsches_romme\nrules:\n  scoring: {winner: collects, shown: minus_points}\n",
        PLUGINS,
        name="home.yaml",
    )
    (warning,) = warnings(table, [2], [], Place("home.yaml"))
    assert "scoring.shown: minus_points does nothing while scoring.winner is collects" in warning.message
    assert out("Kd", preset="club", scoring={"winner": "collects"}).round.rules.scoring.minus is False


# -- who never melded --------------------------------------------------------------------------------


@pytest.mark.option("scoring.unmelded")
@pytest.mark.parametrize(
    ("unmelded", "winner", "totals"),
    [
        ("normal", "zero", (0, 15, 31)),
        ("double", "zero", (0, 15, 62)),
        ("double", "collects", (77, 0, 0)),
        ("double", "paid_by_losers", (77, -15, -62)),
        (100, "zero", (0, 15, 100)),
        (100, "collects", (115, 0, 0)),
        (100, "paid_by_losers", (115, -15, -100)),
    ],
)
def test_whoever_never_melded_counts_otherwise(unmelded: Any, winner: str, totals: tuple[int, ...]) -> None:
    table = out("Kd 5s", "* As", melded=[0, 1], scoring={"unmelded": unmelded, "winner": winner})
    assert score(table).totals == totals


@pytest.mark.option("scoring.unmelded")
@pytest.mark.parametrize(("unmelded", "total"), [("normal", 96), ("double", 192), (100, 200)])
def test_a_hand_romme_multiplies_what_the_unmelded_count(unmelded: Any, total: int) -> None:
    hand = WHOLE_HAND.replace("5d", "5d 9c")
    table = romme(scoring={"unmelded": unmelded}, first_meld={"min": 20}).deal(hands=[hand, "* Ah Kd 7c"], drawn=True)
    assert score(table.play(LAY_ALL, "discard 9c")).totals == (0, total)


@pytest.mark.option("scoring.unmelded")
def test_whoever_goes_out_by_laying_off_alone_counts_nothing() -> None:
    options = {"scoring": {"unmelded": 100}, "lay_offs": {"before_first_meld": True}}
    scenario = romme(3, **options)
    table = scenario.deal(hands=["7d 9s", "Kd", "2s"], table=["2: 4d 5d 6d"], drawn=True)
    assert score(table.play("layoff 7d > 1", "discard 9s")).totals == (0, 10, 100)


@pytest.mark.option("scoring.unmelded")
def test_without_a_winner_everybody_may_be_unmelded() -> None:
    scenario = romme(scoring={"unmelded": "double"}, stock={"exhausted": "finish_turn"})
    table = scenario.deal(hands=["Kd 5s 9c", "* As"], melded=[0], drawn=True)
    table.round.stock.clear()
    assert score(table.play("discard 9c")).totals == (15, 62)


@pytest.mark.option("scoring.unmelded")
@pytest.mark.parametrize(("melded", "totals"), [([0], (15, 66, 15, 66)), ([0, 3], (15, 33, 15, 33))])
def test_partners_have_melded_if_one_of_them_has(melded: list[int], totals: tuple[int, ...]) -> None:
    scenario = romme(4, scoring={"unmelded": "double"})
    rules = replace(scenario.rules, deal=replace(scenario.rules.deal, sides=opposite(4)))
    table = Scenario.by(rules, PLUGINS).deal(hands=["9d", "* 2s", "Kd 5s", "Ac"], melded=melded, drawn=True)
    assert score(table.play("discard 9d")).of_sides(rules.sides).totals == totals


# -- what the cards count ----------------------------------------------------------------------------

SPREAD = {"2-9": 5, "10-K": 10}


@pytest.mark.option("scoring.cards")
@pytest.mark.parametrize(
    ("cards", "left", "melds"),
    [
        ("pips", 11 + 10 + 7 + 20, (6, 31, 33, 34)),
        ("five_ten_fifteen", 15 + 10 + 5 + 20, (15, 35, 45, 25)),
        (SPREAD, 11 + 10 + 5 + 20, (11, 31, 33, 25)),
        ({**SPREAD, "A": 15}, 15 + 10 + 5 + 20, (25, 35, 45, 25)),
        ({"7": 20}, 11 + 10 + 20 + 20, (6, 31, 33, 47)),
    ],
    ids=str,
)
def test_cards_count_alike_in_hands_and_in_melds(cards: Any, left: int, melds: tuple[int, ...]) -> None:
    options = {"scoring": {"cards": cards}}
    assert score(out("As Kd 7c *", players=2, **options)).totals == (0, left)
    worths = [melds_of(meld, **options) for meld in ("As 2s 3s", "Qs Ks As", "As Ah Ad", "7s 8s 9s 10s")]
    assert tuple(points for found in worths for points in found.values()) == melds


@pytest.mark.option("scoring.cards", "ace.points", "ace.in_hand", "jokers.in_hand")
@pytest.mark.parametrize(
    ("more", "left", "melds"),
    [
        ({}, 15 + 20, (15, 45)),
        ({"ace": {"points": 11}}, 15 + 20, (21, 33)),
        ({"ace": {"points": 10}}, 10 + 20, (20, 30)),
        ({"ace": {"in_hand": 25}}, 25 + 20, (15, 45)),
        ({"ace": {"runs": "low"}, "jokers": {"in_hand": 30}}, 15 + 30, (15, 45)),
    ],
    ids=str,
)
def test_what_is_said_of_aces_and_jokers_goes_before(
    more: Mapping[str, Mapping[str, Any]], left: int, melds: tuple[int, ...]
) -> None:
    options = {"scoring": {"cards": "five_ten_fifteen"}, **more}
    assert score(out("As *", players=2, **options)).totals == (0, left)
    assert tuple(p for meld in ("As 2s 3s", "As Ah Ad") for p in melds_of(meld, **options).values()) == melds


@pytest.mark.option("scoring.cards", "first_meld.min")
@pytest.mark.parametrize(("cards", "is_enough"), [("pips", True), ("five_ten_fifteen", False)])
def test_a_first_meld_counts_by_the_same_values(cards: str, is_enough: bool) -> None:
    table = holding("7s 7h 7d 9c 9d 9h 2s Kd", scoring={"cards": cards})
    assert table.is_legal("meld 7s 7h 7d | 9c 9d 9h") == is_enough


@pytest.mark.option("scoring.cards", "first_meld.min")
def test_a_first_meld_may_be_out_of_reach_by_other_values() -> None:
    text = "variant: deutsches_romme\nrules:\n  deal: {cards: 6}\n  first_meld: {min: 50}\n"
    for cards, warned in (("pips", []), ("{2-K: 5, A: 5}", ["first_meld.min: 50 points cannot be reached"])):
        table = load_text(f"{text}  scoring: {{cards: {cards}}}\n", PLUGINS, name="home.yaml")
        unmet = ([*unmet_of(PLUGINS.assemble(table, 2))],)
        found = [warning.message for warning in warnings(table, [2], unmet, Place("home.yaml"))]
        assert [message[: len(expected)] for message, expected in zip(found, warned, strict=True)] == warned


@pytest.mark.option("scoring.cards")
def test_what_an_ace_costs_is_written_in_records() -> None:
    rules = romme(scoring={"cards": {"A": 25}}).rules.table_rules
    again = from_json(rules.to_json(), PLUGINS, name="record")
    assert (rules.value("ace.in_hand"), again.rules.model_dump()) == (25, rules.rules.model_dump())


# -- what going out brings ---------------------------------------------------------------------------


@pytest.mark.option("scoring.out_bonus")
@pytest.mark.parametrize(
    ("bonus", "winner", "totals"),
    [
        (0, "zero", (0, 15, 31)),
        (25, "zero", (-25, 15, 31)),
        (25, "collects", (71, 0, 0)),
        (25, "paid_by_losers", (71, -15, -31)),
    ],
)
def test_whoever_goes_out_gets_a_bonus(bonus: int, winner: str, totals: tuple[int, ...]) -> None:
    assert score(out("Kd 5s", "* As", scoring={"out_bonus": bonus, "winner": winner})).totals == totals


@pytest.mark.option("scoring.out_bonus")
def test_nobody_gets_the_bonus_if_nobody_goes_out() -> None:
    scenario = romme(scoring={"out_bonus": 25}, stock={"exhausted": "finish_turn"})
    table = scenario.deal(hands=["Kd 5s 9c", "* As"], melded=[0], drawn=True)
    table.round.stock.clear()
    assert score(table.play("discard 9c")).totals == (15, 31)


@pytest.mark.option("hand_romme.bonus", "scoring.out_bonus")
@pytest.mark.parametrize(
    ("winner", "at_once", "bonus", "totals"),
    [
        ("zero", 0, 0, (0, 96)),
        ("zero", 50, 0, (-50, 96)),
        ("zero", 50, 25, (-75, 96)),
        ("collects", 50, 0, (146, 0)),
        ("paid_by_losers", 50, 25, (171, -96)),
    ],
)
def test_a_hand_romme_may_bring_points(winner: str, at_once: int, bonus: int, totals: tuple[int, int]) -> None:
    options = {"hand_romme": {"bonus": at_once}, "scoring": {"winner": winner, "out_bonus": bonus}}
    table = romme(**options, first_meld={"min": 20}).deal(
        hands=[WHOLE_HAND.replace("5d", "5d 9c"), "* Ah Kd 7c"], drawn=True
    )
    assert score(table.play(LAY_ALL, "discard 9c")).totals == totals


@pytest.mark.option("scoring.last_joker")
@pytest.mark.parametrize(
    ("factor", "winner", "totals"),
    [(1, "zero", (0, 15)), (2, "zero", (0, 30)), (3, "collects", (45, 0)), (3, "paid_by_losers", (45, -45))],
)
def test_a_joker_as_the_last_card_multiplies(factor: int, winner: str, totals: tuple[int, int]) -> None:
    scenario = romme(scoring={"last_joker": factor, "winner": winner})
    table = scenario.deal(hands=["*", "Kd 5s"], melded=[0], drawn=True)
    assert score(table.play("discard *")).totals == totals
    assert score(out("Kd 5s", players=2, scoring={"last_joker": factor})).totals == (0, 15)


@pytest.mark.option("scoring.last_joker")
def test_a_hand_romme_and_a_last_joker_multiply() -> None:
    hand = WHOLE_HAND.replace("5d", "5d *")
    table = romme(scoring={"last_joker": 3}).deal(hands=[hand, "Kd"], drawn=True)
    done = score(table.play(LAY_ALL, "discard *"))
    assert done.totals == (0, 60)
    assert str(done.remark).endswith("and a joker to end it: the others' points count 6 times.")


@pytest.mark.option("scoring.last_joker", "jokers.discard")
@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ("jokers: {discard: not_last}", "jokers.discard is not_last"),
        ("deck: {jokers: 0}", "deck.jokers is 0"),
        ("going_out: {discard: forbidden}", "going_out.discard is forbidden"),
    ],
)
def test_no_joker_may_be_the_last_card(other: str, reason: str) -> None:
    text = f"variant: deutsches_romme\nrules:\n  scoring: {{last_joker: 2}}\n  {other}\n"
    table = load_text(text, PLUGINS, name="home.yaml")
    (warning,) = warnings(table, [2], [], Place("home.yaml"))
    assert f"scoring.last_joker: 2 does nothing while {reason}" in warning.message


@pytest.mark.option("scoring.last_joker")
def test_the_bot_keeps_a_joker_to_go_out_with() -> None:
    costs = []
    for factor in (1, 4):
        scenario = romme(scoring={"last_joker": factor})
        view = scenario.deal(hands=["* 2c", "Kd Kc Qd Jd 10d"], melded=[0], drawn=True).round.view(0)
        costs.append(Judgement(view).discard_cost(Position.of(view), view.rules.pack.card("*").kind))
    assert costs[0] < costs[1]


# -- cards laid that count ---------------------------------------------------------------------------

LAID = ("1: 7s 7h 7d", "2: Qs Ks As", "2: 4h * 6h")


@pytest.mark.option("scoring.melds_count")
@pytest.mark.parametrize(
    ("more", "totals"),
    [
        ({}, (21, 61 - 15, -31)),
        ({"winner": "collects"}, (21 + 46, 61, 0)),
        ({"winner": "paid_by_losers"}, (21 + 46, 61 - 15, -31)),
        ({"unmelded": "double"}, (21, 61 - 15, -62)),
        ({"unmelded": 100}, (21, 61 - 15, -100)),
        ({"out_bonus": 25}, (46, 61 - 15, -31)),
        ({"out_bonus": 25, "winner": "collects"}, (21 + 46 + 25, 61, 0)),
    ],
    ids=str,
)
def test_cards_laid_count_and_those_held_are_taken_off(more: dict[str, Any], totals: tuple[int, ...]) -> None:
    scenario = romme(3, scoring={"melds_count": True, **more})
    table = scenario.deal(hands=["9d", "Kd 5s", "* As"], table=LAID, melded=[0, 1], drawn=True).play("discard 9d")
    assert score(table).totals == totals
    assert table.round.rules.scoring.high_wins


@pytest.mark.option("scoring.melds_count")
def test_a_card_laid_off_counts_for_whoever_laid_it() -> None:
    scenario = romme(scoring={"melds_count": True})
    table = scenario.deal(hands=["7c 9d", "Kd"], table=["2: 7s 7h 7d"], melded=[0, 1], drawn=True)
    assert score(table.play("layoff 7c > 1", "discard 9d")).totals == (7, 21 - 10)


@pytest.mark.option("scoring.melds_count", "hand_romme.factor")
def test_a_hand_romme_does_not_multiply_what_lies_on_the_table() -> None:
    hand = WHOLE_HAND.replace("5d", "5d 9c")
    table = romme(scoring={"melds_count": True}, first_meld={"min": 20}).deal(hands=[hand, "* Ah Kd 7c"], drawn=True)
    done = score(table.play(LAY_ALL, "discard 9c"))
    assert (done.totals, done.factors) == ((35, -96), (1, 1))


@pytest.mark.option("scoring.melds_count")
def test_cards_laid_put_nobody_out() -> None:
    text = "variant: deutsches_romme\nrules:\n  scoring:\n    melds_count: true\nmatch:\n  elimination: 150\n"
    with pytest.raises(HouseRuleError) as refused:
        load_text(text, PLUGINS, name="home.yaml")
    (problem,) = refused.value.problems
    assert "scoring.melds_count: true gives good points, but match.elimination: 150" in problem.message
    assert [place.line for place in (problem.place, *problem.also)] == [4, 6]


@pytest.mark.option("scoring.melds_count")
def test_the_highest_total_of_cards_laid_wins() -> None:
    match = Match(romme(2, scoring={"melds_count": True}, match={"target": 50}).rules, seed=1, names=("Anna", "Ben"))
    scenario = romme(scoring={"melds_count": True})
    table = scenario.deal(hands=["9d", "Kd"], table=["2: Qs Qh Qd", "2: Ks Kh Kc"], melded=[0, 1], drawn=True)
    match.settle(score(table.play("discard 9d")), finisher=0)
    assert (match.totals, match.winners) == ((0, 50), (1,))


# -- what a Hand-Rommé brings in chips -------------------------------------------------------------


@pytest.mark.option("stakes.hand_romme_fee")
@pytest.mark.parametrize(("fee", "when", "paid"), [(0, "table_empty", 0), (7, "table_empty", 7), (7, "never", 0)])
@pytest.mark.parametrize("winner", ["zero", "collects"])
def test_everybody_else_pays_for_a_hand_romme(fee: int, when: str, paid: int, winner: str) -> None:
    hand = WHOLE_HAND.replace("5d", "5d 9c")
    scenario = romme(
        3, stakes={"hand_romme_fee": fee}, hand_romme={"when": when}, first_meld={"min": 20}, scoring={"winner": winner}
    )
    table = scenario.deal(hands=[hand, "* Ah Kd 7c", "3s"], drawn=True)
    result = score(table.play(LAY_ALL, "discard 9c"))
    assert result.fee == paid
    match = Match(scenario.rules, seed=1, names=("Anna", "Ben", "Cem"))
    match.settle(result, finisher=0)
    assert match.chips == (2 * paid, -paid, -paid)


@pytest.mark.option("stakes.hand_romme_fee")
def test_nothing_is_paid_for_going_out_in_two_turns() -> None:
    assert score(out("Kd 5s", "* As", stakes={"hand_romme_fee": 7})).fee == 0
