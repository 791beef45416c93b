"""Whole games at the full-screen table: every variant by keyboard alone, and one by mouse alone.

Before every decision the screen is compared with that of a twin in which all hidden cards lie elsewhere.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rummykit.engine.actions import (
    Action,
    BuyBack,
    Claim,
    Discard,
    Draw,
    EndTurn,
    Knock,
    LayDown,
    LayOff,
    Pass,
    Rearrange,
    SwapJoker,
)
from rummykit.engine.records import Record
from rummykit_cli.table.app import Parting
from rummykit_cli.table.widgets.pages import Page
from table.players import AtKeyboard, AtMouse, Player
from table.tables import PLUGINS, TablePilot, new_game, sit, table
from table.twins import same_as_twin

SHORT_MATCH = {"match": {"elimination": 60}, "stakes": {"buyback_from": 40, "buyback_to": 59}}

GAMES: dict[str, tuple[dict[str, Any], set[type[Action]]]] = {
    "rummy17": (
        {"players": "You,greedy,greedy 2", "seed": 2},
        {Draw, Claim, Pass, LayDown, LayOff, SwapJoker, Discard},
    ),
    "deutsches_romme": ({"players": "You,greedy,greedy 2", "seed": 5}, {Draw, LayDown, LayOff, SwapJoker, Discard}),
    "raeuber_romme": ({"players": "You,greedy,greedy 2", "seed": 3}, {Draw, LayDown, Rearrange, Discard}),
    "raeuber_romme:brettspielnetz": ({"seed": 7, "preset": "brettspielnetz"}, {Pass, LayDown, Rearrange, EndTurn}),
    "wiener_rummy": ({"seed": 5, **SHORT_MATCH}, {Draw, Discard, Knock, BuyBack}),
}


def play_to_the_end(
    folder: Path, variant: str, who: type[Player], options: dict[str, Any], *, watched: bool = True
) -> Player:
    """Play a game, *watched* for leaks, and see that its record replays to the same end."""
    app = table(new_game(folder, variant, **options))
    players: list[Player] = []
    compared: list[int] = []

    def watch() -> None:
        if watched and not isinstance(app.screen, Page):
            compared.append(same_as_twin(app))

    async def play(pilot: TablePilot) -> None:
        players.append(who(pilot))
        await players[0].play(watch)

    sit(app, play)
    match = app.sitting.match
    assert app.return_value is Parting.OVER
    assert match.is_over
    assert len(compared) > 5 or not watched
    assert Record.read(folder / "game.rummy").replay(PLUGINS).fingerprint() == match.fingerprint()
    return players[0]


LONG = {"rummy17", "raeuber_romme", "raeuber_romme:brettspielnetz", "wiener_rummy"}
"""What they show, the others and shorter tests show too; all are played in a campaign."""


@pytest.mark.parametrize("game", [pytest.param(g, marks=pytest.mark.campaign) if g in LONG else g for g in GAMES])
def test_a_whole_game_by_keyboard_without_a_leak(game: str, tmp_path: Path) -> None:
    options, expected = GAMES[game]
    player = play_to_the_end(tmp_path, game.partition(":")[0], AtKeyboard, options)
    assert expected <= set(player.kinds)


def test_a_whole_game_by_mouse(tmp_path: Path) -> None:
    player = play_to_the_end(tmp_path, "deutsches_romme", AtMouse, {"seed": 3}, watched=False)
    assert {Draw, LayDown, LayOff, SwapJoker, Discard} <= set(player.kinds)


def test_a_whole_game_of_two_people_at_one_screen_without_a_leak(tmp_path: Path) -> None:
    player = play_to_the_end(tmp_path, "rummy17", AtKeyboard, {"players": "Anna,Ben", "seed": 33})
    assert {Draw, Pass, LayDown, Discard} <= set(player.kinds)
