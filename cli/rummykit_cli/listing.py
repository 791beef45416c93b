"""`rummy variants` and `rummy plugins`. Plain text, so that nothing heavy is loaded."""

from __future__ import annotations

import json

import typer

from rummykit.language import say
from rummykit.plugins import Plugin, Plugins


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
            seats = f"{info.min_players}-{info.max_players}"
            typer.echo(f"{info.id}  " + say("{title}, {seats} players", title=info.title, seats=seats))
            typer.echo(f"    {say(info.summary)}")
            presets = ", ".join(plugins.presets(info.id))
            if presets:
                typer.echo("    " + say("presets: {presets}", presets=presets))
        if not infos:
            typer.echo(say("No variant is installed."))
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
        typer.echo(f"{plugin.name}  ({plugin.distribution})  {_brings(plugin)}")
        typer.echo("    " + say("hooks: {hooks}", hooks=", ".join(plugin.hooks)))
    for problem in plugins.problems:
        typer.echo(f"{problem.name}  " + say("left out: {problem}", problem=problem.sentence))


def warn_of_problems(plugins: Plugins) -> None:
    """Say on standard error which plugins could not be used."""
    for problem in plugins.problems:
        typer.echo(say("Warning: {problem}", problem=problem.sentence), err=True)


def _brings(plugin: Plugin) -> str:
    """Return what a plugin adds to the games, in words."""
    found = []
    if plugin.variant:
        found.append(say("variant {name}", name=plugin.variant.id))
    if plugin.mod:
        found.append(say("mod {name}", name=plugin.mod.id))
    if plugin.bots:
        found.append(say("bots {names}", names=", ".join(bot.name for bot in plugin.bots)))
    return "; ".join(found) or say("nothing of its own")
