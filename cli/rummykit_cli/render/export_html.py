"""A game as one HTML page that steps through it: nothing is fetched, and no server is needed.

The log and the scores are plain HTML, which can be read and printed without any script; the tables, which the script
draws, are JSON. Whatever is in the page may be known by whoever reads it: nothing is merely hidden from sight.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files

from rich.table import Table

from rummykit.cards import Card, Placed
from rummykit.i18n import current, listed, mark, say
from rummykit_cli.render import cards_svg
from rummykit_cli.render.book.parts import plain
from rummykit_cli.render.sheet import match_table, score_table, tell_winners
from rummykit_cli.render.story import Scene, Story
from rummykit_cli.render.table_state import TableState, bonus_words, open_card_words, seat_notes, stock_words
from rummykit_cli.render.words import chips, shown_name

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)
"""What a browser may do with the page: run what is in it, and fetch nothing."""

SPEEDS = (("2400", mark("slow")), ("1200", mark("normal")), ("500", mark("fast")))
"""How many milliseconds a step lasts when the game plays by itself."""


def as_html(story: Story) -> str:
    """Return the game as a page."""
    return "\n".join(_Page(story).lines()) + "\n"


class _Page:
    """A page in the making: every text in it goes through `_text` or `_script_data`."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.scenes = story.scenes

    def lines(self) -> Iterator[str]:
        title = f"{self.story.match.rules.title}: {listed(self.story.names)}"
        yield "<!doctype html>"
        yield f'<html lang="{_text(current().code)}">\n<head>\n<meta charset="utf-8">'
        yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield '<meta name="color-scheme" content="light dark">'
        yield f"<title>{_text(title)}</title>\n<style>\n{_file('page.css')}</style>\n</head>\n<body>"
        yield f"<header><h1>{_text(title)}</h1>\n<p>{_text(self.story.whose)}</p></header>"
        yield '<main>\n<div class="left">'
        yield from self.stage()
        yield from self.scores()
        yield "</div>"
        yield from self.log()
        yield "</main>"
        yield f'<script type="application/json" id="data">{_script_data(self.data())}</script>'
        yield f"<script>\n{_file('page.js')}</script>\n</body>\n</html>"

    # -- the table and what moves it -----------------------------------------------------------------------

    def stage(self) -> Iterator[str]:
        yield _section(say("Table"), 'id="stage" hidden')
        steps, step = say("Steps"), say("Step")
        yield f'<div class="controls" role="toolbar" aria-label="{_text(steps)}">'
        yield _button("first", "|◀", say("To the beginning"))
        yield _button("back", "◀", say("One step back"))
        yield _button("play", "▶▶", say("Play by itself"))
        yield _button("next", "▶", say("One step on"))
        yield _button("last", "▶|", say("To the end"))
        slider = f'<input type="range" id="slider" min="0" max="{len(self.scenes) - 1}">'
        yield f"<label>{_text(step)} {slider}</label>"
        rounds = ((str(at), scene.words) for at, scene in enumerate(self.scenes) if scene.is_deal)
        yield _select("round", say("Round"), rounds)
        yield _select("speed", say("Speed"), ((value, say(name)) for value, name in SPEEDS), chosen="1200")
        yield '</div>\n<p id="said" role="status"></p>\n<div id="table"></div>'
        keys = say("Keys: left and right arrow for a step, page up and down for a round, home and end, space to play.")
        yield f'<p class="keys">{_text(keys)}</p>\n</section>'

    def log(self) -> Iterator[str]:
        title = say("Log")
        yield _section(title, 'class="log"')
        yield f'<h2>{_text(title)}</h2>\n<ol id="log">'
        for scene in self.scenes:
            kind = "deal" if scene.is_deal else "move"
            number = "" if scene.is_deal else f'<span class="number">{scene.move}</span> '
            ending = "".join(f'<span class="ending">{_text(line)}</span>' for line in scene.ending)
            yield f'<li class="{kind}">{number}<span class="words">{_text(scene.told)}</span>{ending}</li>'
        yield "</ol></section>"

    def scores(self) -> Iterator[str]:
        match, title = self.story.match, say("Scores")
        yield _section(title, 'class="scores"')
        yield f"<h2>{_text(title)}</h2>"
        for at, scene in enumerate(self.scenes):
            if scene.ended is not None:
                yield _article(say("Round {number}", number=scene.ended), at)
                yield from (f"<p>{_text(line)}</p>" for line in scene.ending)
                yield from _html_table(score_table(match, scene.ended - 1))
                yield "</article>"
        yield _article(say("The match"), len(self.scenes) - 1)
        if len(match.scores) > 1 or match.format.has_chips:
            yield from _html_table(match_table(match))
        result = tell_winners(match) if match.is_over else say("The game is not over.")
        yield f"<p>{_text(result)}</p></article></section>"

    # -- the data of the script ----------------------------------------------------------------------------

    def data(self) -> dict[str, object]:
        """Return what the script draws; a table holds only what has changed since the one before."""
        tables = [self.table(scene) for scene in self.scenes]
        before: list[dict[str, object]] = [{}, *tables[:-1]]
        changes = [
            {name: value for name, value in now.items() if name not in last or last[name] != value}
            for last, now in zip(before, tables, strict=True)
        ]
        labels = {"pool": say("Pool"), "melds": say("Melds"), "bonus": say("Bonus"), "none": say("no melds yet")}
        return {"cards": self.cards(), "tables": changes, "labels": labels, "pause": say("Pause")}

    def table(self, scene: Scene) -> dict[str, object]:
        table = scene.table
        return {
            "heading": _heading(table),
            "seats": [
                {
                    "name": plain(shown_name(seat.name)),
                    "notes": ", ".join(seat_notes(seat)),
                    "turn": seat.on_turn,
                    "acts": at == table.actor,
                    "own": at == self.story.seat,
                    "out": not seat.playing,
                    "hand": None if seat.hand is None else _keys(seat.hand),
                    "backs": seat.cards if seat.hand is None else 0,
                }
                for at, seat in enumerate(table.seats)
            ],
            "stock": [table.stock, stock_words(table)],
            "open": [_key(table.open_card) if table.open_card else None, open_card_words(table)]
            if table.has_pile
            else None,
            "pool": None if table.pool is None else _keys(table.pool),
            "melds": [
                [meld.number, plain(shown_name(table.seats[meld.owner].name)), _keys(meld.cards)]
                for meld in table.melds
            ],
            "lays": self.story.match.rules.flow.lays_out,
            "bonus": [bonus_words(bonus, table) for bonus in table.bonus],
        }

    def cards(self) -> dict[str, str]:
        """Return a drawing of every card that is seen in some step, and of no other."""
        pack = self.story.match.rules.pack
        seen = {_key(card): card for scene in self.scenes for card in _cards_of(scene.table)}
        return {
            key: cards_svg.row((card if isinstance(card, Placed) else Placed(card),), pack)
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


def _heading(table: TableState) -> str:
    parts = [say("round {number}", number=table.round), say("lap {number}", number=table.lap)]
    if table.pot is not None:
        parts.append(say("{chips} in the pot", chips=chips(table.pot)))
    return " · ".join(parts)


def _keys(cards: Iterable[Card | Placed]) -> list[str]:
    return [_key(card) for card in cards]


def _key(card: Card | Placed) -> str:
    return str(card)


# -- pieces of HTML ----------------------------------------------------------------------------------------


def _section(label: str, attributes: str) -> str:
    return f'<section {attributes} aria-label="{_text(label)}">'


def _article(title: str, step: int) -> str:
    """Begin a score that is shown from a step on."""
    return f'<article data-from="{step}"><h3>{_text(title)}</h3>'


def _button(name: str, sign: str, label: str) -> str:
    return f'<button type="button" id="{name}" title="{_text(label)}" aria-label="{_text(label)}">{sign}</button>'


def _select(name: str, label: str, options: Iterable[tuple[str, str]], chosen: str = "") -> str:
    choices = "".join(
        f'<option value="{_text(value)}"{" selected" if value == chosen else ""}>{_text(text)}</option>'
        for value, text in options
    )
    return f'<label>{_text(label)} <select id="{name}">{choices}</select></label>'


def _html_table(table: Table) -> Iterator[str]:
    """Yield a score sheet as HTML."""
    yield '<div class="wide"><table><thead><tr>'
    yield "".join(f'<th scope="col">{_text(str(column.header))}</th>' for column in table.columns)
    yield "</tr></thead><tbody>"
    for title, *cells in zip(*(column.cells for column in table.columns), strict=True):
        values = "".join(f"<td>{_text(str(cell))}</td>" for cell in cells)
        yield f'<tr><th scope="row">{_text(str(title))}</th>{values}</tr>'
    yield "</tbody></table></div>"
    if table.caption:
        yield f'<p class="caption">{_text(str(table.caption))}</p>'


def _text(text: str) -> str:
    """Return a text as HTML, whatever is in it; also fit for an attribute in quotes."""
    return escape(plain(text))


def _script_data(data: object) -> str:
    """Return JSON in which nothing can end the script element or begin a comment in it.

    >>> _script_data("</script><!--")
    '"\\\\u003c/script\\\\u003e\\\\u003c!--"'
    """
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _file(name: str) -> str:
    return (files(__package__) / "templates" / name).read_text("utf-8")
