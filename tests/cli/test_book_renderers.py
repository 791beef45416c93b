"""The renderers of rule booklets, with booklets that have everything a variant or a house-rule file may put in."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from rummykit.booklet import Booklet, Chapter, Example, Paragraph, PrintedTable
from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack, Suit
from rummykit.errors import PluginError
from rummykit.i18n import Language
from rummykit_cli.render.book import render
from rummykit_cli.render.book.html import html
from rummykit_cli.render.book.markdown import markdown
from rummykit_cli.render.book.parts import fan as fan_of
from rummykit_cli.render.book.text import text
from rummykit_cli.render.cards_svg import SHAPES, colour_of, drawings

FRENCH = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=6)
COLOURS = (
    Suit("r", "r", "red", "red"),
    Suit("b", "b", "blue", "blue"),
    Suit("g", "g", "green", "green"),
    Suit("y", "y", "yellow", "yellow"),
    Suit("v", "v", "violet", "magenta"),
)
SEVENTEEN = Pack(COLOURS, tuple(map(str, range(1, 18))), suit_jokers=True)
THIRTEEN = Pack(COLOURS[:4], tuple(map(str, range(1, 14))), copies=2, plain_jokers=2)
STRANGE = Pack((Suit("a", "🌰", "<acorns>", "brown"), Suit("x", "&", "stars", "")), ("VII", "O'\"", "<K>"))

RULES = (
    Chapter(
        "Melds",
        (
            Paragraph(
                "MY-MELD-01",
                "A run is three cards of a suit.\n\nThe ace is high or low.",
                (
                    Example("5c 6c *=7c", "a run with a joker"),
                    Example("Kc Ac 2c", "round the corner", legal=False),
                    Example("10h 10c 10d | As 2s 3s", "two melds"),
                ),
            ),
            Paragraph(
                "MY-MELD-02",
                "Cards count:",
                table=PrintedTable(("card", "points"), (("joker", "20"), ("ace | one", "11"))),
            ),
        ),
    ),
    Chapter("Scoring", (Paragraph("MY-MELD-01", "Cited again."), Paragraph("", "Of no rule."))),
)
BOOKLET = Booklet("Our <Game> & Co", "a *club*", "en", (2, 6), FRENCH, RULES)
EVIL = "</style><script>alert('x')</script> \x1b[31m\x00 \" & `code` **bold** | cell"


class Page(HTMLParser):
    """What a test wants to know of a page; fails on tags that do not match."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name == "href"]
        if tag != "meta":
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def check_page(page: str) -> Page:
    """Assert what holds for every booklet: it fetches nothing, its links lead somewhere, its drawings are XML."""
    read = Page(page)
    assert "http" not in page
    assert not re.search(r"url\s*\(|@import", page)
    assert not {"script", "link", "img", "iframe", "object"} & read.tags
    assert not [name for name, _ in read.attributes if name.startswith("on") or name == "src"]
    assert len(read.ids) == len(set(read.ids))
    assert all(link.startswith("#") and link[1:] in read.ids for link in read.links)
    drawings = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert drawings
    for drawing in drawings:
        assert ElementTree.fromstring(drawing).get("aria-label")
    return read


def drawn(drawing: str) -> list[str]:
    """The letters in a drawing."""
    return [element.text or "" for element in ElementTree.fromstring(drawing).iter("text")]


def test_a_page_has_everything_of_the_booklet() -> None:
    page = html(BOOKLET)
    read = check_page(page)
    assert page.startswith('<!doctype html>\n<html lang="en">')
    for words in (
        "Our <Game> & Co",
        "a *club*",
        "For 2 to 6 players",
        "110 cards",
        "The ace is high or low.",
        "a run with a joker",
        "ace | one",
        "Of no rule.",
    ):
        assert words in read.text
    assert read.ids == ["chapter-1", "MY-MELD-01", "MY-MELD-02", "chapter-2", "MY-MELD-01-2"]
    assert '<th class="number">points</th>' in page
    assert '<td class="number">20</td>' in page


