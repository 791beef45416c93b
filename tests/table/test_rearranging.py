"""Laying the table anew: cards are picked up and put down by keys and mouse, with a live judgement."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummykit.i18n import Language
from rummykit_cli.table.arranging import ArrangeScreen, BenchPieces
from rummykit_cli.table.widgets.pages import ChoiceList
from rummykit_session.bench import Place
from rummykit_session.session import Session
from table.tables import PLUGINS, TablePilot, laid_game, lying, new_game, press, screen_text, sit, table, words


@pytest.fixture
def game(tmp_path: Path) -> Session:
    game = new_game(tmp_path, "raeuber_romme")
    return laid_game(game, hands=["7c Kd 2s", "3s"], table=["1: 5c 6c 7c 8c 9c"], drawn=True)


async def click(pilot: TablePilot, key: Place | str) -> None:
    pieces = pilot.app.screen.query_one(BenchPieces)
    spot = pieces.lines.spot(key)
    await pilot.click(pieces, offset=(spot.left + 1, spot.line))
    await pilot.pause()


def test_a_run_is_split_with_the_keys(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "a")
        assert isinstance(app.screen, ArrangeScreen)
        assert "Nothing has changed yet." in words(app)
        await press(pilot, "right", "right", "space", "right", "space", "right", "space")
        assert "[7c][8c]>9c]" in screen_text(app)
        await press(pilot, "n")
        assert "<- 5c 6c is too short" in words(app)
        assert "<- run, 24 points" in words(app)
        assert "1 is not yet a meld." in words(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, ArrangeScreen), "it cannot be played so"
        await press(pilot, "down", "down", "left", "left", "left")
        while app.screen.query_one(BenchPieces).here.cards[app.screen.query_one(BenchPieces).column].card.text != "7c":
            await press(pilot, "right")
        await press(pilot, "space", "up", "up", "p")
        assert "This can be played." in words(app)
        await press(pilot, "enter")
        assert lying(app) == ["5c 6c 7c", "7c 8c 9c"]

    sit(app, play)


def test_the_same_with_the_mouse(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "a")
        for at in (2, 3, 4):
            await click(pilot, ("1", at))
        await press(pilot, "n")
        hand = next(row for row in app.screen.bench.rows if row.name == "hand")  # type: ignore[attr-defined]
        await click(pilot, ("hand", [placed.card.text for placed in hand.cards].index("7c")))
        await click(pilot, "1")
        assert "This can be played." in words(app)
        await press(pilot, "enter")
        assert lying(app) == ["5c 6c 7c", "7c 8c 9c"]

    sit(app, play)


def test_steps_are_undone_and_the_whole_is_abandoned(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "a", "t")
        assert "Loose" in words(app)
        assert "are loose: they were on the table" in words(app)
        await press(pilot, "u")
        assert "Loose" not in words(app)
        await press(pilot, "u")
        assert "There is no step to undo." in words(app)
        await press(pilot, "t", "escape")
        assert lying(app) == ["5c 6c 7c 8c 9c"]
        assert app.sitting.session.moves == 0

    sit(app, play)


def test_a_step_that_fails_changes_nothing(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "a", "n")
        assert "First pick the cards you want to put down." in words(app)
        await press(pilot, "space", "down", "p")
        assert "Cards from the table stay on the table." in words(app)
        await press(pilot, "t")
        assert "First move to the meld" in words(app)
        assert "Nothing has changed yet." in words(app)

    sit(app, play)


def test_a_joker_in_doubt_is_asked_about(tmp_path: Path) -> None:
    game = new_game(tmp_path, "raeuber_romme")
    app = table(laid_game(game, hands=["6d 7d Kd 2s", "3s"], table=["1: 4c 5c 6c *=7c"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "a")
        await click(pilot, ("1", 3))
        rows = app.screen.bench.rows  # type: ignore[attr-defined]
        hand = [placed.card.text for placed in next(row for row in rows if row.name == "hand").cards]
        for name in ("6d", "7d"):
            await click(pilot, ("hand", hand.index(name)))
        await press(pilot, "n")
        assert isinstance(app.screen, ChoiceList)
        assert "6d 7d *=8d (run, 21 points)" in words(app)
        at = next(i for i, label in enumerate(app.screen._labels) if "*=8d" in label)
        await press(pilot, str(at + 1))
        assert "<- run, 21 points" in words(app)
        await press(pilot, "u")
        assert "say which" in words(app)

    sit(app, play)


def test_whoever_may_not_rearrange_is_told_the_rule(tmp_path: Path) -> None:
    game = new_game(tmp_path, "raeuber_romme")
    app = table(laid_game(game, hands=["7c Kd 2s", "3s"], table=["2: 5c 6c 7c 8c 9c"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "a")
        assert "Refused: You may rearrange the table only after your own first meld. [RAU-" in words(app)

    sit(app, play)


def test_a_refused_rearrangement_names_the_rule(tmp_path: Path) -> None:
    game = new_game(tmp_path, "raeuber_romme")
    app = table(laid_game(game, hands=["Kd 2s", "3s"], table=["1: 5c 6c 7c 8c 9c 10c"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "a", "space", "right", "space", "right", "space", "n")
        refused = "A rearrangement must place at least one card from your hand. [RAU-"
        assert refused in words(app)
        await press(pilot, "enter")
        assert f"Refused: {refused}" in words(app)
        assert isinstance(app.screen, ArrangeScreen)

    sit(app, play)


def test_nothing_can_be_undone_before_the_first_step(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "a")
        assert "[u undo]" not in words(app)
        await press(pilot, "t")
        assert "[u undo]" in words(app)
        await press(pilot, "u")
        assert "[u undo]" not in words(app)

    sit(app, play)


def test_the_keys_are_explained(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "a")
        assert "Go from card to card with the arrows, Home and End; ? explains all keys." in words(app)
        assert "[esc cancel]" in words(app)
        await press(pilot, "question_mark")
        assert "home end go to the first or the last card of the row" in words(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, ArrangeScreen)
        assert app.sitting.session.moves == 0

    sit(app, play)


def test_home_and_end_go_to_the_ends_of_a_row(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "a", "end")
        assert "8c >9c<" in words(app)
        await press(pilot, "home")
        assert ">5c< 6c" in words(app)

    sit(app, play)


def test_what_is_missing_is_told_once(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "a", "t", "enter")
        assert words(app).count("are loose: they were on the table") == 1

    sit(app, play)


@pytest.mark.parametrize("code", ["en", "de", "hu"])
def test_the_cards_of_all_rows_begin_in_one_column(code: str, tmp_path: Path) -> None:
    game = new_game(tmp_path, "raeuber_romme")
    app = table(laid_game(game, hands=["7c Kd 2s", "3s"], table=["1: 5c 6c 7c", "1: 9d 10d Jd"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "a")
        with Language.of(code, [*PLUGINS.packages, "rummykit_session", "rummykit_cli"]).spoken():
            await press(pilot, "t")
            pieces = app.screen.query_one(BenchPieces)
            lines = pieces.lay(70, 20)
        names = [row.name for row in pieces.rows]
        assert len(names) == 3
        assert len({lines.spot((name, 0)).left for name in names}) == 1
        labels = [lines.spot(name) for name in names]
        assert all(lines.rows[spot.line].plain[spot.right - 1] == " " for spot in labels), "a gap before the cards"

    sit(app, play)
