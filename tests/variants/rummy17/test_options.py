"""The house rules of Rummy 17: their model, and the difference they make in the deal, in scoring and in the match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rummykit.errors import SetupError
from rummykit.houserules import HouseRuleError, MatchOptions, check_model, from_variant, load_text
from rummykit.match import Match, Standing
from rummykit.scenario import Table
from rummykit_rummy17.bonus import BONUS_CARDS
from rummykit_rummy17.house_rules import Rummy17Rules

from ..helpers import PLUGINS, item, play_out, refused, score
from .helpers import bonus_points, dealt, penalties, rummy17

NO_CLAIMS = {"claims": False}


# -- the model -----------------------------------------------------------------------------------


def test_the_model_is_well_made() -> None:
    assert check_model(Rummy17Rules) == []


@pytest.mark.parametrize(
    ("preset", "differs"),
    [
        ("first_game", {"claiming.claims": False, "scoring.rummy17_double": "never"}),
        ("five_rounds", {"match.match_mode": "rounds", "match.rounds": 5}),
    ],
)
def test_presets(preset: str, differs: Mapping[str, object]) -> None:
    plain, rules = from_variant("rummy17", PLUGINS), from_variant("rummy17", PLUGINS, preset=preset)
    names = [f"{section}.{option}" for section, options in Rummy17Rules() for option, _ in options]
    assert {name: rules.value(name) for name in names if rules.value(name) != plain.value(name)} == differs
    assert rummy17(2, preset=preset).rules.table_rules.preset == preset


def test_there_are_two_presets() -> None:
    assert set(PLUGINS.presets("rummy17")) == {"first_game", "five_rounds"}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"match": {"rounds": 3}}, "rounds: 3 needs match_mode: rounds"),
        ({"match": {"target_score": 60}}, "target_score: 60 needs match_mode: target"),
        (
            {"draw": {"taken_discard_must_be_used": "meld_or_layoff"}, "lay_offs": {"layoff": "none"}},
            "meld_or_layoff needs lay-offs, but layoff is none",
        ),
        (
            {"pool": {"pool_joker_layoff": True}, "lay_offs": {"layoff": "none"}},
            "pool_joker_layoff: true needs lay-offs, but layoff is none",
        ),
        (
            {"claiming": {"claim_takes_turn": True}, "draw": {"taken_discard_must_be_used": "meld"}},
            "claim_takes_turn: true makes the claimed card a draw",
        ),
    ],
)
def test_contradictions(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(HouseRuleError, match=sentence):
        rummy17(**options)
    for section in options:
        others = {name: values for name, values in options.items() if name != section}
        if others:
            assert rummy17(**others).rules.variant == "rummy17"


@pytest.mark.parametrize(
    ("players", "deal", "sentence"),
    [
        (6, {"hand_size": 14}, "14 for 6 players needs 85 of the 85 cards and leaves no stock"),
        (4, {"hand_size": 20, "extra_card_seat": "left"}, None),
        (6, {"hand_size": 13, "extra_card_seat": "dealer"}, None),
        (5, {"hand_size": 17}, "leaves no stock"),
        (4, {"hand_size": {"2": 12, "3": 7}}, "hand_size has no value for 4 players, only for 2 and 3"),
    ],
)
def test_the_pack_must_serve_the_hands(players: int, deal: dict[str, Any], sentence: str | None) -> None:
    if sentence is None:
        assert dealt(players, deal=deal).round.stock
        return
    with pytest.raises(SetupError, match=sentence):
        rummy17(players, deal=deal)


def test_a_file_that_names_its_players_is_told_where_the_fault_is() -> None:
    text = "variant: rummy17\nplayers: 6\nrules:\n  deal:\n    hand_size: 14\n"
    with pytest.raises(HouseRuleError, match=r"home.yaml:5:\d+: .*leaves no stock"):
        load_text(text, PLUGINS, name="home.yaml")


@pytest.mark.parametrize(
    ("section", "option", "low", "high"),
    [
        ("deal", "hand_size", 5, 20),
        ("draw", "max_reshuffles", 0, 10),
        ("draw", "stall_limit", 0, 200),
        ("claiming", "claim_penalty_cards", 0, 3),
        ("claiming", "claim_from_lap", 1, 5),
        ("first_meld", "no_meld_laps", 0, 3),
        ("first_meld", "first_meld_min", 0, 100),
        ("first_meld", "first_meld_min_with_joker", 0, 120),
        ("first_meld", "max_jokers_first_meld", 0, 6),
        ("melds", "max_jokers_per_meld", 1, 6),
        ("melds", "min_naturals_per_meld", 1, 3),
        ("melds", "max_adjacent_jokers", 1, 6),
        ("melds", "max_hand_cards_per_turn", 1, 20),
        ("pool", "pool_joker_min_run", 3, 6),
        ("pool", "pool_jokers_per_turn", 1, 5),
        ("swaps", "swapped_joker_min_run", 3, 5),
        ("scoring", "bonus_cards_in_play", 0, 12),
        ("scoring", "penalty_high_from", 2, 17),
        ("scoring", "bonus_points", 0, 10),
        ("match", "rounds", 1, 50),
        ("match", "target_score", 50, 1000),
    ],
)
def test_ranges(section: str, option: str, low: int, high: int) -> None:
    more = {"match_mode": "target" if option == "target_score" else "rounds"} if section == "match" else {}
    for value in (low, high):
        rules = rummy17(**{section: {option: value, **more}}).rules.table_rules
        assert rules.value(f"{section}.{option}") == value
    for value in (low - 1, high + 1):
        with pytest.raises(HouseRuleError, match=option):
            rummy17(**{section: {option: value, **more}})


DEFAULTS = {
    "deal": {"hand_size": 10, "extra_card_seat": "none", "starting_seat": "left"},
    "draw": {
        "taken_discard_must_be_used": "never",
        "may_discard_taken_card": True,
        "stock_exhaustion": "finish_turn_then_score",
        "stall_limit": 60,
    },
    "claiming": {
        "claims": True,
        "claim_penalty_cards": 0,
        "claim_from_lap": 1,
        "discarder_may_claim": False,
        "dealer_may_claim_upcard": True,
        "claim_on_final_draw": True,
        "claim_takes_turn": False,
    },
    "melds": {
        "ace_wrap": False,
        "max_jokers_per_meld": 1,
        "min_naturals_per_meld": 2,
        "max_adjacent_jokers": 1,
        "max_hand_cards_per_turn": None,
    },
    "first_meld": {
        "no_meld_laps": 0,
        "first_meld_min": 0,
        "first_meld_min_with_joker": None,
        "max_jokers_first_meld": None,
    },
    "lay_offs": {"layoff": "any", "layoff_same_turn": True, "layoff_credit": "owner"},
    "pool": {"pool_joker_min_run": 4, "pool_joker_layoff": False, "pool_jokers_per_turn": 5},
    "swaps": {
        "joker_swap": True,
        "swap_requires_first_meld": True,
        "swap_same_turn": True,
        "swapped_joker_use": "meld_or_layoff",
        "swapped_joker_min_run": 3,
        "set_joker_swap": "any_missing",
    },
    "scoring": {
        "bonus_cards_in_play": 5,
        "penalty_high_from": 10,
        "bonus_points": 3,
        "rummy17_double": "all_players",
        "most_requires_positive": True,
        "fewest_requires_meld": False,
        "joker_counts_as_value": True,
    },
    "match": MatchOptions().model_dump(),
}


def test_defaults_are_those_of_the_rule_sheet() -> None:
    defaults = Rummy17Rules().model_dump()
    # The rule sheet knows no reshuffling, so it says nothing of how often.
    assert defaults["draw"].pop("max_reshuffles") == 2
    assert defaults == DEFAULTS


# -- the deal ------------------------------------------------------------------------------------


@pytest.mark.option("deal.hand_size")
def test_hand_size() -> None:
    assert [hand.bit_count() for hand in dealt(3).round.hands] == [10] * 3
    assert [hand.bit_count() for hand in dealt(3, deal={"hand_size": 7}).round.hands] == [7] * 3
    by_players = {"hand_size": {"2": 12, "3": 7}}
    assert [hand.bit_count() for hand in dealt(2, deal=by_players).round.hands] == [12] * 2
    assert [hand.bit_count() for hand in dealt(3, deal=by_players).round.hands] == [7] * 3


@pytest.mark.option("deal.extra_card_seat")
@pytest.mark.parametrize(("seat", "sizes"), [("none", [10, 10, 10]), ("dealer", [11, 10, 10]), ("left", [10, 11, 10])])
def test_extra_card_seat(seat: str, sizes: list[int]) -> None:
    table = dealt(3, dealer=0, deal={"extra_card_seat": seat}, claiming=NO_CLAIMS)
    assert [hand.bit_count() for hand in table.round.hands] == sizes
    # Whoever has the extra card does not draw in his first turn; in the second he does.
    for lap in (1, 2):
        for player in (1, 2, 0):
            assert table.round.active == player
            if lap == 1 and sizes[player] == 11:
                refused(table, "draw stock", "R17-TURN-01")
            else:
                table.play("draw stock")
            assert table.round.hands[player].bit_count() == 11
            table.play(f"discard {table.hand(player).split()[0]}")


@pytest.mark.option("deal.starting_seat")
def test_starting_seat() -> None:
    for dealer in range(3):
        assert dealt(3, dealer).round.active == (dealer + 1) % 3
        assert dealt(3, dealer, deal={"starting_seat": "dealer"}).round.active == dealer
    lots = [dealt(3, 0, seed, deal={"starting_seat": "random"}).round.active for seed in range(40)]
    assert set(lots) == {0, 1, 2}
    assert lots == [dealt(3, 0, seed, deal={"starting_seat": "random"}).round.active for seed in range(40)]


# -- scoring -------------------------------------------------------------------------------------


def scored(last: str, *table: str, cards: tuple[str, ...] = (), hand: str = "3y 10y", **scoring: Any) -> Table:
    """The first of two players goes out; the other one holds a hand."""
    scenario = rummy17(scoring=scoring)
    return scenario.deal(hands=[last, hand], table=table, side_cards=cards, drawn=True).play(f"discard {last}")


@pytest.mark.option("scoring.bonus_cards_in_play")
@pytest.mark.parametrize("number", [0, 5, 12])
def test_bonus_cards_in_play(number: int) -> None:
    open_cards = dealt(scoring={"bonus_cards_in_play": number}).round.side_cards
    assert len(open_cards) == len(set(open_cards)) == number
    assert set(open_cards) <= set(BONUS_CARDS)


@pytest.mark.option("scoring.penalty_high_from")
@pytest.mark.parametrize(("high", "points"), [(2, 7), (9, 6), (10, 5), (11, 4), (17, 4)])
def test_penalty_high_from(high: int, points: int) -> None:
    assert penalties(scored("12g", hand="1y 5y 9y 10y", penalty_high_from=high)) == (0, points)


@pytest.mark.option("scoring.bonus_points")
@pytest.mark.parametrize("points", [0, 3, 10])
def test_bonus_points(points: int) -> None:
    assert bonus_points(scored("12g", cards=("game_finished",), bonus_points=points)) == (points, 0)


@pytest.mark.option("scoring.rummy17_double")
@pytest.mark.parametrize(
    ("double", "totals"), [("all_players", (6, -6)), ("finisher_only", (6, -3)), ("never", (3, -3))]
)
def test_rummy17_double(double: str, totals: tuple[int, int]) -> None:
    assert score(scored("17g", cards=("game_finished",), rummy17_double=double)).totals == totals
    assert score(scored("16g", cards=("game_finished",), rummy17_double=double)).totals == (3, -3)


@pytest.mark.option("scoring.most_requires_positive")
@pytest.mark.parametrize("key", [key for key, card in BONUS_CARDS.items() if card.count and not card.fewest])
def test_most_requires_positive(key: str) -> None:
    assert bonus_points(scored("12g", cards=(key,))) == (0, 0)
    assert bonus_points(scored("12g", cards=(key,), most_requires_positive=False)) == (3, 3)


@pytest.mark.option("scoring.fewest_requires_meld")
@pytest.mark.parametrize(("key", "meld"), [("fewest_blue", "1: 4b 5b 6b"), ("fewest_jokers", "1: 4r 5r 6r *r=7r")])
def test_fewest_requires_meld(key: str, meld: str) -> None:
    assert bonus_points(scored("12g", meld, cards=(key,))) == (0, 3)
    assert bonus_points(scored("12g", meld, cards=(key,), fewest_requires_meld=True)) == (3, 0)
    assert bonus_points(scored("12g", cards=(key,), fewest_requires_meld=True)) == (0, 0)


@pytest.mark.option("scoring.joker_counts_as_value")
@pytest.mark.parametrize(
    ("key", "melds", "with_value", "without"),
    [
        ("most_123", ("1: *r=1r 2r 3r 4r", "2: 2b 3b 4b"), (3, 2), (2, 2)),
        ("most_8_16", ("1: 7r *r=8r 9r", "2: 15b 16b 17b"), (1, 1), (0, 1)),
        ("highest_triple", ("1: 15r 16r *r=17r", "2: 14b 15b 16b"), (48, 45), (31, 45)),
        ("most_red", ("1: *r=9r 9b 9g", "2: 4y 5y 6y"), (1, 0), (1, 0)),
        ("longest_run", ("1: *r=1r 2r 3r 4r", "2: 2b 3b 4b"), (4, 3), (4, 3)),
    ],
)
def test_joker_counts_as_value(
    key: str, melds: tuple[str, ...], with_value: tuple[int, int], without: tuple[int, int]
) -> None:
    assert item(scored("12g", *melds, cards=(key,)), key).counts == with_value
    assert item(scored("12g", *melds, cards=(key,), joker_counts_as_value=False), key).counts == without


# -- the match -----------------------------------------------------------------------------------


@pytest.mark.option("match.match_mode")
@pytest.mark.option("match.rounds")
@pytest.mark.parametrize(("options", "rounds"), [({}, 1), ({"match_mode": "rounds", "rounds": 4}, 4)])
def test_rounds(options: dict[str, Any], rounds: int) -> None:
    match = Match(rummy17(3, match=options, claiming=NO_CLAIMS).rules, 2, ["Ann", "Ben", "Cem"])
    dealers = play_out(match)
    assert len(match.scores) == rounds
    assert dealers == [(match.first_dealer + number) % 3 for number in range(rounds)]
    assert match.round.number == rounds
    assert match.totals == tuple(sum(score.totals[seat] for score in match.scores) for seat in range(3))
    assert match.winners == tuple(seat for seat in range(3) if match.totals[seat] == max(match.totals))
    assert match.round.legal_actions() == ()


@pytest.mark.option("match.rounds")
def test_every_round_is_shuffled_anew() -> None:
    match = Match(rummy17(2, preset="five_rounds", claiming=NO_CLAIMS).rules, 2, ["Ann", "Ben"])
    hands, bonus_cards = set(), set()
    while not match.is_over:
        if match.round.turn == 0 and match.round.stage.name == "draw":
            hands.add(tuple(match.round.hands))
            bonus_cards.add(match.round.side_cards)
        match.apply(match.round.legal_actions()[0])
    assert len(hands) == len(bonus_cards) == 5


@pytest.mark.option("match.match_mode")
@pytest.mark.option("match.target_score")
def test_a_target_is_for_the_winner_to_reach() -> None:
    format = rummy17(match={"match_mode": "target", "target_score": 50}).rules.match
    assert not format.is_over(Standing(0, (0, 0), (0, 1)))
    assert not format.is_over(Standing(1, (49, -90), (0, 1)))
    assert format.is_over(Standing(2, (50, -93), (0, 1)))
    assert not format.is_over(Standing(2, (48, -78), (0, 1)))
    by_default = rummy17(match={"match_mode": "target"}).rules.match
    assert not by_default.is_over(Standing(10, (499, -900), (0, 1)))
    assert by_default.is_over(Standing(11, (500, -990), (0, 1)))
