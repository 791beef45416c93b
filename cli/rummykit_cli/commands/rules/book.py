"""`rummy rules book`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rummykit.booklet import Booklet
from rummykit.errors import SetupError
from rummykit.i18n import current, mark, say
from rummykit.plugin.plugins import Plugins
from rummykit.rules import TableRules
from rummykit_cli.commands.targets import read_target
from rummykit_cli.commands.writing import check_free, chosen_format, write_named
from rummykit_cli.lines import echo, print_document
from rummykit_cli.plugged import installed
from rummykit_cli.render.book import render

SUFFIXES = {".txt": "txt", ".md": "md", ".html": "html", ".htm": "html", ".pdf": "pdf"}


def write_book(target: str, format: str | None, file: Path | None, force: bool) -> None:
    """Write the rule booklet of a file, variant or preset, or print it if no file is named."""
    chosen = chosen_format(format, file, SUFFIXES)
    if chosen == "pdf" and file is None:
        raise SetupError(say("A PDF cannot be printed on the screen; name a file for it with -o."))
    plugins = installed()
    rules = read_target(target, plugins)
    if file is None:
        print_document(render(_booklet(target, rules, plugins), chosen).decode())
        return
    check_free(file, force)
    # A file is UTF-8 and has every sign, whatever the screen can show.
    with replace(current(), signs=True).spoken():
        book = render(_booklet(target, rules, plugins), chosen)
    write_named(file, book, force)
    echo(say("Wrote {file}.", file=file))


def _booklet(target: str, rules: TableRules, plugins: Plugins) -> Booklet:
    """Return the booklet of a table; that of a file without a title says whose rules these are."""
    booklet = plugins.booklet(rules)
    if rules.title or target.partition(":")[0] in plugins.variants():
        return booklet
    own, of_preset = mark("House rules: {name}"), mark("House rules: {name}, from the preset {preset}")
    named = say(of_preset if rules.preset else own, name=Path(target).stem, preset=rules.preset)
    return replace(booklet, subtitle=named)