def test_what_is_not_allowed_has_a_cross_and_a_word() -> None:
    figures = re.findall(r"<figure.*?</figure>", html(BOOKLET), re.DOTALL)
    wrong = [figure for figure in figures if "round the corner" in figure]
    assert len(wrong) == 1
    assert 'aria-label="✗"' in wrong[0]
    assert "<strong>not allowed</strong>" in wrong[0]
    assert sum("not allowed" in figure for figure in figures) == 1


def test_a_short_booklet_has_no_contents() -> None:
    short = replace(BOOKLET, chapters=RULES[:1])
    assert ["Contents" in render(book, "html").decode() for book in (BOOKLET, short)] == [True, False]
    assert ["Contents" in text(book) for book in (BOOKLET, short)] == [True, False]
    assert ["Contents" in markdown(book) for book in (BOOKLET, short)] == [True, False]


def test_a_page_speaks_the_language_of_the_booklet() -> None:
    with Language("de", ("rummykit",), signs=True).spoken():
        page = html(replace(BOOKLET, language="de"))
    assert '<html lang="de">' in page


def test_any_text_may_stand_in_a_booklet() -> None:
    paragraph = Paragraph(EVIL, EVIL, (Example("5c 6c 7c", EVIL, legal=False),), PrintedTable((EVIL,), ((EVIL,),)))
    book = Booklet(EVIL, EVIL, EVIL, (1, 1), FRENCH, (Chapter(EVIL, (paragraph, paragraph)), Chapter("", ())))
    read = check_page(html(book))
    assert "</style><script>alert('x')</script> [31m \" & `code` **bold** | cell" in read.text
    for rendered in (html(book), markdown(book), text(book)):
        assert not re.search(r"[\x00-\x09\x0b-\x1f]", rendered)
    assert max(map(len, text(book).splitlines())) <= 80
    outside_code = re.sub(r"(?<!\\)(`+) .*? \1", "", markdown(book))
    assert not re.search(r"(?<!\\)<(?!a id=\"[\w-]+\"></a>|/a>|br>)", outside_code)


def test_cards_are_told_apart_without_colour() -> None:
    french = drawings().row(FRENCH.placed_cards("10s 10h 10d 10c"), FRENCH)
    assert drawn(french) == ["10"] * 4
    assert all(french.count(shape) == 2 for shape in SHAPES.values())
    assert drawn(drawings().row(SEVENTEEN.placed_cards("7r 7b 17v"), SEVENTEEN)) == [*"7R77B7", "17", "V", "17"]
    assert drawn(drawings().row(STRANGE.placed_cards("VIIa <K>x"), STRANGE)) == ["VII", "🌰", "🌰", "<K>", "&", "&"]


def test_a_joker_shows_its_colour_and_what_it_is_used_for() -> None:
    assert drawn(drawings().row(SEVENTEEN.placed_cards("*r"), SEVENTEEN)) == ["R"]
    assert drawn(drawings().row(SEVENTEEN.placed_cards("*r=7b"), SEVENTEEN)) == ["R", "=", "7", "B"]
    assert drawn(drawings().row(THIRTEEN.placed_cards("*"), THIRTEEN)) == []
    used = drawings().row(FRENCH.placed_cards("*=Qh"), FRENCH)
    assert drawn(used) == ["=", "Q"]
    assert SHAPES["♥"] in used
    assert ElementTree.fromstring(used).get("aria-label") == "*=Qh"


def test_courts_have_the_letters_of_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = Catalog("de")
    catalogue.add("J", "B")
    catalogue.add("Q", "D")
    folder = tmp_path / "court_letters" / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (tmp_path / "court_letters" / "__init__.py").touch()
    with (folder / "rummykit.mo").open("wb") as file:
        write_mo(file, catalogue)
    monkeypatch.syspath_prepend(tmp_path)
    with Language("de", ("court_letters",)).spoken():
        assert drawn(drawings().row(FRENCH.placed_cards("Js Qh Kd"), FRENCH)) == ["B", "D", "K"]


