"""All that the corpus needs of RummyKit. When something moves, this is the file to adapt."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from rummykit.engine.match import Match
from rummykit.engine.notation import read_action
from rummykit.errors import NotationError, SetupError
from rummykit.i18n import Language
from rummykit.plugin.plugins import Plugins
from rummykit.refusals import Refusal
from rummykit.rules import TableRules, load_text
from rummykit_cli.render.book import render
from rummykit_cli.render.sheet import books_json

Document = dict[str, Any]
"""A house-rule file as data: variant, preset, players, rules and match, each but the variant only where it is said."""

HERE = Path(__file__).parent
GAMES, BOOKLETS = HERE / "games", HERE / "booklets"
LANGUAGES = ("en", "de", "hu")
NAMES = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fay")
PLUGINS = Plugins.discover()


def new_match(document: Document, players: int, seed: int) -> Match:
    """Set a match up; raise `SetupError` if so many cannot play by these rules."""
    return Match(PLUGINS.assemble(_rules(json.dumps(document)), players), seed, NAMES[:players])


def seats_of(document: Document) -> list[int]:
    """Return how many may sit at the table: those that the rules name, or else all numbers that can play by them."""
    if (said := document.get("players")) is not None:
        return [said if isinstance(said, int) else len(said)]
    low, high = PLUGINS.variants()[document["variant"]]
    return [players for players in range(low, high + 1) if _can_play(document, players)]


def _can_play(document: Document, players: int) -> bool:
    try:
        new_match(document, players, seed=0)
    except SetupError:
        return False
    return True


@cache
def _rules(text: str) -> TableRules:
    return load_text(text, PLUGINS, name="the table")


def choose(match: Match, bots: list[str], chance: list[Random]) -> str:
    """Return the text of the move that the bot of the seat to act makes."""
    seat = match.actor
    return str(PLUGINS.bots[bots[seat]].make()(match.view(seat), chance[seat]))


def refused(match: Match, text: str) -> str | None:
    """Play a move that is given as a text; if it is refused, return why."""
    if match.is_over:
        return "the match is over"
    try:
        action = read_action(text, match.round)
    except NotationError as error:
        return f"it is not a move: {error}"
    refusal = action if isinstance(action, Refusal) else match.check(action)
    if refusal is not None or isinstance(action, Refusal):
        return str(refusal)
    match.apply(action)
    return None


def result(match: Match) -> dict[str, Any]:
    """Return the scores, the winners and the whole sheet of a match, as plain data."""
    if not match.is_over:
        return {"over": False}
    told = books_json(match)
    sheet = ("rounds", "sheet", "still_in", "chips", "pot")
    kept = {"scores": told["totals"], "winners": told["winners"], "sheet": {key: told[key] for key in sheet}}
    plain: dict[str, Any] = json.loads(json.dumps(kept))
    return plain


def booklet(document: Document, language: str) -> str:
    """Return the rule booklet of a table as Markdown."""
    packages = [*PLUGINS.packages, "rummykit_session", "rummykit_cli"]
    with Language.of(language, packages, signs=True).spoken():
        return render(PLUGINS.booklet(_rules(json.dumps(document))), "md").decode()
