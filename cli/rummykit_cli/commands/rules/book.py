"""`rummy rules book`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rummykit.booklet import Booklet
from rummykit.errors import SetupError, did_you_mean
from rummykit.files import write_file
from rummykit.i18n import current, either, say
from rummykit.plugin.plugins import Plugins
from rummykit.rules import TableRules
from rummykit_cli.commands.installed import warn_of_problems
from rummykit_cli.commands.rules.show import read_target
from rummykit_cli.language import installed
from rummykit_cli.lines import echo, print_document
from rummykit_cli.render.book import FORMATS, render

SUFFIXES = {".txt": "txt", ".md": "md", ".html": "html", ".htm": "html", ".pdf": "pdf"}


def write_book(target: str, format: str | None, file: Path | None, force: bool) -> None:
    """Write the rule booklet of a file, variant or preset, or print it if no file is named."""
    chosen = _format(format, file)
    plugins = installed()
    warn_of_problems(plugins)
    rules = read_target(target, plugins)
    if file is None:
        print_document(render(_booklet(target, rules, plugins), chosen).decode())
        return
    # Before the work, which takes seconds for a PDF.
    _check_free(file, force)
    # A file is UTF-8 and has every sign, whatever the screen can show.
    with replace(current(), signs=True).spoken():
        book = render(_booklet(target, rules, plugins), chosen)
    _write(file, book, force)
    echo(say("{file} is written.", file=file))


def _format(asked: str | None, file: Path | None) -> str:
    """Return the format that is asked for, or else the one that the name of the file tells."""
    if asked is None and file is None:
        return "txt"
    if asked is None:
        assert file is not None
        if file.suffix.lower() not in SUFFIXES:
            raise SetupError(
                say(
                    "The name {file} does not tell the format; choose one with --format: {formats}.",
                    file=file,
                    formats=either(FORMATS),
                )
            )
        return SUFFIXES[file.suffix.lower()]
    if asked not in FORMATS:
        raise SetupError(
            say("There is no format '{format}', only {formats}.", format=asked, formats=either(FORMATS))
            + did_you_mean(asked, FORMATS)
        )
    if asked == "pdf" and file is None:
        raise SetupError(say("A PDF cannot be printed on the screen; name a file for it with -o."))
    return asked


def _booklet(target: str, rules: TableRules, plugins: Plugins) -> Booklet:
    """Return the booklet of a table; that of a file says whose rules these are."""
    booklet = plugins.booklet(rules)
    if target.partition(":")[0] in plugins.variants():
        return booklet
    name = Path(target).stem
    if rules.preset:
        named = say("House rules: {name}, from the preset {preset}", name=name, preset=rules.preset)
    else:
        named = say("House rules: {name}", name=name)
    return replace(booklet, subtitle=named)


def _check_free(file: Path, force: bool) -> None:
    if file.exists() and not file.is_file():
        raise SetupError(say("{file} is not a file that could be overwritten.", file=file))
    if file.exists() and not force:
        raise SetupError(say("{file} is there already; overwrite it with --force, or choose another name.", file=file))


def _write(file: Path, book: bytes, force: bool) -> None:
    try:
        write_file(file, book, over=force)
    except OSError as error:
        raise SetupError(
            say("{file} cannot be written: {problem}.", file=file, problem=error.strerror or error)
        ) from None
