"""Pages about rules and keys: the paragraph behind a refusal, and the help."""

from __future__ import annotations

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from rummykit.booklet import Paragraph
from rummykit.cards import Pack
from rummykit.houserules import TableRules
from rummykit.language import IN_ENGLISH, mark, say
from rummykit.match import Match
from rummykit.plugins import Plugins
from rummykit.reasons import TABLE_RULES, Refusal
from rummykit_cli.book.parts import groups, passages
from rummykit_cli.table.buttons import ENTER, ESCAPE, SPACE, UP_DOWN
from rummykit_cli.table.fitting import most_fitting
from rummykit_cli.table.ink import Ink

KEYS = (
    (mark("left right"), mark("go from card to card")),
    (SPACE, mark("pick the card, or put it back; while bots play: do not wait for them")),
    (mark("shift+left shift+right"), mark("move the card within your hand")),
    ("c v", mark("sort your hand by colour or by value")),
    (ESCAPE, mark("put picked cards back, then groups that were set aside")),
    ("t o", mark("draw from the stock, take the open card")),
    ("y p", mark("claim the open card, pass")),
    ("m", mark("meld the picked cards; for a first meld set group after group aside until the points are reached")),
    ("l s", mark("lay off, swap a joker: choose from all that is possible with the picked cards")),
    ("a", mark("rearrange the table, where that is allowed")),
    ("d k f", mark("discard the picked card; knock or call with it")),
    ("e", mark("end your turn, where nothing is discarded")),
    ("h", mark("a hint in three steps; hints are counted")),
    ("u", mark("take back your last move")),
    ("w", mark("why not? The rule behind the last refusal")),
    ("n", mark("do not wait for the bots")),
    (ENTER, mark("type a move or a command")),
    (mark("tab"), mark("go to the buttons, the melds, the log")),
    (UP_DOWN, mark("scroll the melds; while you type: your earlier lines")),
    (mark("pageup pagedown"), mark("scroll the log")),
    (mark("ctrl+t"), mark("light or dark")),
    (mark("q ctrl+c"), mark("leave; the game is saved")),
)
"""Keys and what they do; everything can be done with the mouse too."""


def key_table() -> RenderableType:
    """Return all keys of the table and what they do."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for keys, meaning in KEYS:
        grid.add_row(Text(say(keys)), Text(say(meaning)))
    return grid


def why_not(refusal: Refusal, match: Match, plugins: Plugins, ink: Ink) -> list[RenderableType]:
    """Return a refusal, and below it what the rule booklet says about it, or else the rule sheet.

    Of several paragraphs the one that fits the refusal best comes first.
    """
    rules = match.rules
    told: list[RenderableType] = []
    title = ""
    for chapter, paragraph in _cited(refusal, rules.table_rules, plugins):
        if chapter != title:
            told += [Text(""), Text(chapter, "bold")]
        told += _paragraph(paragraph, rules.pack, ink)
        title = chapter
    sheet = {**TABLE_RULES, **rules.rulebook}
    return [Text(str(refusal), ink.look.warning), *(told or [Text(""), Text(say(sheet.get(refusal.rule, "")))])]


def _cited(refusal: Refusal, rules: TableRules, plugins: Plugins) -> list[tuple[str, Paragraph]]:
    """Return the paragraphs with the rule of a refusal, each with the title of its chapter."""
    with IN_ENGLISH.spoken():
        english = [paragraph for chapter in plugins.booklet(rules).chapters for paragraph in chapter.paragraphs]
    cited = [
        (chapter.title, paragraph)
        for chapter in plugins.booklet(rules).chapters
        for paragraph in chapter.paragraphs
        if paragraph.rule == refusal.rule
    ]
    first = most_fitting(refusal, english)
    return [*cited[first : first + 1], *cited[:first], *cited[first + 1 :]]


def _paragraph(paragraph: Paragraph, pack: Pack, ink: Ink) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for passage in passages(paragraph.text):
        parts += [Text(""), Text(passage)]
    for example in paragraph.examples:
        cards = Text("  |  ").join(ink.cards(pack, group) for group in groups(example, paragraph, pack))
        shown = cards if example.legal else Text.assemble(say("Not allowed: {cards}", cards=""), cards)
        parts += [Text(""), Padding(shown, (0, 0, 0, 4)), Padding(Text(example.caption), (0, 0, 0, 4))]
    if paragraph.table is not None:
        grid = Grid(*paragraph.table.heading, show_edge=False, pad_edge=False)
        for row in paragraph.table.rows:
            grid.add_row(*map(Text, row))
        parts += [Text(""), Padding(grid, (0, 0, 0, 4), expand=False)]
    return parts
