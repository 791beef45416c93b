"""What the greedy bot and the hints make of a partner."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from matches import NAMES, PLUGINS
from rummykit.engine.deal import opposite
from rummykit.engine.match import Match
from rummykit.engine.ruleset import Ruleset
from rummykit.engine.views import BuybackView
from rummykit.scenario import Scenario, Table, resolve
from rummykit_bots import random_bot
from rummykit_bots.buying_back import rooms_of_others
from rummykit_bots.greedy import Greedy
from rummykit_bots.hands import at_stake
from rummykit_bots.hints import hint
from rummykit_bots.hints.outlook import end_is_near
from rummykit_bots.judgement import Judgement
from rummykit_bots.position import Position
from rummykit_bots.weights import Weights

ADJACENT = ((0, 1), (2, 3))


def game(variant: str = "deutsches_romme", sides: tuple[tuple[int, ...], ...] | None = None, **options: Any) -> Ruleset:
    rules = PLUGINS.assemble(resolve(PLUGINS, variant, **options), 4)
    return replace(rules, deal=replace(rules.deal, sides=opposite(4) if sides is None else sides))


def lay(rules: Ruleset, **table: Any) -> Table:
    scenario = Scenario(rules.variant, 4, plugins=PLUGINS)
    scenario.rules = rules
    return scenario.deal(**table)


def judgement(rules: Ruleset, **table: Any) -> Judgement:
    return Judgement(lay(rules, drawn=True, **table).round.view(0), Weights())


def test_the_bot_and_the_hint_lay_off_on_a_meld_of_the_partner() -> None:
    rules = game(lay_offs={"on": "own"})
    hands = ["6s Kh", "2c 3c 4c", "Qd Jh 9c 8c", "5h 5d 2h"]
    table = lay(rules, hands=hands, table=["3: 3s 4s 5s", "2: Jc Qc Kc"], drawn=True)
    assert str(Greedy()(table.round.view(0), Random(0))) == "layoff 6s > 1"
    assert str(hint(table.round.view(0), Random(0)).action) == "layoff 6s > 1"


@pytest.mark.parametrize(("owner", "helps"), [(1, False), (3, False), (2, True)])
def test_a_card_that_fits_a_meld_of_the_own_side_helps_nobody_else(owner: int, helps: bool) -> None:
    judged = judgement(game(lay_offs={"on": "own"}), hands=["6s Kh"], table=[f"{owner}: 3s 4s 5s", "1: 3h 4h 5h"])
    position = Position.of(judged.view)
    six = next(card.kind for card in judged.view.cards if card.text == "6s")
    elsewhere = judgement(game(lay_offs={"on": "own"}), hands=["6s Kh"], table=["1: 3h 4h 5h"])
    alone = elsewhere.discard_cost(Position.of(elsewhere.view), six)
    assert (judged.discard_cost(position, six) > alone + judged.weights.help / 2) is helps


def test_a_discard_for_a_partner_is_no_help_for_others() -> None:
    table = {"hands": ["6s Kh"], "table": ["3: 3s 4s 5s"]}
    next_is_rival, next_is_partner = (judgement(game(sides=sides), **table) for sides in (opposite(4), ADJACENT))
    six = next(card.kind for card in next_is_rival.view.cards if card.text == "6s")
    assert next_is_rival.discard_cost(Position.of(next_is_rival.view), six) > 0
    assert next_is_partner.discard_cost(Position.of(next_is_partner.view), six) == 0


def test_going_out_costs_what_the_partner_holds() -> None:
    hands = ["6s", "2c 3c 4c", "Qd Jh 9c 8c 7c", "5h 5d"]
    alone = judgement(game(sides=()), hands=hands)
    together = judgement(game(), hands=hands)
    mean = together.know.mean_penalty
    assert alone.others_penalty == pytest.approx(10 / 3 * mean)
    assert together.others_penalty == pytest.approx((5 - 5) * mean)


def test_a_partner_who_may_soon_go_out_is_called_a_partner() -> None:
    hands = ["6s Kh Qh", "2c 3c 4c 5c 6c 7c 8c", "Qd", "2h 3h 4h 5h 6h 7h 8h"]
    said = end_is_near(judgement(game(), hands=hands, table=["3: 3s 4s 5s"]))
    assert said is not None
    assert said.startswith("Your partner ")
    assert "only 1 card left" in said
    rivals = end_is_near(judgement(game(sides=ADJACENT), hands=hands, table=["3: 3s 4s 5s"]))
    assert rivals is not None
    assert "partner" not in rivals


def test_what_is_at_stake_with_a_knock_is_asked_of_the_other_side() -> None:
    alone, together = (at_stake(game("wiener_rummy", sides)) for sides in ((), ADJACENT))
    assert together == alone


def test_a_buyback_is_weighed_against_sides_not_players() -> None:
    rules = game(match={"elimination": 100})
    view = BuybackView(
        rules=rules,
        seat=0,
        names=NAMES[:4],
        rounds=1,
        totals=(90, 40, 90, 40),
        still_in=(0, 1, 2, 3),
        limit=100,
        chips=(0,) * 4,
        pot=20,
        price=5,
        new_total=40,
        legal=(),
    )
    assert rooms_of_others(view) == [60]


def test_two_greedy_partners_beat_two_random_ones() -> None:
    rules, won = game(match={"rounds": 1}), 0
    for seed in range(6):
        match = Match(rules, seed, NAMES[:4])
        bots, random = [Greedy(), random_bot.play], Random(seed)
        while not match.is_over:
            bot = bots[(match.actor + seed) % 2]
            match.apply(bot(match.view(match.actor), random))
        won += (match.winners[0] + seed) % 2 == 0
    assert won >= 5
