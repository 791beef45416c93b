"""What the parts do where no variant asks for it: their defaults, and the corners between two turns."""

from __future__ import annotations

from dataclasses import MISSING, fields, replace
from typing import Any

import pytest

from rummykit.engine.actions import CLAIM, DRAW_DISCARD, DRAW_STOCK, PASS, Claim, Discard, Knock, LayDown
from rummykit.engine.round import Round
from rummykit.engine.table import Ending, Outcome
from rummykit.errors import SetupError
from rummykit.parts import (
    BadPoints,
    Calling,
    Claiming,
    ClaimOptions,
    Discarding,
    Drawing,
    EndingTurn,
    FirstMeld,
    GoingOutAtOnce,
    Knocking,
    Lateness,
    LayingDown,
    LayingOff,
    PoolJokers,
    Rearranging,
    SwappingJokers,
    TurnFlow,
    first_meld,
)
from rummykit.refusals import KNOCK_REASONS, Citation, Reason, Refusal
from rummykit.scenario import Scenario, Table
from rummykit_bots.judgement import Judgement
from rummykit_bots.weights import Weights

RUMMY17 = Scenario("rummy17", 3)
ROMME = Scenario("deutsches_romme")


# -- defaults ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "defaults"),
    [
        (Drawing(), {"take": "freely", "exhausted": "finish_turn", "pile": True}),
        (Drawing(), {"reshuffles": 0, "reuse": "reshuffle", "spread": False, "reach": "top", "guard": None}),
        (
            Claiming(),
            {
                "allowed": "always",
                "per_round": None,
                "penalty": 0,
                "from_lap": 1,
                "own_discard": False,
                "dealer_upcard": True,
                "on_final_draw": True,
                "takes_turn": False,
            },
        ),
        (
            FirstMeld(),
            {
                "min_points": 0,
                "min_points_with_joker": None,
                "max_jokers": None,
                "joker_counts": True,
                "scope": "some_subset",
                "rises": (),
                "condition": None,
                "exactly": False,
                "rises_each_round": 0,
                "rises_each_lap": 0,
                "rises_to": 100,
            },
        ),
        (GoingOutAtOnce(), {"when": "never", "waives_first_meld": True}),
        (PoolJokers(), {"min_run": 4, "per_turn": 5, "lay_off": False}),
        (LayingDown(), {"first": FirstMeld(), "pool": None, "no_meld_laps": 0, "per_turn": None}),
        (LayingDown(), {"at_once": GoingOutAtOnce()}),
        (LayingOff(), {"on": "any", "same_turn": True, "before_first_meld": False, "credit": "owner"}),
        (
            SwappingJokers(),
            {
                "allowed": True,
                "needs_first_meld": True,
                "same_turn": True,
                "only_own": False,
                "joker_goes": "meld_or_lay_off",
                "min_run": 3,
                "sets": "any_missing",
                "own_joker_same_turn": False,
            },
        ),
        (
            Rearranging(),
            {"allowed": True, "on": "any", "same_turn": True, "needs_hand_card": True, "joker_leaves": "freely"},
        ),
        (
            Discarding(),
            {
                "taken_allowed": True,
                "final_required": True,
                "final_allowed": True,
                "last_face_down": False,
                "floats": False,
                "jokers": "allowed",
            },
        ),
        (EndingTurn(), {}),
        (
            Knocking(),
            {"from_lap": 1, "limit": 5, "improve": "stock_or_discard", "lay_off_on_knocker": False},
        ),
        (Calling(), {"condition": None}),
        (Lateness(30), {"late_penalty": 0}),
        (
            BadPoints("X-1", 20, ()),
            {
                "at_once": GoingOutAtOnce(),
                "at_once_factor": 1,
                "minus": False,
                "winner": "zero",
                "unfinished": "nobody",
                "unmelded": "normal",
                "out_bonus": 0,
                "at_once_bonus": 0,
                "at_once_fee": 0,
                "last_joker": 1,
                "wild": (),
            },
        ),
        (
            TurnFlow(Drawing(), None, ()),
            {
                "draw_mode": "draw_then_play",
                "stall_limit": 0,
                "max_hand_cards": None,
                "lateness": None,
                "told": {},
                "restrictions": (),
                "endings": (),
            },
        ),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, dict) else "+".join(value) or "none",
)
def test_defaults_of_parts(part: Any, defaults: dict[str, object]) -> None:
    assert {name: getattr(part, name) for name in defaults} == defaults


