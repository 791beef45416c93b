"""The tables that people name: a house-rule file, a variant, or one of its presets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rummykit.errors import SetupError, did_you_mean
from rummykit.i18n import mark, say
from rummykit.plugin.plugins import Plugins
from rummykit.rules import TableRules, from_variant, load_file


def read_target(target: str, plugins: Plugins, preset: str | None = None) -> TableRules:
    """Return the rules of a variant, of `VARIANT:PRESET`, or of a file, looked for in this order."""
    variant = target.partition(":")[0]
    if variant in plugins.variants():
        variant, preset = variant_and_preset(target, preset)
        return from_variant(variant, plugins, preset=preset)
    path = Path(target)
    if not path.exists() and path.suffix.lower() not in (".yaml", ".yml"):
        known = plugins.variants()
        message = mark("'{target}' is neither a file nor a variant; installed variants: {variants}.")
        raise SetupError(say(message, target=target, variants=", ".join(known)) + did_you_mean(variant, known))
    if preset:
        message = mark("--preset goes with a variant; {file} is a file, which names its own preset.")
        raise SetupError(say(message, file=target))
    return load_file(path, plugins)


def variant_and_preset(target: str, preset: str | None) -> tuple[str, str | None]:
    """Return a variant and its preset, which may stand behind it as in `VARIANT:PRESET`, or by itself."""
    variant, _, of_variant = target.partition(":")
    if preset and of_variant:
        message = mark("{target} already names a preset; leave out --preset {preset}.")
        raise SetupError(say(message, target=target, preset=preset))
    return variant, preset or of_variant or None


def read_file_or_target(file: Path | None, target: str | None, preset: str | None, plugins: Plugins) -> TableRules:
    """Return the rules of a file, beside which its variant may be named, but no preset; without one of a *target*."""
    if file is None:
        assert target is not None
        return read_target(target, plugins, preset)
    if preset is not None:
        raise SetupError(say("Name the preset in the house-rule file (preset: …), not beside it."))
    rules = load_file(file, plugins)
    if target not in (None, rules.variant):
        sentence = say("{file} is for {variant}, not for {other}.", file=file, variant=rules.variant, other=target)
        raise SetupError(sentence)
    return rules


def on_top(rules: TableRules) -> Iterator[str]:
    """Yield what a table plays on top of its variant: the preset and the mods."""
    if rules.preset:
        yield say("preset {preset}", preset=rules.preset)
    if rules.mods:
        yield say("mods {mods}", mods=", ".join(rules.mods))
