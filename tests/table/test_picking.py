"""Picking cards: what they form is told at once, and a first meld is built up group by group."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummykit.cards import Card
from rummykit_cli.table.app import TableApp
from rummykit_cli.table.widgets.hand import HandFan
from rummykit_cli.table.widgets.pages import ChoiceList
from rummykit_session.session import Session
from table.tables import TablePilot, laid_game, log_text, lying, new_game, pick, press, screen_text, sit, table, words

HAND = "7c 8c 9c Qs Qh Qd 4c 5d 6d Kh 2s 3s * 9d"


@pytest.fixture
def game(tmp_path: Path) -> Session:
    game = new_game(tmp_path, "deutsches_romme")
    return laid_game(game, hands=[HAND, "Ks"], table=["2: 10h 10c 10d"], drawn=True, melded=[1])


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("7c 8c 9c", "7c 8c 9c: run, 24 points. 24 of 40 points for your first meld."),
        ("Qs Qh Qd", "Qs Qh Qd: set, 30 points. 30 of 40 points for your first meld."),
        ("7c 8c", "7c 8c is too short: a meld has at least 3 cards. [ROM-MELD-01]"),
        ("7c 8c Kh", "Kh 7c 8c is not a meld: the cards share neither one value nor one suit. [ROM-MELD-01]"),
        ("7c 9c 5d", "share neither one value nor one suit"),
        ("7c 8c 9c Qs Qh Qd", "2 melds, 54 points: "),
        ("2s 3s *", "This can be read in several ways: *=As 2s 3s or 2s 3s *=4s."),
        ("Kh", "Picked: Kh."),
    ],
)
def test_picked_cards_say_what_they_form(game: Session, cards: str, told: str) -> None:
    app = table(game)

    async def look(pilot: TablePilot) -> None:
        await pick(pilot, cards)
        assert told in words(app)
        for name in cards.split():
            assert f"[{name}]" in screen_text(app) or f">{name}]" in screen_text(app)

    sit(app, look)


def test_a_first_meld_is_built_up_and_laid_at_once(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "7c 8c 9c")
        await press(pilot, "m")
        assert lying(app) == ["10h 10d 10c"]
        assert "Set aside: 7c 8c 9c. 24 of 40 points for your first meld." in words(app)
        assert "7c" not in [slot.card.text for slot in app.sitting.fan.slots]
        await pick(pilot, "Qs Qh")
        await press(pilot, "m")
        assert "[ROM-MELD-01]" in words(app), "a bad group changes nothing"
        await pick(pilot, "Qd")
        assert "54 points, enough for your first meld (40)." in words(app)
        await press(pilot, "m")
        assert lying(app) == ["10h 10d 10c", "7c 8c 9c", "Qs Qh Qd"]
        assert "You meld 7c 8c 9c (meld 2) and Qs Qh Qd (meld 3)." in log_text(app)

    sit(app, play)


def test_37_of_40_and_why_it_is_not_laid(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme")
    app = table(laid_game(game, hands=["8d 9d 10d Ac 2c 3c 4c Kh 5s", "Ks"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "8d 9d 10d")
        await press(pilot, "m")
        assert "27 of 40 points for your first meld." in words(app)
        await pick(pilot, "Ac 2c 3c 4c")
        assert "run, 10 points. 37 of 40 points for your first meld." in words(app)
        await press(pilot, "m")
        assert "Set aside: 8d 9d 10d | Ac 2c 3c 4c. 37 of 40 points for your first meld." in words(app)
        await press(pilot, "m")
        refused = "The first meld reaches 37 of 40 points. [ROM-FIRST-01; first_meld.min = 40]"
        assert f"Refused: {refused}" in words(app)
        await press(pilot, "w")
        assert f"Why not? ROM-FIRST-01 {refused}" in words(app)
        assert "So add up what you want to lay, for example:" in words(app), "the booklet's paragraph"
        await press(pilot, "escape", "escape")
        assert "27 of 40" in words(app), "the last group is back in the hand"
        await press(pilot, "escape")
        assert "Set aside" not in words(app)
        assert len(app.sitting.fan.slots) == 9

    sit(app, play)


def test_a_joker_that_can_mean_several_cards_is_asked_about(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme")
    app = table(laid_game(game, hands=["2s 3s * Kh Kd", "Ks"], table=["1: 10h 10c 10d"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "2s 3s *")
        await press(pilot, "m")
        assert isinstance(app.screen, ChoiceList)
        assert "*=As 2s 3s (run, 6 points)" in words(app)
        assert "2s 3s *=4s (run, 9 points)" in words(app)
        await press(pilot, "2")
        assert lying(app)[-1] == "2s 3s *=4s"

    sit(app, play)


def test_escape_from_a_choice_leaves_everything_as_it_was(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme")
    app = table(laid_game(game, hands=["2s 3s * Kh Kd", "Ks"], table=["1: 10h 10c 10d"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "2s 3s *")
        await press(pilot, "m", "escape")
        assert lying(app) == ["10h 10d 10c"]
        assert [card.text for card in app.sitting.fan.picked] == ["2s", "3s", "*"]

    sit(app, play)


def test_jokers_of_the_pool_are_picked_like_cards_of_the_hand(tmp_path: Path) -> None:
    game = new_game(tmp_path, "rummy17")
    app = table(laid_game(game, hands=["4r 5r 6r 9g 1b", "2b"], drawn=True))

    async def play(pilot: TablePilot) -> None:
        await pick(pilot, "4r 5r 6r *r")
        await press(pilot, "m")
        assert isinstance(app.screen, ChoiceList)
        await press(pilot, "2")
        assert lying(app) == ["4r 5r 6r *r=7r"]
        assert "*r" not in [slot.card.text for slot in app.sitting.fan.slots]

    sit(app, play)


def test_the_pool_lies_once_on_the_screen_in_a_line_of_its_own(tmp_path: Path) -> None:
    hand = "10r 11r 12r 13r 14b 15b 16b 17b 10g 11g 12y"
    app = table(laid_game(new_game(tmp_path, "rummy17", "You,greedy,greedy 2"), hands=[hand, "2b", "3b"], drawn=True))

    async def look(pilot: TablePilot) -> None:
        assert screen_text(app).count("*r") == 1
        assert "Pool  *r  *b  *g  *y  *v" in screen_text(app)
        await pick(pilot, "*y")
        assert "Pool  *r  *b  *g >*y] *v" in screen_text(app)
        hand_line, pool_line = (next(row for row in screen_text(app).split("\n") if it in row) for it in ("12y", "*v"))
        assert "*" not in hand_line
        assert "12y" not in pool_line

    sit(app, look)


# -- the order of the hand ---------------------------------------------------------------------------------


def in_hand(app: TableApp) -> str:
    return " ".join(slot.card.text for slot in app.sitting.fan.slots)


def test_the_hand_is_sorted_by_colour_value_or_by_hand(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        assert in_hand(app) == "2s 3s Qs Qh Kh 5d 6d 9d Qd 4c 7c 8c 9c *"
        await press(pilot, "v")
        assert in_hand(app) == "* 2s 3s 4c 5d 6d 7c 8c 9d 9c Qs Qh Qd Kh"
        assert "by value" in words(app)
        await press(pilot, "c")
        assert in_hand(app) == "2s 3s Qs Qh Kh 5d 6d 9d Qd 4c 7c 8c 9c *"
        app.sitting.fan.cursor = 0
        await press(pilot, "shift+right", "shift+right")
        assert in_hand(app).startswith("3s Qs 2s Qh")
        assert "in your order" in words(app)
        await pick(pilot, "Kh")
        await press(pilot, "d")
        assert in_hand(app).startswith("3s Qs 2s Qh 5d"), "the order stays when cards go"

    sit(app, play)


def test_the_cursor_goes_round(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "left")
        assert app.sitting.fan.cursor == 13
        assert ">*<" in screen_text(app)
        await press(pilot, "right")
        assert ">2s<" in screen_text(app)

    sit(app, play)


def test_a_drawn_card_is_told_and_marked(tmp_path: Path) -> None:
    game = laid_game(new_game(tmp_path, "deutsches_romme"), hands=["2s 3s", "Ks"], stock_top="7h", open_card="9d")
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        await press(pilot, "t")
        assert "You drew 7h." in words(app)
        assert "+7h" in screen_text(app)
        await pick(pilot, "2s")
        await press(pilot, "d")
        assert "+7h" not in screen_text(app)

    sit(app, play)


def test_a_click_picks_and_puts_back(game: Session) -> None:
    app = table(game)

    async def play(pilot: TablePilot) -> None:
        hand = app.screen.query_one(HandFan)
        spot = hand.lines.spot(3)
        for picked in (["Qh"], []):
            await pilot.click(hand, offset=(1 + spot.left + 1, 1 + spot.line + 1))
            await pilot.pause()
            assert [card.text for card in app.sitting.fan.picked] == picked

    sit(app, play)


def test_picked_cards_stay_picked_while_others_come() -> None:
    from rummykit_cli.table.fan import Fan

    def card(kind: int) -> Card:
        return Card(kind, f"{kind}c", kind, 0)

    fan = Fan()
    fan.update([card(1), card(2), card(2)])
    fan.pick(1)
    fan.update([card(0), card(2), card(2), card(3)])
    assert [(slot.card.kind, slot.picked) for slot in fan.slots] == [(0, False), (2, True), (2, False), (3, False)]
