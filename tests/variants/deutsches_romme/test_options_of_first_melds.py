"""House rules of Deutsches Rommé about who may open with what: one meld alone, a clean run, a minimum that rises."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from rummykit.booklet import Paragraph
from rummykit.engine.actions import LayDown
from rummykit.engine.match import Match
from rummykit.engine.round import Round
from rummykit.i18n import Language
from rummykit.referee import Referee
from rummykit.scenario import Scenario, Table
from rummykit_bots.greedy import Greedy
from rummykit_bots.hints import hint
from rummykit_session.forming import forming
from rummykit_session.table_state import heading, lying_open

from ..helpers import PLUGINS, allowed, refused
from .helpers import romme

NO_HAND_ROMME = {"when": "never"}


def game(players: int = 2, **first_meld: object) -> Scenario:
    return romme(players, first_meld=first_meld, hand_romme=NO_HAND_ROMME)


def holding(hand: str, number: int = 1, lap: int = 1, **first_meld: object) -> Table:
    return game(**first_meld).deal(hands=[hand, "Jc"], drawn=True, round=number, lap=lap)


def listed(table: Table) -> list[str]:
    return [move for move in table.legal() if move.startswith("meld")]


# -- one meld alone --------------------------------------------------------------------------------------------------


@pytest.mark.option("first_meld.scope")
def test_one_meld_must_reach_the_points_alone() -> None:
    hand = "Ks Kh Kd 4c 5c 6c 7c 2s 9d"
    both = "meld Ks Kh Kd | 4c 5c 6c"
    together, alone = holding(hand), holding(hand, scope="one_meld")
    allowed(together, both)
    assert both in listed(together)
    refused(alone, both, "ROM-FIRST-01", "reach 40 points alone; the best of these has 30", option="first_meld.scope")
    refused(alone, "meld Ks Kh Kd", "ROM-FIRST-01", "30 of 40 points", option="first_meld.min")
    assert listed(alone) == []
    rich = holding(f"{hand} Kc", scope="one_meld")
    assert listed(rich) == ["meld Ks Kh Kd Kc"]
    for move in ("meld Ks Kh Kd Kc | 4c 5c 6c", "meld 4c 5c 6c 7c | Ks Kh Kd Kc"):
        allowed(rich, move)  # others may come with it, and after it any meld will do
    allowed(rich.play("meld Ks Kh Kd Kc"), "meld 4c 5c 6c")


@pytest.mark.option("first_meld.scope")
def test_a_joker_in_the_one_meld_is_what_counts() -> None:
    rules = {"scope": "one_meld", "min": 30, "min_with_joker": 45, "max_jokers": 1}
    table = holding("Ks Kh Kd 4c 5c * * 9d 9s", **rules)
    assert listed(table) == ["meld Ks Kh Kd"]
    refused(table, "meld 4c 5c *=6c", "CLUB-FIRST-01", "a joker and reaches 15 of the 45")
    allowed(table, "meld Ks Kh Kd | 4c 5c *=6c")


@pytest.mark.option("first_meld.scope")
def test_where_a_joker_makes_it_cheaper_it_may_stand_for_a_card_that_is_held() -> None:
    table = holding("Ks Kh Kd Kc * 9d 2s", scope="one_meld", min=50, min_with_joker=35)
    assert listed(table)
    assert all(table.is_legal(move) and "*" in move for move in listed(table))


@pytest.mark.option("first_meld.scope")
@pytest.mark.parametrize(
    ("jokers", "more"),
    [({}, {}), ({}, {"min": 30, "min_with_joker": 44}), ({"per_meld": 1}, {"max_jokers": 1}), ({"share": "fewer"}, {})],
)
def test_listing_checks_and_the_arranger_agree_on_one_meld(jokers: dict[str, Any], more: dict[str, Any]) -> None:
    scenario = romme(first_meld={"scope": "one_meld", **more}, jokers=jokers, hand_romme=NO_HAND_ROMME)
    rules, random, opened = scenario.rules, Random(5), 0
    first = rules.flow.laying_down.first
    for _ in range(60):
        pack = rules.pack
        cards = random.sample([kind for kind in pack.kinds(pack.everything) if kind % 13 > 6 or kind > 51], 13)
        round = scenario.deal(hands=[" ".join(pack.cards[kind].text for kind in cards)], drawn=True).round
        hand = round.hands[round.active]
        found = [action for action in round.legal_actions() if isinstance(action, LayDown)]
        assert all(round.check(action) is None and len(action.melds) == 1 for action in found)
        singles = rules.flow.laying_down.singles(round, hand)
        assert {action for action in singles if round.check(action) is None} <= {*found}
        best = rules.arranger.any_first_meld(hand, first)
        assert (best is not None) == bool(found)
        if best is not None:
            most = max(action.melds[0].points for action in found)
            assert len(best) == 1
            assert best[0].points == most or first.min_points_with_joker is not None
            laid = rules.arranger.first_meld(hand, first)
            assert laid is not None
            assert round.check(LayDown(laid.melds)) is None
            opened += 1
    assert opened > 3


# -- a run without a joker -------------------------------------------------------------------------------------------


@pytest.mark.option("first_meld.needs_clean_run")
def test_a_first_meld_needs_a_run_without_a_joker() -> None:
    hand = "Ks Kh Kd 9h 9d 9c 4c 5c 6c * 2s"
    sets = "meld Ks Kh Kd | 9h 9d 9c"
    allowed(holding(hand), sets)
    table = holding(hand, needs_clean_run=True)
    option = "first_meld.needs_clean_run"
    for move in (sets, "meld Ks Kh Kd | 4c 5c *=6c"):
        refused(table, move, "ROM-FIRST-01", "needs a run without a joker", option=option)
    refused(table, "meld 4c 5c 6c", "ROM-FIRST-01", "15 of 40 points", option="first_meld.min")
    allowed(table, "meld Ks Kh Kd | 4c 5c 6c")
    assert listed(table)
    assert all("4c 5c 6c" in move for move in listed(table))
    allowed(table.play("meld Ks Kh Kd | 4c 5c 6c"), "meld 9h 9d 9c")


@pytest.mark.option("first_meld.needs_clean_run", "first_meld.scope")
def test_the_one_meld_must_be_the_clean_run() -> None:
    rules = {"needs_clean_run": True, "scope": "one_meld", "min": 30}
    table = holding("Qs Qc Qd 9h 10h Jh 4c 5c 6c * 2s", **rules)
    refused(table, "meld Qs Qc Qd", "ROM-FIRST-01", "needs a run without a joker")
    refused(table, "meld Qs Qc Qd | 4c 5c 6c", "ROM-FIRST-01", "alone; the best of these has 15")
    assert listed(table) == []
    assert not table.round.rules.arranger.can_open(table.round.hands[0], table.round.rules.flow.laying_down.first)
    better = holding("Ks Kc Kd 9h 10h Jh Qh 4c 5c 6c * 2s", **rules)
    assert set(listed(better)) == {"meld 9h 10h Jh Qh", "meld 10h Jh Qh"}
    allowed(better, "meld 9h 10h Jh Qh | Ks Kc Kd *")


# -- a minimum that rises --------------------------------------------------------------------------------------------


@pytest.mark.option("first_meld.rises_each_round", "first_meld.rises_each_lap", "first_meld.rises_to")
@pytest.mark.parametrize(
    ("rises", "number", "lap", "needed"),
    [
        ({"rises_each_round": 10}, 1, 4, 40),
        ({"rises_each_round": 10}, 2, 1, 50),
        ({"rises_each_round": 10}, 3, 1, 60),
        ({"rises_each_round": 10, "rises_to": 55}, 3, 1, 55),
        ({"rises_each_round": 10}, 30, 1, 100),
        ({"rises_each_lap": 15}, 4, 1, 40),
        ({"rises_each_lap": 15}, 1, 2, 55),
        ({"rises_each_lap": 15, "from_lap": 2}, 1, 2, 40),
        ({"rises_each_lap": 15, "from_lap": 2}, 1, 3, 55),
        ({"rises_each_lap": 5, "rises_each_round": 5}, 2, 3, 55),
        ({"rises_each_lap": 5, "rises_to": 30}, 2, 3, 40),
    ],
)
def test_a_first_meld_gets_more_expensive(rises: dict[str, int], number: int, lap: int, needed: int) -> None:
    table = holding("Ks Kh Kd 4c 5c 6c 7c 9h 9d 9s 2s 3s", number, lap, **rises)
    view = table.round.view(0)
    assert view.rules.flow.laying_down.first_for(view, 0).min_points == needed
    for move, points in (
        ("meld Ks Kh Kd | 4c 5c 6c", 45),
        ("meld Ks Kh Kd | 4c 5c 6c 7c", 52),
        ("meld Ks Kh Kd | 9h 9d 9s", 57),
        ("meld Ks Kh Kd | 4c 5c 6c 7c | 9h 9d 9s", 79),
    ):
        if points >= needed:
            allowed(table, move)
        else:
            refused(table, move, "ROM-FIRST-01", f"{points} of {needed} points", option="first_meld.min")
    most = max(move.count("|") for move in listed(table)) if listed(table) else 0
    assert most == (0 if needed > 79 else 2 if needed > 57 else 1)


@pytest.mark.option("first_meld.rises_each_round")
def test_with_a_joker_it_rises_by_as_much() -> None:
    table = holding("Ks Kh Kd 4c 5c * 2s 3s", 3, min=40, min_with_joker=50, rises_each_round=10)
    refused(table, "meld Ks Kh Kd *", "CLUB-FIRST-01", "reaches 40 of the 70")
    assert holding("Ks Kh Kd Kc *", 3, rises_each_round=10).refusal("meld Ks Kh Kd *") is not None


@pytest.mark.option("first_meld.rises_each_round")
def test_it_rises_in_a_match() -> None:
    rules = romme(2, first_meld={"min": 10, "rises_each_round": 10}, match={"rounds": 4}).rules
    match, greedy, asked = Match(rules, 3, ["Anna", "Ben"]), Greedy(), dict[int, set[int]]()
    opened = 0
    while not match.is_over:
        view = match.view(match.actor)
        asked.setdefault(view.number, set()).add(rules.flow.laying_down.first_for(view, view.seat).min_points)
        action = greedy(view, Random(view.turn))
        if isinstance(action, LayDown) and not view.melded[view.seat]:
            assert sum(meld.points for meld in action.melds) >= 10 * view.number
            opened += 1
        match.apply(action)
    assert asked == {1: {10}, 2: {20}, 3: {30}, 4: {40}}
    assert opened >= 4


# -- who plays by them, and what is told -----------------------------------------------------------------------------


@pytest.mark.option("first_meld.scope", "first_meld.needs_clean_run", "first_meld.rises_each_lap")
@pytest.mark.parametrize(
    "first_meld", [{"scope": "one_meld", "min": 30}, {"needs_clean_run": True}, {"rises_each_lap": 3}]
)
def test_the_bot_opens_and_hints_name_what_is_allowed(first_meld: Mapping[str, object]) -> None:
    opened = 0
    for seed in range(4):
        round, greedy = Round(game(**first_meld).rules, 0, seed, number=1), Greedy()
        while round.outcome is None and round.turn < 60:
            view = round.view(round.actor)
            if round.turn in (3, 8):
                said = hint(view, Random(seed))
                assert round.check(said.action) is None, said
            round.play(greedy(view, Random(seed)))
        opened += round.melded.bit_count()
    assert opened >= 4


def test_the_hint_tells_how_far_the_best_meld_goes() -> None:
    table = holding("Ks Kh Kd 4c 5c 6c 2s 9d", scope="one_meld")
    why = hint(table.round.view(0), Random(1)).why
    assert "The best meld in your hand makes 30 of the 40 points that one must make alone." in why


@pytest.mark.parametrize(
    ("first_meld", "number", "said"),
    [
        ({"scope": "one_meld"}, 1, "30 of 40 points for your first meld."),
        ({"rises_each_round": 5}, 3, "45 of 50 points for your first meld."),
        ({"needs_clean_run": True}, 1, "Your first meld needs a run without a joker, and has it."),
    ],
)
def test_the_screen_tells_how_far_the_picked_cards_go(first_meld: dict[str, Any], number: int, said: str) -> None:
    table = holding("Ks Kh Kd 4c 5c 6c 2s 9d", number, **first_meld)
    rules = table.round.rules
    kings, clubs = ([rules.pack.card(text) for text in cards.split()] for cards in ("Ks Kh Kd", "4c 5c 6c"))
    view = table.round.view(0)
    begun = forming(table.round, view, kings)  # type: ignore[arg-type]
    assert begun.growing == begun.ways
    assert said in forming(table.round, view, clubs, begun.ways[0]).said  # type: ignore[arg-type]


def test_both_screens_tell_what_a_first_meld_needs_now() -> None:
    def told(**first_meld: object) -> list[str]:
        rules = romme(2, first_meld=first_meld, match={"rounds": 2}).rules
        return heading(lying_open(Match(rules, 1, ["Anna", "Ben"])))

    assert told(rises_each_round=10) == ["round 1", "lap 1", "first meld 40 points"]
    assert told(rises_each_lap=5, min_with_joker=50)[2:] == ["first meld 40 points, 50 with a joker"]
    assert told(min=50)[2:] == []
    with Language("de", ["rummykit", "rummykit_session"]).spoken():
        assert told(rises_each_lap=5, min_with_joker=50)[2:] == ["Erstauslage 40 Punkte, mit Joker 50"]


def test_the_referee_knows_the_round_and_the_lap() -> None:
    referee = Referee(PLUGINS, game(rises_each_round=10, rises_each_lap=1).rules.table_rules)
    answers = [referee.judge("Ks Kh Kd | 4c 5c 6c", lap=lap, round=number).first for number, lap in ((1, 3), (2, 1))]
    assert [(answer.points, answer.needed, answer.refusal is None) for answer in answers if answer] == [
        (45, 42, True),
        (45, 50, False),
    ]
    alone = Referee(PLUGINS, game(scope="one_meld").rules.table_rules).judge("Ks Kh Kd Kc | 4c 5c 6c").first
    assert alone is not None
    assert (alone.points, alone.needed, alone.refusal) == (40, 40, None)


def first_meld_paragraphs(**first_meld: object) -> list[Paragraph]:
    booklet = PLUGINS.booklet(game(**first_meld).rules.table_rules)
    return next(list(chapter.paragraphs) for chapter in booklet.chapters if chapter.title == "The first meld")


@pytest.mark.parametrize(
    ("first_meld", "words"),
    [
        ({"scope": "one_meld"}, "one of your melds must count at least 40 points alone. You may lay others with it."),
        ({"scope": "one_meld", "min_with_joker": 50}, "40 points alone, or at least 50 if there is a joker in it."),
        ({"scope": "one_meld", "min": 0, "min_with_joker": 30}, "A meld with a joker must count at least 30 points"),
        ({"scope": "one_meld", "min_with_joker": 0}, "alone, unless there is a joker in it"),
        ({"scope": "one_meld", "max_jokers": 1}, "All that is asked of that one meld"),
        ({"scope": "one_meld", "needs_clean_run": True}, "And it must be a run without a joker."),
        ({"needs_clean_run": True}, "In what you lay first there must be a run without a joker."),
        (
            {"rises_each_round": 10},
            "by 10 points from round to round: 40 points in round 1, 50 in round 2, 60 in round 3",
        ),
        ({"rises_each_round": 10, "rises_to": 55}, "55 in round 3, and so on, but never above 55."),
        ({"rises_each_round": 10, "min_with_joker": 50}, "With a joker it rises by as much."),
        ({"rises_each_lap": 5, "from_lap": 2}, "40 points in lap 2, 45 in lap 3, 50 in lap 4"),
        ({"rises_each_lap": 5, "rises_each_round": 5}, "Within a round it rises as well, by 5 points from lap to lap."),
    ],
)
def test_the_booklet_tells_it(first_meld: dict[str, Any], words: str) -> None:
    text = " ".join(paragraph.text for paragraph in first_meld_paragraphs(**first_meld))
    assert words in text
    assert words not in " ".join(paragraph.text for paragraph in first_meld_paragraphs())
    if first_meld.get("scope") == "one_meld":
        assert "together" not in text


@pytest.mark.parametrize("first_meld", [{"scope": "one_meld", "min": 25}, {"needs_clean_run": True, "min": 25}])
def test_the_examples_of_the_booklet_are_true(first_meld: dict[str, Any]) -> None:
    examples = [each for paragraph in first_meld_paragraphs(**first_meld) for each in paragraph.examples]
    told = {each.caption.partition(":")[0]: each for each in examples if each.caption.startswith(("too few", "enough"))}
    first = game(**first_meld).rules.flow.laying_down.first
    rules = game(**first_meld).rules
    for caption, example in told.items():
        melds = [rules.melds.readings(rules.melds.placed_cards(cards))[0] for cards in example.cards.split("|")]
        assert first.meets(melds) == (caption == "enough"), caption
        assert first.reached(melds)[0] == sum(meld.points for meld in melds)
    assert "enough" in told
