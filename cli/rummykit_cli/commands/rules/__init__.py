"""`rummy rules`: everything about house-rule files. Every command imports what it needs when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rummykit_cli.commands.flags import AsJson, Force, Output, Preset

rules_app = typer.Typer(
    help="Write, check, compare and explain house-rule files.",
    epilog="Start with: rummy rules new rummy17 -o ours.yaml",
    no_args_is_help=True,
)


@rules_app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="House-rule files (YAML).", metavar="FILE...")],
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 if there are warnings.")] = False,
    as_json: AsJson = False,
) -> None:
    """Check house-rule files: every mistake with its line, what was expected, and the nearest valid name.

    Warns of what is legal but odd: a first meld no hand can reach, or an option that does nothing.

    Exit code 0 if all files are good, 1 if one has warnings and --strict is given, 2 if one has mistakes.
    """
    from rummykit_cli.commands.rules.check import check_files

    raise typer.Exit(check_files(files, as_json, strict))


Target = Annotated[
    str,
    typer.Argument(
        help="A house-rule file, a variant, or VARIANT:PRESET; a file with a variant's name is written ./NAME.",
        metavar="FILE|VARIANT[:PRESET]",
    ),
]


@rules_app.command("new")
def new_rules(
    target: Annotated[
        str | None,
        typer.Argument(help="The game, for example rummy17; not needed with --like.", metavar="VARIANT[:PRESET]"),
    ] = None,
    preset: Preset = None,
    like: Annotated[
        str | None, typer.Option(help="Start from this table of 'rummy rules gallery'.", metavar="NAME")
    ] = None,
    output: Output = None,
    every: Annotated[
        bool, typer.Option("--all", help="With every option, not only those people ask about first.")
    ] = False,
    force: Force = False,
) -> None:
    """Write a house-rule file to edit: what people ask about first, as comments with the values in force.

    For example: rummy rules new deutsches_romme --preset club -o ours.yaml

    Or a table of the gallery: rummy rules new --like kalooki-40 -o ours.yaml
    """
    from rummykit_cli.commands.rules.new import write_new

    write_new(target, preset, like, output, every, force)


@rules_app.command("gallery")
def gallery_of_tables(
    name: Annotated[
        str | None, typer.Argument(help="Print the file of this table; the list if left out.", metavar="[NAME]")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the house rules of real tables, or print the file of one.

    Start from one: rummy rules new --like kalooki-40 -o ours.yaml
    """
    from rummykit_cli.commands.rules.gallery import show_gallery

    show_gallery(name, as_json)


@rules_app.command("ask")
def ask_for_rules(
    target: Annotated[str, typer.Argument(help="The game, for example rummy17.", metavar="VARIANT[:PRESET]")],
    preset: Preset = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write this file instead of VARIANT.yaml.", metavar="FILE"),
    ] = None,
    force: Force = False,
) -> None:
    """Ask the ten questions that matter, and write a house-rule file with what your table plays differently.

    For example: rummy rules ask deutsches_romme -o ours.yaml

    Every choice has a number, and what the rule booklet says of it. All answers are shown before the file is written.
    From a pipe come the same answers, one a line, and an empty line where all may stay as it is.

    Exit code 0 if the file is written, 2 if you leave before that.
    """
    from rummykit_cli.commands.rules.ask import ask_rules

    raise typer.Exit(ask_rules(target, preset, output, force))


@rules_app.command()
def schema(
    variant: Annotated[
        str | None, typer.Argument(help="Only files of this game; all games if left out.", metavar="[VARIANT]")
    ] = None,
) -> None:
    """Print the JSON Schema of house-rule files, by which an editor checks and completes them while you type.

    Files from 'rummy rules new' look for it beside themselves: rummy rules schema > rummykit.schema.json
    """
    from rummykit_cli.commands.rules.new import print_schema

    print_schema(variant)


@rules_app.command()
def show(
    target: Target,
    preset: Preset = None,
    changed: Annotated[bool, typer.Option("--changed", help="Show only what differs from the default.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the complete rules of a table, and where each value comes from: default, preset, or line of a file.

    For example: rummy rules show ours.yaml --changed
    """
    from rummykit_cli.commands.rules.show import show_rules

    show_rules(target, preset, changed, as_json)


@rules_app.command()
def diff(first: Target, second: Target, as_json: AsJson = False) -> None:
    """Tell what is played differently by two files, games or presets.

    For example: rummy rules diff deutsches_romme deutsches_romme:club
    """
    from rummykit_cli.commands.rules.diff import diff_rules

    diff_rules(first, second, as_json)


@rules_app.command()
def book(
    target: Target,
    format: Annotated[
        str,
        typer.Option(
            help="txt, md (Markdown), html (one page to read or print) or pdf (needs WeasyPrint); "
            "by default what the name after -o ends with, or else txt.",
            metavar="FORMAT",
        ),
    ] = "",
    output: Output = None,
    force: Force = False,
) -> None:
    """Write the rule booklet of a table: the rules that are played there, in plain words, with examples in cards.

    Print it and lay it on the table: rummy rules book ours.yaml -o ours.html

    Every rule has its number, the same that a refused move names in brackets.
    """
    from rummykit_cli.commands.rules.book import write_book

    write_book(target, format or None, output, force)


@rules_app.command()
def find(
    words: Annotated[list[str], typer.Argument(help="What you look for, in your own words.", metavar="WORD...")],
    variant: Annotated[str, typer.Option(help="Only in this game.")] = "",
    as_json: AsJson = False,
) -> None:
    """Find options and rules by a word, in any language: what it is about, a value, a name you know it by.

    For example: rummy rules find penalty

    Accents may be left out, and any form of the word will do. Several words must all be there.

    Exit code 0 if anything is found, 1 if nothing is; then words near it are named.
    """
    from rummykit_cli.commands.rules.find import find_words

    raise typer.Exit(find_words(words, variant or None, as_json))


@rules_app.command()
def explain(
    option: Annotated[
        str, typer.Argument(help="An option, with or without its section: first_meld.min.", metavar="OPTION")
    ],
    variant: Annotated[str, typer.Option(help="Only as this game has it.")] = "",
    as_json: AsJson = False,
) -> None:
    """Explain an option: its meaning, its values, how every game and preset has it, and the rules it decides in.

    For example: rummy rules explain first_meld.min
    """
    from rummykit_cli.commands.rules.explain import explain_option

    explain_option(option, variant or None, as_json)
