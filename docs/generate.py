"""Writes docs/variants/*.md, a page for every built-in variant, from the variants themselves, and docs/hooks.md.

python docs/generate.py           # write the pages
python docs/generate.py --check   # exit code 1 if one is stale
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from hook_reference import PAGE as HOOKS_PAGE
from hook_reference import hooks_page

from rummykit.plugin.plugins import Plugin, Plugins
from rummykit.refusals import plain
from rummykit.rules import from_variant, preset_description, shapes

FOLDER = Path(__file__).with_name("variants")


def page(plugin: Plugin, plugins: Plugins) -> str:
    """Return the page of a variant: what it is, its presets, options and rules."""
    return "\n".join(_lines(plugin, plugins)) + "\n"


def _lines(plugin: Plugin, plugins: Plugins) -> Iterator[str]:
    info = plugin.variant
    assert info is not None
    yield f"# {info.title}"
    yield ""
    yield f"`{info.id}`, {info.players[0]} to {info.players[1]} players. {info.summary}"
    yield ""
    yield "<!-- Written by docs/generate.py from the variant itself; change it there. -->"
    yield ""
    yield from _presets(info.id, plugins)
    yield from _options(info.id, plugins)
    yield "## Rules"
    yield ""
    for rule, text in plugins.rulebook(info.id).items():
        yield f"- **{rule}** {text}"


def _presets(variant: str, plugins: Plugins) -> Iterator[str]:
    yield "## Presets"
    yield ""
    for name in plugins.presets(variant):
        yield f"**`{name}`**: {preset_description(variant, name, plugins)['en']}"
        yield ""
        rules = from_variant(variant, plugins, preset=name)
        if rules.players is not None:
            yield f"- `players`: {rules.players}"
        for section, option in rules.origins:
            yield f"- `{section}.{option}`: {plain(rules.value(f'{section}.{option}'))}"
        yield ""


def _options(variant: str, plugins: Plugins) -> Iterator[str]:
    yield "## Options"
    yield ""
    for name, section in plugins.options_model(variant)():
        where = "match:" if name == "match" else f"rules: {name}:"
        yield f"### `{where}`"
        yield ""
        yield (type(section).__doc__ or "").strip()
        yield ""
        yield "| option | default | values | meaning |"
        yield "|---|---|---|---|"
        for option, field in type(section).model_fields.items():
            default = plain(getattr(section, option))
            yield f"| `{option}` | {default} | {shapes.expected(field)} | {field.description} |"
        yield ""


def main() -> int:
    """Write or check the pages; return the exit code."""
    plugins, stale = Plugins.discover(), []
    FOLDER.mkdir(exist_ok=True)
    pages = {
        FOLDER / f"{variant}.md": page(plugin, plugins)
        for variant, plugin in plugins.by_variant.items()
        if plugin.is_ours
    }
    pages[HOOKS_PAGE] = hooks_page()
    for file, fresh in pages.items():
        if not file.exists() or file.read_text("utf-8") != fresh:
            stale.append(file.name)
            if "--check" not in sys.argv:
                file.write_text(fresh, "utf-8")
    if "--check" in sys.argv and stale:
        print(f"stale: {', '.join(stale)}; run: python docs/generate.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
