"""First melds that must have melds of a kind: the contracts of docs/meld-rules.md, and a run without a joker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from rummykit.engine.actions import LayDown
from rummykit.engine.round import Round
from rummykit.errors import PluginError
from rummykit.melds import Condition, Demand, Shape, meets
from rummykit.parts import FirstMeld
from rummykit.plugin.plugins import Plugin, Plugins
from rummykit.referee import Referee
from rummykit.refusals import Citation, Reason
from rummykit.scenario import Scenario, Table
from rummykit_bots.greedy import Greedy
from rummykit_bots.hints import hint
from rummykit_session.forming import forming

PAGE = (Path(__file__).parents[2] / "docs/meld-rules.md").read_text("utf-8")
CONTRACTS = ModuleType("contracts")
exec(next(part.split("```")[0] for part in PAGE.split("```python\n") if "# contracts.py" in part), vars(CONTRACTS))
PLUGINS = Plugins(
    (*Plugins.discover().loaded, Plugin("contracts", "contracts 1", "1", CONTRACTS, mod=CONTRACTS.rummykit_mod()))
)
GAME = Scenario("deutsches_romme", 3, plugins=PLUGINS, mods=["contracts"], hand_romme={"when": "never"})
CLEAN_RUN = Condition((Demand(1, Shape.RUN, pure=True),), "a run without a joker")


def holding(hand: str, round: int = 1, **laid: Any) -> Table:
    return GAME.deal(hands=[hand], drawn=True, round=round, **laid)


def with_first(first: FirstMeld, hand: str) -> Table:
    """Rommé with another rule for first melds."""
    scenario = Scenario("deutsches_romme", hand_romme={"when": "never"})
    rules, old = scenario.rules, scenario.rules.flow.laying_down
    parts = tuple(replace(old, first=first) if part is old else part for part in rules.flow.moves)
    cited = {Reason.FIRST_MELD_CONDITION: Citation("ROM-FIRST-01"), Reason.FIRST_MELD_EXACTLY: Citation("ROM-FIRST-01")}
    flow = replace(rules.flow, moves=parts)
    scenario.rules = replace(rules, flow=flow, citations={**rules.citations, **cited})
    return scenario.deal(hands=[hand], drawn=True)


def reason(table: Table, move: str) -> object:
    refusal = table.refusal(move)
    return refusal.reason if refusal else None


def melds(table: Table) -> list[str]:
    return [move for move in table.legal() if move.startswith("meld")]


def test_a_contract_is_laid_as_a_whole_and_nothing_beside_it() -> None:
    hand = "7s 7h 7d 9h 9d 9c Ks Kh Kd 4c 5c 6c 2s"
    assert reason(holding(hand), "meld 7s 7h 7d") is Reason.FIRST_MELD_CONDITION
    assert reason(holding(hand), "meld 7s 7h 7d | 4c 5c 6c") is Reason.FIRST_MELD_CONDITION
    assert reason(holding(hand), "meld 7s 7h 7d | 9h 9d 9c | Ks Kh Kd") is Reason.FIRST_MELD_EXACTLY
    assert str(holding(hand).refusal("meld 7s 7h 7d | 9h 9d 9c | 4c 5c 6c")) == (
        "The first meld must be two sets, and no meld more. [CON-01]"
    )
    table = holding(hand).play("meld 7s 7h 7d | 9h 9d 9c")
    assert table.is_legal("meld 4c 5c 6c")  # afterwards it is a meld like any other


@pytest.mark.parametrize(
    ("number", "listed"),
    [
        (1, ["meld Ks Kh Kd | 7s 7h 7d"]),
        (2, ["meld 7s 7h 7d | 3c 4c 5c 6c", "meld Ks Kh Kd | 3c 4c 5c 6c"]),
        (3, []),
        (4, ["meld Ks Kh Kd | 7s 7h 7d"]),
    ],
)
def test_what_is_listed_follows_the_round(number: int, listed: list[str]) -> None:
    assert sorted(melds(holding("7s 7h 7d Ks Kh Kd 3c 4c 5c 6c 2s", number))) == sorted(listed)


def hands() -> Iterator[tuple[Round, int]]:
    random = Random(5)
    for number in range(60):
        table = holding("", number % 3 + 1)
        pack = table.round.rules.pack
        few = [card for card in pack.cards if card.is_joker or card.rank < 7]  # so that there are many melds
        heap = 0
        for card in random.sample(few * 2, 13):
            if pack.count(heap, card.kind) < pack.count(pack.everything, card.kind):
                heap = pack.add(heap, card.kind)
        table.round.hands[0] = heap
        yield table.round, heap


def test_listing_checks_and_the_arranger_agree() -> None:
    can_open = 0
    for round, hand in hands():
        laying = round.rules.flow.laying_down
        first = laying.first_for(round, 0)
        listed = [action for action in round.legal_actions() if isinstance(action, LayDown)]
        assert all(round.check(action) is None for action in listed)
        found = round.rules.arranger.first_meld(hand, first)
        assert (found is not None) == bool(listed) == round.rules.arranger.can_open(hand, first)
        if found is not None:
            assert round.check(LayDown(found.melds)) is None
            can_open += 1
    assert 10 < can_open < 50


def test_where_others_may_be_laid_beside_it_some_of_the_melds_meet_the_rule() -> None:
    hand = "2c 3c 4c Ks Kh Kd 9h 9d * 5s"
    first = FirstMeld(40, condition=CLEAN_RUN)
    table = with_first(first, hand)
    assert reason(table, "meld Ks Kh Kd | 9h 9d *") is Reason.FIRST_MELD_CONDITION
    assert reason(table, "meld 2c 3c 4c") is Reason.FIRST_MELD_POINTS
    assert reason(table, "meld 2c 3c 4c | Ks Kh Kd | 9h 9d *") is None
    assert melds(table)
    assert all("2c 3c 4c" in move for move in melds(table))
    assert table.round.rules.arranger.can_open(table.round.hands[0], first)
    without = replace(first, max_jokers=0)
    assert reason(with_first(without, hand), "meld 2c 3c 4c | Ks Kh Kd | 9h 9d *") is Reason.FIRST_MELD_JOKERS
    enough = "2c 3c 4c Ks Kh Kd Kc 9h 9d * 5s"
    assert reason(with_first(without, enough), "meld 2c 3c 4c | Ks Kh Kd Kc | 9h 9d *") is None


def test_of_the_whole_turn_nothing_is_laid_beside_a_contract() -> None:
    two_sets = Condition((Demand(2, Shape.SET),), "two sets")
    hand = "7s 7h 7d 9h 9d 9c 4c 5c 6c 2s 3s"
    for scope, later in (("some_subset", None), ("whole_turn", Reason.FIRST_MELD_EXACTLY)):
        first = FirstMeld(condition=two_sets, exactly=True, scope=scope)  # type: ignore[arg-type]
        table = with_first(first, hand).play("meld 7s 7h 7d | 9h 9d 9c")
        assert reason(table, "meld 4c 5c 6c") is later
        assert melds(table) == ([] if later else ["meld 4c 5c 6c"])


def test_exactly_needs_a_condition() -> None:
    with pytest.raises(PluginError, match="exactly says that no meld is laid beside"):
        FirstMeld(40, exactly=True)


def test_what_is_still_missing_after_some_melds() -> None:
    table = holding("7s 7h 7d 9h 9d 9c 2s")
    first = table.round.rules.flow.laying_down.first_for(table.round, 0)
    one = table.round.rules.melds.readings(table.round.rules.melds.placed_cards("7s 7h 7d"))
    missing = first.after(one)
    assert missing is not None
    assert missing.demands == (Demand(1, Shape.SET),)
    assert missing.after(one) is None


def test_bots_collect_for_the_contract_and_hints_keep_its_melds() -> None:
    said = hint(holding("8h 8d * 4c 5c 6c Ks Qd").round.view(0), Random(1))
    assert "8" not in said.move
    assert said.why.endswith("A first meld needs two sets, which you do not have yet.")
    melded = 0
    for seed in range(3):
        round, greedy = Round(GAME.rules, 0, seed, number=1), Greedy()
        while round.outcome is None:
            round.play(greedy(round.view(round.actor), Random(seed)))
        melded += round.melded.bit_count()
    assert melded >= 5


def test_the_screen_lets_groups_of_a_contract_grow() -> None:
    table = holding("7s 7h 7d 9h 9d 9c 4c 5c 6c 2s")
    view, rules = table.round.view(0), table.round.rules
    cards = [rules.pack.card(text) for text in ("7s", "7h", "7d")]
    formed = forming(table.round, view, cards)  # type: ignore[arg-type]
    assert formed.growing == formed.ways
    assert formed.said == "7s 7h 7d: set, 21 points. Your first meld needs two sets."
    other = [rules.pack.card(text) for text in ("9h", "9d", "9c")]
    formed = forming(table.round, view, other, formed.ways[0])  # type: ignore[arg-type]
    assert formed.legal == formed.ways
    assert formed.said.endswith("Your first meld needs two sets, and has it.")


def test_the_referee_is_asked_about_a_round() -> None:
    referee = Referee(PLUGINS, GAME.rules.table_rules)
    first, second = (referee.judge("7s 7h 7d | 9h 9d 9c", round=number).first for number in (1, 2))
    assert first is not None
    assert first.refusal is None
    assert second is not None
    assert second.refusal is not None
    assert second.refusal.reason is Reason.FIRST_MELD_CONDITION


def test_contracts_are_met_by_their_own_demands() -> None:
    for number, contract in enumerate(CONTRACTS.CONTRACTS, 1):
        table = holding("7s 7h 7d 9h 9d 9c 4c 5c 6c 7c 3h 4h 5h 6h 2s", number)
        opening = table.round.rules.arranger.any_first_meld(table.round.hands[0], CONTRACTS.FIRST_MELDS[number - 1])
        assert opening is not None
        assert meets(opening, contract.demands)