def test_every_default_of_a_part_is_in_the_table_above() -> None:
    (mark,) = test_defaults_of_parts.pytestmark  # type: ignore[attr-defined]
    told: dict[type[Any], set[str]] = {}
    for part, defaults in mark.args[1]:
        told.setdefault(type(part), set()).update(defaults)
    for part, names in told.items():
        required = {field.name for field in fields(part) if field.default is field.default_factory is MISSING}
        assert {field.name for field in fields(part)} - required == names, part.__name__


# -- the beginning of a round --------------------------------------------------------------------------------


class Announcing(TurnFlow):
    """Notes on the side when a round begins, and on whose turn."""

    def begin(self, round: Round) -> None:
        round.side_cards += (f"seat {round.active} in turn {round.turn}, {round.stage.name}",)


def test_the_first_turn_is_begun_once_its_seat_is_on_turn() -> None:
    flow = RUMMY17.rules.flow
    rules = replace(RUMMY17.rules, flow=Announcing(flow.drawing, None, flow.moves))
    round = Round(rules, dealer=0, seed=1)
    begun = round.side_cards[-1]
    assert begun == "seat 1 in turn 0, draw"
    for _ in range(4):
        round.apply(DRAW_STOCK)
        round.apply(next(action for action in round.legal_actions() if isinstance(action, Discard)))
    assert round.turn == 4
    assert round.side_cards.count(begun) == 1
    assert round.side_cards[-1] == begun


def test_a_round_that_goes_on_cannot_be_scored() -> None:
    round = Round(ROMME.rules, dealer=0, seed=1)
    with pytest.raises(SetupError, match=r"^The round is not over, so it cannot be scored\.$"):
        round.rules.scoring.score(round)


class Hoarding(Discarding):
    """Who lays cards keeps three of them."""

    def leaves_discard(self, round: Round, hand: int) -> bool:
        return hand.bit_count() >= 3 and super().leaves_discard(round, hand)


def test_what_must_be_left_of_a_hand_is_asked_of_a_part_that_knows_better() -> None:
    scenario = Scenario("rummy17", 3)
    flow = scenario.rules.flow
    moves = tuple(Hoarding() if part is flow.discarding else part for part in flow.moves)
    scenario.rules = replace(scenario.rules, flow=replace(flow, moves=moves))
    table = scenario.deal(hands=["1r 2r 3r 4r 9g 11b"], drawn=True)
    melds = [move for move in table.legal() if move.startswith("meld")]
    assert "meld 2r 3r 4r" in melds
    assert "meld 1r 2r 3r 4r" not in melds
    assert all(table.is_legal(move) for move in melds)
    refusal = table.refusal("meld 1r 2r 3r 4r")
    assert refusal is not None
    assert refusal.reason is Reason.NO_CARD_LEFT


# -- claims --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("discarder", [0, 1, 2])
def test_no_seat_claims_its_own_discard(discarder: int) -> None:
    for allowed in (False, True):
        scenario = Scenario("rummy17", 3, claims={"own_discard": allowed})
        active = (discarder + 1) % 3
        table = scenario.deal(hands=["1r 2r", "1b 2b", "1g 2g"], open_card="9v", active=active, dealer=active)
        table.play("draw stock")
        assert (discarder in table.round.claimants) == allowed
        refusal = table.refusal("claim", seat=discarder)
        assert refusal is not None
        assert refusal.reason is (Reason.CLAIM_TURN_OF_OTHER if allowed else Reason.CLAIM_OWN_DISCARD)


