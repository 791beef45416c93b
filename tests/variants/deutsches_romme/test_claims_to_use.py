"""Claims of Deutsches Rommé that carry their use, that need a first meld, or are counted."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from rummykit.engine.actions import Claim
from rummykit.engine.match import Match
from rummykit.engine.table import Ending
from rummykit.events import Claimed, LaidOff, Melded, Received, make, moved
from rummykit.rules import HouseRuleError
from rummykit.scenario import Table
from rummykit_bots.greedy import Greedy
from rummykit_bots.hints import hint
from rummykit_cli.render.telling import tell

from ..helpers import allowed, ending, refused
from .helpers import romme

ALLOWED = "claims.allowed"
HANDS = ("2s 3s 9d 10d Jd", "4h 5h 8c 9c", "Kh Kd 2c 3c")
SETTINGS = ("melded", "stock_top")


def asked(open_card: str, *lying: str, hands: Sequence[str] = HANDS, seat: int = 1, **more: Any) -> Table:
    """The first of three players has drawn; the next one, or the one after, is asked whether to claim the open card."""
    setting = {"under": "7s", "stock_top": "As Qs Js"} | {name: more.pop(name) for name in SETTINGS if name in more}
    scenario = romme(3, claims={"allowed": "only_to_use", **more.pop("claims", {})}, **more)
    table = scenario.deal(hands=hands, table=lying, open_card=open_card, discarder=-1, **setting)
    return table.play("draw stock", *["pass"] * (seat - 1))


@pytest.mark.option(ALLOWED)
def test_a_claim_carries_its_meld_and_the_turn_goes_on() -> None:
    table = asked("6h", melded=[1])
    assert table.legal() == ["claim : meld 4h 5h 6h", "pass"]
    refused(table, "claim", "CLUB-CLAIM-01", "write 'claim : meld or layoff ...' with 6h", option=ALLOWED)
    table.play("claim : meld 4h 5h 6h")
    assert (table.meld(1), table.hand(1), table.round.table[1].owner) == ("4h 5h 6h", "8c 9c", 1)
    assert (table.round.active, table.round.actor, table.round.stage.name) == (0, 0, "play")
    assert table.hand(0) == "As 2s 3s 9d 10d Jd"
    # By the other rules the card would be kept.
    allowed(asked("6h", claims={"allowed": "always"}), "claim")
    refused(asked("6h", claims={"allowed": "always"}), "claim : meld 4h 5h 6h", "ROM-TURN-02", "claim first")


@pytest.mark.option(ALLOWED)
@pytest.mark.parametrize(
    ("move", "rule", "word"),
    [
        ("claim : meld Kh Kd Kc", "CLUB-CLAIM-01", "with 6h"),
        ("claim : meld 6h 7h 8h", "ROM-LAY-02", ""),
        ("claim : layoff 8c > 1", "CLUB-CLAIM-01", "with 6h"),
        ("claim : layoff 6h > 9", "TABLE-02", "no meld 9"),
    ],
)
def test_a_claim_must_use_the_open_card_by_the_rules(move: str, rule: str, word: str) -> None:
    refused(asked("6h", "3: 7h 8h 9h", melded=[1]), move, rule, word)


@pytest.mark.option(ALLOWED)
def test_a_claimed_card_may_be_laid_off_after_the_first_meld() -> None:
    refused(asked("6h", "3: 7h 8h 9h"), "claim : layoff 6h > 1", "ROM-LAY-01", "after your own first meld")
    table = asked("6h", "3: 7h 8h 9h", melded=[1])
    allowed(table, "claim : layoff 6h > 1")
    assert table.play("claim : layoff 6h > 1").meld(1) == "6h 7h 8h 9h"
    melds_only = asked("6h", "3: 7h 8h 9h", melded=[1], discards={"take": "only_to_meld"})
    refused(melds_only, "claim : layoff 6h > 1", "CLUB-CLAIM-01", "write 'claim : meld ...'", option=ALLOWED)
    assert melds_only.legal() == ["claim : meld 4h 5h 6h", "pass"]


@pytest.mark.option(ALLOWED, "first_meld.min")
def test_a_claim_may_be_a_first_meld() -> None:
    table = asked("6h")
    refused(table, "claim : meld 4h 5h 6h", "ROM-FIRST-01", "15 of 40 points")
    assert table.legal() == ["pass"]
    kings = asked("Kc", hands=["2s 3s", "4h 5h", "Kh Kd Ks 2c 3c"], seat=2)
    assert kings.legal() == ["claim : meld Ks Kh Kd Kc", "pass"]
    # The card may lie in a meld that the first meld does not need.
    more = asked("6h", hands=["2s 3s", "4h 5h Kh Kd Ks Kc 9c"])
    assert len(more.legal()) == 2
    allowed(more, "claim : meld Ks Kh Kd Kc | 4h 5h 6h")


@pytest.mark.option(ALLOWED, "going_out.discard", "claims.penalty")
def test_a_card_stays_in_the_hand_of_whoever_claims() -> None:
    hands, move = ["2s 3s", "4h 5h"], "claim : meld 4h 5h 6h"
    refused(asked("6h", hands=hands, melded=[1]), move, "ROM-END-01", "no card left")
    optional = {"discard": "optional"}
    out = asked("6h", hands=hands, melded=[1], going_out=optional).play(move).round.outcome
    assert out is not None
    assert (out.ending, out.seat) == (Ending.OUT, 1)
    # With a penalty card the claimant is not out.
    paid = asked("6h", hands=hands, melded=[1], going_out=optional, claims={"penalty": 1}).play(move)
    assert (paid.hand(1), ending(paid)) == ("Qs", None)


@pytest.mark.option(ALLOWED, "hand_romme.when")
def test_no_claim_is_a_hand_romme_that_leaves_a_card() -> None:
    table = asked("6h", hands=["2s 3s", "4h 5h 9c"])
    refused(table, "claim : meld 4h 5h 6h", "ROM-FIRST-01", "15 of 40 points")
    assert table.legal() == ["pass"]
    whole = asked("6h", hands=["2s 3s", "4h 5h"], going_out={"discard": "optional"})
    assert whole.legal() == ["claim : meld 4h 5h 6h", "pass"]


@pytest.mark.option(ALLOWED, "claims.penalty")
def test_penalty_cards_come_with_a_claim_to_use() -> None:
    table = asked("6h", hands=["2s 3s", "4h 5h 2d"], melded=[1], claims={"penalty": 2})
    assert set(table.play("claim : meld 4h 5h 6h").hand(1).split()) == {"2d", "Js", "Qs"}


@pytest.mark.option(ALLOWED, "turn.most_cards")
def test_a_claim_is_no_part_of_the_turn_that_goes_on() -> None:
    hands = ["2s 3s 4s 9d", "4h 5h 8c 9c"]
    table = asked("6h", hands=hands, melded=[0, 1], turn={"most_cards": 3})
    table.play("claim : meld 4h 5h 6h")
    allowed(table, "meld 2s 3s 4s")


@pytest.mark.option(ALLOWED, "claims.takes_turn")
def test_a_claim_to_use_may_take_the_turn() -> None:
    table = asked("6h", melded=[1], claims={"takes_turn": True}, discards={"take": "only_to_use"})
    assert table.legal() == ["claim : meld 4h 5h 6h", "pass"]
    table.play("claim : meld 4h 5h 6h")
    assert (table.round.active, table.hand(0)) == (1, "2s 3s 9d 10d Jd")
    assert table.legal() == ["discard 8c", "discard 9c"]


@pytest.mark.option(ALLOWED)
def test_a_claim_only_after_the_first_meld() -> None:
    scenario = romme(3, claims={"allowed": "after_first_meld"})
    table = scenario.deal(hands=HANDS, open_card="6h", discarder=-1, melded=[2]).play("draw stock")
    assert table.round.claimants == (2,)
    refused(table, "claim", "CLUB-CLAIM-01", "only after your own first meld", seat=1, option=ALLOWED)
    assert "6h" in table.play("claim").hand(2)


@pytest.mark.option("claims.per_round")
def test_claims_are_counted() -> None:
    option = "claims.per_round"
    for limit, claimants in (("unlimited", (1,)), (1, ()), (2, (1,))):
        scenario = romme(3, claims={"allowed": "always", "per_round": limit})
        table = scenario.deal(hands=HANDS, open_card="6h", under="7h", discarder=-1, stock_top="As 2d 3d 4d")
        table.play("draw stock", "claim", "discard As", "draw stock", "pass", "discard 9c")
        table.play("draw stock", "pass", "discard Kh", "draw stock")
        assert table.round.claimants == claimants
        assert table.round.state == ({} if limit == "unlimited" else {"claims_made": (0, 1, 0)})
        if limit == 1:
            refused(table, "claim", "CLUB-CLAIM-01", "once in this round", seat=1, option=option)


@pytest.mark.option(ALLOWED)
def test_a_kept_card_contradicts_cards_only_to_use() -> None:
    for claims in ("always", "after_first_meld"):
        with pytest.raises(HouseRuleError, match=r"set claims\.allowed: only_to_use or never"):
            romme(claims={"allowed": claims}, discards={"take": "only_to_use"})
    assert romme(claims={"allowed": "only_to_use"}, discards={"take": "only_to_use"}).rules.flow.claiming


# -- told, hinted at, and played by bots -----------------------------------------------------------------------


def test_a_claim_to_use_is_told_and_hinted_at() -> None:
    table = asked("6h", "3: 7h 8h 9h", melded=[1])
    event = moved(table.round.legal_actions()[-2], table.round, 1)
    assert isinstance(event, Claimed)
    assert isinstance(event.use, LaidOff)
    assert tell(event, table.round.names) == "player 2 claims 6h. player 2 lays 6h off on meld 1."
    view = table.round.view(1)
    assert isinstance(Greedy()(view, Random(1)), Claim)
    assert "You can claim 6h and" in hint(view, Random(1)).move
    assert "only to lay it at once, and you cannot" in hint(asked("6s", melded=[1]).round.view(1), Random(1)).why


def test_penalty_cards_are_told_though_equal_cards_were_laid() -> None:
    hands = ["2s 3s", "4h 5h 9c"]
    table = asked("6h", hands=hands, melded=[1], claims={"penalty": 1}, stock_top="As 4h")
    match = Match(table.round.rules, 1, table.round.names)
    match.round = table.round
    claimed, received = make(match, table.round.legal_actions()[0])
    assert isinstance(claimed, Claimed)
    assert isinstance(claimed.use, Melded)
    assert received == Received(1, 1, (table.round.rules.pack.card("4h"),))


def test_generated_games_claim_to_use() -> None:
    rules = romme(4, claims={"allowed": "only_to_use", "penalty": 1}, first_meld={"min": 20}).rules
    claims = 0
    for seed in range(6):
        match, random, bot = Match(rules, seed, "ABCD"), Random(seed), Greedy()
        while not match.scores:
            move = bot(match.view(match.actor), random)
            assert match.check(move) is None
            assert match.read(str(move)) == move
            claims += isinstance(move, Claim)
            match.apply(move)
    assert claims
