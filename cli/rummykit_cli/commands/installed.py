"""`rummy variants` and `rummy plugins`. Plain text, so that nothing heavy is loaded."""

from __future__ import annotations

from collections.abc import Iterator

from rummykit.errors import PluginError
from rummykit.i18n import say
from rummykit.plugin.info import Mod, Variant
from rummykit.plugin.plugins import Plugin, Plugins
from rummykit_cli.lines import echo, print_json, print_text, warn
from rummykit_cli.plugged import found, installed

INDENT = "    "


def list_variants(as_json: bool) -> None:
    """Print the variants: id, title, players, presets, and one line about each."""
    plugins = installed()
    infos = [plugin.variant for plugin in plugins.loaded if plugin.variant]
    if as_json:
        listed = [
            {
                "id": info.id,
                "titles": dict(info.titles),
                "players": list(info.players),
                "presets": _presets(plugins, info),
                "summary": info.summary,
            }
            for info in infos
        ]
        print_json(listed)
    else:
        for info in infos:
            low, high = info.players
            seats = str(low) if low == high else f"{low}-{high}"
            echo(f"{info.id}  " + say("{title}, {seats} players", title=info.title, seats=seats))
            print_text(say(info.summary), INDENT)
            presets = ", ".join(_presets(plugins, info))
            if presets:
                print_text(say("presets: {presets}", presets=presets), INDENT)
        if not infos:
            echo(say("No variant is installed."))


def _presets(plugins: Plugins, info: Variant) -> list[str]:
    """Return the presets of a variant; if it fails to tell them, that is told, and the others are listed."""
    try:
        return list(plugins.presets(info.id))
    except PluginError as error:
        warn(error)
        return []


def list_plugins(as_json: bool) -> None:
    """Print the plugins with their distributions and hooks, and the problems of those left out."""
    # What a plugin implements is known when its game is loaded.
    plugins = found().usable_for(lambda plugins: [plugin.hooks for plugin in plugins.loaded])
    if as_json:
        loaded = [_json(plugin) for plugin in plugins.loaded]
        left_out = [
            {"name": one.name, "distribution": one.distribution, "problem": one.sentence} for one in plugins.problems
        ]
        print_json({"loaded": loaded, "problems": left_out})
        return
    for plugin in plugins.loaded:
        echo(f"{plugin.name}  ({plugin.distribution})  {_brings(plugin)}")
        for line in _about(plugin.mod) if plugin.mod else ():
            print_text(line, INDENT)
        print_text(say("hooks: {hooks}", hooks=", ".join(plugin.hooks)), INDENT)
    for problem in plugins.problems:
        print_text(f"{problem.name}  " + say("left out: {problem}", problem=problem.sentence))


def _json(plugin: Plugin) -> dict[str, object]:
    mod = plugin.mod
    return {
        "name": plugin.name,
        "distribution": plugin.distribution,
        "version": plugin.version,
        "file": str(plugin.file) if plugin.file else None,
        "variant": plugin.variant.id if plugin.variant else None,
        "mod": mod.id if mod else None,
        "mod_variants": list(mod.variants) if mod else [],
        "mod_conflicts": list(mod.conflicts) if mod else [],
        "mod_after": list(mod.after) if mod else [],
        "mod_before": list(mod.before) if mod else [],
        "bots": [bot.name for bot in plugin.bots],
        "hooks": plugin.hooks,
    }


def _about(mod: Mod) -> Iterator[str]:
    """Yield what a mod says of itself: what it does, what it is for, and how it goes with other mods."""
    yield say(mod.summary)
    if mod.variants:
        yield say("for {variants}", variants=", ".join(mod.variants))
    if mod.conflicts:
        yield say("not together with {mods}", mods=", ".join(mod.conflicts))
    if mod.after:
        yield say("after {mods}", mods=", ".join(mod.after))
    if mod.before:
        yield say("before {mods}", mods=", ".join(mod.before))


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
