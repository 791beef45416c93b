"""Why not? Refusals are told once, can be asked about, and the paragraph that answers best comes first."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummykit.i18n import Language
from rummykit_cli.table.app import TableApp
from rummykit_session.session import Session
from table.tables import TablePilot, laid_game, new_game, pick, press, sit, table, type_line, words

GERMAN = Language.of("de", ["rummykit_session", "rummykit_cli", "rummykit", "rummykit_deutsches_romme"])


@pytest.fixture
def game(tmp_path: Path) -> Session:
    game = new_game(tmp_path, "deutsches_romme")
    hand = "7c 8c 9c Ks Ad 2d Kd 7d 8s"
    return laid_game(game, hands=[hand, "3s"], table=["2: 5c 6c *=7c"], drawn=True)


def paragraphs_after(app: TableApp, refusal: str) -> str:
    """Return what stands below a refusal on its page."""
    return words(app).partition(refusal)[2]


@pytest.mark.parametrize(
    ("cards", "first", "later"),
    [
        ("Kd Ad 2d", "The ace may stand below the two or above the king", "A run is made of cards of the same suit"),
        ("7c 9c 8s", "Cards that belong together are called a meld", "A set is made of cards"),
        ("Ad 2d 7d", "A run is made of cards of the same suit", "The ace may stand below the two"),
    ],
)
def test_the_paragraph_that_fits_the_picked_cards_comes_first(
    cards: str, first: str, later: str, game: Session
) -> None:
    app = table(game)

    async def ask(pilot: TablePilot) -> None:
        await pick(pilot, cards)
        await press(pilot, "w")
        told = paragraphs_after(app, "[ROM-MELD-0")
        assert -1 < told.find(first) < told.find(later)

    sit(app, ask, size=(80, 60))


@pytest.mark.parametrize(
    ("line", "first", "later"),
    [
        ("layoff 8c > 1", "Before you lay off you must have melded yourself", "You may also add single cards"),
        ("swap 7c > 1 : meld 8c 9c *=10c", "Before you swap a joker you must have melded", "In a set the joker stands"),
    ],
)
def test_the_paragraph_that_fits_a_refused_move_comes_first(line: str, first: str, later: str, game: Session) -> None:
    app = table(game)

    async def ask(pilot: TablePilot) -> None:
        await type_line(pilot, line)
        await press(pilot, "w")
        told = paragraphs_after(app, "Why not?")
        assert -1 < told.find(first) < told.find(later)

    sit(app, ask, size=(80, 60))


def test_the_same_paragraph_comes_first_in_every_language(game: Session) -> None:
    app = table(game)

    async def ask(pilot: TablePilot) -> None:
        await type_line(pilot, "layoff 8c > 1")
        await press(pilot, "w")
        told = paragraphs_after(app, "[ROM-LAY-01; ")
        assert -1 < told.find("Bevor du anlegst") < told.find("Du darfst auch einzelne Handkarten")

    sit(app, ask, (80, 60), GERMAN)


def test_there_is_nothing_to_ask_about_before_anything_is_refused(game: Session) -> None:
    app = table(game)

    async def look(pilot: TablePilot) -> None:
        assert "w why not" not in words(app)
        await pick(pilot, "Ks")
        assert "w why not" not in words(app), "a single card was not tried as a meld"
        await pick(pilot, "Kd")
        assert "w why not" in words(app)
        await press(pilot, "escape")
        assert "w why not" not in words(app)
        await press(pilot, "t")
        assert "w why not" in words(app), "of a move that was refused"

    sit(app, look)


@pytest.mark.parametrize(
    ("cards", "refusal", "besides"),
    [
        ("7c 8c", "7c 8c is too short: a meld has at least 3 cards. [ROM-MELD-01]", "Picked: 7c 8c."),
        ("8c Ks Kd", "Ks Kd 8c is not a meld: the cards share neither one value nor one suit.", "Picked: Ks Kd 8c."),
    ],
)
def test_a_refusal_is_told_once(cards: str, refusal: str, besides: str, game: Session) -> None:
    app = table(game)

    async def look(pilot: TablePilot) -> None:
        await pick(pilot, cards)
        assert words(app).count(refusal) == 1
        await press(pilot, "m")
        assert words(app).count(refusal) == 1
        assert f"{besides} Refused: {refusal}" in words(app)
        await pick(pilot, "9c")
        assert "Refused" not in words(app)

    sit(app, look)


def test_a_refusal_beside_what_cards_are_is_told_once_too(tmp_path: Path) -> None:
    game = new_game(tmp_path, "deutsches_romme", first_meld={"from_lap": 2})
    app = table(laid_game(game, hands=["Jc Qc Kc Ac 2s", "3s"], drawn=True))

    async def look(pilot: TablePilot) -> None:
        await pick(pilot, "Jc Qc Kc Ac")
        refusal = "Nobody may meld in the first lap."
        assert f"Jc Qc Kc Ac: run, 41 points. 41 points, enough for your first meld (40). {refusal}" in words(app)
        await press(pilot, "m")
        assert words(app).count(refusal) == 1
        assert f"41 points, enough for your first meld (40). Refused: {refusal}" in words(app)

    sit(app, look)
