"""How rounds and matches end on the screen, and how the table is left."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummykit.engine.records import Record
from rummykit.errors import RecordError
from rummykit_cli.table.app import Parting
from table.tables import TablePilot, laid_game, log_text, new_game, pick, press, sit, table, type_line, words


def test_the_score_of_a_round_then_on_to_the_next(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme", match={"rounds": 2})
    app = table(laid_game(game, hands=["Ks", "3s 9h"], table=["1: 5c 6c 7c"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "Ks")
        await press(pilot, "d")
        assert "Round 1 is over: You went out." in words(app)
        assert "Round total" in words(app)
        await press(pilot, "enter")
        assert "round 2" in words(app)
        assert "Round 1 is over: You went out." in log_text(app)
        assert "points so far" in words(app)

    sit(app, play)


def test_the_end_of_the_match_tells_who_won_and_who_was_helped(tmp_path: Path) -> None:
    game = laid_game(new_game(tmp_path, "deutsches_romme"), hands=["Ks", "3s 9h"], table=["1: 5c 6c 7c"], drawn=True)
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "h")
        await pick(pilot, "Ks")
        await press(pilot, "d", "enter")
        assert "The match is over. You win with" in words(app)
        assert "Hints asked for: You 1." in words(app)
        await press(pilot, "enter")

    sit(app, play)
    assert app.return_value is Parting.OVER


def test_a_buy_back_is_asked_with_the_sheet(tmp_path: Path) -> None:
    stakes = {"buyback_from": 1, "buyback_to": 149}
    game = new_game(tmp_path, "wiener_rummy", match={"elimination": 150}, stakes=stakes)
    hands = ["2s 3s 4d 6d 8c 9h Jd Qs Kc Kd", "5s 6s 7s Qh Qd Qc 3c 4c 5c 3d 8d"]
    app = table(laid_game(game, hands=hands, drawn=True, active=1, open_card="9d"))

    async def play(pilot: TablePilot) -> None:
        for _ in range(60):
            if "Do you want to buy back?" in words(app):
                break
            if app.sitting.on_turn and app.sitting.view:
                stage = app.sitting.view.stage
                if stage in ("draw", "exchange"):
                    await press(pilot, "t" if stage == "draw" else "p")
                else:
                    await press(pilot, "space", "d")
            else:
                await press(pilot, "enter")
        assert "Do you want to buy back? (buyback yes, buyback no)" in words(app)
        assert "A buy-back costs 5 chips and lowers your total from" in words(app)
        await press(pilot, "h")
        assert app.sitting.session.hints[0] == 1
        await press(pilot, "y")
        assert any("You buy back for 5 chips" in entry.text for entry in app.sitting.entries)

    sit(app, play)


@pytest.mark.parametrize(
    ("key", "parting"), [("q", Parting.LEFT), ("ctrl+q", Parting.LEFT), ("ctrl+c", Parting.INTERRUPTED)]
)
def test_leaving_keeps_every_move(key: str, parting: Parting, tmp_path: Path) -> None:
    app = table(laid_game(new_game(tmp_path, "deutsches_romme"), hands=["8c Ks", "3s"], open_card="9d"))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "t")
        await press(pilot, key)

    sit(app, play)
    assert app.return_value is parting
    assert Record.read(tmp_path / "game.rummy").moves == 1


@pytest.mark.parametrize("way_in", [["enter"], ["question_mark"], ["l"]])
def test_ctrl_c_leaves_from_everywhere(way_in: list[str], tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme")
    app = table(laid_game(game, hands=["8c Ks Kd", "3s"], table=["1: 5c 6c 7c"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, *way_in, "ctrl+c")

    sit(app, play)
    assert app.return_value is Parting.INTERRUPTED


def test_quit_can_be_typed(tmp_path: Path) -> None:
    app = table(new_game(tmp_path, "deutsches_romme", seed=3))

    async def play(pilot: TablePilot) -> None:
        await type_line(pilot, "quit")

    sit(app, play)
    assert app.return_value is Parting.LEFT


def test_a_move_that_cannot_be_written_ends_the_table_with_the_reason(tmp_path: Path) -> None:
    game = laid_game(new_game(tmp_path, "deutsches_romme"), hands=["8c Ks", "3s"], open_card="9d")
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        (tmp_path / "game.rummy").unlink()
        await press(pilot, "t")

    sit(app, play)
    assert isinstance(app.failure, RecordError)
    assert "something else has removed or changed the file" in str(app.failure)


def test_a_match_goes_on_for_bots_when_its_only_person_is_out(tmp_path: Path) -> None:
    rules = {"match": {"elimination": 50}, "stakes": {"buyback": False}}
    game = new_game(tmp_path, "wiener_rummy", "You,greedy,greedy 2", seed=8, **rules)
    hands = ["2s 4d 6d 8c 9h Jd Qs Kc Kd 10d", "5s 6s 7s Qh Qd Qc 3c 4c 5c 3d 8d", "2h 4h 6c 9s Jc 2c 5d 7d 9c Ks"]
    app = table(laid_game(game, hands=hands, drawn=True, active=1, open_card="9d"))

    async def play(pilot: TablePilot) -> None:
        for _ in range(400):
            if app.return_value is not None:
                return
            view = app.sitting.view
            await press(pilot, "p" if app.sitting.on_turn and view and view.stage == "exchange" else "enter")

    sit(app, play)
    assert app.return_value is Parting.OVER
    assert 0 not in app.sitting.match.still_in
    assert app.sitting.match.is_over
    assert Record.read(tmp_path / "game.rummy").moves == app.sitting.session.moves
