"""`rummy variants` and `rummy plugins`. Plain text, so that nothing heavy is loaded."""

from __future__ import annotations

import json
from collections.abc import Sequence

import typer

from rummykit.plugins import Plugins


def list_variants(as_json: bool) -> None:
    """Print the variants: id, title, players, presets, and one line about each."""
    plugins = Plugins.discover()
    infos = [plugin.variant for plugin in plugins.loaded if plugin.variant]
    if as_json:
        typer.echo(
            json.dumps(
                [
                    {
                        "id": info.id,
                        "titles": dict(info.titles),
                        "players": [info.min_players, info.max_players],
                        "presets": list(plugins.presets(info.id)),
                        "summary": info.summary,
                    }
                    for info in infos
                ],
                ensure_ascii=False,
                indent=2,
            )
        )
    else:
        for info in infos:
            typer.echo(f"{info.id}  {info.title}, {info.min_players}-{info.max_players} players")
            typer.echo(f"    {info.summary}")
            presets = ", ".join(plugins.presets(info.id))
            if presets:
                typer.echo(f"    presets: {presets}")
        if not infos:
            typer.echo("No variant is installed.")
    warn_of_problems(plugins)


def list_plugins(as_json: bool) -> None:
    """Print the plugins with their distributions and hooks, and the problems of those left out."""
    plugins = Plugins.discover()
    if as_json:
        loaded = [
            {
                "name": plugin.name,
                "distribution": plugin.distribution,
                "variant": plugin.variant.id if plugin.variant else None,
                "mod": plugin.mod.id if plugin.mod else None,
                "bots": [bot.name for bot in plugin.bots],
                "hooks": plugin.hooks,
            }
            for plugin in plugins.loaded
        ]
        problems = [
            {"name": problem.name, "distribution": problem.distribution, "problem": problem.sentence}
            for problem in plugins.problems
        ]
        typer.echo(json.dumps({"loaded": loaded, "problems": problems}, ensure_ascii=False, indent=2))
        return
    for plugin in plugins.loaded:
        brings = _brings(
            plugin.variant and f"variant {plugin.variant.id}",
            plugin.mod and f"mod {plugin.mod.id}",
            plugin.bots and "bots " + ", ".join(bot.name for bot in plugin.bots),
        )
        typer.echo(f"{plugin.name}  ({plugin.distribution})  {brings}")
        typer.echo(f"    hooks: {', '.join(plugin.hooks)}")
    for problem in plugins.problems:
        typer.echo(f"{problem.name}  left out: {problem.sentence}")


def warn_of_problems(plugins: Plugins) -> None:
    """Say on standard error which plugins could not be used."""
    for problem in plugins.problems:
        typer.echo(f"Warning: {problem.sentence}", err=True)


def _brings(*parts: object) -> str:
    found: Sequence[str] = [str(part) for part in parts if part]
    return "; ".join(found) or "nothing of its own"