class Grudging(Claiming):
    """Who has melded may not claim any more."""

    def why_not(self, round: Round, seat: int, claim: Claim = CLAIM) -> Refusal | None:
        if round.has_melded(seat):
            return round.rules.refuse(Reason.CLAIM_BEFORE_MELD)
        return super().why_not(round, seat, claim)


@pytest.mark.parametrize(("melded", "asked"), [((), [1, 2]), ((1,), [2]), ((2,), [1]), ((1, 2), [])])
@pytest.mark.parametrize("takes_turn", [False, True])
def test_who_is_refused_a_claim_is_not_asked(takes_turn: bool, melded: tuple[int, ...], asked: list[int]) -> None:
    scenario = Scenario("rummy17", 3, claims={"takes_turn": takes_turn})
    flow = scenario.rules.flow
    grudging = replace(flow, claiming=Grudging.by(ClaimOptions(allowed="always", takes_turn=takes_turn)))
    scenario.rules = replace(scenario.rules, flow=grudging)
    table = scenario.deal(hands=["1r 2r", "1b 2b", "1g 2g"], open_card="9v", discarder=0, melded=melded)
    table.play("draw stock")
    found = []
    while table.round.stage is grudging.claiming:
        found.append(table.round.actor)
        assert table.legal() == ["claim", "pass"]
        table.play("pass")
    assert found == asked
    assert (table.round.actor, table.round.stage) == (0, grudging.playing)
    assert table.round.hands[0].bit_count() == 3


def test_a_claim_to_use_a_card_is_listed_only_if_it_is_not_refused() -> None:
    scenario = Scenario("deutsches_romme", 3, claims={"allowed": "only_to_use"})
    flow = scenario.rules.flow
    laid = {"hands": ["2h 3d", "5c 6c Kd", "Kh"], "table": ["2: 9s 9h 9d"], "open_card": "7c"}
    table = scenario.deal(**laid).play("draw stock")
    assert table.legal() == ["claim : meld 5c 6c 7c", "pass"]
    scenario.rules = replace(
        scenario.rules, flow=replace(flow, claiming=Grudging.by(ClaimOptions(allowed="only_to_use")))
    )
    table = scenario.deal(**laid).play("draw stock")
    assert (table.round.actor, table.legal()) == (1, ["pass"])  # asked, so that nobody learns what cannot be used


# -- the last exchange ---------------------------------------------------------------------------------------


def knocked(seats: int = 3, *, taken_allowed: bool = True) -> Round:
    """A round in which the first seat has just knocked; whoever holds 7b may take another one from the pile."""
    rules = Scenario("deutsches_romme", seats).rules
    flow = TurnFlow(Drawing(), None, (Discarding(taken_allowed=taken_allowed), Knocking(limit=None)))
    citations = {**rules.citations, **{reason: Citation("TABLE-01") for reason in KNOCK_REASONS}}
    round = Round(replace(rules, flow=flow, citations=citations), dealer=seats - 1, seed=1)
    pack = rules.pack
    for seat, hand in enumerate(("7d 8s", "2d 3d", "7d 4d", "5d 6d")[:seats]):
        round.hands[seat] = pack.heap(hand)
    flow.start_turn(round, 0)
    flow.start_play(round)
    round.apply(Knock(pack.card("7d")))
    return round


def test_a_card_taken_in_an_exchange_is_forgotten_for_the_next_seat() -> None:
    round = knocked(taken_allowed=False)
    card = round.rules.pack.card
    round.apply(DRAW_DISCARD)
    refusal = round.check(Discard(card("7d")))
    assert refusal is not None
    assert refusal.reason is Reason.DISCARD_TAKEN
    round.apply(Discard(card("2d")))
    assert (round.actor, round.drawn, round.taken, round.held_twin) == (2, None, -1, False)
    round.apply(DRAW_STOCK)
    assert round.check(Discard(card("7d"))) is None


