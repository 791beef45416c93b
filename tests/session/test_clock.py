"""The clock of a session: it measures the turns of people, and nobody loses time that they did not have."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import Any

import pytest

from rummykit.engine.actions import LATE, PASS, Late
from rummykit.engine.match import Match
from rummykit.engine.records import Record, SeatInfo
from rummykit.events import Received, WasLate
from rummykit.plugin.plugins import Plugins
from rummykit.refusals import Reason
from rummykit.scenario import Scenario, resolve
from rummykit_session.clock import LONGEST_GAP, Clock
from rummykit_session.events import ClockStood, Refused
from rummykit_session.session import Session, bots_at
from rummykit_session.storage.recording import RecordWriter

PLUGINS = Plugins.discover()


class Time:
    """What a clock reads."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def session(
    time: Time, players: str = "Anna,Ben", variant: str = "deutsches_romme", path: Path | None = None, **options: Any
) -> Session:
    """A table at which a turn has 30 seconds; greedy is a bot."""
    seats = tuple(SeatInfo(name, "greedy" if name.startswith("greedy") else None) for name in players.split(","))
    options.setdefault("deal", {"extra_card": "none"})
    turn = {"seconds": 30, "late_penalty": 3}
    match = Match(PLUGINS.assemble(resolve(PLUGINS, variant, turn=turn, **options), len(seats)), 1, players.split(","))
    writer = RecordWriter.create(path, match, seats) if path else None
    return Session(match, seats, writer, bots_at(seats, PLUGINS, match.rules), clock=Clock(30, time))


def wait(game: Session, time: Time, seconds: float) -> list[str]:
    """Let time go by while somebody looks at the clock every second; return the names of what it brings."""
    events = []
    while seconds > 0:
        time.now += min(seconds, 1.0)
        seconds -= 1.0
        events += game.tick()
    return [event.name for event in events]


@pytest.mark.option("turn.seconds", "turn.late_penalty")
def test_whoever_takes_too_long_is_late() -> None:
    time = Time()
    game = session(time)
    seat, hand = game.match.actor, game.match.round.hands[game.match.round.actor].bit_count()
    assert wait(game, time, 100) == []  # nobody sees the table yet
    game.start_clock()
    assert wait(game, time, 29) == []
    assert game.seconds_left == 1
    time.now += 1
    late, received, *_ = game.tick()
    assert late == WasLate(seat, 4)
    assert isinstance(received, Received)
    assert game.match.round.hands[seat].bit_count() == hand + 4
    assert game.match.actor != seat
    assert game.seconds_left is None  # until the next one sees the table


def test_a_table_without_the_option_has_no_clock() -> None:
    game = Session.open("deutsches_romme", ["Anna", "Ben"], seed=1)
    game.start_clock()
    assert (game.clock, game.seconds_left, game.tick()) == (None, None, [])
    (refused,) = game.play(LATE)
    assert isinstance(refused, Refused)
    assert refused.refusal.reason is Reason.NOT_IN_GAME


def test_the_time_is_that_of_the_turn_and_not_of_a_move() -> None:
    time = Time()
    game = session(time)
    game.start_clock()
    wait(game, time, 20)
    game.play("draw stock")
    game.start_clock()
    assert game.seconds_left == 10
    game.start_clock()  # again, as screens do when they show something anew
    assert game.seconds_left == 10
    assert wait(game, time, 10) == ["was_late", "received"]


def test_moves_taken_back_bring_no_time_and_lateness_is_never_taken_back() -> None:
    time = Time()
    game = session(time, discards={"take": "freely"})
    first = game.match.actor
    game.start_clock()
    game.play("draw stock")
    game.start_clock()
    wait(game, time, 25)
    card = game.match.rules.pack.cards_in(game.match.round.hands[first])[0]
    game.play(f"discard {card}")
    assert game.why_no_undo() is None
    wait(game, time, 60)  # handing the screen over
    game.undo()
    assert game.match.actor == first
    wait(game, time, 60)
    game.start_clock()
    assert game.seconds_left == 5
    assert wait(game, time, 5) == ["was_late", "received"]
    assert "nothing to take back" in str(game.why_no_undo())


def test_without_a_card_drawn_lateness_is_not_taken_back_either() -> None:
    time = Time()
    game = session(time)
    game.match.round = Scenario.by(game.match.rules, PLUGINS).deal(hands=["2c 3c 4c", "2d 3d"], drawn=True).round
    object.__setattr__(game.match.rules.flow.lateness, "late_penalty", 0)
    game.start_clock()
    assert wait(game, time, 30) == ["was_late"]
    assert game.why_no_undo() is not None


def test_nobody_says_themselves_that_they_are_late() -> None:
    game = session(Time())
    game.start_clock()
    for move in (LATE, "late"):
        (refused,) = game.play(move)
        assert isinstance(refused, Refused)
        assert (refused.refusal.reason, refused.refusal.option) == (Reason.NOT_LATE, "turn.seconds")
    assert game.moves == 0


def test_bots_have_no_clock() -> None:
    time = Time()
    game = session(time, "greedy 1,greedy 2")
    for _ in range(30):
        game.start_clock()
        assert game.seconds_left is None
        assert wait(game, time, 100) == []
        game.let_bot_play()
    assert not any(isinstance(action, Late) for action in game.match.moves)


def test_whoever_is_asked_about_a_claim_has_a_time_for_the_answer() -> None:
    time = Time()
    game = session(time, "Anna,Ben,Carla,Dora", "rummy17", deal={})
    game.start_clock()
    wait(game, time, 20)
    active = game.match.round.active
    game.play("draw stock")
    game.start_clock()
    assert (game.match.round.stage.name, game.seconds_left) == ("claim", 30)
    assert wait(game, time, 30) == ["was_late"]
    while game.match.actor != active:
        game.play(PASS)
    game.start_clock()
    assert game.seconds_left == 10  # what the player on turn had left


# -- clocks that are wrong -----------------------------------------------------------------------------------


@pytest.mark.parametrize("jump", [-3600.0, 8 * 3600.0, LONGEST_GAP + 1])
def test_a_clock_that_jumps_robs_nobody_of_time_and_it_is_told(jump: float) -> None:
    time = Time()
    game = session(time)
    game.start_clock()
    wait(game, time, 10)
    time.now += jump
    assert game.tick() == [ClockStood(round(abs(jump)))]
    assert game.seconds_left == 20
    assert game.tick() == []
    assert ClockStood(round(abs(jump))) in game.events


def test_a_game_gone_on_with_begins_the_time_of_the_turn_anew(tmp_path: Path) -> None:
    time, path = Time(), tmp_path / "game.rummy"
    game = session(time, path=path)
    game.start_clock()
    wait(game, time, 30)
    game.start_clock()
    wait(game, time, 25)
    state = game.match.fingerprint()
    game.close()
    again = Session.resume(Record.read(path), PLUGINS)
    assert again.match.fingerprint() == state
    assert [event.name for event in again.events if isinstance(event, WasLate)] == ["was_late"]
    again.start_clock()
    assert again.seconds_left == 30
    assert again.play("draw stock")[0].name == "drew"
    again.close()


def test_a_clock_is_looked_at_while_somebody_types() -> None:
    looked = Event()

    class Watched(Clock):
        def look(self) -> None:
            super().look()
            looked.set()

    clock = Watched(30)
    clock.start("turn")
    looked.clear()
    with clock.looked_at():
        assert looked.wait(10)
