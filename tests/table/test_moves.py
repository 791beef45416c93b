"""Moves by keys and buttons: what is possible is enabled, choices are offered, refusals cite their rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummykit.engine.match import Match
from rummykit.engine.records import ALL_HELP, SeatInfo
from rummykit.plugin.plugins import Plugins
from rummykit.rules import load_text
from rummykit_cli.table.app import TableApp
from rummykit_cli.table.widgets.melds import Melds
from rummykit_cli.table.widgets.pages import ChoiceList
from rummykit_cli.table.widgets.pieces import Bar
from rummykit_session.session import Session, bots_at
from rummykit_session.storage.recording import RecordWriter
from table.tables import TablePilot, laid_game, log_text, lying, new_game, pick, press, sit, table, words


def enabled(app: TableApp) -> str:
    """Return the keys of the moves that are possible."""
    return "".join(button.key for button in app.screen.query_one("#moves", Bar).buttons if button.enabled)


def test_only_what_is_possible_is_enabled(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme")
    laid = {"table": ["1: 5c 6c 7c"], "open_card": "9d"}
    app = table(laid_game(game, hands=["8c Ks Kh Kd 2s", "3s"], **laid))

    async def play(pilot: TablePilot) -> None:
        assert enabled(app) == "to", "draw first"
        assert "[t stock] [o take 9d] m meld l lay off s swap joker d discard" in words(app)
        await press(pilot, "o")
        assert enabled(app) == "mld"
        await pick(pilot, "2s")
        assert enabled(app) == "d", "with a card that fits nowhere"
        await press(pilot, "escape")
        await pick(pilot, "8c")
        assert enabled(app) == "ld"
        assert "8c fits meld 1." in words(app)

    sit(app, play)


def game_with_own_moves(folder: Path, **laid: object) -> Session:
    """A game with the moves of docs/actions.md."""
    page = (Path(__file__).parents[2] / "docs/actions.md").read_text("utf-8")
    (folder / "leaving.py").write_text(page.split("```python\n")[1].split("```")[0], "utf-8")
    plugins = Plugins.discover(files=[folder / "leaving.py"])
    seats = (SeatInfo("You", None), SeatInfo("Ben", "random"))
    rules = plugins.assemble(load_text("variant: rummy17\nmods: [leaving]\n", plugins), 2)
    match = Match(rules, 1, [seat.name for seat in seats])
    writer = RecordWriter.create(folder / "game.rummy", match, seats, ALL_HELP)
    return laid_game(Session(match, seats, writer, bots_at(seats, plugins, rules), ALL_HELP), **laid)


def test_moves_that_only_this_game_has_are_chosen_by_key(tmp_path: Path) -> None:
    game = game_with_own_moves(tmp_path, hands=["5r 6r 7r 8r 9y 9g 9b", "3g"], open_card="12b", stock_top="2g")
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        assert "x other moves" in words(app)
        assert "x" in enabled(app)
        await press(pilot, "t", "x")
        assert isinstance(app.screen, ChoiceList)
        assert "declare 2g" in words(app)
        assert "fold" not in words(app)
        await press(pilot, "enter")
        assert [str(move) for move in game.match.moves] == ["draw stock", "declare 2g"]
        assert "declared" in words(app)

    sit(app, play)


def test_a_game_without_moves_of_its_own_has_no_key_for_them(tmp_path: Path) -> None:
    app = table(laid_game(new_game(tmp_path, "deutsches_romme"), hands=["8c Ks", "3s"], open_card="9d"))

    async def play(pilot: TablePilot) -> None:
        assert "other moves" not in words(app)
        await press(pilot, "x")
        assert "There is no such move now." in words(app)

    sit(app, play)


def test_a_refusal_names_its_rule_and_the_booklet_explains_it(tmp_path: Path) -> None:
    game = laid_game(new_game(tmp_path, "deutsches_romme"), hands=["8c Ks", "3s"], open_card="9d")
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "8c")
        await press(pilot, "d")
        told = "You cannot discard now: draw from the stock or take the open card. [ROM-TURN-02]"
        assert f"Refused: {told}" in words(app)
        await press(pilot, "escape", "w")
        assert f"Why not? ROM-TURN-02 {told} The turn You begin" in words(app)
        await press(pilot, "enter", "t")
        assert "Refused" not in words(app), "a move wipes the answer to the last one"

    sit(app, play)


def test_why_not_without_a_paragraph_shows_the_rule_sheet(tmp_path: Path) -> None:
    app = table(laid_game(new_game(tmp_path, "deutsches_romme"), hands=["8c Ks", "3s"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "w")
        assert "Nothing has been refused yet." in words(app)
        await pick(pilot, "8c")
        await press(pilot, "l")
        assert "Refused: There is no meld 1 on the table. [TABLE-02]" in words(app)
        await press(pilot, "escape", "w")
        assert "A player can play only cards that they hold, on melds that lie on the table." in words(app)
        await press(pilot, "enter")
        assert "Your hand" in words(app)

    sit(app, play)


def test_lay_offs_are_offered_to_choose_from(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme")
    melds = ["1: 5c 6c 7c", "2: 8s 8h 8d", "1: 9c 10c Jc"]
    app = table(laid_game(game, hands=["8c Ks Kd", "3s"], table=melds, drawn=True))

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "8c")
        assert "8c fits melds 1, 2 and 3." in words(app)
        await press(pilot, "l")
        assert isinstance(app.screen, ChoiceList)
        for label in ("1 8c on meld 1: 5c 6c 7c 8c", "2 8c on meld 2: 8s 8h 8d 8c", "3 8c on meld 3: 8c 9c 10c Jc"):
            assert label in words(app)
        await press(pilot, "down", "enter")
        assert lying(app)[1] == "8s 8h 8d 8c"

    sit(app, play)


def test_several_cards_are_laid_off_together(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme")
    app = table(laid_game(game, hands=["8c 9c Ks Kd", "3s"], table=["1: 5c 6c 7c"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "9c 8c")
        await press(pilot, "l")
        assert "1 All on meld 1: 5c 6c 7c 8c 9c" in words(app)
        await press(pilot, "1")
        assert lying(app) == ["5c 6c 7c 8c 9c"]
        assert "You lay 8c off on meld 1. You lay 9c off on meld 1." in log_text(app)

    sit(app, play)


def test_a_joker_is_laid_off_where_its_player_says(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme")
    app = table(laid_game(game, hands=["* Ks Kd", "3s"], table=["1: 5c 6c 7c"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "*")
        await press(pilot, "l")
        assert "*=4c on meld 1: *=4c 5c 6c 7c" in words(app)
        assert "*=8c on meld 1: 5c 6c 7c *=8c" in words(app)
        await press(pilot, "1")
        assert lying(app) == ["*=4c 5c 6c 7c"]

    sit(app, play)


@pytest.mark.parametrize(
    ("melds", "hand", "refused"),
    [
        (["2: 5c 6c 7c"], "8c Ks Kd", "You may lay off only after your own first meld. [ROM-LAY-01"),
        (["1: 5c 6c 7c"], "Qc Ks Kd", "Qc does not fit meld 1 (5c 6c 7c). [ROM-"),
    ],
)
def test_why_nothing_can_be_laid_off(melds: list[str], hand: str, refused: str, tmp_path: Path) -> None:
    app = table(laid_game(new_game(tmp_path, "deutsches_romme"), hands=[hand, "3s"], table=melds, drawn=True))

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, hand.split()[0])
        await press(pilot, "l")
        assert f"Refused: {refused}" in words(app)

    sit(app, play)


def test_with_nothing_picked_all_that_is_possible_is_offered(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme")
    app = table(laid_game(game, hands=["8c Ks Kd 4d", "3s"], table=["1: 5c 6c 7c"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "l")
        assert "1 8c on meld 1: 5c 6c 7c 8c" in words(app), "a single choice too: nobody has said which card"
        await press(pilot, "1", "l")
        assert "None of your cards fits there." in words(app)
        await press(pilot, "s")
        assert "None of your cards can take the place of a joker on the table." in words(app)

    sit(app, play)


def test_a_click_on_a_meld_lays_the_picked_card_off_there(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme")
    melds = ["1: 5c 6c 7c", "2: 8s 8h 8d"]
    app = table(laid_game(game, hands=["8c Ks Kd", "3s"], table=melds, drawn=True))

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "8c")
        pieces = app.screen.query_one(Melds)
        await pilot.click(pieces, offset=(5, pieces.lines.spot(2).line))
        await pilot.pause()
        assert lying(app) == ["5c 6c 7c", "8s 8h 8d 8c"]

    sit(app, play)


def test_swaps_are_offered_with_the_places_for_the_joker(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme")
    melds = ["1: 5c 6c *=7c", "2: 9s 9h 9d"]
    app = table(laid_game(game, hands=["7c Ks Kd Kh 2d", "3s"], table=melds, drawn=True))

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "7c")
        assert "7c can be swapped for the joker in meld 1." in words(app)
        await press(pilot, "s")
        assert isinstance(app.screen, ChoiceList)
        assert "1 7c for the joker in meld 1: 5c 6c 7c; then meld Ks Kh *" in words(app)
        at = app.screen._labels.index("7c for the joker in meld 1: 5c 6c 7c; then meld Ks Kh Kd *")
        await press(pilot, *["down"] * at, "enter")
        assert lying(app) == ["5c 6c 7c", "9s 9h 9d", "Ks Kh Kd *"]

    sit(app, play)


def test_of_many_swaps_those_with_all_the_picked_cards_come_first(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme")
    app = table(laid_game(game, hands=["7c Ks Kd Kh 2d", "3s"], table=["1: 5c 6c *=7c"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "7c Ks Kd Kh")
        await press(pilot, "s", "1")
        assert lying(app) == ["5c 6c 7c", "Ks Kh Kd *"]

    sit(app, play)


def test_why_nothing_can_be_swapped(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme")
    app = table(laid_game(game, hands=["8d Ks Kd", "3s"], table=["1: 5c 6c *=7c"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "8d")
        await press(pilot, "s")
        assert "Refused: 8d is not the card the joker of meld 1 stands for (5c 6c *=7c). [ROM-JOK-01]" in words(app)

    sit(app, play)


def test_an_open_card_that_must_be_used_is_taken_with_its_use(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme", discards={"take": "only_to_use"})
    app = table(laid_game(game, hands=["5d 6d 8d Ks Kd", "3s"], table=["1: 8c 9c 10c"], open_card="7d"))

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "o")
        assert "Take 7d and meld 6d 7d 8d" in words(app)
        await press(pilot, "escape")
        await pick(pilot, "5d 6d 8d")
        await press(pilot, "o")
        assert "You take 7d and meld 5d 6d 7d 8d (meld 2)." in log_text(app), "only one way uses all that is picked"

    sit(app, play)


def test_claims_are_answered_by_key(tmp_path: Path) -> None:
    app = table(new_game(tmp_path, "rummy17", "You,greedy,greedy 2", seed=3))

    async def play(pilot: TablePilot) -> None:
        assert "Do you want the open card 17y? (claim, pass)" in words(app)
        assert enabled(app) == "yp"
        await press(pilot, "y")
        assert "You claim 17y." in log_text(app)

    sit(app, play)


def test_knocking_and_its_refusal(tmp_path: Path) -> None:
    game = laid_game(new_game(tmp_path, "wiener_rummy"), hands=["5s 6s 7s Qh Qd Qc 3c 2d 9h Kd 8d", "4s"], drawn=True)
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        assert "In melds: 5s 6s 7s | Qh Qd Qc, left 9h 2d" in words(app)
        await press(pilot, "k")
        assert "Pick exactly one card to knock with" in words(app)
        await pick(pilot, "Kd")
        await press(pilot, "k")
        assert "points are left, at most" in words(app)
        assert "[WIE-" in words(app)

    sit(app, play)


def test_tab_leads_to_the_buttons_and_enter_presses_one(tmp_path: Path) -> None:
    app = table(laid_game(new_game(tmp_path, "deutsches_romme"), hands=["8c Ks", "3s"], open_card="9d"))

    async def play(pilot: TablePilot) -> None:
        app.screen.query_one("#moves", Bar).focus()
        await press(pilot, "right", "enter")
        assert "You take 9d." in log_text(app)

    sit(app, play)