def test_a_twin_held_in_an_exchange_is_forgotten_for_the_next_seat() -> None:
    round = knocked(taken_allowed=False)
    card, pack = round.rules.pack.card, round.rules.pack
    round.hands[1] = pack.heap("7d 3d")
    round.apply(DRAW_DISCARD)
    assert round.held_twin
    round.apply(Discard(card("7d")))
    assert not round.held_twin


def test_who_has_exchanged_already() -> None:
    round = knocked(seats=4)
    told = []
    while round.outcome is None:
        refusals = [round.check(DRAW_STOCK, seat) for seat in range(4)]
        told.append([refusal and refusal.reason for refusal in refusals])
        round.apply(PASS)
    once, wait = Reason.EXCHANGE_ONCE, Reason.NOT_YOUR_TURN
    assert told == [[once, None, wait, wait], [once, once, None, wait], [once, once, once, None]]


def test_the_seats_count_from_the_knocker_not_from_the_first() -> None:
    round = knocked(seats=4)
    round.announced = Outcome(Ending.KNOCK, 2, None)
    round.active = round.actor = 3
    assert [round.rules.flow.has_exchanged(round, seat) for seat in range(4)] == [False, False, True, False]
    round.apply(PASS)
    assert round.actor == 0
    assert [round.rules.flow.has_exchanged(round, seat) for seat in range(4)] == [False, False, True, True]


# -- the fingerprint -----------------------------------------------------------------------------------------


def test_an_announced_end_has_a_fingerprint_of_its_own() -> None:
    round = knocked()
    seen = {round.fingerprint()}
    for announced in (
        Outcome(Ending.KNOCK, 1, round.rules.pack.card("7d")),
        Outcome(Ending.KNOCK, 0, round.rules.pack.card("8s")),
        Outcome(Ending.CALL, 0, round.rules.pack.card("7d")),
        None,
    ):
        other = round.copy()
        other.announced = announced
        seen.add(other.fingerprint())
    over = round.copy()
    over.outcome = over.announced
    seen.add(over.fingerprint())
    assert len(seen) == 6


# -- first melds ---------------------------------------------------------------------------------------------


def rising(total: int, hand: str) -> Table:
    """A table at which a first meld makes 20 points below a total of 100, 40 below 200 and 60 from there on."""
    rules = ROMME.rules
    flow = rules.flow
    first = FirstMeld(20, rises=((100, 40), (200, 60)))
    laying = replace(flow.laying_down, first=first)
    moves = tuple(laying if move is flow.laying_down else move for move in flow.moves)
    game = Scenario("deutsches_romme")
    game.rules = replace(rules, flow=replace(flow, moves=moves))
    return game.deal(hands=[hand], drawn=True, totals=(total, 0))


@pytest.mark.parametrize(
    ("total", "needed", "fewest"),
    [(-5, 20, 1), (99, 20, 1), (100, 40, 2), (199, 40, 2), (200, 60, 3), (900, 60, 3)],
)
def test_the_first_meld_rises_with_the_total(total: int, needed: int, fewest: int) -> None:
    table = rising(total, "7s 7h 7d 8s 8h 8d 9s 9h 9d 2c")
    melds = [move for move in table.legal() if move.startswith("meld")]
    assert min(move.count("|") + 1 for move in melds) == fewest
    for move, points in (("meld 7s 7h 7d", 21), ("meld 7s 7h 7d | 8s 8h 8d", 45)):
        assert table.is_legal(move) is (points >= needed)


def test_bots_know_what_their_first_meld_needs() -> None:
    assert [Judgement(rising(total, "7s").round.view(0), Weights()).first.min_points for total in (0, 150)] == [20, 40]


