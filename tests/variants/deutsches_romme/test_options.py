"""The house rules of Deutsches Rommé: the model, its presets, and what the deal, drawing and claims make of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rummykit.engine.table import Ending
from rummykit.errors import NotationError, SetupError
from rummykit.parts import HandRommeStakesOptions, MatchOptions
from rummykit.parts.flow import HARD_TURN_LIMIT
from rummykit.rules import HouseRuleError, check_model, from_variant, load_text
from rummykit.scenario import Table
from rummykit_deutsches_romme.house_rules import DeutschesRommeRules

from ..helpers import PLUGINS, allowed, ending, refused, score
from .helpers import dealt, jokers, romme, sizes

# -- the model -----------------------------------------------------------------------------------


def test_the_model_is_well_made() -> None:
    assert check_model(DeutschesRommeRules) == []


@pytest.mark.parametrize(
    ("preset", "differs"),
    [
        (
            "club",
            {
                "deal.extra_card": "left",
                "deal.starter": "left",
                "claims.allowed": "always",
                "claims.penalty": 1,
                "claims.from_lap": 2,
                "jokers.per_meld": 1,
                "jokers.side_by_side": 1,
                "first_meld.from_lap": 2,
                "first_meld.min": 30,
                "first_meld.min_with_joker": 40,
                "first_meld.max_jokers": 1,
                "swaps.joker_goes": "meld_or_lay_off",
                "scoring.shown": "minus_points",
            },
        ),
        ("skatverband", {"swaps.sets": "four_naturals"}),
    ],
)
def test_presets(preset: str, differs: Mapping[str, object]) -> None:
    plain, rules = (
        from_variant("deutsches_romme", PLUGINS),
        from_variant("deutsches_romme", PLUGINS, preset=preset),
    )
    names = [f"{section}.{option}" for section, options in DeutschesRommeRules() for option, _ in options]
    assert {name: rules.value(name) for name in names if rules.value(name) != plain.value(name)} == differs
    assert romme(2, preset).rules.table_rules.preset == preset


def test_there_are_two_presets() -> None:
    assert set(PLUGINS.presets("deutsches_romme")) == {"club", "skatverband"}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"match": {"rounds": 3, "target": 60}}, "match.rounds and match.target contradict each other"),
        ({"stakes": {"buyback": True}}, "stakes.buyback: true needs match.elimination"),
        (
            {"discards": {"take": "only_to_use"}, "lay_offs": {"on": "none"}},
            "discards.take: only_to_use needs lay_offs.on: own or any",
        ),
        (
            {"lay_offs": {"before_first_meld": True, "same_turn": False}},
            "lay_offs.before_first_meld: true needs lay_offs.same_turn: true",
        ),
        ({"melds": {"min_set": 5}}, "melds.min_set: 5 needs melds.twins: true"),
        (
            {"melds": {"min_set": 6, "twins": True}, "deck": {"packs": 1, "jokers": 1}},
            "melds.min_set: 6 cannot be reached: the pack has only 5 cards for a set",
        ),
        (
            {"melds": {"min_run": 5}, "swaps": {"min_run": 4}},
            "swaps.min_run: 4 is less than melds.min_run: 5, and no run is so short",
        ),
        (
            {"claims": {"allowed": "always"}, "discards": {"take": "only_to_meld"}},
            "discards.take: only_to_meld does not allow a taken card to be kept, but a claimed one is",
        ),
    ],
)
def test_contradictions(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(HouseRuleError, match=sentence):
        romme(**options)
    for section in options:
        others = {name: values for name, values in options.items() if name != section}
        if others:
            assert romme(**others).rules.variant == "deutsches_romme"


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (6, {"deal": {"cards": 18}}, None),
        (6, {"deal": {"cards": 19}}, "deal.cards: 19 for 6 players needs 115 of 110 cards and leaves no stock"),
        (4, {"deck": {"packs": 1, "jokers": 0}}, "13 for 4 players needs 53 of 52 cards and leaves no stock"),
        (4, {"deck": {"packs": 1, "jokers": 1}, "deal": {"extra_card": "none"}}, None),
        (4, {"deck": {"packs": 1, "jokers": 1}}, "needs 53 of 53 cards and leaves no stock"),
        (4, {"deck": {"packs": 1, "jokers": 2}, "deal": {"upcard": True}}, "needs 54 of 54 cards"),
        (4, {"deal": {"jokers_each": 1}, "deck": {"jokers": 3}}, "4 players needs 4 jokers, but deck.jokers is 3"),
        (3, {"deal": {"jokers_each": 1}, "deck": {"jokers": 3}}, None),
        (8, {}, None),
        (8, {"deal": {"cards": 14}}, "deal.cards: 14 for 8 players needs 113 of 110 cards and leaves no stock"),
        (8, {"deal": {"cards": 14}, "deck": {"packs": 3}}, None),
        (8, {"deal": {"cards": {"2-6": 13, "7-8": 10}}, "deck": {"packs": 2}}, None),
        (8, {"deck": {"packs": 1}}, "deal.cards: 13 for 8 players needs 105 of 58 cards and leaves no stock"),
        (8, {"deck": {"packs": 1}, "deal": {"cards": {"2-4": 12, "5-8": 7}}}, None),
        (8, {"deal": {"jokers_each": 1}}, "8 players needs 8 jokers, but deck.jokers is 6"),
        (4, {"deal": {"cards": {"2": 13, "3": 11}}}, "deal.cards has no value for 4 players, only for 2 and 3"),
    ],
)
def test_the_pack_must_serve_the_hands(players: int, options: dict[str, Any], sentence: str | None) -> None:
    if sentence is None:
        assert dealt(players, **options).round.stock
        return
    with pytest.raises(SetupError, match=sentence):
        romme(players, **options)


def test_a_file_that_names_its_players_is_told_where_the_fault_is() -> None:
    text = "variant: deutsches_romme\nplayers: 6\nrules:\n  deal:\n    cards: 19\n"
    with pytest.raises(HouseRuleError, match=r"home.yaml:5:\d+: .*leaves no stock"):
        load_text(text, PLUGINS, name="home.yaml")


@pytest.mark.parametrize(
    ("section", "option", "low", "high"),
    [
        ("deck", "packs", 1, 3),
        ("deck", "jokers", 0, 8),
        ("deal", "cards", 5, 20),
        ("deal", "jokers_each", 0, 1),
        ("stock", "reshuffles", 0, 10),
        ("turn", "stall_limit", 0, 200),
        ("turn", "seconds", 10, 600),
        ("turn", "late_penalty", 0, 3),
        ("claims", "penalty", 0, 3),
        ("claims", "from_lap", 1, 5),
        ("jokers", "per_meld", 1, 6),
        ("jokers", "min_naturals", 1, 3),
        ("jokers", "side_by_side", 1, 6),
        ("turn", "most_cards", 1, 20),
        ("first_meld", "from_lap", 1, 4),
        ("first_meld", "min", 0, 100),
        ("first_meld", "min_with_joker", 0, 120),
        ("first_meld", "max_jokers", 0, 6),
        ("melds", "min_run", 3, 6),
        ("melds", "per_turn", 1, 5),
        ("swaps", "min_run", 3, 5),
        ("hand_romme", "factor", 1, 4),
        ("jokers", "in_hand", 0, 50),
        ("ace", "in_hand", 1, 50),
        ("match", "rounds", 1, 50),
        ("match", "target", 50, 10_000),
    ],
)
def test_ranges(section: str, option: str, low: int, high: int) -> None:
    for value in (low, high):
        rules = romme(**{section: {option: value}}).rules.table_rules
        assert rules.value(f"{section}.{option}") == value
    for value in (low - 1, high + 1):
        with pytest.raises(HouseRuleError, match=option):
            romme(**{section: {option: value}})


DEFAULTS = {
    "deck": {"packs": 2, "jokers": 6},
    "deal": {
        "cards": 13,
        "extra_card": "dealer",
        "starter": "dealer",
        "upcard": False,
        "jokers_each": 0,
        "keep_cut_joker": False,
        "next_dealer": "clockwise",
        "redeal": "never",
    },
    "discards": {"take": "freely", "throw_back": True, "reuse": "reshuffle"},
    "stock": {"exhausted": "reshuffle", "reshuffles": 2},
    "turn": {"stall_limit": 60, "most_cards": None, "seconds": None, "late_penalty": 0},
    "claims": {
        "allowed": "never",
        "per_round": None,
        "penalty": 0,
        "from_lap": 1,
        "own_discard": False,
        "takes_turn": False,
    },
    "melds": {"min_run": 3, "min_set": 3, "twins": False, "per_turn": None},
    "ace": {"runs": "both", "points": "positional", "in_hand": 11},
    "jokers": {
        "wild_ranks": (),
        "per_meld": None,
        "min_naturals": 2,
        "side_by_side": 2,
        "share": "any",
        "at_ends": True,
        "alone": False,
        "discard": "allowed",
        "in_hand": 20,
    },
    "first_meld": {
        "from_lap": 1,
        "min": 40,
        "min_with_joker": None,
        "joker_value": "replaced",
        "max_jokers": None,
        "scope": "some_subset",
        "needs_clean_run": False,
        "rises_each_round": 0,
        "rises_each_lap": 0,
        "rises_to": 100,
    },
    "lay_offs": {"on": "any", "before_first_meld": False, "same_turn": True},
    "swaps": {
        "allowed": True,
        "needs_first_meld": True,
        "same_turn": True,
        "only_own": False,
        "joker_goes": "new_meld",
        "min_run": 3,
        "sets": "any_missing",
    },
    "going_out": {"discard": "required"},
    "hand_romme": {"when": "table_empty", "factor": 2, "bonus": 0, "waives_first_meld": True},
    "scoring": {
        "cards": "pips",
        "melds_count": False,
        "shown": "bad_points",
        "winner": "zero",
        "unfinished": "nobody",
        "unmelded": "normal",
        "out_bonus": 0,
        "last_joker": 1,
    },
    "match": MatchOptions().model_dump(),
    "stakes": HandRommeStakesOptions().model_dump(),
}


def test_defaults_are_those_of_the_rule_sheet() -> None:
    assert DeutschesRommeRules().model_dump() == DEFAULTS


# -- the deal ------------------------------------------------------------------------------------


@pytest.mark.option("deck.packs")
@pytest.mark.parametrize("packs", [1, 2, 3])
def test_packs(packs: int) -> None:
    table = dealt(deck={"packs": packs})
    pack = table.round.rules.pack
    assert len(pack) == 52 * packs + 6
    assert len(table.round.stock) == 52 * packs + 6 - 27
    assert pack.count(pack.everything, pack.card("7h").kind) == packs
    # A card can be melded as often as there are packs.
    hand = " ".join(["7h 8h 9h"] * packs + ["2c 4c"])
    table = romme(deck={"packs": packs}).deal(hands=[hand, "Jc"], melded=[0], drawn=True)
    for _ in range(packs):
        allowed(table, "meld 7h 8h 9h")
        table.play("meld 7h 8h 9h")
    assert table.hand(0) == "2c 4c"
    with pytest.raises(SetupError, match="fewer copies"):
        romme(deck={"packs": packs}).deal(hands=[f"{hand} 7h", "Jc"])


@pytest.mark.option("deck.jokers")
@pytest.mark.parametrize("number", [0, 2, 8])
def test_jokers(number: int) -> None:
    table = dealt(deck={"jokers": number})
    pack = table.round.rules.pack
    assert len(pack) == 104 + number
    in_stock = sum(pack.cards[kind].is_joker for kind in table.round.stock)
    assert sum(jokers(table)) + in_stock == number
    if number == 0:
        with pytest.raises(NotationError, match="is not a card of this pack"):
            table.refusal("meld 7h 8h *")


@pytest.mark.option("deal.cards")
def test_hand_size() -> None:
    assert sizes(dealt(3)) == [14, 13, 13]
    assert sizes(dealt(3, deal={"cards": 11})) == [12, 11, 11]
    by_players = {"cards": {"2": 15, "3": 7}}
    assert sizes(dealt(2, deal=by_players)) == [16, 15]
    assert sizes(dealt(3, deal=by_players)) == [8, 7, 7]


@pytest.mark.option("deal.extra_card")
@pytest.mark.parametrize(("seat", "extra"), [("none", None), ("dealer", 0), ("left", 1)])
@pytest.mark.parametrize("starter", [0, 1])
def test_extra_card_seat(seat: str, extra: int | None, starter: int) -> None:
    starting = {0: "dealer", 1: "left"}[starter]
    table = dealt(3, deal={"extra_card": seat, "starter": starting})
    assert sizes(table) == [14 if player == extra else 13 for player in range(3)]
    # Whoever has the extra card does not draw in their first turn; in the second he does.
    for lap in (1, 2):
        for step in range(3):
            player = (starter + step) % 3
            assert table.round.active == player
            if lap == 1 and player == extra:
                refused(table, "draw stock", "ROM-TURN-02")
            else:
                table.play("draw stock")
            assert sizes(table)[player] == 14
            table.play(f"discard {table.hand(player).split()[0]}")


@pytest.mark.option("deal.starter")
def test_starting_seat() -> None:
    for dealer in range(3):
        assert dealt(3, dealer).round.active == dealer
        assert dealt(3, dealer, deal={"starter": "left"}).round.active == (dealer + 1) % 3
    lots = [dealt(3, 0, seed, deal={"starter": "random"}).round.active for seed in range(40)]
    assert set(lots) == {0, 1, 2}
    assert lots == [dealt(3, 0, seed, deal={"starter": "random"}).round.active for seed in range(40)]


@pytest.mark.option("deal.upcard")
def test_initial_upcard() -> None:
    assert dealt(3).round.open_card is None
    table = dealt(3, deal={"upcard": True, "extra_card": "none"})
    assert (len(table.round.pile), len(table.round.stock)) == (1, 110 - 39 - 1)
    allowed(table, "draw discard")
    upcard = str(table.round.open_card)
    assert upcard in table.play("draw discard").hand(0).split()


@pytest.mark.option("deal.jokers_each")
def test_guaranteed_jokers() -> None:
    assert min(min(jokers(dealt(4, seed=seed))) for seed in range(10)) == 0
    for seed in range(10):
        table = dealt(4, seed=seed, deal={"jokers_each": 1})
        assert min(jokers(table)) >= 1
        assert sizes(table) == [14, 13, 13, 13]
        # With as many jokers as players everybody has exactly one, whoever finds one when cutting.
        exact = {"deal": {"jokers_each": 1, "keep_cut_joker": True}, "deck": {"jokers": 4}}
        assert jokers(dealt(4, seed=seed, **exact)) == [1] * 4


# -- drawing -------------------------------------------------------------------------------------


def to_take(open_card: str, use: str, hand: str, *table: str, **more: Any) -> Table:
    scenario = romme(discards={"take": use})
    return scenario.deal(hands=[hand, "Jc"], open_card=open_card, table=table, **more)


@pytest.mark.option("discards.take")
def test_taken_discard_need_not_be_used() -> None:
    table = to_take("6h", "freely", "4h 5h 8h 2c")
    allowed(table, "draw discard")
    refused(table, "draw discard : meld 4h 5h 6h", "ROM-TURN-02", "draw first")


@pytest.mark.option("discards.take")
def test_taken_discard_must_be_melded() -> None:
    table = to_take("6h", "only_to_meld", "4h 5h 9s 9d 9c 2c", "1: 7h 8h 9h")
    option = "discards.take"
    for move in ("draw discard : meld 9s 9d 9c", "draw discard : layoff 6h > 1"):
        refused(table, move, "ROM-TURN-03", "with 6h", option=option)
    allowed(table, "draw stock")
    allowed(table, "draw discard : meld 4h 5h 6h")
    allowed(table, "draw discard : meld 9s 9d 9c | 4h 5h 6h")
    table.play("draw discard : meld 4h 5h 6h")
    assert (table.meld(2), table.hand(0), table.round.stage.name) == ("4h 5h 6h", "9s 9d 2c 9c", "play")
    # A joker may be taken, and one of the hand may help.
    joker = to_take("*", "only_to_meld", "4h 5h 9s 2c", melded=[0])
    allowed(joker, "draw discard : meld 4h 5h *=6h")
    helped = to_take("6h", "only_to_meld", "4h * 9s 2c", melded=[0])
    allowed(helped, "draw discard : meld 4h *=5h 6h")


@pytest.mark.option("discards.take")
def test_taken_discard_must_be_melded_or_laid_off() -> None:
    table = to_take("6h", "only_to_use", "4h 5h 2c 3d", "1: 7h 8h 9h")
    refused(table, "draw discard : meld 4h 5h 3d", "ROM-MELD-01")
    refused(to_take("6h", "only_to_use", "4h 2c 3d", "1: 8h 9h 10h"), "draw discard", "ROM-TURN-03", "no place for 6h")
    allowed(table, "draw discard : meld 4h 5h 6h")
    allowed(table, "draw discard : layoff 6h > 1")
    assert table.play("draw discard : layoff 6h > 1").meld(1) == "6h 7h 8h 9h"
    # Every rule of laying off and of the end holds.
    early = to_take("6h", "only_to_use", "2c 3d", "2: 7h 8h 9h")
    refused(early, "draw discard : layoff 6h > 1", "ROM-LAY-01", "after your own first meld")
    refused(to_take("6h", "only_to_meld", "4h 5h", melded=[0]), "draw discard : meld 4h 5h 6h", "ROM-END-01")


@pytest.mark.option("discards.throw_back")
def test_may_discard_taken_card() -> None:
    allowed(romme().deal(hands=["2c 3d", "Jc"], open_card="6h").play("draw discard"), "discard 6h")
    strict = romme(discards={"throw_back": False})
    table = strict.deal(hands=["2c 3d", "4s 5s"], open_card="6h").play("draw discard")
    refused(table, "discard 6h", "ROM-TURN-02", "just taken", option="discards.throw_back")
    assert [move for move in table.legal() if move.startswith("discard")] == ["discard 3d", "discard 2c"]
    # In the next turn it is a card like any other, and so is its twin at once.
    allowed(table.play("discard 2c", "draw stock", "discard 4s", "draw stock"), "discard 6h")
    allowed(strict.deal(hands=["6h 3d", "4s 5s"], open_card="6h").play("draw discard"), "discard 6h")
    # No meld may leave nothing but that card.
    table = strict.deal(hands=["4c 5c 6c", "4s"], melded=[0], open_card="6h").play("draw discard")
    refused(table, "meld 4c 5c 6c", "ROM-END-01", "that you may discard")


def last_card_drawn(exhaustion: str, reuse: str = "reshuffle", **stock: int) -> Table:
    """The first of two players has drawn the last stock card; six cards lie in the pile."""
    scenario = romme(stock={"exhausted": exhaustion, **stock}, discards={"reuse": reuse})
    table = scenario.deal(hands=["2s 3s 4h", "2c 3c 4d"], open_card="6h", under="7h 8h 9h 10h Jh", stock_top="Kd")
    table.round.stock, table.round.pile = table.round.stock[-1:], table.round.pile[-6:]
    return table.play("draw stock")


@pytest.mark.option("stock.exhausted")
def test_stock_exhaustion() -> None:
    table = last_card_drawn("finish_turn")
    assert ending(table) is None
    assert ending(table.play("discard Kd")) is Ending.STOCK
    assert score(table).totals == (9, 9)

    table = last_card_drawn("score_at_once")
    assert ending(table) is Ending.STOCK
    assert score(table).totals == (19, 9)

    table = last_card_drawn("reshuffle").play("discard Kd")
    assert ending(table) is None
    table.play("draw stock")
    # The open card stays, the other six make the new stock, of which one is drawn.
    assert str(table.round.open_card) == "Kd"
    assert (len(table.round.pile), len(table.round.stock)) == (1, 5)
    assert set(table.hand(1).split()) - {"2c", "3c", "4d"} < {"6h", "7h", "8h", "9h", "10h", "Jh"}


@pytest.mark.option("discards.reuse")
@pytest.mark.parametrize(("reuse", "in_order"), [("turn_over", True), ("reshuffle", False)])
def test_discards_that_are_turned_over_come_again_in_their_order(reuse: str, in_order: bool) -> None:
    table = last_card_drawn("reshuffle", reuse).play("discard Kd", "draw stock")
    pack = table.round.rules.pack
    drawn = (set(table.hand(1).split()) - {"2c", "3c", "4d"}).pop()
    order = [drawn, *(pack.cards[kind].text for kind in reversed(table.round.stock))]
    assert (order == ["7h", "8h", "9h", "10h", "Jh", "6h"]) is in_order
    assert sorted(order) == sorted(["7h", "8h", "9h", "10h", "Jh", "6h"])


@pytest.mark.option("stock.reshuffles")
@pytest.mark.parametrize("times", [0, 1, 2])
def test_max_reshuffles(times: int) -> None:
    table = last_card_drawn("reshuffle", reshuffles=times).play("discard Kd")
    while ending(table) is None:
        table.play("draw stock", f"discard {table.hand(table.round.active).split()[-1]}")
    assert table.round.reshuffles == times
    assert table.round.outcome is not None
    assert (ending(table), table.round.outcome.seat) == (Ending.STOCK, None)
    # Nobody wins: everybody's hand counts, once.
    assert score(table).factors == (1, 1)
    assert min(score(table).totals) > 0


def throw_back(table: Table, turns: int) -> Table:
    """Everybody takes the open card and throws it back."""
    for _ in range(turns):
        table.play("draw discard", "discard 6h")
    return table


@pytest.mark.option("turn.stall_limit")
def test_stall_limit() -> None:
    limited = romme(turn={"stall_limit": 3})
    table = throw_back(limited.deal(hands=["2c 3c", "2d 3d"], open_card="6h"), 2)
    assert ending(table) is None
    assert ending(throw_back(table, 1)) is Ending.STALL
    assert score(table).totals == (5, 5)
    # A stock card is something new, and so is a card on the table.
    table = limited.deal(hands=["7s 2c", "2d 3d"], open_card="6h", table=["1: 8s 9s 10s"], stock_top="Kd")
    throw_back(table, 2).play("draw stock", "discard Kd", "draw discard", "discard Kd")
    assert table.round.stall == 1
    table.play("draw discard", "layoff 7s > 1", "discard Kd")
    assert (table.round.stall, ending(table)) == (0, None)


@pytest.mark.option("turn.stall_limit")
@pytest.mark.parametrize(("limit", "turns"), [(60, 60), (0, HARD_TURN_LIMIT + 1)])
def test_every_stall_ends(limit: int, turns: int) -> None:
    stalling = romme(turn={"stall_limit": limit}).deal(hands=["2c 3c", "2d 3d"], open_card="6h")
    assert ending(throw_back(stalling, turns - 1)) is None
    assert ending(throw_back(stalling, 1)) is Ending.STALL
