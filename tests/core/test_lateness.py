"""Being late: the move of the table that ends a turn whose time is over, in every game that may have a clock."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rummykit import events
from rummykit.engine.actions import LATE
from rummykit.engine.match import Match
from rummykit.engine.records import Record
from rummykit.engine.round import Round
from rummykit.engine.table import Ending
from rummykit.errors import NotationError
from rummykit.plugin.plugins import Plugins
from rummykit.refusals import Reason
from rummykit.scenario import Scenario, Table
from rummykit_kit.watchers import assert_cards_conserved

PLUGINS = Plugins.discover()
SECONDS, PENALTY = "turn.seconds", "turn.late_penalty"


def timed(variant: str, penalty: int = 0, players: int = 2, preset: str | None = None, **options: Any) -> Scenario:
    """A table at which a turn has half a minute."""
    turn = {"seconds": 30, "late_penalty": penalty}
    return Scenario(variant, players, preset=preset, plugins=PLUGINS, turn=turn, **options)


def sizes(table: Table) -> list[int]:
    return [hand.bit_count() for hand in table.round.hands]


def told(table: Table, seat: int = 0) -> events.TableEvent:
    return events.moved(LATE, table.round, seat)


# -- a move of the table ------------------------------------------------------------------------------------


def reason(round: Round, seat: int | None = None) -> object:
    refusal = round.check(LATE, seat)
    return refusal.reason if refusal else None


@pytest.mark.option(SECONDS)
def test_only_a_table_with_a_clock_knows_the_move(our_variant: str) -> None:
    assert reason(Scenario(our_variant, 2, plugins=PLUGINS).deal().round) is Reason.NOT_IN_GAME
    round = timed(our_variant).deal().round
    assert reason(round) is None
    assert LATE not in round.legal_actions()
    assert reason(round, 1 - round.actor) is Reason.NOT_YOUR_TURN


@pytest.mark.option(SECONDS)
def test_it_is_written_in_one_word(our_variant: str) -> None:
    table = timed(our_variant).deal()
    assert table.read("late") == LATE
    with pytest.raises(NotationError, match="'late' stands alone"):
        table.read("late now")


def test_no_mod_has_a_say_in_it() -> None:
    round = timed("deutsches_romme").deal(hands=["2c 3c", "2d 3d"]).round
    vetoed = round.rules.flow.with_rules([lambda round, action: round.rules.refuse(Reason.ROUND_OVER)])
    object.__setattr__(round.rules, "flow", vetoed)
    assert reason(round) is None


@pytest.mark.option(SECONDS, PENALTY)
@pytest.mark.parametrize("players", [2, 4])
def test_whole_rounds_with_players_who_are_late(our_variant: str, players: int, tmp_path: Path) -> None:
    """No card is lost, every round ends, and the record replays to the same state."""
    for seed in range(4):
        stock = {"exhausted": ("reshuffle", "score_at_once", "finish_turn")[seed % 3]}
        rules = timed(our_variant, seed, players, stock=stock).rules
        match, random, late = Match(rules, seed, [f"Player {n}" for n in range(players)]), Random(seed), 0
        while not match.scores:
            round, action = match.round, LATE
            if random.random() < 0.8:
                action = random.choice(list(match.legal_actions))  # type: ignore[assignment]
            assert match.check(action) is None
            late += action == LATE
            events.make(match, action)
            assert_cards_conserved(round, action)
        assert late
        path = tmp_path / f"{seed}.rummy"
        path.write_text(match.record)
        assert Record.read(path).replay(PLUGINS).fingerprint() == match.fingerprint()


# -- what becomes of the turn -------------------------------------------------------------------------------


@pytest.mark.option(SECONDS, PENALTY)
@pytest.mark.parametrize("penalty", [0, 1, 3])
def test_who_has_not_drawn_draws_and_then_the_penalty_cards(penalty: int) -> None:
    table = timed("deutsches_romme", penalty).deal(hands=["2c 3c", "2d 3d"], open_card="6h")
    assert told(table) == events.WasLate(0, 1 + penalty)
    table.play("late")
    assert sizes(table) == [3 + penalty, 2]
    assert (table.round.active, table.round.turn, table.round.stage.name) == (1, 1, "draw")
    assert str(table.round.open_card) == "6h"  # nothing was discarded


@pytest.mark.option(SECONDS, PENALTY)
def test_what_was_laid_stays_and_nothing_is_discarded() -> None:
    table = timed("deutsches_romme", 2, first_meld={"min": 0}).deal(hands=["7c 7d 7h 2c 3c", "2d 3d"], open_card="6h")
    table.play("draw stock", "meld 7c 7d 7h")
    assert told(table) == events.WasLate(0, 2)
    table.play("late")
    assert (sizes(table), len(table.round.table), table.round.active) == ([5, 2], 1, 1)
    assert str(table.round.open_card) == "6h"


@pytest.mark.option(SECONDS, PENALTY)
def test_a_card_taken_only_to_be_used_goes_back() -> None:
    take: dict[str, Any] = {"discards": {"take": "only_to_use"}, "first_meld": {"min": 0}}
    table = timed("deutsches_romme", 1, **take).deal(hands=["7c 7d 2c 3c", "2d 3d"], open_card="7h")
    table.play("draw discard")
    assert told(table) == events.WasLate(0, 2, table.round.rules.pack.card("7h"))
    table.play("late")
    assert (sizes(table), str(table.round.open_card)) == ([6, 2], "7h")
    assert "7h" not in table.hand(0).split()
    # Once it is used, it lies on the table.
    table = timed("deutsches_romme", 1, **take).deal(hands=["7c 7d 2c 3c", "2d 3d"], open_card="7h")
    table.play("draw discard : meld 7c 7d 7h", "late")
    assert (sizes(table), len(table.round.table)) == ([3, 2], 1)


@pytest.mark.option(SECONDS, PENALTY)
@pytest.mark.parametrize(("penalty", "cards"), [(0, 1), (1, 1), (3, 3)])
def test_where_one_places_or_draws_the_penalty_is_the_draw(penalty: int, cards: int) -> None:
    tiles = timed("raeuber_romme", penalty, preset="tiles")
    table = tiles.deal(hands=["10b 10r 10y 2b", "2r 3r"])
    assert told(table) == events.WasLate(0, cards)
    table.play("late")
    assert (sizes(table), table.round.active) == ([4 + cards, 2], 1)
    # Who has placed something draws the penalty alone.
    table = tiles.deal(hands=["10b 10r 10y 2b", "2r 3r"])
    table.play("meld 10b 10r 10y")
    table.play("late")
    assert (sizes(table), len(table.round.table)) == ([1 + penalty, 2], 1)


@pytest.mark.option(SECONDS, PENALTY)
def test_whoever_begins_with_the_extra_card_keeps_it() -> None:
    table = Table(Round(timed("deutsches_romme", 1).rules, dealer=0, seed=1))
    assert table.round.stage.name == "play"
    seat, hand = table.round.active, sizes(table)[table.round.active]
    table.play("late")
    assert sizes(table)[seat] == hand + 1
    assert table.round.pile == []
    assert table.legal() == ["draw stock"]


# -- the stock ----------------------------------------------------------------------------------------------


@pytest.mark.option(SECONDS, PENALTY)
def test_a_stock_with_too_few_cards_gives_what_it_has() -> None:
    ends = timed("deutsches_romme", 3, stock={"exhausted": "finish_turn"})
    table = ends.deal(hands=["2c 3c", "2d 3d"], open_card="6h", stock_top="4c 5c", stock_size=2)
    assert told(table) == events.WasLate(0, 2)
    table.play("late")
    assert sizes(table) == [4, 2]
    assert table.round.outcome is not None
    assert table.round.outcome.ending is Ending.STOCK


@pytest.mark.option(SECONDS, PENALTY)
def test_the_discards_become_the_stock_for_penalty_cards() -> None:
    table = timed("deutsches_romme", 2).deal(
        hands=["2c 3c", "2d 3d"], under="8c 9c 10c", open_card="Jc", stock_top="4c", stock_size=1
    )
    table.play("late")
    assert (sizes(table), table.round.reshuffles, str(table.round.open_card)) == ([5, 2], 1, "Jc")


@pytest.mark.option(SECONDS)
def test_without_a_stock_it_is_a_pass() -> None:
    table = timed("raeuber_romme", 3, preset="tiles").deal(hands=["10b 2b", "2r 3r"], stock_size=0)
    table.play("late", "pass")
    assert sizes(table) == [2, 2]
    assert table.round.outcome is not None
    assert table.round.outcome.ending is Ending.PASSED


# -- claims, and after a knock -------------------------------------------------------------------------------


@pytest.mark.option(SECONDS, PENALTY)
def test_who_does_not_answer_claims_nothing_and_pays_nothing() -> None:
    table = timed("rummy17", 3, 4).deal(hands=["3r 4r", "5r 6r", "7r 8r"], open_card="9b")
    table.play("draw stock")
    assert (table.round.stage.name, table.round.actor) == ("claim", 1)
    assert told(table, 1) == events.WasLate(1, 0, None, answering=True)
    table.play("late")
    assert (table.round.stage.name, table.round.actor, sizes(table)) == ("claim", 2, [3, 2, 2, 0])
    table.play("late")
    assert (table.round.stage.name, table.round.actor, sizes(table)) == ("play", 0, [3, 2, 2, 0])


@pytest.mark.option(SECONDS)
def test_nobody_claims_in_the_turn_of_whoever_is_late() -> None:
    table = timed("rummy17", 0, 3).deal(hands=["3r 4r", "5r 6r", "7r 8r"], open_card="9b")
    table.play("late")
    assert (table.round.stage.name, table.round.active, str(table.round.open_card)) == ("draw", 1, "9b")


@pytest.mark.option(SECONDS, PENALTY)
@pytest.mark.parametrize("drawn", [False, True])
def test_a_last_exchange_ends_with_the_hand_as_it_is(drawn: bool) -> None:
    knocker = "2c 3c 4c 5d 6d 7d 8d 2h Ks"
    table = timed("wiener_rummy", 1, 3).deal(hands=[knocker, "2d 9d", "2h 9h"], open_card="6h", drawn=True)
    table.play("knock Ks")
    assert (table.round.stage.name, table.round.actor) == ("exchange", 1)
    if drawn:
        table.play("draw stock")
    table.play("late")
    assert (table.round.stage.name, table.round.actor, sizes(table)[1]) == ("exchange", 2, 3 + drawn)
    table.play("late")
    assert table.round.outcome is not None
    assert (table.round.outcome.ending, sizes(table)[2]) == (Ending.KNOCK, 3)
