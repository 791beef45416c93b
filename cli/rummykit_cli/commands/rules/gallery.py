"""`rummy rules gallery`: house-rule files of real tables, to read and to start from."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import yaml

from rummykit.errors import SetupError, did_you_mean
from rummykit.i18n import say
from rummykit_cli.lines import echo, print_document, print_json, wrapped


class GalleryTable(NamedTuple):
    """A house-rule file of the gallery: its name there, its text, and what it says of the table."""

    variant: str
    name: str
    title: str
    about: str
    text: str

    def as_json(self) -> dict[str, str]:
        """Return what the list tells of it, for a script."""
        return {"name": self.name, "title": self.title, "variant": self.variant, "about": say(self.about)}


def gallery() -> Mapping[str, GalleryTable]:
    """Return all files of the gallery by name, in the order of the games."""
    folders = (files("rummykit_cli") / "gallery").iterdir()
    entries = (entry for folder in folders if folder.is_dir() for entry in folder.iterdir())
    examples = sorted(_example(entry.name.removesuffix(".yaml"), entry.read_text("utf-8")) for entry in entries)
    return {example.name: example for example in examples}


def example_named(name: str) -> GalleryTable:
    """Return a file of the gallery; SetupError if there is none of that name."""
    known = gallery()
    if name not in known:
        why = say("The gallery has no table '{name}'; {command} lists them.", name=name, command="rummy rules gallery")
        raise SetupError(why + did_you_mean(name, known))
    return known[name]


def _example(name: str, text: str) -> GalleryTable:
    first, _, _ = text.partition("\n")
    table = yaml.safe_load(text)
    return GalleryTable(table["variant"], name, table["title"], first.removeprefix("# "), text)


def show_gallery(name: str | None, as_json: bool) -> None:
    """Print the list of the tables in the gallery, or the file of one."""
    if name is not None:
        example = example_named(name)
        if as_json:
            print_json({**example.as_json(), "text": example.text})
        else:
            print_document(example.text)
        return
    examples = gallery().values()
    if as_json:
        print_json([example.as_json() for example in examples])
        return
    for variant, tables in groupby(examples, attrgetter("variant")):
        echo(f"{variant}:")
        for table in tables:
            echo(f"  {table.name}: {table.title}")
            echo(wrapped(say(table.about), "    "))
    echo()
    echo(say("Read one: {command}", command="rummy rules gallery NAME"))
    echo(say("Start from one: {command}", command="rummy rules new --like NAME -o ours.yaml"))