def test_a_search_for_first_melds_that_gives_up_still_lists_one(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = "Ks Kh Kd Kc 10s 10h 10d 2c 3c 4c 9d"
    all_melds = [move for move in ROMME.deal(hands=[hand], drawn=True).legal() if move.startswith("meld")]
    assert "meld Ks Kh Kd Kc" in all_melds
    monkeypatch.setattr(first_meld, "MOST_TRIES", 0)
    # Rules that remember nothing yet, and by which the whole hand is no other way to open.
    romme = Scenario("deutsches_romme", hand_romme={"when": "never"})
    table = romme.deal(hands=[hand], drawn=True)
    (only,) = [move for move in table.legal() if move.startswith("meld")]
    assert table.is_legal(only)
    # Where there is no first meld, giving up finds none either.
    poor = romme.deal(hands=["10s 10h 10d 2c 3c 4c 9d 5h"], drawn=True)
    assert not [move for move in poor.legal() if move.startswith("meld")]


def test_a_search_that_gives_up_keeps_the_card_for_the_discard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_meld, "MOST_TRIES", 0)
    scenario = Scenario("deutsches_romme", hand_romme={"when": "never"})
    table = scenario.deal(hands=["Ks Kh Kd Kc"], drawn=True)
    assert not [move for move in table.legal() if move.startswith("meld")]
    # All could be laid, but then no card would be left.
    table = scenario.deal(hands=["Ks Kh Kd 10s 10h 10d 10c"], drawn=True)
    (only,) = [move for move in table.legal() if move.startswith("meld")]
    assert len(table.play(only).hand(0).split()) == 1
    table = scenario.deal(hands=["Ks Kh Kd Kc 2c"], drawn=True)
    assert [move for move in table.legal() if move.startswith("meld")] == ["meld Ks Kh Kd Kc"]
    limited = Scenario("deutsches_romme", turn={"most_cards": 3})
    assert limited.deal(hands=["Ks Kh Kd Kc 2c"], drawn=True).legal()[0].startswith("discard")


# -- a card that must be used --------------------------------------------------------------------------------


@pytest.mark.parametrize(("taken", "held"), [("7c", "7d"), ("7d", "7c")])
def test_a_card_may_be_taken_that_only_a_rearrangement_uses(taken: str, held: str) -> None:
    """Also where the one that is listed would place another card."""
    scenario = Scenario("raeuber_romme", discards={"take": "only_to_use"})
    melds = ["2: 5c 6c 7c 8c 9c", "2: 5d 6d 7d 8d 9d"]
    table = scenario.deal(hands=[f"{held} 2h Ks", "Jc"], table=melds, melded=[0], open_card=taken)
    assert "draw discard" in table.legal()
    table.play("draw discard")
    refusal = table.refusal("discard 2h")
    assert refusal is not None
    assert refusal.reason is Reason.TAKEN_CARD_UNUSED
    while table.round.owed >= 0:
        table.play(table.legal()[0])
    table.play("discard 2h")
    assert table.round.active == 1


# -- vetoes --------------------------------------------------------------------------------------------------


def test_a_veto_never_leaves_only_what_it_forbids_while_something_else_is_legal() -> None:
    """Nobody may lay one meld alone or discard: two melds at once are not listed, but legal."""

    def veto(round: Round, action: object) -> Refusal | None:
        alone = isinstance(action, Discard) or (isinstance(action, LayDown) and len(action.melds) == 1)
        return round.rules.refuse(Reason.NOT_NOW, verb="meld", expected="lay two melds") if alone else None

    scenario = Scenario("rummy17")
    flow = scenario.rules.flow.with_rules(restrictions=[veto])
    table = Scenario.by(replace(scenario.rules, flow=flow), scenario.plugins).deal(
        hands=["4r 5r 6r 9b 9g 9y 1v"], drawn=True
    )
    assert table.legal()[0] == "meld 4r 5r 6r | 9b 9g 9y"
    assert all("|" in move for move in table.legal())
    assert not table.is_legal("meld 4r 5r 6r")
    assert not table.is_legal("discard 1v")
    # Where nothing else is legal, the veto gives way.
    poor = Scenario.by(replace(scenario.rules, flow=flow), scenario.plugins).deal(hands=["4r 5r 6r 1v"], drawn=True)
    assert "meld 4r 5r 6r" in poor.legal()
    assert poor.is_legal("discard 1v")
