"""Events: what happens at a table as data, and what each seat may know of it."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from rummykit import load
from rummykit.engine.deal import bot_stream
from rummykit.engine.views import View
from rummykit.events import Dealt, Received, RoundOver, TableEvent, begin, make
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import Scenario

PLUGINS = Plugins.discover()
Step = tuple[list[View | None], list[TableEvent], list[View | None]]
"""The events of a move, between what each seat saw before and after it."""


def whole_match(game: str, seed: int) -> list[Step]:
    """Play a match of greedy bots."""
    match, bot = load(game, players=3, seed=seed), PLUGINS.bots["greedy"].make()

    def views() -> list[View | None]:
        seen = [match.view(seat) if seat in match.seated else None for seat in range(3)]
        return [view if isinstance(view, View) else None for view in seen]

    steps = [(views(), begin(match), views())]
    while not match.is_over:
        before = views()
        action = bot(match.view(match.actor), bot_stream(seed, match.actor, len(match.moves)))
        events = make(match, action)
        steps.append((before, events, views()))
    return steps


@pytest.fixture(scope="module", params=["rummy17", "deutsches_romme:club", "raeuber_romme", "wiener_rummy"])
def steps(request: pytest.FixtureRequest) -> list[Step]:
    return whole_match(request.param, seed=5)


def test_a_match_begins_with_a_deal_and_ends_with_its_winners(
    steps: list[Step],
) -> None:
    names = [event.name for _, events, _ in steps for event in events]
    assert names.index("dealt") <= 1
    assert names[-1] == "match_over"
    assert names.count("dealt") == names.count("round_over")


def test_everything_is_plain_data(steps: list[Step]) -> None:
    for _, events, _ in steps:
        for event in events:
            data = event.to_json()
            assert json.loads(json.dumps(data)) == data
            assert data["event"] == event.name


def test_a_seat_is_told_its_own_cards_and_no_others(
    steps: list[Step],
) -> None:
    told = 0
    for before, events, after in steps:
        for seat in range(3):
            own, then = before[seat], after[seat]
            seen = [event.seen_by({seat}) for event in events]
            for event in seen:
                if isinstance(event, Dealt) and then is not None:
                    assert set(event.hands) <= {seat}
                    assert Counter(event.hands[seat]) == Counter(then.cards)
                elif isinstance(event, Received):
                    assert (event.cards is not None) == (event.seat == seat)
                    if event.cards is not None and own is not None and then is not None and then.number == own.number:
                        assert not Counter(event.cards) - Counter(then.cards)
                        told += 1
    assert told


def test_lookers_on_see_no_hand_before_a_round_is_over(
    steps: list[Step],
) -> None:
    for _, events, _ in steps:
        for event in events:
            seen = event.seen_by(())
            if isinstance(seen, Dealt):
                assert seen.hands == {}
            elif isinstance(seen, Received):
                assert seen.cards is None
            else:
                assert seen == event


def test_what_is_hidden_makes_no_difference_to_what_the_others_are_told() -> None:
    seen = []
    for top in ("9c", "*"):
        table = Scenario("deutsches_romme").deal(hands=["5s 6s 8d", "2h 3h"], open_card="Kd")
        table.round.stock.append(table.round.rules.pack.card(top).kind)
        match = load("deutsches_romme", players=2, seed=1)
        match.round = table.round
        seen.append([event.seen_by({1}) for event in make(match, table.round.legal_actions()[0])])
    assert seen[0] == seen[1]
    assert [event.name for event in seen[0]] == ["drew", "received"]


def test_the_end_of_a_round_names_the_seats_of_the_match() -> None:
    for _, events, _ in whole_match("wiener_rummy", seed=8):
        for event in events:
            if isinstance(event, RoundOver) and event.outcome.seat is not None:
                shown = {hand.seat for hand in event.shown}
                assert not shown or event.outcome.seat in shown
