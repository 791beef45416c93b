"""Games in the middle, one of every variant: everybody has melded, and two bots play before the person is to act."""

from __future__ import annotations

from pathlib import Path

from rummykit.engine.deal import stream
from rummykit_bots.greedy import Greedy
from rummykit_session.session import Session
from table.tables import laid_game, new_game

PLAYERS = "Anna,greedy,greedy 2"


def rummy17(folder: Path) -> Session:
    """Rummy 17, with bonus cards and a pool; Anna has drawn."""
    game = new_game(folder, "rummy17", PLAYERS)
    return laid_game(
        game,
        hands=["4r 5r 6r 8g 9b 9v 17y 2v 16b", "1b 3g 8y", "2b 14r"],
        table=["1: 13r 13b 13g", "2: 4g 5g 6g *g=7g", "3: 10y 11y 12y", "2: 16r 16y 16v"],
        open_card="15b",
        side_cards=game.match.round.side_cards,
        drawn=True,
        lap=4,
    )


def deutsches_romme(folder: Path) -> Session:
    """Deutsches Rommé in the second round of a match to 500 points."""
    game = new_game(folder, "deutsches_romme", PLAYERS, match={"target": 500})
    return laid_game(
        _after_a_round(game),
        hands=["As 2s 3s 7h 8h 10h Qd Kd 4c 9c Jc *", "5s Kh 7d 6c", "9s 4d Jh 10c 2c"],
        table=["1: Qs Qh Qc", "2: 5h 6h *=7h", "3: 8d 9d 10d Jd", "2: 3c 4c 5c", "1: 9h 9d 9c"],
        open_card="Ks",
        stock_top="3h 6d 10d",
        active=1,
        lap=5,
    )


def raeuber_romme(folder: Path) -> Session:
    """Räuber-Rommé, where the melds of everybody may be taken apart."""
    return laid_game(
        new_game(folder, "raeuber_romme", PLAYERS),
        hands=["As 2s 7h 8h 10h Qd Kd 4c Js 6d", "5s Kh 7d", "9s 4d Jh"],
        table=["1: Qs Qh Qc", "2: 5h 6h *=7h", "3: 7c 8c 9c 10c", "2: 3c 4c 5c", "1: 9h 9d 9c", "3: 4h 4s 4d"],
        open_card="Ks",
        stock_top="3h 6d 7s",
        active=1,
        lap=5,
    )


def wiener_rummy(folder: Path) -> Session:
    """Wiener Rummy in the second round, with points, chips and a pot."""
    return laid_game(
        _after_a_round(new_game(folder, "wiener_rummy", PLAYERS)),
        hands=["5s 6s 7s Qh Qd Qc 3c 2d 9h Kd", "Ks 4h 9d Jc 10h 2c 7c Qs 6d 8h", "4s 5d Jh 9c 10c 2h 7h Ks 6h 8s"],
        open_card="Ah",
        stock_top="3h 6d 8c",
        active=1,
        lap=5,
    )


VARIANTS = {
    "rummy17": rummy17,
    "deutsches_romme": deutsches_romme,
    "raeuber_romme": raeuber_romme,
    "wiener_rummy": wiener_rummy,
}


def _after_a_round(game: Session) -> Session:
    """Let a bot play everybody's cards until the second round is dealt."""
    bot = Greedy()
    while not game.match.scores:
        game.make(bot(game.match.view(game.match.actor), stream(game.match.seed, "before", game.moves)))
    return game
