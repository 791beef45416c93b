"""What trips up somebody who is new at the table: nothing is dropped without a word, nothing is hidden."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.containers import VerticalScroll

from rummykit_cli.table.app import TableApp
from rummykit_cli.table.arranging import ArrangeScreen
from rummykit_cli.table.widgets.pages import ChoiceList, Page
from rummykit_cli.table.widgets.pieces import Bar
from rummykit_session.events import BotReplaced
from rummykit_session.session import Session
from table.positions import VARIANTS
from table.tables import TablePilot, laid_game, lying, new_game, pick, press, screen_text, sit, table, type_line, words


def lit(app: TableApp) -> str:
    """Return the keys of the moves that are possible."""
    return "".join(
        button.key for button in app.screen.query_one("#moves, #bench-buttons", Bar).buttons if button.enabled
    )


@pytest.fixture
def first_meld(tmp_path: Path) -> Session:
    game = new_game(tmp_path, "deutsches_romme")
    return laid_game(game, hands=["7c 8c 9c Qs Qh Qd Kh 2s", "Ks"], drawn=True, melded=[1])


# -- groups set aside --------------------------------------------------------------------------------------


def test_nothing_is_discarded_over_the_groups_set_aside(first_meld: Session) -> None:
    app = table(first_meld)
    told = "7c 8c 9c is set aside for your first meld: first lay it down with m, or put it back with esc."

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "7c 8c 9c")
        await press(pilot, "m")
        assert lit(app) == "m"
        await press(pilot, "d")
        assert told in words(app), "before anything is picked too"
        await pick(pilot, "Kh")
        assert told not in words(app)
        await press(pilot, "d")
        assert told in words(app)
        await type_line(pilot, "discard Kh")
        assert told in words(app)
        await press(pilot, "escape", "h")
        assert "A hint looks at your whole hand" in words(app)
        assert first_meld.hints == [0, 0]
        assert first_meld.moves == 0
        await press(pilot, "escape")
        await pick(pilot, "Kh")
        await press(pilot, "d")
        assert first_meld.moves > 0

    sit(app, play)


# -- discarding --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "moves"), [("n", 0), ("enter", 0), ("y", 1)])
def test_a_joker_is_not_discarded_by_mistake(key: str, moves: int, tmp_path: Path) -> None:
    game = laid_game(new_game(tmp_path, "deutsches_romme", "Anna,Ben"), hands=["8c Ks *", "3s 4s"], drawn=True)
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "enter")
        await pick(pilot, "*")
        await press(pilot, "d")
        assert "Do you really want to discard a joker?" in words(app)
        await press(pilot, key)
        assert game.moves == moves

    sit(app, play)


def test_before_drawing_the_draw_is_what_is_missing(tmp_path: Path) -> None:
    app = table(laid_game(new_game(tmp_path, "deutsches_romme"), hands=["8c Ks", "3s"], open_card="9d"))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "d")
        assert "Refused: You cannot discard now: draw from the stock" in words(app)
        await press(pilot, "t", "d")
        assert "Pick exactly one card to discard: go to it with the arrows" in words(app)

    sit(app, play)


# -- what is seen ------------------------------------------------------------------------------------------


def test_the_newest_line_of_the_log_stays_in_view(tmp_path: Path) -> None:
    game = laid_game(new_game(tmp_path, "deutsches_romme"), hands=["8c Ks Kd 2h", "3s 4s 9h"], drawn=True)
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        for number in range(30):
            app.sitting.tell([BotReplaced(1, f"Line {number}.")], 1)
        app.screen.show_table()  # type: ignore[attr-defined]
        await pilot.pause()
        log = app.screen.query_one("#log", VerticalScroll)
        for key in ("h", "h", "escape", "h"):
            await press(pilot, key)
            await pilot.pause()
            assert "Line 29." in screen_text(app)
        await press(pilot, "pageup")
        at = log.scroll_y
        await press(pilot, "h")
        await pilot.pause()
        assert "Line 29." not in screen_text(app), "somebody reads what is above"
        assert log.scroll_y == at

    sit(app, play)


def test_the_end_of_the_log_is_in_view_when_it_begins_to_scroll(tmp_path: Path) -> None:
    app = table(VARIANTS["raeuber_romme"](tmp_path))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "t")
        await pilot.pause()
        assert "Anna draws from the stock." in screen_text(app), "although a scrollbar has made the log longer"

    sit(app, play)


def test_the_table_is_seen_behind_a_choice(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme")
    melds = ["1: 5c 6c 7c", "2: 8s 8h 8d", *(f"1: {rank}h {rank}d {rank}c" for rank in ("3", "4", "9", "J", "Q"))]
    app = table(laid_game(game, hands=["* 8c 3s 4s 9s Js Qs Ks Kd", "3s"], table=melds, drawn=True))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "l")
        assert isinstance(app.screen, ChoiceList)
        assert app.screen.query_one("#choice").region.height <= 12
        assert "1 5c 6c 7c" in words(app), "a meld"
        assert "or the number of one of the first nine; Escape cancels." in words(app)
        assert len(app.screen._labels) > 9

    sit(app, play)


def test_of_several_cards_that_do_not_go_together_one_is_laid_off_at_a_time(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme")
    app = table(laid_game(game, hands=["8c Js Ks Kd", "3s"], table=["1: 5c 6c 7c"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "8c Js")
        await press(pilot, "l")
        assert "Lay off where? One card at a time." in words(app)
        assert lying(app) == ["5c 6c 7c"]

    sit(app, play)


def test_the_last_moves_of_a_round_stand_above_its_sheet(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme")
    hands = ["2s 3d Kd", "8c"]
    app = table(laid_game(game, hands=hands, table=["2: 5c 6c 7c"], drawn=True, melded=[1]))

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "Kd")
        await press(pilot, "d")
        assert isinstance(app.screen, Page)
        last = "greedy takes Kd. greedy lays 8c off on meld 1. greedy discards their last card face down and goes out"
        assert last in words(app)
        assert "You discard Kd" not in words(app), "that was seen"

    sit(app, play)


# -- keys --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "has", "has_not"),
    [
        (
            "rummy17",
            ["lie the jokers of the pool", "claim the open card"],
            ["take melds on the table apart", "knock with"],
        ),
        (
            "raeuber_romme",
            ["take melds on the table apart"],
            ["jokers of the pool", "claim the open card", "knock with"],
        ),
        ("wiener_rummy", ["knock with the picked card"], ["jokers of the pool", "lay off:", "swap a joker:"]),
    ],
)
def test_the_help_has_the_keys_of_this_game(variant: str, has: list[str], has_not: list[str], tmp_path: Path) -> None:
    app = table(VARIANTS[variant](tmp_path))

    async def look(pilot: TablePilot) -> None:
        await press(pilot, "question_mark")
        keys = words(app).partition("What you can type after Enter:")[0]
        assert [one for one in has if one not in keys] == []
        assert [one for one in has_not if one in keys] == []

    sit(app, look, size=(120, 60))


def test_home_and_end_lead_to_the_ends_of_the_hand(tmp_path: Path) -> None:
    app = table(VARIANTS["rummy17"](tmp_path))
    fan = app.sitting.fan

    async def go(pilot: TablePilot) -> None:
        await press(pilot, "end")
        assert fan.cursor == 8, "not to the pool behind it"
        await press(pilot, "right")
        assert fan.slots[fan.cursor].open
        await press(pilot, "home")
        assert fan.cursor == 0

    sit(app, go)


def test_only_a_meld_can_be_taken_apart(tmp_path: Path) -> None:
    app = table(VARIANTS["raeuber_romme"](tmp_path))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "t", "a")
        assert isinstance(app.screen, ArrangeScreen)
        assert "t" in lit(app)
        await press(pilot, "t", "end", *["down"] * 5)
        assert app.screen.bench.rows[5].name == "loose"
        assert "t" not in lit(app)

    sit(app, play)


def test_the_key_that_rearranges_is_refused_in_its_own_word(tmp_path: Path) -> None:
    app = table(laid_game(new_game(tmp_path, "raeuber_romme"), hands=["8c Ks", "3s"], table=["1: 5c 6c 7c"]))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "a")
        assert "Refused: You cannot rearrange now:" in words(app)

    sit(app, play)


@pytest.mark.parametrize("variant", ["deutsches_romme", "raeuber_romme", "wiener_rummy"])
def test_eight_players_have_their_place_on_a_small_screen(tmp_path: Path, variant: str) -> None:
    game = new_game(tmp_path, variant, ",".join(["You", *(f"greedy {number}" for number in range(1, 8))]), seed=3)
    app = table(game)

    async def look(pilot: TablePilot) -> None:
        lines = screen_text(app).splitlines()
        assert len(lines) <= 24
        for name in game.match.names:
            assert any(line[:12].strip(" >?").startswith(name) for line in lines)
        assert any(line.lstrip().startswith("stock ") for line in lines)
        assert any("leave" in line for line in lines[-3:])

    sit(app, look)
