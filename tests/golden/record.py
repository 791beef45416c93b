"""Write the golden corpus anew.

    python tests/golden/record.py            the games and the booklets
    python tests/golden/record.py booklets   the booklets alone, of the tables whose games are there
    python tests/golden/record.py new        the games and the booklets of tables that have none yet
    python tests/golden/record.py again      the games that a correction of the rules has made illegal or scored
                                             otherwise, at the same tables with the same seeds; it tells which

The README beside this file says when that may be done.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import yaml
from golden_table import (
    BOOKLETS,
    GAMES,
    LANGUAGES,
    PLUGINS,
    Document,
    booklet,
    choose,
    new_match,
    refused,
    result,
    seats_of,
)
from rare_tables import RARE_TABLES

import rummykit_cli

OURS = ("deutsches_romme", "raeuber_romme", "rummy17", "wiener_rummy")
GALLERY = sorted((Path(rummykit_cli.__file__).parent / "gallery").glob("*/*.yaml"))
GAMES_OF_PRESET, GAMES_OF_EXAMPLE, GAMES_OF_RARE_TABLE = 20, 4, 8
MOST_MOVES = 1_500
TRIES = 5
"""So many games are played for each one wanted, if others are too long."""


def tables() -> Iterator[tuple[str, Document, int]]:
    """Yield the name of every table, its rules, and how many games are recorded."""
    for variant in OURS:
        yield variant, {"variant": variant}, GAMES_OF_PRESET
        for preset in sorted(PLUGINS.presets(variant)):
            yield f"{variant}-{preset}", {"variant": variant, "preset": preset}, GAMES_OF_PRESET
    for file in GALLERY:
        yield f"example-{file.stem}", yaml.safe_load(file.read_text("utf-8")), GAMES_OF_EXAMPLE
    for name, document in RARE_TABLES.items():
        yield f"rare-{name}", document, GAMES_OF_RARE_TABLE


def games_of(table: str, document: Document, wanted: int) -> Iterator[dict[str, Any]]:
    """Yield games at a table, with every number of seats in turn, each with several mixtures of bots."""
    seats = seats_of(document)
    for number in range(TRIES * wanted):
        random = Random(f"{table} {number}")
        # Five and four have no common divisor, so that every mixture meets every number of seats.
        players = seats[number % 5 % len(seats)]
        mixed = [random.choice(("random", "greedy")) for _ in range(players)]
        bots = [["random"] * players, ["greedy"] * players, mixed, mixed][number % 4]
        game = play(document, bots, random.randrange(1_000_000))
        if game is not None:
            yield game
            wanted -= 1
        if not wanted:
            return


def play(document: Document, bots: list[str], seed: int) -> dict[str, Any] | None:
    """Return a game to its end; None if it is too long."""
    match = new_match(document, len(bots), seed)
    chance = [Random(f"{seed} {seat}") for seat in range(len(bots))]
    moves: list[str] = []
    while not match.is_over:
        if len(moves) == MOST_MOVES:
            return None
        moves.append(choose(match, bots, chance))
        if (why := refused(match, moves[-1])) is not None:
            raise RuntimeError(f"{document}, seed {seed}, move {len(moves)}: {moves[-1]} is refused: {why}")
    return {"seed": seed, "players": bots, "moves": moves, **result(match)}


def record_games() -> None:
    """Write every table with its games."""
    GAMES.mkdir(exist_ok=True)
    for old in GAMES.glob("*.jsonl"):
        old.unlink()
    record_new()


def record_new() -> None:
    """Write the tables that are not there with their games."""
    for table, document, wanted in tables():
        if (GAMES / f"{table}.jsonl").exists():
            continue
        games = list(games_of(table, document, wanted))
        write(table, document, games)
        print(f"{table}: {len(games)} games")


def record_booklets() -> None:
    """Write the booklets of the tables that have games."""
    BOOKLETS.mkdir(exist_ok=True)
    for old in BOOKLETS.glob("*.md"):
        old.unlink()
    for file in sorted(GAMES.glob("*.jsonl")):
        document = json.loads(file.read_text("utf-8").partition("\n")[0])
        for language in LANGUAGES:
            (BOOKLETS / f"{file.stem}.{language}.md").write_text(booklet(document, language), "utf-8")


def record_again() -> None:
    """Record those games anew that do not replay, and tell which they are, counted from 1."""
    for file in sorted(GAMES.glob("*.jsonl")):
        table = file.stem
        document, *games = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        replaced: list[int] = []
        for at, game in enumerate(games):
            if not replays(document, game):
                again = play(document, game["players"], game["seed"])
                if again is None:
                    raise RuntimeError(f"{table}, seed {game['seed']}: the game is too long now")
                games[at] = again
                replaced.append(at + 1)
        write(table, document, games)
        if replaced:
            print(f"{table}: {', '.join(map(str, replaced))}")


def replays(document: Document, game: dict[str, Any]) -> bool:
    """Whether a game is still legal and ends as it did."""
    match = new_match(document, len(game["players"]), game["seed"])
    if any(refused(match, move) is not None for move in game["moves"]):
        return False
    return {key: game[key] for key in ("scores", "winners", "sheet")} == result(match)


def write(table: str, document: Document, games: list[dict[str, Any]]) -> None:
    """Write a table and its games."""
    lines = [document, *games]
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    (GAMES / f"{table}.jsonl").write_text(text, "utf-8")


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            record_games()
            record_booklets()
        case ["booklets"]:
            record_booklets()
        case ["new"]:
            record_new()
            record_booklets()
        case ["again"]:
            record_again()
        case _:
            raise SystemExit(__doc__)