def test_a_long_row_is_laid_one_upon_the_other() -> None:
    def width(count: int) -> float:
        cards = " ".join(f"{value}r" for value in range(1, count + 1))
        return float(
            ElementTree.fromstring(drawings().row(SEVENTEEN.placed_cards(cards), SEVENTEEN))
            .attrib["viewBox"]
            .split()[2]
        )

    assert width(4) < width(8)
    assert width(9) <= width(8) * 1.01
    assert width(17) <= width(8) * 1.01


@pytest.mark.parametrize(
    ("pack", "cards"),
    [
        (FRENCH, "10s Jh Qd Kc *"),
        (SEVENTEEN, "14r 15b 16g 17y *v"),
        (THIRTEEN, "10r 11b 12g 13y *"),
        (STRANGE, "O'\"a <K>x VIIa O'\"x <K>a"),
    ],
)
def test_the_title_shows_a_fan_of_the_pack(pack: Pack, cards: str) -> None:
    assert " ".join(card.text for card in fan_of(pack)) == cards
    label = ElementTree.fromstring(drawings().fan(fan_of(pack), pack)).get("aria-label")
    assert label == cards


@pytest.mark.parametrize(
    ("colour", "ink"),
    [
        ("red", "#b3202c"),
        ("bright_red", "#b3202c"),
        ("#12AB9f", "#12ab9f"),
        ("", "#26221f"),
        ('red" onload="x', "#26221f"),
    ],
)
def test_a_suit_has_an_ink(colour: str, ink: str) -> None:
    suit = Suit("t", "★", "stars", colour)
    assert colour_of(suit) == ink
    assert f'fill="{ink}"' in drawings().suit_sign(suit)


def test_text_is_for_eighty_columns() -> None:
    wide = PrintedTable(("who", "what"), (("somebody " * 12, "something " * 12), ("Ben", "7")))
    rules = (*RULES, Chapter("Very " * 30 + "long", (Paragraph("MY-01", "word " * 60, (), wide),)))
    lines = text(replace(BOOKLET, chapters=rules)).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[:4] == ["Our <Game> & Co", "===============", "a *club*", "For 2 to 6 players, 110 cards"]
    for line in ("[MY-MELD-02]", "    5c 6c *=7c", "    Not allowed: Kc Ac 2c", "    round the corner"):
        assert line in lines
    assert lines[lines.index("    card       points") + 2] == "    joker          20"
    assert "* is a joker, *=7s a joker that is used for 7s." in lines


def test_markdown_is_escaped_and_linked() -> None:
    book = markdown(BOOKLET)
    assert book.startswith("# Our \\<Game\\> \\& Co\n\n*a \\*club\\**\n")
    assert "1. [Melds](#chapter-1)" in book
    assert '## <a id="chapter-1"></a>1. Melds' in book
    assert '<a id="MY-MELD-01"></a>`MY-MELD-01`<br>\nA run is three cards of a suit.\n\nThe ace' in book
    assert "- `5c 6c *=7c` a run with a joker\n- ✗ **not allowed** `Kc Ac 2c` round the corner\n" in book
    assert "| card | points |\n| --- | ---: |\n| joker | 20 |\n| ace \\| one | 11 |\n" in book


def test_suits_are_signs_where_the_reader_has_them() -> None:
    with Language("en", (), signs=True).spoken():
        assert "    5♣ 6♣ *=7♣\n" in text(BOOKLET)
        assert "♠ spades, ♥ hearts" in text(BOOKLET)
    assert "s spades, h hearts" in text(BOOKLET)


def test_one_number_of_players() -> None:
    assert "For 3 players" in text(replace(BOOKLET, players=(3, 3)))


@pytest.mark.parametrize("format", ["txt", "md", "html"])
def test_an_example_that_cannot_be_drawn_is_told_with_its_rule(format: str) -> None:
    chapter = Chapter("Melds", (Paragraph("MY-MELD-09", "A run.", (Example("5c 6q", "a run"),)),))
    with pytest.raises(PluginError, match=r"An example of the rule MY-MELD-09 cannot be drawn: '6q' is not a card"):
        render(replace(BOOKLET, chapters=(chapter,)), format)
