"""The house rules of Räuber-Rommé: the model, its presets, and what those make of it that Deutsches Rommé lacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rummykit.engine.table import Ending
from rummykit.errors import SetupError
from rummykit.rules import HouseRuleError, check_model, from_variant, load_text
from rummykit.scenario import Table
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
        "deck.faces",
        "discards.pile",
        "turn.starts_with",
        "jokers.fixed",
        "rearranging.allowed",
        "rearranging.needs_hand_card",
        "rearranging.joker_leaves",
    }
    # Where all may be laid anew, nobody counts new melds.
    assert options_of(DeutschesRommeRules) - options_of(RaeuberRommeRules) == {"melds.per_turn"}


@pytest.mark.parametrize(
    ("preset", "differs"),
    [
        (
            "no_pile",
            {
                "discards.pile": False,
                "turn.starts_with": "play_or_draw",
                "stock.exhausted": "play_on",
                "going_out.discard": "optional",
            },
        ),
        (
            "brettspielnetz",
            {
                "deck.faces": "numbers",
                "deck.jokers": 2,
                "deal.cards": 18,
                "deal.extra_card": "none",
                "deal.starter": "random",
                "deal.jokers_each": 1,
                "discards.pile": False,
                "turn.starts_with": "play_or_draw",
                "stock.exhausted": "score_at_once",
                "ace.runs": "low",
                "jokers.min_naturals": 1,
                "turn.most_cards": 12,
                "first_meld.min": 30,
                "first_meld.joker_value": "zero",
                "first_meld.scope": "whole_turn",
                "lay_offs.same_turn": False,
                "jokers.fixed": False,
                "going_out.discard": "optional",
                "hand_romme.when": "never",
                "jokers.in_hand": 25,
                "ace.in_hand": 1,
            },
        ),
        (
            "tiles",
            {
                "deck.faces": "numbers",
                "deck.jokers": 2,
                "deal.cards": 14,
                "deal.extra_card": "none",
                "deal.starter": "random",
                "discards.pile": False,
                "turn.starts_with": "play_or_draw",
                "stock.exhausted": "play_on",
                "ace.runs": "low",
                "ace.in_hand": 1,
                "jokers.min_naturals": 1,
                "jokers.in_hand": 30,
                "first_meld.min": 30,
                "first_meld.scope": "whole_turn",
                "lay_offs.same_turn": False,
                "swaps.same_turn": False,
                "swaps.joker_goes": "new_meld",
                "rearranging.joker_leaves": "if_replaced",
                "going_out.discard": "optional",
                "hand_romme.when": "never",
                "scoring.winner": "paid_by_losers",
                "scoring.unfinished": "lowest",
            },
        ),
    ],
)
def test_presets(preset: str, differs: Mapping[str, object]) -> None:
    plain, rules = from_variant("raeuber_romme", PLUGINS), from_variant("raeuber_romme", PLUGINS, preset=preset)
    names = options_of(RaeuberRommeRules)
    assert {name: rules.value(name) for name in names if rules.value(name) != plain.value(name)} == differs
    assert set(PLUGINS.presets("raeuber_romme")) == {"brettspielnetz", "no_pile", "tiles"}


def test_a_preset_may_say_how_many_sit_down() -> None:
    assert from_variant("raeuber_romme", PLUGINS, preset="brettspielnetz").players == 2
    assert from_variant("raeuber_romme", PLUGINS, preset="no_pile").players is None
    assert from_variant("raeuber_romme", PLUGINS, preset="tiles").player_range == range(2, 5)
    file = "variant: raeuber_romme\npreset: brettspielnetz\nplayers: 3\nrules:\n  deck:\n    jokers: 3\n"
    assert load_text(file, PLUGINS).players == 3


NO_PILE: dict[str, dict[str, Any]] = {
    "discards": {"pile": False},
    "stock": {"exhausted": "score_at_once"},
    "going_out": {"discard": "optional"},
}
"""The least that must change where nothing is discarded."""


def no_pile(**options: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    return {section: {**NO_PILE.get(section, {}), **options.get(section, {})} for section in {*NO_PILE, *options}}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"lay_offs": {"on": "none"}}, "rearranging.allowed: true needs lay_offs.on: own or any"),
        (no_pile(stock={"exhausted": "reshuffle"}), "stock.exhausted: reshuffle needs discards.pile: true"),
        (
            no_pile(going_out={"discard": "required"}),
            "going_out.discard: required needs discards.pile: true",
        ),
        (no_pile(claims={"allowed": "always"}), "claims.allowed: always needs discards.pile: true"),
        (no_pile(deal={"upcard": True}), "deal.upcard: true needs discards.pile: true"),
        (
            no_pile(discards={"take": "only_to_meld"}),
            "discards.take: only_to_meld needs discards.pile: true",
        ),
        (
            no_pile(discards={"take": "only_to_use"}),
            "discards.take: only_to_use needs discards.pile: true",
        ),
        (
            no_pile(discards={"throw_back": False}),
            "discards.throw_back: false needs discards.pile: true",
        ),
        ({"turn": {"starts_with": "play_or_draw"}}, "turn.starts_with: play_or_draw needs discards.pile: false"),
        ({"jokers": {"wild_ranks": [2], "fixed": False}}, r"jokers.wild_ranks: \[2\] needs jokers.fixed: true"),
        (
            {"jokers": {"wild_ranks": [2]}, "deck": {"faces": "numbers"}},
            r"jokers.wild_ranks: \[2\] needs deck.faces: french",
        ),
        (
            {"stock": {"exhausted": "play_on"}},
            "stock.exhausted: play_on needs discards.pile: false",
        ),
    ],
)
def test_contradictions(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(HouseRuleError, match=sentence):
        raeuber(**options)


def test_all_contradictions_are_told_at_once() -> None:
    with pytest.raises(HouseRuleError) as caught:
        raeuber(discards={"pile": False})
    assert len(caught.value.problems) == 2
    assert raeuber(**NO_PILE).rules.variant == "raeuber_romme"
    assert raeuber(rearranging={"allowed": False}, lay_offs={"on": "none"}).rules.variant == "raeuber_romme"


def test_the_pack_must_serve_the_hands() -> None:
    with pytest.raises(SetupError, match=r"deal.cards: 18 for 6 players needs 108 of 106 cards and leaves no stock"):
        raeuber(6, "brettspielnetz", deal={"jokers_each": 0})


# -- cards ----------------------------------------------------------------------------------------


@pytest.mark.option("deck.faces")
def test_faces() -> None:
    assert melds_of("Js Qs Ks") == {"Js Qs Ks": 30}
    with_numbers = raeuber(deck={"faces": "numbers"})
    assert with_numbers.rules.pack.suit_word == "colour"
    allowed(with_numbers.deal(hands=["13r 13b 13g 13y 1b 2b"], drawn=True), "meld 13b 13r 13g 13y")
    french = raeuber().deal(hands=["9c", "Jd Ks"], drawn=True).play("discard 9c")
    assert score(french).totals == (0, 20)
    plain = with_numbers.deal(hands=["9b", "11r 13g"], drawn=True).play("discard 9b")
    assert score(plain).totals == (0, 24)


def test_four_at_most_play_with_numbers() -> None:
    raeuber(4, "brettspielnetz", deck={"jokers": 4})
    with pytest.raises(SetupError, match=r"deck.faces: numbers is for 2 to 4 players, not 5"):
        raeuber(5, "brettspielnetz", deck={"jokers": 5})
    text = "variant: raeuber_romme\nplayers: 2-8\nrules:\n  deck: {faces: numbers}\n"
    with pytest.raises(HouseRuleError, match=r"^home.yaml:4:10: .* not 5 \(see also home.yaml:2:1\)"):
        load_text(text, PLUGINS, name="home.yaml")
    assert PLUGINS.booklet(load_text(text.replace("players: 2-8\n", ""), PLUGINS)).players == (2, 4)


# -- the shape of a turn --------------------------------------------------------------------------


def drawing_without_pile(stock_exhaustion: str, **deal: Any) -> Table:
    options = no_pile(stock={"exhausted": stock_exhaustion})
    return raeuber(**options).deal(hands=["10c 2h", "Kd"], table=["2: 7c 8c 9c"], melded=[0], **deal)


@pytest.mark.option("discards.pile")
@pytest.mark.option("turn.starts_with")
def test_draw_then_play_without_a_pile() -> None:
    table = drawing_without_pile("score_at_once", stock_top="3d")
    assert table.legal() == ["draw stock"]
    refused(table, "layoff 10c > 1", "TABLE-01", "draw from the stock")
    refused(table, "draw discard", "ROM-TURN-02", "no open card")
    refused(table, "pass", "TABLE-01", "draw from the stock")
    table.play("draw stock")
    assert table.legal() == ["layoff 10c > 1", "end"]
    table.play("end")
    assert (table.round.active, sizes(table), table.round.pile) == (1, [3, 1], [])


@pytest.mark.option("turn.starts_with")
def test_play_or_draw() -> None:
    table = without_pile("10c 2h", "2: 7c 8c 9c")
    assert table.legal() == ["layoff 10c > 1", "pass"]
    assert sizes(table.play("pass")) == [3, 1]


@pytest.mark.option("stock.exhausted")
def test_stock_exhaustion_without_a_pile() -> None:
    at_once = drawing_without_pile("score_at_once", stock_top="3d", stock_size=1).play("draw stock")
    assert (ending(at_once), score(at_once).totals) == (Ending.STOCK, (15, 10))
    finish = drawing_without_pile("finish_turn", stock_top="3d", stock_size=1).play("draw stock")
    assert ending(finish) is None
    finish.play("layoff 10c > 1", "end")
    assert (ending(finish), score(finish).totals) == (Ending.STOCK, (5, 10))
    play_on = drawing_without_pile("play_on", stock_top="3d", stock_size=1).play("draw stock", "end")
    assert play_on.legal() == ["pass"]
    refused(play_on, "draw stock", "TABLE-01", "place cards from your hand, or pass")
    play_on.play("pass", "layoff 10c > 1", "end", "pass", "pass")
    assert (ending(play_on), score(play_on).totals) == (Ending.PASSED, (5, 10))


# -- the table ------------------------------------------------------------------------------------


@pytest.mark.option("lay_offs.on")
def test_only_own_melds() -> None:
    table = holding("7c 7d Kd", "1: 5c 6c 7c 8c 9c", "2: 5d 6d 7d 8d 9d", lay_offs={"on": "own"})
    allowed(table, "arrange 1 -> 5c 6c 7c | 7c 8c 9c")
    move = "arrange 2 -> 5d 6d 7d | 7d 8d 9d"
    refused(table, move, "RAU-02", "your own melds only; meld 2 is not yours", option="lay_offs.on")
    listed = [move for move in table.legal() if move.startswith("arrange")]
    assert listed == ["arrange 1 -> 5c 6c 7c | 7c 8c 9c"]


@pytest.mark.option("turn.most_cards")
def test_max_hand_cards_per_turn() -> None:
    hand, melds = "5c 6h 9d Kd 2h", ("2: 5d 6d 7d", "2: 5s 6s *=7s")
    move = "arrange 1,2 -> 5d 5s 5c | 6d 6h 6s | 7d *=8d 9d"
    allowed(holding(hand, *melds, turn={"most_cards": 3}), move)
    table = holding(hand, *melds, turn={"most_cards": 2})
    refused(table, move, "NET-ARR-03", "at most 2 of your hand cards", option="turn.most_cards")


@pytest.mark.option("rearranging.joker_leaves")
def test_a_bound_joker_is_not_listed_elsewhere() -> None:
    hand, melds = "8h 9h Kd", ("2: 4s 5s 6s *=7s",)
    (first,) = [move for move in holding(hand, *melds).legal() if move.startswith("arrange")]
    bound = holding(hand, *melds, rearranging={"joker_leaves": "if_dissolved"})
    refused(bound, first, "NET-JOK-01", "still lie together")
    assert not [move for move in bound.legal() if move.startswith("arrange")]


def test_the_deal_is_that_of_deutsches_romme_even_with_a_preset() -> None:
    assert sizes(dealt(4, preset="no_pile")) == [14, 13, 13, 13]


@pytest.mark.option("scoring.shown")
@pytest.mark.parametrize(("shown", "minus"), [("bad_points", False), ("minus_points", True)])
def test_the_sheet_writes_bad_points_with_a_minus_where_that_is_said(shown: str, minus: bool) -> None:
    assert raeuber(scoring={"shown": shown}).rules.scoring.minus is minus


@pytest.mark.option("jokers.wild_ranks", "rearranging.joker_leaves")
def test_wild_cards_are_rearranged_as_jokers_or_as_what_they_are() -> None:
    freed = "arrange 1 -> 5s 6s 7s | 9d 9c 2h=*"
    hand, melds = "7s 9d 9c Kd", ("2: 5s 6s 2h=7s",)
    for leaves, goes in (("freely", True), ("if_replaced", True), ("if_dissolved", False)):
        options = {"rearranging": {"joker_leaves": leaves}, "jokers": {"wild_ranks": [2]}}
        table = holding(hand, *melds, **options)
        assert table.is_legal(freed) == goes
        # What stands for itself is no joker, and may become one.
        run = holding("9d 9c Kd", "2: 2s 3s 4s 5s", **options)
        allowed(run, "arrange 1 -> 3s 4s 5s | 9d 9c 2s=*")
        run.play("arrange 1 -> 3s 4s 5s | 9d 9c 2s=*")
        assert on_table(run) == ["3s 4s 5s", "9d 9c 2s=*"]


@pytest.mark.option("jokers.alone", "rearranging.joker_leaves")
def test_jokers_that_lie_alone_are_rearranged() -> None:
    for leaves, kept, dissolved in (
        ("freely", True, True),
        ("if_dissolved", False, True),
        ("if_replaced", False, False),
    ):
        options = {"rearranging": {"joker_leaves": leaves}, "jokers": {"alone": True}}
        assert holding("9d 9c Kd", "2: * * * *", **options).is_legal("arrange 1 -> * * * | 9d 9c *") == kept
        three = holding("9d 9c Qs Qh 4d Kd", "2: * * *", "2: 5s 6s 7s", **options)
        apart = "arrange 1,2 -> 9d 9c * | Qs Qh * | 5s 6s 7s *=8s"
        assert three.is_legal(apart) == dissolved
        allowed(holding("* Kd 4c", "2: * * *", **options), "arrange 1 -> * * * *")


@pytest.mark.option("jokers.alone", "jokers.fixed")
def test_jokers_alone_that_are_bound_to_no_card() -> None:
    for naturals, goes in ((1, True), (2, False)):
        options = {"jokers": {"alone": True, "fixed": False, "min_naturals": naturals}}
        table = holding("7s 4c Kd", "2: * * *", **options)
        assert table.is_legal("layoff 7s > 1") == goes
        allowed(holding("* 4c Kd", "2: * * *", **options), "layoff * > 1")


@pytest.mark.option("jokers.alone")
def test_the_table_is_rearranged_to_jokers_alone() -> None:
    melds = ("2: 5s 6s 7s *=8s", "2: 9d 9c 9h *", "2: Jd Qd Kd")
    for alone in (True, False):
        table = holding("* 4c 2h", *melds, jokers={"alone": alone})
        assert table.is_legal("arrange 1,2 -> * * * | 5s 6s 7s | 9d 9c 9h") == alone


@pytest.mark.option("jokers.wild_ranks")
def test_a_place_that_only_a_wild_card_makes_is_listed() -> None:
    hand, melds = "9c Kd Qh", ("2: 2s 3s 4s 5s", "2: 6h 7h 8h 9h")
    for wild, places in (([], 0), ([2], 1)):
        table = holding(hand, *melds, jokers={"wild_ranks": wild})
        listed = [move for move in table.legal() if move.startswith("arrange")]
        assert len(listed) == places
        assert all(table.is_legal(move) for move in listed)
