"""`rummy rules book` writes the rule booklet of every game, and of a house-rule file, in four formats."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from cli.command import PLUGINS, rummy, rummy_started
from cli.test_book_renderers import check_page
from rummykit.booklet import Chapter
from rummykit.rules import from_variant
from rummykit_cli.commands.rules.book import write_book
from rummykit_cli.render.book import render

OURS = "variant: deutsches_romme\npreset: club\nplayers: 3\nrules:\n  first_meld:\n    min: 35\n"


@pytest.mark.parametrize("format", ["txt", "md", "html"])
def test_every_game_has_a_booklet(our_game: tuple[str, str | None], format: str, home: Path) -> None:
    variant, preset = our_game
    file = home / f"book.{format}"
    write_book(f"{variant}:{preset}" if preset else variant, None, file, False)
    book = file.read_text("utf-8")
    info = PLUGINS.by_variant[variant].variant
    assert info is not None
    assert info.title in book
    rules = [paragraph.rule for chapter in _chapters(variant, preset) for paragraph in chapter.paragraphs]
    assert rules
    assert all(rule in book for rule in rules)
    if format == "html":
        check_page(book)
    if format == "txt":
        assert max(map(len, book.splitlines())) <= 80


def _chapters(variant: str, preset: str | None) -> tuple[Chapter, ...]:
    return PLUGINS.booklet(from_variant(variant, PLUGINS, preset=preset)).chapters


def test_the_command_prints_text(home: Path) -> None:
    result = rummy(home, "rules", "book", "rummy17")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("Rummy 17\n========\n")
    assert not list(home.iterdir())


def test_the_command_writes_a_file_once(home: Path) -> None:
    made = rummy(home, "rules", "book", "deutsches_romme:club", "-o", "club.html")
    assert (made.code, made.out) == (0, "Wrote club.html.\n")
    check_page((home / "club.html").read_text("utf-8"))
    assert [file.name for file in home.iterdir()] == ["club.html"]

    (home / "club.html").write_text("mine", "utf-8")
    again = rummy(home, "rules", "book", "deutsches_romme", "-o", "club.html")
    assert again.code == 2
    assert again.err == "Error: club.html already exists; overwrite it with --force, or choose another name.\n"
    assert (home / "club.html").read_text("utf-8") == "mine"

    forced = rummy(home, "rules", "book", "deutsches_romme", "-o", "club.html", "--format", "md", "--force")
    assert forced.code == 0
    assert (home / "club.html").read_text("utf-8").startswith("# Deutsches Rommé\n")
    assert [file.name for file in home.iterdir()] == ["club.html"]


def test_a_file_of_house_rules_has_its_name_on_the_title(home: Path) -> None:
    (home / "ours.yaml").write_text(OURS, "utf-8")
    lines = rummy(home, "rules", "book", "ours.yaml").out.splitlines()
    assert lines[2:4] == ["House rules: ours, from the preset club", "For 3 players, 110 cards"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rummy17", "--format", "htm"], "There is no format 'htm', only txt, md, html or pdf. Did you mean html?"),
        (["rummy17", "--format", "pdf"], "A PDF cannot be printed on the screen; name a file for it with -o."),
        (["rummy17", "-o", "book.doc"], "The name book.doc does not say which format is meant; choose one "),
        (["rummy17", "-o", "nowhere/book.txt"], "nowhere/book.txt cannot be written: No such file or directory."),
        (["rummy17", "-o", ".", "--format", "txt", "--force"], ". is not a file that can be overwritten."),
        (["rumy17"], "Did you mean rummy17?"),
        (["rummy17:nothing"], "unknown preset 'nothing'"),
        (["nothing.yaml"], "nothing.yaml"),
    ],
)
def test_the_command_says_what_is_wrong(home: Path, arguments: list[str], sentence: str) -> None:
    result = rummy(home, "rules", "book", *arguments)
    assert (result.code, result.out) == (2, "")
    assert sentence in result.text.replace("\\", "/")
    assert not list(home.iterdir())


@pytest.mark.parametrize(
    ("raised", "sentence"),
    [
        ("ImportError", "A PDF needs WeasyPrint; install it with: pip install 'rummykit[pdf]'"),
        ("OSError", "WeasyPrint is installed, but not the library Pango"),
    ],
)
def test_a_pdf_needs_more_than_is_installed(home: Path, raised: str, sentence: str) -> None:
    # The command looks for modules in its own folder first.
    (home / "weasyprint.py").write_text(f"raise {raised}('it is not here')", "utf-8")
    result = rummy_started(home, "rules", "book", "rummy17", "-o", "book.pdf")
    assert (result.code, result.out) == (2, "")
    assert sentence in result.text
    assert result.err.count("\n") == 1
    assert not (home / "book.pdf").exists()


@pytest.mark.pdf
def test_the_command_writes_a_pdf(home: Path) -> None:
    result = rummy(home, "rules", "book", "deutsches_romme:club", "-o", "club.pdf")
    assert (result.code, result.err) == (0, "")
    assert (home / "club.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.pdf
def test_a_pdf_has_pages_with_the_rules_on_them(our_variant: str) -> None:
    weasyprint = import_module("weasyprint")
    page = render(PLUGINS.booklet(from_variant(our_variant, PLUGINS)), "html").decode()
    document = weasyprint.HTML(string=page).render()
    assert len(document.pages) > 1
    anchors = {anchor for printed in document.pages for anchor in printed.anchors}
    rules = {p.rule for chapter in _chapters(our_variant, None) for p in chapter.paragraphs if p.rule}
    assert rules <= anchors
    # The title page is A5 and has nothing but the title.
    assert round(document.pages[0].width * 25.4 / 96) == 148
    assert not document.pages[0].anchors
