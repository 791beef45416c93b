"""The house rules of Rummy 17: their model, and the difference they make in the deal, in scoring and in the match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import pytest

from matches import match_sections
from rummykit.engine.books import Standing
from rummykit.engine.match import Match
from rummykit.errors import SetupError
from rummykit.parts import MatchOptions, StakesOptions
from rummykit.rules import HouseRuleError, check_model, from_variant, load_text
from rummykit.scenario import Table
from rummykit_rummy17.bonus import BONUS_CARDS
from rummykit_rummy17.house_rules import BonusName, PenaltyOptions, Rummy17Rules

from ..helpers import PLUGINS, item, play_out, refused, score
from .helpers import bonus_points, dealt, penalties, rummy17

NO_CLAIMS = {"allowed": "never"}


# -- the model -----------------------------------------------------------------------------------


def test_the_model_is_well_made() -> None:
    assert check_model(Rummy17Rules) == []


@pytest.mark.parametrize(
    ("preset", "differs"),
    [
        ("first_game", {"claims.allowed": "never", "scoring.double_17": "never"}),
        ("five_rounds", {"match.rounds": 5}),
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
        ({"match": {"rounds": 3, "target": 60}}, "match.rounds and match.target contradict each other"),
        (
            {"pool": {"lay_off": True}, "lay_offs": {"on": "none"}},
            "pool.lay_off: true needs lay_offs.on: own or any",
        ),
        (
            {"discards": {"take": "only_to_meld"}},
            "discards.take: only_to_meld does not allow a taken card to be kept, but a claimed one is",
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


def test_a_card_to_be_laid_off_needs_lay_offs() -> None:
    use = {"take": "only_to_use"}
    assert rummy17(discards=use, claims=NO_CLAIMS).rules.variant == "rummy17"
    with pytest.raises(HouseRuleError, match=r"only_to_use needs lay_offs.on: own or any"):
        rummy17(discards=use, claims=NO_CLAIMS, lay_offs={"on": "none"})


@pytest.mark.parametrize(
    ("players", "deal", "sentence"),
    [
        (6, {"cards": 14}, "14 for 6 players needs 85 of 85 cards and leaves no stock"),
        (4, {"cards": 20, "extra_card": "left"}, None),
        (6, {"cards": 13, "extra_card": "dealer"}, None),
        (5, {"cards": 17}, "leaves no stock"),
        (4, {"cards": {"2": 12, "3": 7}}, "deal.cards has no value for 4 players, only for 2 and 3"),
    ],
)
def test_the_pack_must_serve_the_hands(players: int, deal: dict[str, Any], sentence: str | None) -> None:
    if sentence is None:
        assert dealt(players, deal=deal).round.stock
        return
    with pytest.raises(SetupError, match=sentence):
        rummy17(players, deal=deal)


def test_a_file_that_names_its_players_is_told_where_the_fault_is() -> None:
    text = "variant: rummy17\nplayers: 6\nrules:\n  deal:\n    cards: 14\n"
    with pytest.raises(HouseRuleError, match=r"home.yaml:5:\d+: .*leaves no stock"):
        load_text(text, PLUGINS, name="home.yaml")


@pytest.mark.parametrize(
    ("section", "option", "low", "high"),
    [
        ("deal", "cards", 5, 20),
        ("stock", "reshuffles", 0, 10),
        ("turn", "stall_limit", 0, 200),
        ("turn", "seconds", 10, 600),
        ("turn", "late_penalty", 0, 3),
        ("claims", "penalty", 0, 3),
        ("claims", "from_lap", 1, 5),
        ("first_meld", "from_lap", 1, 4),
        ("first_meld", "min", 0, 100),
        ("first_meld", "min_with_joker", 0, 120),
        ("first_meld", "max_jokers", 0, 6),
        ("first_meld", "rises_each_round", 0, 50),
        ("first_meld", "rises_each_lap", 0, 50),
        ("first_meld", "rises_to", 10, 200),
        ("jokers", "per_meld", 1, 6),
        ("jokers", "min_naturals", 1, 3),
        ("jokers", "side_by_side", 1, 6),
        ("turn", "most_cards", 1, 20),
        ("pool", "min_run", 3, 6),
        ("pool", "per_turn", 1, 5),
        ("swaps", "min_run", 3, 5),
        ("bonus", "in_play", 0, 12),
        ("scoring", "high_from", 2, 17),
        ("bonus", "points", 0, 10),
        ("match", "rounds", 1, 50),
        ("match", "target", 50, 10_000),
    ],
)
def test_ranges(section: str, option: str, low: int, high: int) -> None:
    for value in (low, high):
        rules = rummy17(**{section: {option: value}}).rules.table_rules
        assert rules.value(f"{section}.{option}") == value
    for value in (low - 1, high + 1):
        with pytest.raises(HouseRuleError, match=option):
            rummy17(**{section: {option: value}})


DEFAULTS = {
    "deal": {"cards": 10, "extra_card": "none", "starter": "left", "next_dealer": "clockwise"},
    "discards": {"take": "freely", "throw_back": True, "reuse": "reshuffle"},
    "stock": {"exhausted": "finish_turn"},
    "turn": {"stall_limit": 60, "most_cards": None, "seconds": None, "late_penalty": 0},
    "claims": {
        "allowed": "always",
        "per_round": None,
        "penalty": 0,
        "from_lap": 1,
        "own_discard": False,
        "dealer_upcard": True,
        "on_final_draw": True,
        "takes_turn": False,
    },
    "melds": {"wrap": False, "min_run": 3, "min_set": 3, "per_turn": None},
    "jokers": {"per_meld": 1, "min_naturals": 2, "side_by_side": 1, "share": "any", "at_ends": True},
    "first_meld": {
        "from_lap": 1,
        "min": 0,
        "min_with_joker": None,
        "max_jokers": None,
        "scope": "some_subset",
        "needs_clean_run": False,
        "rises_each_round": 0,
        "rises_each_lap": 0,
        "rises_to": 100,
    },
    "lay_offs": {"on": "any", "before_first_meld": False, "same_turn": True, "credit": "owner"},
    "pool": {"min_run": 4, "lay_off": False, "per_turn": 5},
    "swaps": {
        "allowed": True,
        "needs_first_meld": True,
        "same_turn": True,
        "own_joker_same_turn": False,
        "only_own": False,
        "joker_goes": "meld_or_lay_off",
        "min_run": 3,
        "sets": "any_missing",
    },
    "bonus": {
        "cards": None,
        "in_play": 5,
        "points": 3,
        "most_needs_positive": True,
        "fewest_needs_meld": False,
        "joker_counts_as_value": True,
    },
    "scoring": {
        "winner": "zero",
        "unfinished": "nobody",
        "unmelded": "normal",
        "out_bonus": 0,
        "high_from": 10,
        "double_17": "all_players",
    },
    "match": MatchOptions().model_dump(),
    "stakes": StakesOptions().model_dump(),
}


def test_defaults_are_those_of_the_rule_sheet() -> None:
    defaults = Rummy17Rules().model_dump()
    # The rule sheet knows no reshuffling, so it says nothing of how often.
    assert defaults["stock"].pop("reshuffles") == 2
    assert defaults == DEFAULTS


# -- the deal ------------------------------------------------------------------------------------


@pytest.mark.option("deal.cards")
def test_hand_size() -> None:
    assert [hand.bit_count() for hand in dealt(3).round.hands] == [10] * 3
    assert [hand.bit_count() for hand in dealt(3, deal={"cards": 7}).round.hands] == [7] * 3
    by_players = {"cards": {"2": 12, "3": 7}}
    assert [hand.bit_count() for hand in dealt(2, deal=by_players).round.hands] == [12] * 2
    assert [hand.bit_count() for hand in dealt(3, deal=by_players).round.hands] == [7] * 3


@pytest.mark.option("deal.extra_card")
@pytest.mark.parametrize(("seat", "sizes"), [("none", [10, 10, 10]), ("dealer", [11, 10, 10]), ("left", [10, 11, 10])])
def test_extra_card_seat(seat: str, sizes: list[int]) -> None:
    table = dealt(3, dealer=0, deal={"extra_card": seat}, claims=NO_CLAIMS)
    assert [hand.bit_count() for hand in table.round.hands] == sizes
    # Whoever has the extra card does not draw in their first turn; in the second he does.
    for lap in (1, 2):
        for player in (1, 2, 0):
            assert table.round.active == player
            if lap == 1 and sizes[player] == 11:
                refused(table, "draw stock", "R17-TURN-01")
            else:
                table.play("draw stock")
            assert table.round.hands[player].bit_count() == 11
            table.play(f"discard {table.hand(player).split()[0]}")


@pytest.mark.option("deal.starter")
def test_starting_seat() -> None:
    for dealer in range(3):
        assert dealt(3, dealer).round.active == (dealer + 1) % 3
        assert dealt(3, dealer, deal={"starter": "dealer"}).round.active == dealer
    lots = [dealt(3, 0, seed, deal={"starter": "random"}).round.active for seed in range(40)]
    assert set(lots) == {0, 1, 2}
    assert lots == [dealt(3, 0, seed, deal={"starter": "random"}).round.active for seed in range(40)]


# -- scoring -------------------------------------------------------------------------------------


def scored(last: str, *table: str, cards: tuple[str, ...] = (), hand: str = "3y 10y", **options: Any) -> Table:
    """The first of two players goes out; the other one holds a hand."""
    own = {name: value for name, value in options.items() if name in PenaltyOptions.model_fields}
    scenario = rummy17(scoring=own, bonus={name: value for name, value in options.items() if name not in own})
    return scenario.deal(hands=[last, hand], table=table, side_cards=cards, drawn=True).play(f"discard {last}")


@pytest.mark.option("bonus.in_play")
@pytest.mark.parametrize("number", [0, 5, 12])
def test_bonus_cards_in_play(number: int) -> None:
    open_cards = dealt(bonus={"in_play": number}).round.side_cards
    assert len(open_cards) == len(set(open_cards)) == number
    assert set(open_cards) <= set(BONUS_CARDS)


@pytest.mark.option("bonus.cards")
def test_chosen_bonus_cards_lie_open_in_every_round() -> None:
    chosen = ["most_red", "longest_run", "game_finished"]
    opened = [dealt(seed=seed, bonus={"cards": chosen}).round.side_cards for seed in range(5)]
    assert [sorted(cards) for cards in opened] == [sorted(chosen)] * 5
    drawn = {frozenset(dealt(seed=seed, bonus={"in_play": 3}).round.side_cards) for seed in range(5)}
    assert len(drawn) > 1
    assert get_args(BonusName) == tuple(BONUS_CARDS)


def bonus_problems(*lines: str) -> str:
    text = "\n".join(["variant: rummy17", "rules:", "  bonus:", *(f"    {line}" for line in lines)])
    with pytest.raises(HouseRuleError) as error:
        load_text(text, PLUGINS, name="home.yaml")
    return str(error.value)


@pytest.mark.option("bonus.cards")
def test_bonus_cards_are_named_once_and_not_counted_otherwise() -> None:
    assert "home.yaml:4:12: bonus.cards: most_red is there only once" in bonus_problems("cards: [most_red, most_red]")
    assert "did you mean most_red?" in bonus_problems("cards: [most_rde]")
    assert "expected a list of most_cards," in bonus_problems("cards: []")
    both = bonus_problems("in_play: 5", "cards: [most_red]")
    assert "home.yaml:4:5: bonus.in_play: 5, but bonus.cards names 1; leave out bonus.in_play" in both
    assert "home.yaml:5:5" in both
    same = load_text("variant: rummy17\nrules: {bonus: {in_play: 1, cards: [most_red]}}", PLUGINS, name="home.yaml")
    assert same.value("bonus.cards") == ("most_red",)


@pytest.mark.option("scoring.high_from")
@pytest.mark.parametrize(("high", "points"), [(2, 7), (9, 6), (10, 5), (11, 4), (17, 4)])
def test_penalty_high_from(high: int, points: int) -> None:
    assert penalties(scored("12g", hand="1y 5y 9y 10y", high_from=high)) == (0, points)


@pytest.mark.option("bonus.points")
@pytest.mark.parametrize("points", [0, 3, 10])
def test_bonus_points(points: int) -> None:
    assert bonus_points(scored("12g", cards=("game_finished",), points=points)) == (points, 0)


@pytest.mark.option("scoring.double_17")
@pytest.mark.parametrize(
    ("double", "totals"), [("all_players", (6, -6)), ("finisher_only", (6, -3)), ("never", (3, -3))]
)
def test_rummy17_double(double: str, totals: tuple[int, int]) -> None:
    assert score(scored("17g", cards=("game_finished",), double_17=double)).totals == totals
    assert score(scored("16g", cards=("game_finished",), double_17=double)).totals == (3, -3)


@pytest.mark.option("bonus.most_needs_positive")
@pytest.mark.parametrize("key", [key for key, card in BONUS_CARDS.items() if card.count and not card.fewest])
def test_most_requires_positive(key: str) -> None:
    assert bonus_points(scored("12g", cards=(key,))) == (0, 0)
    assert bonus_points(scored("12g", cards=(key,), most_needs_positive=False)) == (3, 3)


@pytest.mark.option("bonus.fewest_needs_meld")
@pytest.mark.parametrize(("key", "meld"), [("fewest_blue", "1: 4b 5b 6b"), ("fewest_jokers", "1: 4r 5r 6r *r=7r")])
def test_fewest_requires_meld(key: str, meld: str) -> None:
    assert bonus_points(scored("12g", meld, cards=(key,))) == (0, 3)
    assert bonus_points(scored("12g", meld, cards=(key,), fewest_needs_meld=True)) == (3, 0)
    assert bonus_points(scored("12g", cards=(key,), fewest_needs_meld=True)) == (0, 0)


@pytest.mark.option("bonus.joker_counts_as_value")
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


@pytest.mark.option("match.rounds")
@pytest.mark.parametrize(("options", "rounds"), [({}, 1), ({"rounds": 4}, 4)])
def test_rounds(options: dict[str, Any], rounds: int) -> None:
    match = Match(rummy17(3, **match_sections(options), claims=NO_CLAIMS).rules, 2, ["Ann", "Ben", "Cem"])
    dealers = play_out(match)
    assert len(match.scores) == rounds
    assert dealers == [(match.first_dealer + number) % 3 for number in range(rounds)]
    assert match.round.number == rounds
    assert match.totals == tuple(sum(score.totals[seat] for score in match.scores) for seat in range(3))
    assert match.winners == tuple(seat for seat in range(3) if match.totals[seat] == max(match.totals))
    assert match.round.legal_actions() == ()


@pytest.mark.option("match.rounds")
def test_every_round_is_shuffled_anew() -> None:
    match = Match(rummy17(2, preset="five_rounds", claims=NO_CLAIMS).rules, 2, ["Ann", "Ben"])
    hands, bonus_cards = set(), set()
    while not match.is_over:
        if match.round.turn == 0 and match.round.stage.name == "draw":
            hands.add(tuple(match.round.hands))
            bonus_cards.add(match.round.side_cards)
        match.apply(match.round.legal_actions()[0])
    assert len(hands) == len(bonus_cards) == 5


@pytest.mark.option("match.rounds")
@pytest.mark.option("match.target")
def test_a_target_is_for_the_winner_to_reach() -> None:
    format = rummy17(match={"target": 50}).rules.match
    assert not format.is_over(Standing(0, (0, 0), (0, 1)))
    assert not format.is_over(Standing(1, (49, -90), (0, 1)))
    assert format.is_over(Standing(2, (50, -93), (0, 1)))
    assert not format.is_over(Standing(2, (48, -78), (0, 1)))
    by_default = rummy17(match={"target": 500}).rules.match
    assert not by_default.is_over(Standing(10, (499, -900), (0, 1)))
    assert by_default.is_over(Standing(11, (500, -990), (0, 1)))
