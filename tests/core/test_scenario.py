"""Tables set up by hand: laid exactly as told, or refused with a sentence."""

from dataclasses import replace

import pytest

from rummykit.engine.actions import DRAW_STOCK
from rummykit.engine.round import Round
from rummykit.errors import NotationError, SetupError
from rummykit.parts import TurnFlow
from rummykit.refusals import IllegalMove, Reason
from rummykit.rules import HouseRuleError
from rummykit.scenario import Scenario

RUMMY17 = Scenario("rummy17", players=3)


def test_cards_lie_as_told_and_the_rest_is_the_stock() -> None:
    table = RUMMY17.deal(
        hands=["3r 4r", "1b"], table=["2: 7y 8y 9y", "3: 2g 2v *r"], under="5y 6y", open_card="12v", stock_top="1r 17v"
    )
    round, pack = table.round, RUMMY17.rules.pack
    assert [table.hand(seat) for seat in range(3)] == ["3r 4r", "1b", ""]
    assert (table.meld(1), table.meld(2)) == ("7y 8y 9y", "*r=2r 2g 2v")
    assert [round.table[number].owner for number in (1, 2)] == [1, 2]
    assert [round.has_melded(seat) for seat in range(3)] == [False, True, True]
    assert [str(pack.cards[kind]) for kind in round.pile] == ["5y", "6y", "12v"]
    assert [str(pack.cards[kind]) for kind in reversed(round.stock[-2:])] == ["1r", "17v"]
    assert pack.text(round.pool) == "*b *g *y *v"
    placed = [
        pack.kinds(heap) for heap in (*round.hands, round.pool, *(meld.meld.heap for meld in round.table.values()))
    ]
    assert sorted(sum(placed, round.stock + round.pile)) == list(range(90))
    assert (round.next_number, round.discarder, round.dealer) == (3, 2, 2)


def test_the_stock_can_be_short() -> None:
    table = RUMMY17.deal(hands=["3r", "4r", "5r"], open_card="12v", stock_top="1r", stock_size=3)
    assert len(table.round.stock) == 3
    assert len(table.round.pile) == 85 - 3 - 3
    assert str(table.round.open_card) == "12v"
    assert str(RUMMY17.rules.pack.cards[table.round.stock[-1]]) == "1r"


def test_seats_and_moments() -> None:
    round = RUMMY17.deal(
        hands=["3r", "4r", "5r"],
        active=1,
        dealer=1,
        discarder=2,
        melded=[0],
        drawn=True,
        lap=3,
        side_cards=["most_runs"],
    ).round
    assert (round.active, round.dealer, round.discarder, round.lap) == (1, 1, 2, 3)
    assert [round.has_melded(seat) for seat in range(3)] == [True, False, False]
    assert (round.stage.name, round.side_cards) == ("play", ("most_runs",))


class DealingMore(TurnFlow):
    """In every round everybody gets a card more than in the one before."""

    def begin(self, round: Round) -> None:
        for seat in [*range(round.players)] * (round.number - 1):
            round.give_from_stock(seat)


def test_a_round_of_the_match_is_laid_with_the_hands_as_written() -> None:
    scenario = Scenario("rummy17", players=3)
    flow = scenario.rules.flow
    scenario.rules = replace(scenario.rules, flow=DealingMore(flow.drawing, flow.claiming, flow.moves))
    round = scenario.deal(hands=["3r 4r", "1b", "2b"], open_card="12v", stock_top="1r", round=3).round
    assert round.number == 3
    assert [hand.bit_count() for hand in round.hands] == [2, 1, 1]
    assert (str(round.rules.pack.cards[round.stock[-1]]), str(round.open_card)) == ("1r", "12v")
    dealt = [Round(scenario.rules, 0, 1, number=number).hands[0].bit_count() for number in (1, 3)]
    assert dealt[1] == dealt[0] + 2


def test_moves_are_played_as_text() -> None:
    table = RUMMY17.deal(hands=["3r 4r 5r 9g 9y", "1b", "2b"], open_card="12v")
    table.play("draw stock", "pass", "meld 3r 4r 5r", "discard 9g")
    assert table.meld(1) == "3r 4r 5r"
    assert table.round.active == 1
    assert table.is_legal("draw discard")
    assert not table.is_legal("draw discard", seat=2)
    assert table.read("draw stock") == DRAW_STOCK


def test_a_move_that_is_refused_raises() -> None:
    table = RUMMY17.deal(hands=["3r 4r 9g", "1b", "2b"], drawn=True)
    with pytest.raises(IllegalMove, match="You do not hold 17y"):
        table.play("discard 17y")
    with pytest.raises(AssertionError, match="meld 3r 4r 9g: 3r 4r 9g is not a meld"):
        table.play("meld 3r 4r 9g")
    with pytest.raises(AssertionError, match="meld 3r 4r 9g: 3r 4r 9g is not a meld"):
        table.read("meld 3r 4r 9g")
    refusal = table.refusal("meld 3r 4r 9g")
    assert refusal is not None
    assert refusal.reason is Reason.MELD_MIXED


@pytest.mark.parametrize("text", ["7y 8y 9y", ": 7y 8y 9y", "x: 7y 8y 9y", "0: 7y 8y 9y", "4: 7y 8y 9y", "²: 7y 8y 9y"])
def test_a_meld_needs_its_owner(text: str) -> None:
    with pytest.raises(NotationError, match="A meld is written 'PLAYER: CARDS', not"):
        RUMMY17.deal(table=[text])


def test_a_meld_must_be_one() -> None:
    with pytest.raises(NotationError, match="7y 8y 10y is not a run"):
        RUMMY17.deal(table=["1: 7y 8y 10y"])
    with pytest.raises(NotationError, match="'7y 8y \\*y' can be read in more than one way; write 7y 8y"):
        RUMMY17.deal(table=["1: 7y 8y *y"])


@pytest.mark.parametrize(
    ("hands", "table", "more"),
    [
        (["3r 3r"], [], {}),
        (["3r", "3r"], [], {}),
        (["7y"], ["1: 7y 8y 9y"], {}),
        (["3r"], [], {"open_card": "3r"}),
        (["3r"], [], {"under": "3r"}),
        (["3r"], [], {"stock_top": "3r"}),
    ],
)
def test_no_card_lies_in_two_places(hands: list[str], table: list[str], more: dict[str, str]) -> None:
    with pytest.raises(SetupError, match=r"The pack has fewer copies of (3r|7y)\."):
        RUMMY17.deal(hands=hands, table=table, **more)


def test_no_more_hands_than_players() -> None:
    with pytest.raises(SetupError, match=r"There are 4 hands for 3 players\."):
        RUMMY17.deal(hands=["", "", "", "3r"])


@pytest.mark.parametrize("size", [-1, 0, 85])
def test_the_stock_cannot_have_any_size(size: int) -> None:
    with pytest.raises(SetupError, match=rf"The stock has 1 to 84 cards here, not {size}\."):
        RUMMY17.deal(hands=["3r"], stock_top="4r", stock_size=size)


def test_options_given_in_code_are_checked_like_a_file() -> None:
    with pytest.raises(HouseRuleError, match="did you mean cards"):
        Scenario("rummy17", deal={"cardz": 9})
    with pytest.raises(HouseRuleError, match="unknown preset"):
        Scenario("rummy17", preset="no_such_preset")


def test_presets_and_match_options() -> None:
    assert Scenario("rummy17", preset="first_game").rules.flow.claiming is None
    assert Scenario("rummy17", match={"rounds": 3}).rules.table_rules.rules.match.rounds == 3
