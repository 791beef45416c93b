"""Knocks, calls and the last exchange at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Result, rummy

HOUSE_RULES = """
variant: wiener_rummy
rules:
  knocking:
    limit: unlimited
"""
ANNA_BEGINS = 3
"""The seed of a deal in which Anna begins with As 4s Qs Qs 5h Jh 8d Qd 4c 5c Qc."""
BOT_KNOCKS = 1
"""The seed of a deal in which the bot begins and knocks at once, and Anna holds three fours."""


@pytest.fixture
def table(home: Path) -> Path:
    path = home / "table.yaml"
    path.write_text(HOUSE_RULES, encoding="utf-8")
    return path


def anna(table: Path, seed: int, *typed: str) -> Result:
    """Play as Anna, and leave."""
    lines = "\n".join([*typed, "quit", ""])
    return rummy(table.parent, "play", "--rules", table, "--players", "Anna,random", "--seed", seed, typed=lines)


def test_a_knock_shows_the_hand_and_the_end_shows_all(table: Path) -> None:
    played = anna(table, ANNA_BEGINS, "knock As")
    assert "Anna discards A♠ and knocks with 46: Q♠ Q♦ Q♣, left 4♠ Q♠ 5♥ J♥ 8♦ 4♣ 5♣." in played.text
    assert "Round 1 is over: Anna knocked." in played.text
    assert "Anna has 46 points: Q♠ Q♦ Q♣, left 4♠ Q♠ 5♥ J♥ 8♦ 4♣ 5♣" in played.text
    assert "Cards in no meld [WIE-SCORE-01]" in played.text


def test_what_this_game_does_not_have_is_said_so(table: Path) -> None:
    played = anna(table, ANNA_BEGINS, "meld Qs Qd Qc", "layoff Qs > 1", "arrange 1 -> Qs Qd Qc", "call As", "help")
    assert "Refused: Nothing is laid out: melds are collected in the hand and shown when the round ends." in played.text
    assert "Refused: Nobody may lay off at this table. [WIE-END-04; knocking.lay_off_on_knocker = false]" in played.text
    assert "Refused: This game does not know the move 'arrange'." in played.text
    assert "Refused: A call needs all other cards in melds, but 46 points are left:" in played.text
    assert "no melds yet" not in played.text
    assert "for example: knock Qc" in played.text
    assert "layoff CARD" not in played.text


def test_the_last_exchange(table: Path) -> None:
    typed = ("meld 4s 4h 4d", "discard Kc", "draw discard", "draw stock", "discard 9d")
    played = anna(table, BOT_KNOCKS, *typed)
    assert "random discards 9♥ and knocks with" in played.text
    assert "Shown random has" in played.text
    assert "Your last exchange (draw stock, draw discard, pass; the open card is 9♥): " in played.text
    assert "You cannot discard now: draw from the stock or take the open card for your last exchange" in played.text
    assert "After a knock everybody has one last exchange, and you have had yours." in played.text
    assert "Round 1 is over: random knocked." in played.text


def test_the_own_hand_is_shown_in_its_best_melds(table: Path) -> None:
    played = anna(table, ANNA_BEGINS)
    assert "In melds Q♠ Q♦ Q♣, left A♠ 4♠ Q♠ 5♥ J♥ 8♦ 4♣ 5♣ (57 points)" in played.text
    assert "Discard a card, or end the round with it (discard, knock): quit" in played.text


def test_nobody_has_to_exchange(table: Path) -> None:
    played = anna(table, BOT_KNOCKS, "pass")
    assert "Anna keeps their hand as it is." in played.text
    assert "Anna has" in played.text
