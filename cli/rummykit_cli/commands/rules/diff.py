"""`rummy rules diff`: what two tables play differently, in the words of their rule booklets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rummykit.booklet.comparing import Difference, Said, differences
from rummykit.errors import SetupError
from rummykit.i18n import mark, say
from rummykit.plugin.plugins import Plugins
from rummykit.rules import TableRules
from rummykit_cli.commands.rules.new import yaml_value
from rummykit_cli.commands.rules.show import OptionEntry, by_section, entries, heading, table_json, title
from rummykit_cli.commands.targets import read_target
from rummykit_cli.lines import echo, print_json, wrapped
from rummykit_cli.plugged import installed


def diff_rules(first: str, second: str, as_json: bool) -> None:
    """Print what is played differently by two files, variants or presets."""
    plugins = installed()
    a, b = read_target(first, plugins), read_target(second, plugins)
    if as_json:
        print_json(_as_json(a, b, plugins))
        return
    lines = [*_lines(a, b, plugins)]
    if not lines:
        echo(say("Both are played the same way."))
        return
    echo(f"A: {first}, {title(a, plugins)}")
    echo(f"B: {second}, {title(b, plugins)}")
    for line in lines:
        echo(line)


# -- what differs ------------------------------------------------------------------------------------------


def _in_prose(a: TableRules, b: TableRules, plugins: Plugins) -> list[Difference]:
    """Return what the booklets of two tables of one game say differently; nothing if one of them cannot be played."""
    if a.variant != b.variant:
        return []
    try:
        return differences(plugins.booklet(a), plugins.booklet(b))
    except SetupError:
        return []


def _differing(a: TableRules, b: TableRules, plugins: Plugins) -> list[tuple[OptionEntry, OptionEntry]]:
    others = {(entry.section, entry.option): entry for entry in entries(b, plugins)}
    pairs = [(entry, others.get((entry.section, entry.option))) for entry in entries(a, plugins)]
    return [(own, other) for own, other in pairs if other and own.value != other.value]


def _lacking(own: TableRules, other: TableRules, plugins: Plugins) -> list[OptionEntry]:
    """Return the options that only the first table has."""
    known = {(entry.section, entry.option) for entry in entries(other, plugins)}
    return [entry for entry in entries(own, plugins) if (entry.section, entry.option) not in known]


# -- in sentences ------------------------------------------------------------------------------------------


def _lines(a: TableRules, b: TableRules, plugins: Plugins) -> Iterator[str]:
    if a.variant != b.variant:
        yield "\n" + say("These are different games; only what both have is compared.")
    if a.mods != b.mods:
        here, there = (", ".join(mods) or say("none") for mods in (a.mods, b.mods))
        yield "\n" + _both("mods", here, there)
    if a.seats != b.seats:
        here, there = (str(seats or say("any number")) for seats in (a.seats, b.seats))
        yield "\n" + _both("players", here, there)
    prose = _in_prose(a, b, plugins)
    yield from _prose_lines(prose)
    yield from _option_lines(a, b, plugins) if prose else _explained_lines(a, b, plugins)
    yield from _only_lines(mark("Only in A, under {section}:"), _lacking(a, b, plugins))
    yield from _only_lines(mark("Only in B, under {section}:"), _lacking(b, a, plugins))


def _prose_lines(prose: list[Difference]) -> Iterator[str]:
    """Yield what both play, chapter by chapter, each text with the rule that it comes from."""
    for chapter, group in groupby(prose, lambda difference: difference.said.chapter):
        found = list(group)
        if not any(difference.first for difference in found):
            yield "\n" + say("{chapter} (only B)", chapter=chapter)
            yield from (line for difference in found for line in _sides(difference, "", "-"))
        elif not any(difference.second for difference in found):
            yield "\n" + say("{chapter} (only A)", chapter=chapter)
            yield from (line for difference in found for line in _sides(difference, "-", ""))
        else:
            yield f"\n{chapter}"
            for difference in found:
                both = difference.first and difference.second
                labels = ("A:", "B:") if both else (say("Only A:"), say("Only B:"))
                yield from _sides(difference, *labels)


def _sides(difference: Difference, own: str, other: str) -> Iterator[str]:
    sides = (difference.first, difference.second)
    for said, text, label in zip(sides, difference.texts, (own, other), strict=True):
        if said:
            yield wrapped(f"{text} [{said.rule}]", "  ", f"{label} ")


def _option_lines(a: TableRules, b: TableRules, plugins: Plugins) -> Iterator[str]:
    """Yield the options that make the difference, shortly, for whoever writes a file."""
    differing = _differing(a, b, plugins)
    if differing:
        yield "\n" + say("In a file:")
    for own, other in differing:
        yield "  " + _both(f"{own.section}.{own.option}", yaml_value(own.value), yaml_value(other.value))


def _explained_lines(a: TableRules, b: TableRules, plugins: Plugins) -> Iterator[str]:
    """Yield the options that differ with their meanings, where no booklet tells them."""
    section = ""
    for own, other in _differing(a, b, plugins):
        if own.section != section:
            section = own.section
            yield f"\n{heading(a, section)}"
        both = _both(own.option, yaml_value(own.value), yaml_value(other.value))
        yield f"  {both} ({say(own.meaning)})"


def _only_lines(title: str, lacking: list[OptionEntry]) -> Iterator[str]:
    for section, group in by_section(lacking):
        yield "\n" + say(title, section=section)
        for entry in group:
            yield f"  {entry.option}: {yaml_value(entry.value)} ({say(entry.meaning)})"


def _both(name: str, here: str, there: str) -> str:
    return say("{name}: {here} in A, {there} in B", name=name, here=here, there=there)


# -- as data -----------------------------------------------------------------------------------------------


def _as_json(a: TableRules, b: TableRules, plugins: Plugins) -> dict[str, object]:
    differing = _differing(a, b, plugins)
    same = not differing and (a.variant, a.mods, a.seats) == (b.variant, b.mods, b.seats)
    return {
        "same": same,
        "a": table_json(a),
        "b": table_json(b),
        "differences": [{**_named_json(own), "a": own.value, "b": other.value} for own, other in differing],
        "only_a": [{**_named_json(entry), "value": entry.value} for entry in _lacking(a, b, plugins)],
        "only_b": [{**_named_json(entry), "value": entry.value} for entry in _lacking(b, a, plugins)],
        "texts": [
            {"chapter": difference.said.chapter, "a": _said_json(difference.first), "b": _said_json(difference.second)}
            for difference in _in_prose(a, b, plugins)
        ],
    }


def _named_json(entry: OptionEntry) -> dict[str, object]:
    return {"section": entry.section, "option": entry.option, "meaning": entry.meaning}


def _said_json(said: Said | None) -> dict[str, object] | None:
    return {"rule": said.rule, "text": said.text} if said else None
