"""`rummy plugin`: the commands for people who write plugins."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rummykit_cli.commands.flags import AsJson

plugin_app = typer.Typer(
    help="Write plugins: variants and rule mods of your own.",
    epilog="Start with: rummy plugin new my_game",
    no_args_is_help=True,
)


@plugin_app.callback()
def _plugin() -> None:
    """Keep `new` a command of its own; Typer would otherwise make the only command the group itself."""


@plugin_app.command("new", no_args_is_help=True)
def new_plugin(
    name: Annotated[str, typer.Argument(help="Its name: lower-case letters, digits and underscores.", metavar="NAME")],
    base: Annotated[
        str,
        typer.Option("--from", help="Start from this installed variant, with a difference.", metavar="VARIANT"),
    ] = "",
    mod: Annotated[
        bool, typer.Option("--mod", help="A rule mod, which can change any variant, instead of a variant.")
    ] = False,
    into: Annotated[
        Path, typer.Option(help="Make the package folder in this one.", metavar="FOLDER", show_default=False)
    ] = Path(),
    as_json: AsJson = False,
) -> None:
    """Write the package of a new plugin: the game or the mod, its tests, and all that it needs to be installed.

    rummy plugin new my_game

    rummy plugin new my_game --from wiener_rummy

    rummy plugin new my_mod --mod
    """
    from rummykit_cli.commands.plugin.new import NewPlugin, write_new

    write_new(NewPlugin(name, base or None, mod, into), as_json)
