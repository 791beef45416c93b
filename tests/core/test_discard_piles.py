"""Piles that lie spread, are taken from any depth or whole, or are frozen: the games of docs/discard-piles.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from rummykit.cards import Card
from rummykit.engine.actions import DRAW_DISCARD, PASS, Draw, Source
from rummykit.engine.match import Match
from rummykit.engine.notation import read_action
from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.engine.table import Ending
from rummykit.errors import NotationError
from rummykit.events import Drew, Received, make
from rummykit.melds import OwnMelds, Shape
from rummykit.parts import Drawing, FirstMeld, LayingDown, LayingOff, PileGuard
from rummykit.plugin.plugins import Plugin, Plugins
from rummykit.referee import Referee
from rummykit.refusals import Citation, Reason
from rummykit.scenario import Scenario, Table, resolve

PAGE = (Path(__file__).parents[2] / "docs/discard-piles.md").read_text("utf-8")
CODE = [part.split("```")[0] for part in PAGE.split("```python\n")[1:]]


def _module(start: str) -> ModuleType:
    module = ModuleType(start)
    exec(next(code for code in CODE if code.startswith(f"# {start}")), vars(module))
    return module


DEEP = _module("deep.py")
FROZEN = _module("frozen.py")
PLUGIN = Plugin("deep", "deep 1", "1", DEEP, variant=DEEP.rummykit_variant())
PLUGINS = Plugins((*Plugins.discover().loaded, PLUGIN))
PILE = "4h 9c Ks 2d"


def altered(rules: Ruleset, drawing: dict[str, object], *moves: object) -> Ruleset:
    """The rules with another way to draw, and other moves instead of those of their kind."""
    flow = rules.flow
    kinds = {type(move): move for move in moves}
    flow = replace(
        flow,
        drawing=replace(flow.drawing, **drawing),  # type: ignore[arg-type]
        moves=tuple(kinds.get(type(move), move) for move in flow.moves),  # type: ignore[misc]
    )
    return replace(rules, flow=flow)


def with_melds(**changed: Any) -> Ruleset:
    base = Scenario("deep", plugins=PLUGINS).rules
    return replace(base, melds=replace(base.melds, **changed))


def scenario(*moves: object, players: int = 2, **drawing: object) -> Scenario:
    base = Scenario("deep", players, plugins=PLUGINS)
    return Scenario.by(altered(base.rules, drawing, *moves), PLUGINS)


def deep(hand: str, pile: str = PILE, *melds: str, moves: tuple[object, ...] = (), **drawing: object) -> Table:
    return scenario(*moves, **drawing).deal(hands=[hand, "Qs"], table=melds, open_card=pile)


def refused(table: Table, text: str) -> Reason:
    refusal = table.refusal(text)
    assert refusal is not None
    assert isinstance(refusal.reason, Reason)
    return refusal.reason


def test_the_page_of_the_docs_is_right() -> None:
    names: dict[str, Any] = {"PLUGINS": PLUGINS}
    exec(next(code for code in CODE if code.startswith("# test_deep.py")), names)
    assert names["table"].hand(0) == "5s 8h 2d"


# -- from any depth -----------------------------------------------------------------------------------------


def test_a_card_is_taken_with_all_cards_above_it() -> None:
    table = deep("Kd Kc 5s", "4h Ks 9c 2d").play("draw discard 3")
    assert table.hand(0) == "5s Ks 2d Kd 9c Kc"
    assert [card.text for card in table.round.view(1).pile] == ["4h"]


def test_the_deepest_card_is_used_before_anything_else() -> None:
    table = deep("Kd Kc 5s 6s 7s").play("draw discard Ks")
    assert table.legal() == ["meld Ks Kd Kc"]
    assert refused(table, "meld 5s 6s 7s") is Reason.TAKEN_CARD_FIRST
    assert refused(table, "discard 2d") is Reason.TAKEN_CARD_FIRST
    assert "discard 2d" in table.play("meld Ks Kd Kc").legal()


def test_the_deepest_card_may_be_laid_off() -> None:
    table = deep("5s 5d", PILE, "1: 10c Jc Qc").play("draw discard 9c")
    assert table.legal() == ["layoff 9c > 1"]
    assert deep("5s 5d", PILE, "1: 10c Jc Qc", take="only_to_meld").legal() == ["draw stock"]


def test_a_card_taken_with_it_may_help_to_use_the_deepest() -> None:
    assert deep("5s 5d", "9c 9s 2d 9h").legal() == ["draw stock", "draw discard", "draw discard 4"]


def test_the_open_card_alone_is_free_only_where_the_house_says_so() -> None:
    assert "draw discard" in deep("5s 8d").legal()
    assert "draw discard" not in deep("5s 8d", take="only_to_use").legal()
    assert "draw discard" in deep("2s 2c 8d", take="only_to_use").legal()


def test_equal_cards_are_told_apart_by_the_depth() -> None:
    rules = altered(PLUGINS.assemble(resolve(PLUGINS, "deutsches_romme"), 2), {"reach": "any_depth", "spread": True})
    table = Scenario.by(rules, PLUGINS).deal(hands=["Kd Kc 5s"], open_card="Ks 4h Ks 2d", melded=[0])
    refusal = table.refusal("draw discard Ks")
    assert refusal is not None
    assert refusal.reason is Reason.AMBIGUOUS
    assert "'draw discard 2' or 'draw discard 4'" in refusal.sentence
    assert table.play("draw discard 4").hand(0).split() == ["5s", "Ks", "Ks", "4h", "2d", "Kd", "Kc"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [("draw discard 5", Reason.PILE_TOO_DEEP), ("draw discard 3 : meld Ks Kd Kc", Reason.NOT_NOW)],
)
def test_what_cannot_be_taken_is_refused(text: str, reason: Reason) -> None:
    assert refused(deep("Kd Kc 5s"), text) is reason


def test_elsewhere_only_the_open_card_is_taken() -> None:
    table = Scenario("rummy17").deal(hands=["4r"], open_card="5r 6r")
    assert refused(table, "draw discard 2") is Reason.PILE_TOP_ONLY
    assert refused(table, "draw discard 5r") is Reason.PILE_TOP_ONLY
    assert table.round.view(0).pile == ()


@pytest.mark.parametrize("text", ["draw discard 0", "draw discard x", "draw discard Qh", "draw stock 2"])
def test_what_makes_no_sense_has_a_sentence(text: str) -> None:
    with pytest.raises(NotationError, match=r"\.$|:"):
        read_action(text, deep("Kd Kc 5s").round)


def test_a_first_meld_with_a_minimum_is_thought_of() -> None:
    laying = LayingDown(first=FirstMeld(min_points=40))
    assert "draw discard 2" not in deep("Kd Kc 5s", moves=(laying,)).legal()
    table = deep("Kd Kc 5s 6s 7s 8s", moves=(laying,))
    assert "draw discard 2" in table.legal()
    melded = table.play("draw discard Ks").legal()
    assert melded
    assert all(move.startswith("meld") and "Ks Kd Kc" in move and "|" in move for move in melded)


def test_lay_offs_before_the_first_meld_are_up_to_the_house() -> None:
    melds = ("2: 10c Jc Qc",)
    assert "draw discard 3" not in deep("5s 5d", PILE, *melds).legal()
    table = deep("5s 5d", PILE, *melds, moves=(LayingOff(before_first_meld=True),))
    assert "draw discard 3" in table.legal()
    table.play("draw discard 9c", "layoff 9c > 1")
    assert not table.round.has_melded(0)


@pytest.mark.parametrize(
    "rules",
    [
        scenario().rules,
        scenario(LayingDown(FirstMeld(min_points=30))).rules,
        scenario(LayingOff(before_first_meld=True)).rules,
        with_melds(wild_ranks=(1,), high_ace=True),
        with_melds(min_run=4, min_set=4),
    ],
    ids=["plain", "first meld", "lay-offs", "wild ranks", "longer melds"],
)
def test_the_fast_listing_lists_what_the_check_accepts(rules: Ruleset) -> None:
    random = Random(5)
    compared = 0
    for seed in range(10):
        round = Round(rules, 0, seed)
        while round.outcome is None:
            if round.stage is round.rules.flow.drawing:
                draws = [Draw(Source.DISCARD, cards=cards) for cards in range(1, len(round.pile) + 1)]
                fine = [draw for draw in draws if round.check(draw) is None]
                assert [action for action in round.legal_actions() if action in draws] == fine
                compared += len(draws)
            round.apply(random.choice(list(round.legal_actions())))
    assert compared > 200


class Triples(OwnMelds):
    """Three of a rank are a meld, and nothing else."""

    def shape_of(self, cards: Sequence[Card]) -> Shape | None:
        """Say whether cards are one."""
        return Shape.SET if len(cards) == 3 and len({card.rank for card in cards}) == 1 else None


def test_melds_of_a_game_of_its_own_are_thought_of() -> None:
    rules = scenario().rules
    table = Scenario.by(replace(rules, melds=Triples(rules.pack)), PLUGINS).deal(
        hands=["7h 7d 5s 6s", "Qs"], open_card="4s 7c 2d"
    )
    assert table.legal() == ["draw stock", "draw discard", "draw discard 2"]
    assert table.play("draw discard 2").legal() == ["meld 7h 7d 7c"]


# -- what is told of it ----------------------------------------------------------------------------------------


def test_events_tell_what_was_taken() -> None:
    match = Match(scenario().rules, 1, ["Anna", "Ben"])
    match.round = deep("Kd Kc 5s").round
    drew, *others = make(match, read_action("draw discard Ks", match.round))  # type: ignore[arg-type]
    assert isinstance(drew, Drew)
    assert (str(drew.taken), [card.text for card in drew.above], drew.beneath) == ("Ks", ["2d"], ())
    assert not [event for event in others if isinstance(event, Received)]


def test_the_referee_knows_the_pile() -> None:
    referee = Referee(PLUGINS, resolve(PLUGINS, "deep"))
    assert referee.may("draw discard Ks", "Kd Kc 5s", open_card=PILE).refusal is None
    refusal = referee.may("draw discard 9c", "Kd Kc 5s", open_card=PILE).refusal
    assert refusal is not None
    assert refusal.reason is Reason.TAKEN_CARD_FIRST


# -- without a stock -------------------------------------------------------------------------------------------


def test_without_a_stock_a_round_goes_on_while_the_pile_is_taken() -> None:
    table = scenario().deal(hands=["Kd Kc 5s", "Qs"], open_card=PILE, under="", stock_size=0)
    assert table.legal()[-1] == "pass"
    assert refused(table, "draw stock") is Reason.STOCK_EMPTY
    assert table.round.check(PASS) is None
    table.play("pass")
    assert table.round.outcome is not None
    assert table.round.outcome.ending is Ending.STOCK


def test_without_a_stock_it_ends_where_nothing_can_be_taken() -> None:
    made = scenario(take="only_to_use", reach="top", spread=False)
    table = made.deal(hands=["Jd 7c", "Qs 3c"], open_card="5h", stock_top="8d", stock_size=1)
    table.play("draw stock", "discard 8d")
    assert table.round.outcome is not None
    assert table.round.outcome.ending is Ending.STOCK


# -- whole and frozen ------------------------------------------------------------------------------------------


def whole(hand: str, pile: str, *melds: str, guard: PileGuard | None = None) -> Table:
    made = scenario(reach="whole", take="only_to_use", spread=False, guard=guard)
    citations = {**made.rules.citations, FROZEN.FrozenReason.NATURALS: Citation("DEEP-02")}
    return Scenario.by(replace(made.rules, citations=citations), PLUGINS).deal(
        hands=[hand, "Qs"], table=melds, open_card=pile
    )


def test_the_whole_pile_comes_with_a_use_of_the_open_card() -> None:
    table = whole("Kd Kc 5s", "4h 9c Ks")
    assert table.legal() == ["draw stock", "draw discard : meld Ks Kd Kc"]
    assert refused(table, "draw discard") is Reason.TAKEN_CARD_UNUSED
    assert refused(table, "draw discard 2") is Reason.PILE_WHOLE_ONLY
    assert table.play("draw discard : meld Ks Kd Kc").hand(0) == "5s 4h 9c"
    assert table.round.pile == []


def test_other_cards_of_the_pile_do_not_help_to_take_it() -> None:
    assert refused(whole("Kd 5s", "4h Kc Ks"), "draw discard : meld Ks Kd Kc") is Reason.NOT_IN_HAND


def test_the_last_cards_of_a_hand_take_the_pile() -> None:
    table = whole("Kd Kc", "4h 9c Ks").play("draw discard : meld Ks Kd Kc")
    assert table.round.outcome is None
    assert table.hand(0) == "4h 9c"


def test_a_whole_pile_taken_freely_needs_no_use() -> None:
    table = scenario(reach="whole", take="freely", spread=False).deal(hands=["5s", "Qs"], open_card="4h 9c")
    assert table.round.legal_actions()[-1] == DRAW_DISCARD
    assert table.play("draw discard").hand(0) == "5s 4h 9c"


def test_a_guard_bars_some_uses_of_a_frozen_pile() -> None:
    guard = FROZEN.FrozenByEights()
    frozen = whole("Kd Kc Qh Jh", "8h 4h Kh", guard=guard)
    assert frozen.legal() == ["draw stock", "draw discard : meld Kh Kd Kc"]
    refusal = frozen.refusal("draw discard : meld Jh Qh Kh")
    assert refusal is not None
    assert refusal.sentence == "The pile is frozen: Kh is taken only with two equal values of your hand."
    free = whole("Kd Kc Qh Jh", "4h Kh", guard=guard)
    assert free.is_legal("draw discard : meld Jh Qh Kh")


class _Closed:
    """Nobody takes from the pile."""

    def refuse(self, round: Round, use: object) -> Any:
        return round.rules.refuse(Reason.PILE_EMPTY)


@pytest.mark.parametrize("reach", ["top", "any_depth", "whole"])
def test_a_guard_closes_any_pile(reach: str) -> None:
    table = scenario(reach=reach, guard=_Closed()).deal(hands=["Kd Kc 5s", "Qs"], open_card=PILE)
    assert table.legal() == ["draw stock"]
    assert refused(table, "draw discard") is Reason.PILE_EMPTY
    assert isinstance(table.round.rules.flow.drawing, Drawing)
