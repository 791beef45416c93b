"""Booklets are compared by what they say: matter by matter, without what both say."""

from __future__ import annotations

import pytest

from rummykit.booklet import Booklet, Chapter, Example, Paragraph, PrintedTable
from rummykit.booklet.comparing import Difference, Said, apart, differences, without_shared
from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
from rummykit_cli.lines import wrapped

DEAL = Paragraph("D-1", "Everybody gets ten cards.")
DEALER = Paragraph("D-2", "The dealer gets one card more, and does not draw.")
NEIGHBOUR = Paragraph("C-2", "The player to the left of the dealer gets one card more, and does not draw.")
CLAIM = Paragraph("C-3", "Whoever wants the discard says so.")
END = Paragraph("E-1", "Whoever has no card left wins.")


def booklet(**chapters: list[Paragraph]) -> Booklet:
    pages = tuple(Chapter(title, tuple(paragraphs)) for title, paragraphs in chapters.items())
    return Booklet("Game", "", "en", (2, 4), Pack(FRENCH_SUITS, FRENCH_RANKS), pages)


def sides(first: Booklet, second: Booklet) -> list[tuple[str, str]]:
    return [difference.texts for difference in differences(first, second)]


def test_equal_booklets_differ_in_nothing() -> None:
    book = booklet(Deal=[DEAL, DEALER], End=[END])
    assert differences(book, book) == []


def test_what_is_alike_is_one_matter_whatever_its_rule() -> None:
    (found,) = differences(booklet(Deal=[DEAL, DEALER]), booklet(Deal=[DEAL, NEIGHBOUR]))
    assert found == Difference(Said("Deal", "D-2", DEALER.text, 1), Said("Deal", "C-2", NEIGHBOUR.text, 1))


def test_equal_words_by_another_rule_are_no_difference() -> None:
    assert sides(booklet(Deal=[DEAL]), booklet(Deal=[Paragraph("C-1", DEAL.text)])) == []


def test_what_is_not_alike_is_one_matter_if_it_takes_the_place_of_the_other() -> None:
    free, stays = Paragraph("J-1", "Any card of the set frees it."), Paragraph("J-2", "So it lies there.")
    same_rule = Paragraph("J-1", stays.text)
    contrasted, only = (free.text, stays.text), [(free.text, ""), ("", stays.text)]
    assert sides(booklet(Jokers=[free, END]), booklet(Jokers=[stays, END])) == [contrasted]
    assert sides(booklet(Jokers=[free, END]), booklet(Jokers=[END, stays])) == only
    assert sides(booklet(Jokers=[free, END]), booklet(Jokers=[CLAIM, same_rule, END])) == [contrasted, ("", CLAIM.text)]
    assert contrasted not in sides(booklet(Jokers=[free, END]), booklet(Jokers=[CLAIM, stays, END]))


def test_a_chapter_of_one_stands_where_it_belongs() -> None:
    first, second = booklet(Deal=[DEAL, DEALER], End=[END]), booklet(Deal=[DEAL], Claims=[CLAIM], End=[END, DEALER])
    assert [(found.said.chapter, found.first is None) for found in differences(first, second)] == [
        ("Deal", False),
        ("Claims", True),
        ("End", True),
    ]


def test_a_table_differs_by_its_rows() -> None:
    sizes = [PrintedTable(("Players", "Cards each"), (("2", "10"), ("3", number))) for number in ("7", "8")]
    first, second = (booklet(Deal=[Paragraph("D-1", "It depends:", table=table)]) for table in sizes)
    assert sides(first, second) == [("Players 3: 7 cards each", "Players 3: 8 cards each")]
    assert sides(booklet(Deal=[Paragraph("D-1", "Ten.")]), first) == [
        ("Ten.", "It depends: Players 2: 10 cards each; Players 3: 7 cards each")
    ]


def test_examples_decide_nothing() -> None:
    shown = (Example("5c 6c 7c", "a run"),)
    first = booklet(End=[Paragraph(END.rule, END.text, shown), Paragraph("E-2", "For example:", shown)])
    assert differences(booklet(End=[END]), first) == []


def test_of_several_booklets_all_say_what_is_common() -> None:
    books = {1: booklet(Deal=[DEAL, END]), 2: booklet(Deal=[DEAL, CLAIM]), 3: booklet(Deal=[DEAL, CLAIM, END])}
    found = apart(books)
    assert [said.text for said in found[3]] == [CLAIM.text, END.text]
    assert [said.text for said in found[1]] == [END.text]
    assert apart({}) == {}


@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        ("You draw one.", "You draw two.", ["You draw one.", "You draw two."]),
        ("Draw. Meld it. Go.", "Draw. Lay it. Go.", ["… Meld it. …", "… Lay it. …"]),
        ("So z. B. ich. Ja gern.", "So z. B. du. Ja gern.", ["So z. B. ich. …", "So z. B. du. …"]),
        ("You draw. You meld.", "You meld.", ["You draw. You meld.", "You meld."]),
        ("Draw. Meld.", "Draw. Meld. Go.", ["… Meld.", "… Meld. Go."]),
    ],
)
def test_sentences_that_both_share_are_left_out(first: str, second: str, left: list[str]) -> None:
    assert list(without_shared(first, second)) == left


def test_prose_fits_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    assert wrapped("The dealer begins, and the others follow.", "  ", "A: ").splitlines() == [
        "  A: The dealer begins, and",
        "     the others follow.",
    ]
    monkeypatch.setenv("COLUMNS", "400")
    assert max(map(len, wrapped("word " * 60, "  ").splitlines())) <= 100
