"""The games of docs/meld-rules.md: a wild rank turned up, a call that needs two runs, melds of one's own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from rummykit.engine.round import Round
from rummykit.engine.table import Ending
from rummykit.melds import MeldProblem
from rummykit.plugin.plugins import Plugin, Plugins
from rummykit.refusals import Reason
from rummykit.scenario import Scenario

PAGE = (Path(__file__).parents[2] / "docs/meld-rules.md").read_text("utf-8")
CODE = [part.split("```")[0] for part in PAGE.split("```python\n")[1:]]


def _module(start: str) -> ModuleType:
    module = ModuleType(start)
    exec(next(code for code in CODE if code.startswith(f"# {start}")), vars(module))
    return module


SEVENS, MARRIAGES = _module("sevens.py"), _module("marriages.py")
PLUGINS = Plugins(
    (*Plugins.discover().loaded, Plugin("sevens", "sevens 1", "1", SEVENS, variant=SEVENS.rummykit_variant()))
)
GAME = Scenario("sevens", 2, plugins=PLUGINS)


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ("4h 5h 6h 9s 10s Js Ks Kd", Reason.CALL_CARDS_LEFT),
        ("4h 5h 6h 9s 10s 6s 6d 2c", None),  # 4h 5h 6h is pure though sixes are wild, 9s 10s 6s is a run
        ("4h 5h 7h 6s 9s 10s 6d 2c", Reason.CALL_CONDITION),  # two runs, each with a wild card
        ("4h 5h 6h 9s 9d 9c 9h 2c", Reason.CALL_CONDITION),  # one run
    ],
)
def test_a_call_needs_two_runs_one_of_them_pure(hand: str, reason: Reason | None) -> None:
    table = GAME.deal(hands=[hand], turned_up="6c", open_card="3s", drawn=True)
    discard = hand.split()[-1]
    refusal = table.refusal(f"call {discard}")
    listed = f"call {discard}" in map(str, table.round.legal_actions())
    if reason is None:
        assert refusal is None
        assert listed
        table.play(f"call {discard}")
        assert table.round.outcome is not None
        assert table.round.outcome.ending is Ending.CALL
        shown = table.round.shown[0]
        assert not shown.left
        assert sum(str(meld) == "4h 5h 6h" for meld in shown.melds) == 1
    else:
        assert refusal is not None
        assert not listed
        assert refusal.reason is reason
        assert refusal.rule == "SEV-03"
        if reason is Reason.CALL_CONDITION:
            assert refusal.sentence == "A call needs at least two runs, one of them without a wild card."


def test_the_game_is_played_and_wild_cards_cost_nothing() -> None:
    wild = set()
    for seed in range(6):
        random, round = Random(seed), Round(GAME.rules, seed % 2, seed)
        while round.outcome is None:
            calls = [action for action in round.legal_actions() if str(action).startswith("call")]
            round.apply(random.choice(calls or round.legal_actions()))
        wild.add(round.rules.melds.wild_ranks)
        assert all(not round.rules.card_values[card.kind] for card in round.rules.melds.wild_cards)
        assert round.rules.scoring.score(round).totals
    assert len(wild) > 2


def test_melds_of_ones_own() -> None:
    rules = MARRIAGES.Marriages(GAME.rules.pack)
    assert str(rules.readings(rules.placed_cards("Kh Qh"))[0]) == "Qh Kh"
    with pytest.raises(MeldProblem):
        rules.readings(rules.placed_cards("Kh Kh Kd"))
    game = replace(GAME.rules, melds=rules)
    best = game.arranger.most_cards(rules.pack.heap("Kh Qh 7s 7h 7d 2c"))
    assert (rules.pack.text(best.left), best.exact) == ("2c", True)
