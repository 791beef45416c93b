"""`rummy export`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rummykit.engine.records import Record
from rummykit.errors import SetupError, did_you_mean
from rummykit.files import write_file
from rummykit.i18n import IN_ENGLISH, Language, current, either, mark, say
from rummykit_cli.commands.rules.new import unwritable
from rummykit_cli.language import installed
from rummykit_cli.lines import echo, print_document
from rummykit_cli.render.story import Story, story_of
from rummykit_session.store import find_record

FORMATS = ("text", "json", "html")
SUFFIXES = {".txt": "text", ".json": "json", ".html": "html", ".htm": "html"}


def run_export(name: str, format: str | None, seat: str | None, file: Path | None, force: bool) -> None:
    """Write a recorded game, or print it if no file is named."""
    chosen, path = _format(format, file), find_record(name)
    if file is not None:
        _check_target(file, path, force)
    with _language(chosen, file).spoken():
        story = story_of(Record.read(path), installed(), seat)
        written = render(story, chosen)
    if file is None:
        print_document(written)
        return
    _write(file, written, force)
    echo(say("{file} is written.", file=file) + f" {story.whose}")


def render(story: Story, format: str) -> str:
    """Return a story in one of the `FORMATS`."""
    match format:
        case "text":
            from rummykit_cli.render.export_text import as_text

            return as_text(story)
        case "json":
            from rummykit_cli.render.export_json import as_json

            return as_json(story)
        case "html":
            from rummykit_cli.render.export_html import as_html

            return as_html(story)
    raise ValueError(f"nothing writes {format}")


def _language(format: str, file: Path | None) -> Language:
    """Return the language of an export; a file, and a page wherever it goes, has every sign."""
    if format == "json":
        return IN_ENGLISH
    return replace(current(), signs=True) if file is not None or format == "html" else current()


def _format(asked: str | None, file: Path | None) -> str:
    """Return the format that is asked for, or else the one that the name of the file tells."""
    if asked is None:
        if file is None:
            return "text"
        if file.suffix.lower() not in SUFFIXES:
            message = mark("The name {file} does not tell the format; choose one with --format: {formats}.")
            raise SetupError(say(message, file=file, formats=either(FORMATS)))
        return SUFFIXES[file.suffix.lower()]
    if asked not in FORMATS:
        why = say("There is no format '{format}', only {formats}.", format=asked, formats=either(FORMATS))
        raise SetupError(why + did_you_mean(asked, FORMATS))
    return asked


def _check_target(file: Path, record: Path, force: bool) -> None:
    """Refuse a file that must stay as it is, before the work."""
    if file.exists() and record.exists() and file.samefile(record):
        raise SetupError(say("{file} is the record itself; choose another name.", file=file))
    if file.exists() and not force:
        raise _there_already(file)


def _write(file: Path, text: str, force: bool) -> None:
    try:
        write_file(file, text.encode(), over=force)
    except FileExistsError:
        raise _there_already(file) from None
    except OSError as error:
        raise unwritable(file, error) from None


def _there_already(file: Path) -> SetupError:
    return SetupError(say("{file} is there already; overwrite it with --force, or choose another name.", file=file))
