"""`rummy export`."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path

from rummykit.engine.records import Record
from rummykit.errors import SetupError
from rummykit.i18n import IN_ENGLISH, Language, current, say
from rummykit_cli.commands.writing import check_free, chosen_format, write_named
from rummykit_cli.lines import echo, print_document
from rummykit_cli.plugged import installed
from rummykit_cli.render.story import Story, story_of
from rummykit_session.storage.store import find_record

SUFFIXES = {".txt": "text", ".json": "json", ".html": "html", ".htm": "html"}


def run_export(name: str, format: str | None, seat: str | None, file: Path | None, force: bool) -> None:
    """Write a recorded game, or print it if no file is named."""
    chosen, path = chosen_format(format, file, SUFFIXES), find_record(name)
    if file is not None:
        if file.exists() and path.exists() and file.samefile(path):
            raise SetupError(say("{file} is the record itself; choose another name.", file=file))
        check_free(file, force)
    with _language(chosen, file).spoken():
        story = story_of(Record.read(path), installed(), seat)
        written = render(story, chosen)
    if file is None:
        print_document(written)
        return
    write_named(file, written.encode(), force)
    echo(say("Wrote {file}.", file=file) + f" {story.whose}")


def render(story: Story, format: str) -> str:
    """Return a story in one of the formats of `SUFFIXES`; what writes the others is not loaded."""
    written: str = getattr(import_module(f"rummykit_cli.render.export_{format}"), f"as_{format}")(story)
    return written


def _language(format: str, file: Path | None) -> Language:
    """Return the language of an export; a file, and a page wherever it goes, has every sign."""
    if format == "json":
        return IN_ENGLISH
    return replace(current(), signs=True) if file is not None or format == "html" else current()
