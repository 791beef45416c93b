"""The house rules of Räuber-Rommé: the model, its presets, and what those make of it that Deutsches Rommé lacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rummykit.errors import SetupError
from rummykit.houserules import HouseRuleError, check_model, from_variant, load_text
from rummykit.scenario import Table
from rummykit.table import Ending
from rummykit_deutsches_romme.house_rules import DeutschesRommeRules
from rummykit_raeuber_romme.house_rules import RaeuberRommeRules

from ..helpers import PLUGINS, allowed, ending, refused, score
from .helpers import dealt, holding, melds_of, on_table, raeuber, sizes, without_pile

# -- the model ------------------------------------------------------------------------------------


def options_of(model: type[RaeuberRommeRules] | type[DeutschesRommeRules]) -> set[str]:
    return {f"{section}.{option}" for section, options in model() for option, _ in options}


def test_the_model_is_that_of_deutsches_romme_and_more() -> None:
    assert check_model(RaeuberRommeRules) == []
    assert options_of(RaeuberRommeRules) - options_of(DeutschesRommeRules) == {
        "deal.faces",
        "draw.use_discard_pile",
        "draw.draw_mode",
        "rearranging.rearrange",
        "rearranging.rearrange_requires_hand_card",
        "rearranging.joker_free_only_if_dissolved",
    }
    assert options_of(DeutschesRommeRules) <= options_of(RaeuberRommeRules)


@pytest.mark.parametrize(
    ("preset", "differs"),
    [
        (
            "no_pile",
            {
                "draw.use_discard_pile": False,
                "draw.draw_mode": "play_or_draw",
                "draw.stock_exhaustion": "play_on_until_all_pass",
                "going_out.final_discard_required": False,
            },
        ),
        (
            "brettspielnetz",
            {
                "deal.faces": "numbers",
                "deal.jokers": 2,
                "deal.hand_size": 18,
                "deal.extra_card_seat": "none",
                "deal.starting_seat": "random",
                "deal.guaranteed_jokers": 1,
                "draw.use_discard_pile": False,
                "draw.draw_mode": "play_or_draw",
                "draw.stock_exhaustion": "immediate_score",
                "melds.ace_mode": "low_only",
                "melds.min_naturals_per_meld": 1,
                "melds.max_hand_cards_per_turn": 12,
                "first_meld.first_meld_min": 30,
                "first_meld.first_meld_joker_value": "zero",
                "first_meld.first_meld_scope": "whole_turn",
                "lay_offs.layoff_same_turn": False,
                "swaps.joker_swap": False,
                "going_out.final_discard_required": False,
                "going_out.hand_romme": "never",
                "scoring.penalty_joker": 25,
                "scoring.penalty_ace": 1,
            },
        ),
    ],
)
def test_presets(preset: str, differs: Mapping[str, object]) -> None:
    plain, rules = from_variant("raeuber_romme", PLUGINS), from_variant("raeuber_romme", PLUGINS, preset=preset)
    names = options_of(RaeuberRommeRules)
    assert {name: rules.value(name) for name in names if rules.value(name) != plain.value(name)} == differs
    assert set(PLUGINS.presets("raeuber_romme")) == {"brettspielnetz", "no_pile"}


def test_a_preset_may_say_how_many_sit_down() -> None:
    assert from_variant("raeuber_romme", PLUGINS, preset="brettspielnetz").players == 2
    assert from_variant("raeuber_romme", PLUGINS, preset="no_pile").players is None
    file = "variant: raeuber_romme\npreset: brettspielnetz\nplayers: 3\nrules:\n  deal:\n    jokers: 3\n"
    assert load_text(file, PLUGINS).players == 3


NO_PILE: dict[str, dict[str, Any]] = {
    "draw": {"use_discard_pile": False, "stock_exhaustion": "immediate_score"},
    "going_out": {"final_discard_required": False},
}
"""The least that must change where nothing is discarded."""


def no_pile(**options: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    return {section: {**NO_PILE.get(section, {}), **options.get(section, {})} for section in {*NO_PILE, *options}}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"lay_offs": {"layoff": "none"}}, "rearrange: full adds cards to melds, but layoff is none"),
        (no_pile(draw={"stock_exhaustion": "reshuffle"}), "stock_exhaustion: reshuffle needs use_discard_pile: true"),
        (
            no_pile(going_out={"final_discard_required": True}),
            "final_discard_required: true needs use_discard_pile: true",
        ),
        (no_pile(claiming={"claims": True}), "claims: true needs use_discard_pile: true"),
        (no_pile(deal={"initial_upcard": True}), "initial_upcard: true needs use_discard_pile: true"),
        (
            no_pile(draw={"taken_discard_must_be_used": "meld"}),
            "taken_discard_must_be_used: meld needs use_discard_pile: true",
        ),
        (
            no_pile(draw={"taken_discard_must_be_used": "meld_or_layoff"}),
            "taken_discard_must_be_used: meld_or_layoff needs use_discard_pile: true",
        ),
        (
            no_pile(draw={"may_discard_taken_card": False}),
            "may_discard_taken_card: false needs use_discard_pile: true",
        ),
        ({"draw": {"draw_mode": "play_or_draw"}}, "draw_mode: play_or_draw needs use_discard_pile: false"),
        (
            {"draw": {"stock_exhaustion": "play_on_until_all_pass"}},
            "stock_exhaustion: play_on_until_all_pass needs use_discard_pile: false",
        ),
        (
            {"melds": {"ace_wrap": True, "ace_mode": "low_only"}},
            "ace_wrap: true puts the ace after the king, but ace_mode is low_only",
        ),
    ],
)
def test_contradictions(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(HouseRuleError, match=sentence):
        raeuber(**options)


def test_all_contradictions_are_told_at_once() -> None:
    with pytest.raises(HouseRuleError) as caught:
        raeuber(draw={"use_discard_pile": False})
    assert len(caught.value.problems) == 2
    assert raeuber(**NO_PILE).rules.variant == "raeuber_romme"
    assert raeuber(rearranging={"rearrange": "none"}, lay_offs={"layoff": "none"}).rules.variant == "raeuber_romme"


def test_the_pack_must_serve_the_hands() -> None:
    with pytest.raises(SetupError, match="hand_size: 18 for 6 players needs 108 of 106 cards and leaves no stock"):
        raeuber(6, "brettspielnetz", deal={"guaranteed_jokers": 0})


# -- cards ----------------------------------------------------------------------------------------


@pytest.mark.option("deal.faces")
def test_faces() -> None:
    assert melds_of("Js Qs Ks") == {"Js Qs Ks": 30}
    with_numbers = raeuber(deal={"faces": "numbers"})
    assert with_numbers.rules.pack.suit_word == "colour"
    allowed(with_numbers.deal(hands=["13r 13b 13g 13y 1b 2b"], drawn=True), "meld 13b 13r 13g 13y")
    french = raeuber().deal(hands=["9c", "Jd Ks"], drawn=True).play("discard 9c")
    assert score(french).totals == (0, 20)
    plain = with_numbers.deal(hands=["9b", "11r 13g"], drawn=True).play("discard 9b")
    assert score(plain).totals == (0, 24)


# -- the shape of a turn --------------------------------------------------------------------------


def drawing_without_pile(stock_exhaustion: str, **deal: Any) -> Table:
    options = no_pile(draw={"stock_exhaustion": stock_exhaustion})
    return raeuber(**options).deal(hands=["10c 2h", "Kd"], table=["2: 7c 8c 9c"], melded=[0], **deal)


@pytest.mark.option("draw.use_discard_pile")
@pytest.mark.option("draw.draw_mode")
def test_draw_then_play_without_a_pile() -> None:
    table = drawing_without_pile("immediate_score", stock_top="3d")
    assert table.legal() == ["draw stock"]
    refused(table, "layoff 10c > 1", "TABLE-01", "draw from the stock")
    refused(table, "draw discard", "ROM-TURN-02", "no open card")
    refused(table, "pass", "TABLE-01", "draw from the stock")
    table.play("draw stock")
    assert table.legal() == ["layoff 10c > 1", "end"]
    table.play("end")
    assert (table.round.active, sizes(table), table.round.pile) == (1, [3, 1], [])


@pytest.mark.option("draw.draw_mode")
def test_play_or_draw() -> None:
    table = without_pile("10c 2h", "2: 7c 8c 9c")
    assert table.legal() == ["layoff 10c > 1", "pass"]
    assert sizes(table.play("pass")) == [3, 1]


@pytest.mark.option("draw.stock_exhaustion")
def test_stock_exhaustion_without_a_pile() -> None:
    at_once = drawing_without_pile("immediate_score", stock_top="3d", stock_size=1).play("draw stock")
    assert (ending(at_once), score(at_once).totals) == (Ending.STOCK, (15, 10))
    finish = drawing_without_pile("finish_turn_then_score", stock_top="3d", stock_size=1).play("draw stock")
    assert ending(finish) is None
    finish.play("layoff 10c > 1", "end")
    assert (ending(finish), score(finish).totals) == (Ending.STOCK, (5, 10))
    play_on = drawing_without_pile("play_on_until_all_pass", stock_top="3d", stock_size=1).play("draw stock", "end")
    assert play_on.legal() == ["pass"]
    refused(play_on, "draw stock", "TABLE-01", "place cards from your hand, or pass")
    play_on.play("pass", "layoff 10c > 1", "end", "pass", "pass")
    assert (ending(play_on), score(play_on).totals) == (Ending.PASSED, (5, 10))


# -- the table ------------------------------------------------------------------------------------


@pytest.mark.option("lay_offs.layoff")
def test_only_own_melds() -> None:
    table = holding("7c 7d Kd", "1: 5c 6c 7c 8c 9c", "2: 5d 6d 7d 8d 9d", lay_offs={"layoff": "own"})
    allowed(table, "arrange 1 -> 5c 6c 7c | 7c 8c 9c")
    move = "arrange 2 -> 5d 6d 7d | 7d 8d 9d"
    refused(table, move, "RAU-02", "your own melds only; meld 2 is not yours", option="lay_offs.layoff")
    listed = [move for move in table.legal() if move.startswith("arrange")]
    assert listed == ["arrange 1 -> 5c 6c 7c | 7c 8c 9c"]


@pytest.mark.option("melds.max_hand_cards_per_turn")
def test_max_hand_cards_per_turn() -> None:
    hand, melds = "5c 6h 9d Kd 2h", ("2: 5d 6d 7d", "2: 5s 6s *=7s")
    move = "arrange 1,2 -> 5d 5s 5c | 6d 6h 6s | 7d *=8d 9d"
    allowed(holding(hand, *melds, melds={"max_hand_cards_per_turn": 3}), move)
    table = holding(hand, *melds, melds={"max_hand_cards_per_turn": 2})
    refused(table, move, "NET-ARR-03", "at most 2 of your hand cards", option="melds.max_hand_cards_per_turn")


@pytest.mark.option("rearranging.joker_free_only_if_dissolved")
def test_a_bound_joker_is_not_listed_elsewhere() -> None:
    hand, melds = "6s 4c Kd", ("2: 4s 5s *=6s", "2: 2c 3c 4c 5c 6c")
    (first,) = [move for move in holding(hand, *melds).legal() if move.startswith("arrange")]
    bound = holding(hand, *melds, rearranging={"joker_free_only_if_dissolved": True})
    refused(bound, first, "NET-JOK-01", "still lie together")
    (second,) = [move for move in bound.legal() if move.startswith("arrange")]
    assert on_table(bound.play(second))[:1] == ["4s 5s *=6s"]


def test_the_deal_is_that_of_deutsches_romme_even_with_a_preset() -> None:
    assert sizes(dealt(4, preset="no_pile")) == [14, 13, 13, 13]
