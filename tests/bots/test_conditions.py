"""How far a hand is from a condition on the whole of it: never less than the truth, and quick to be asked."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.melds import Condition, Demand, Shape
from rummykit.parts import Calling
from rummykit.plugin.plugins import Plugins
from rummykit.rules import from_variant
from rummykit_bots.conditions import WANTING, Conditioned, _slots
from rummykit_bots.hands import Hands
from rummykit_bots.weights import CollectingWeights

PLUGINS = Plugins.discover()
TWO_RUNS = (Demand(2, Shape.RUN), Demand(1, Shape.RUN, pure=True))


def demanding(demands: tuple[Demand, ...], wild: tuple[int, ...] = (5,)) -> Ruleset:
    """Wiener Rummy with a wild rank, in which a call needs these melds."""

    call = Calling(Condition(demands, "these melds"))
    rules = PLUGINS.assemble(from_variant("wiener_rummy", PLUGINS), 3)
    moves = tuple(call if isinstance(move, Calling) else move for move in rules.flow.moves)
    return replace(rules, melds=rules.melds.with_wild(wild), flow=replace(rules.flow, moves=moves))


@pytest.mark.parametrize(
    ("demands", "slots"),
    [
        (TWO_RUNS, [Demand(1, Shape.RUN, pure=True), Demand(2, Shape.RUN)]),
        ((Demand(3, Shape.SET),), [Demand(3, Shape.SET)] * 3),
        ((Demand(1, Shape.SET), Demand(1, Shape.RUN)), [Demand(1, Shape.SET), Demand(1, Shape.RUN)]),
        ((Demand(1, pure=True, min_length=4), Demand(1, pure=True)), [Demand(1, pure=True, min_length=4)]),
    ],
)
def test_the_melds_that_a_condition_asks_for(demands: tuple[Demand, ...], slots: list[Demand]) -> None:
    assert _slots(demands) == slots


def test_the_estimate_is_never_too_low_and_mostly_right() -> None:
    rules = demanding(TWO_RUNS)
    pack, values, random, exact = rules.pack, rules.card_values, Random(1), [0, 0]
    estimate = Conditioned(rules)
    for _ in range(120):
        hand = pack.add_all(0, random.sample(pack.kinds(pack.everything), 12))
        hand = pack.add_all(hand, [pack.card(card).kind for card in ("*",) if not hand & pack.joker_bits])
        best = rules.arranger.meeting(TWO_RUNS, hand, values)
        least = rules.least_deadwood(hand)
        true = None if best is None else sum(values[kind] for kind in pack.kinds(best.left))
        found = estimate.least(hand)
        assert found >= min(least + WANTING, least + 2 * WANTING if true is None else true)
        assert found <= least + 2 * WANTING
        if true is not None:
            exact[found <= true] += 1
    too_high, right = exact
    assert right > 20
    assert right > 3 * too_high


def test_hands_are_judged_by_the_condition() -> None:
    rules = demanding(TWO_RUNS)
    view = Round(rules, 0, 1).view(1)
    sets = rules.pack.heap("4s 4h 4d 7s 7h 7d Ks Kh Kd")
    assert Hands(view, CollectingWeights()).least(sets) == 2 * WANTING
    runs = rules.pack.heap("2h 3h 4h 8c 9c 10c Ks Kh Kd")
    assert Hands(view, CollectingWeights()).least(runs) == 0
    assert rules.least_deadwood(sets) == 0


def test_who_has_left_the_round_is_not_a_rival() -> None:
    rules = demanding(())
    round = Round(rules, 0, 1)
    before = Hands(round.view(0), CollectingWeights()).others.mean()
    round.hands[2] = rules.pack.heap("2s")
    assert Hands(round.view(0), CollectingWeights()).others.mean() < before
    round.gone = 1 << 2
    assert Hands(round.view(0), CollectingWeights()).others.mean() == before
