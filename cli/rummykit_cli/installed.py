"""The commands about what is installed."""

from __future__ import annotations

from typing import Annotated

import typer

from rummykit_cli.flags import AsJson


def variants(as_json: AsJson = False) -> None:
    """List the games you can play."""
    from rummykit_cli.listing import list_variants

    list_variants(as_json)


def plugins(
    trace: Annotated[
        str,
        typer.Option(
            help="Show instead which hooks are called when the game of a file, a variant or a preset is set up.",
            metavar="FILE|VARIANT[:PRESET]",
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """List the installed plugins, and why one could not be loaded."""
    if trace:
        from rummykit_cli.plugin_trace import trace as trace_hooks

        trace_hooks(trace, as_json)
        return
    from rummykit_cli.listing import list_plugins

    list_plugins(as_json)
