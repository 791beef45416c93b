"""Pages about rules and keys: the paragraph behind a refusal, and the help."""

from __future__ import annotations

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from rummykit.booklet import Paragraph
from rummykit.cards import Pack
from rummykit.engine import actions
from rummykit.engine.match import Match
from rummykit.engine.ruleset import Ruleset
from rummykit.i18n import IN_ENGLISH, mark, say
from rummykit.plugin.plugins import Plugins
from rummykit.refusals import TABLE_RULES, Refusal
from rummykit.rules import TableRules
from rummykit_cli.render.book.parts import groups, passages
from rummykit_cli.table.fitting import most_fitting
from rummykit_cli.table.possible_moves import ENTER, ESCAPE, SPACE, UP_DOWN
from rummykit_cli.table.widgets.ink import Ink

KEYS: tuple[tuple[str, str, type[actions.Action] | None], ...] = (
    (mark("left right"), mark("go from card to card"), None),
    (mark("home end"), mark("go to the first or the last card of your hand"), None),
    (SPACE, mark("pick the card, or put it back; while bots play: do not wait for them"), None),
    (mark("shift+left shift+right"), mark("move the card within your hand"), None),
    ("c v", mark("sort your hand by colour or by value"), None),
    (ESCAPE, mark("put picked cards back, then groups that were set aside"), None),
    ("t o", mark("draw from the stock, take the open card"), actions.Draw),
    ("y", mark("claim the open card"), actions.Claim),
    ("p", mark("pass"), actions.Pass),
    (
        "m",
        mark("meld the picked cards; for a first meld set one group after another aside until you have the points"),
        actions.LayDown,
    ),
    ("l", mark("lay off: choose from all that is possible with the picked cards"), actions.LayOff),
    ("s", mark("swap a joker: choose from all that is possible with the picked cards"), actions.SwapJoker),
    ("a", mark("rearrange: take melds on the table apart and make new ones"), actions.Rearrange),
    ("d", mark("discard the picked card"), actions.Discard),
    ("k", mark("knock with the picked card as your discard"), actions.Knock),
    ("f", mark("call with the picked card as your discard"), actions.Call),
    ("e", mark("end your turn without a discard"), actions.EndTurn),
    ("x", mark("choose among the moves that only this game has"), actions.Action),
    ("h", mark("a hint in three steps; hints are counted"), None),
    ("u", mark("take back your last move"), None),
    ("w", mark("why not? The rule behind the last refusal"), None),
    ("n", mark("do not wait for the bots"), None),
    (ENTER, mark("type a move or a command"), None),
    (mark("tab"), mark("go to the buttons, the melds, the log"), None),
    (UP_DOWN, mark("scroll the melds; while you type: your earlier lines"), None),
    (mark("pageup pagedown"), mark("scroll the log"), None),
    (mark("ctrl+t"), mark("light or dark"), None),
    (mark("q ctrl+c"), mark("leave; the game is saved"), None),
)
"""Keys, what they do, and the move that they make, if any; everything can be done with the mouse too."""

TO_THE_POOL = mark("go from card to card; right of the last card, and left of the first, lie the jokers of the pool")
"""What the first keys do in a game with a pool."""


def key_table(rules: Ruleset) -> RenderableType:
    """Return the keys of the table and what they do, without those of moves that there are not in the game."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    offered = {None, *rules.flow.offered, *([actions.Action] if rules.flow.own else [])}
    for at, (keys, meaning, move) in enumerate(KEYS):
        if move in offered:
            to_pool = at == 0 and rules.deal.pool_jokers
            grid.add_row(Text(say(keys)), Text(say(TO_THE_POOL if to_pool else meaning)))
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
