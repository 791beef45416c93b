"""A game as one HTML page that steps through it: nothing is fetched, and no server is needed.

The log and the scores are plain HTML, which can be read and printed without any script; the tables, which the script
draws, are JSON. Whatever is in the page may be known by whoever reads it: nothing is merely hidden from sight.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import RenderableType
from rich.table import Table

from rummykit.cards import Card, Pack, Placed
from rummykit.i18n import current, listed, say
from rummykit_cli.render.book.parts import plain
from rummykit_cli.render.cards_svg import drawings
from rummykit_cli.render.html import page
from rummykit_cli.render.sheet import match_table, score_table, tell_winners
from rummykit_cli.render.story import Scene, Story
from rummykit_session.table_state import (
    TableState,
    bonus_words,
    heading,
    open_card_words,
    owner_words,
    seat_notes,
    stock_words,
)
from rummykit_session.words import shown_name


def as_html(story: Story) -> str:
    """Return the game as a page."""
    scenes = story.scenes
    return page(
        "game.html",
        language=current().code,
        title=f"{story.match.rules.title}: {listed(story.names)}",
        story=story,
        scenes=scenes,
        match=story.match,
        match_table=match_table,
        score_table=score_table,
        rows=_rows,
        tell_winners=tell_winners,
        data=_data(story, scenes),
    )


def _rows(table: Table) -> list[tuple[RenderableType, ...]]:
    return list(zip(*(column.cells for column in table.columns), strict=True))


# -- the data of the script --------------------------------------------------------------------------------


def _data(story: Story, scenes: list[Scene]) -> dict[str, object]:
    """Return what the script draws; a table holds only what has changed since the one before."""
    tables = [_table(scene, story) for scene in scenes]
    before: list[dict[str, object]] = [{}, *tables[:-1]]
    changes = [
        {name: value for name, value in now.items() if name not in last or last[name] != value}
        for last, now in zip(before, tables, strict=True)
    ]
    labels = {"pool": say("Pool"), "melds": say("Melds"), "bonus": say("Bonus"), "none": say("no melds yet")}
    return {"cards": _cards(story.match.rules.pack, scenes), "tables": changes, "labels": labels, "pause": say("Pause")}


def _table(scene: Scene, story: Story) -> dict[str, object]:
    table = scene.table
    return {
        "heading": " · ".join(heading(table)),
        "seats": [
            {
                "name": plain(shown_name(seat.name)),
                "notes": ", ".join(seat_notes(seat)),
                "turn": seat.on_turn,
                "acts": at == table.actor,
                "own": at == story.seat,
                "out": not seat.playing,
                "hand": None if seat.hand is None else _keys(seat.hand),
                "backs": seat.cards if seat.hand is None else 0,
            }
            for at, seat in enumerate(table.seats)
        ],
        "stock": [table.stock, stock_words(table)],
        "open": [str(table.open_card) if table.open_card else None, open_card_words(table)] if table.has_pile else None,
        "pool": None if table.pool is None else _keys(table.pool),
        "melds": [[meld.number, plain(owner_words(meld, table)), _keys(meld.cards)] for meld in table.melds],
        "lays": story.match.rules.flow.lays_out,
        "bonus": [bonus_words(bonus, table) for bonus in table.bonus],
    }


def _cards(pack: Pack, scenes: list[Scene]) -> dict[str, str]:
    """Return a drawing of every card that is seen in some step, and of no other."""
    seen = {str(card): card for scene in scenes for card in _cards_of(scene.table)}
    return {
        key: drawings().row((card if isinstance(card, Placed) else Placed(card),), pack)
        for key, card in sorted(seen.items())
    }


def _cards_of(table: TableState) -> Iterator[Card | Placed]:
    for seat in table.seats:
        yield from seat.hand or ()
    for meld in table.melds:
        yield from meld.cards
    yield from table.pool or ()
    if table.open_card:
        yield table.open_card


def _keys(cards: Iterable[Card | Placed]) -> list[str]:
    return list(map(str, cards))
