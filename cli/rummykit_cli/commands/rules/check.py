"""`rummy rules check`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from rummykit.errors import SetupError
from rummykit.i18n import mark, say, say_number
from rummykit.plugin.plugins import Plugins
from rummykit.rules import HouseRuleError, Place, Problem, TableRules, load_file
from rummykit.rules.load import USUALLY_MOST
from rummykit.rules.options import impossible
from rummykit_cli.commands.targets import on_top
from rummykit_cli.lines import echo, print_json
from rummykit_cli.plugged import installed

if TYPE_CHECKING:
    from rummykit.engine.ruleset import Ruleset


@dataclass(frozen=True)
class Report:
    """What was found in one file: the rules if it is good, or else the problems; warnings and notes of a good one."""

    file: Path
    rules: TableRules | None = None
    problems: Sequence[Problem] = ()
    warnings: Sequence[Problem] = ()
    notes: Sequence[Problem] = ()

    def echo(self) -> None:
        """Print the report: complaints on standard error, one a line, and a line for a good file."""
        for problem in self.problems:
            echo(str(problem), err=True)
        for found, marked in ((self.warnings, mark("warning: {message}")), (self.notes, mark("note: {message}"))):
            for one in found:
                echo(str(replace(one, message=say(marked, message=one.message))), err=True)
        if self.rules is not None:
            summary = ", ".join(_summary(self.rules, len(self.warnings)))
            echo(say("{file}: good; {summary}", file=self.file, summary=summary))

    def as_json(self) -> dict[str, object]:
        """Return the report as plain JSON types."""
        return {
            "file": str(self.file),
            "ok": self.rules is not None,
            "problems": [problem.as_json() for problem in self.problems],
            "warnings": [warning.as_json() for warning in self.warnings],
            "notes": [note.as_json() for note in self.notes],
        }


def check_files(files: list[Path], as_json: bool, strict: bool = False) -> int:
    """Check every file and print what is wrong with it, or odd; return the exit code.

    It is 2 if a file cannot be played by, 1 if all can but one has warnings and *strict* is set, else 0.
    """
    plugins = installed()
    reports = []
    for file in files:
        reports.append(_check(file, plugins))
        if not as_json:
            reports[-1].echo()
    if as_json:
        print_json([report.as_json() for report in reports])
    if any(report.problems for report in reports):
        return 2
    return int(strict and any(report.warnings for report in reports))


def _check(file: Path, plugins: Plugins) -> Report:
    try:
        rules = load_file(file, plugins)
        players = _players(rules, plugins)
        games = _games(rules, players, plugins)
        first = next(games, None)
        if first is None:
            raise HouseRuleError(_unplayable(rules, players[0], Place(str(file)), plugins))
    except HouseRuleError as error:
        return Report(file, problems=error.problems)
    # Only here, because it needs the parts of a turn, which the variants have loaded by now.
    from rummykit.parts.unmet import unmet
    from rummykit.rules.table import warnings

    odd = warnings(rules, players, map(unmet, chain([first], games)), Place(str(file)))
    return Report(file, rules, warnings=odd, notes=_repeated(rules, plugins))


def _repeated(rules: TableRules, plugins: Plugins) -> list[Problem]:
    """Return the lines that say what the preset says already."""
    if not rules.preset:
        return []
    from rummykit_cli.commands.rules.new import yaml_value
    from rummykit_cli.commands.rules.show import entries

    message = mark("{option}: {value} is what the preset says already")
    return [
        Problem(
            entry.origin.place, say(message, option=f"{entry.section}.{entry.option}", value=yaml_value(entry.value))
        )
        for entry in entries(rules, plugins)
        if entry.origin and entry.repeats
    ]


def _players(rules: TableRules, plugins: Plugins) -> Sequence[int]:
    """Return the numbers of players that may sit down: those the file names, else as many as usually do."""
    if rules.seats is not None:
        return [rules.seats]
    low, high = plugins.variants()[rules.variant]
    return rules.player_range or range(low, min(high, USUALLY_MOST) + 1)


def _games(rules: TableRules, players: Sequence[int], plugins: Plugins) -> Iterator[Ruleset]:
    """Set the game up for each number of players that can play it: some mistakes only the whole can show."""
    for count in players:
        try:
            game = plugins.assemble(rules, count)
        except SetupError:
            continue
        yield game


def _unplayable(rules: TableRules, players: int, place: Place, plugins: Plugins) -> list[Problem]:
    """Return why so many players cannot play, with the lines at fault where they are known."""
    found = [rules.located(why, place) for why in impossible(rules.rules, players)]
    if found:
        return found
    try:
        plugins.assemble(rules, players)
    except SetupError as error:
        sentence = str(error)
        # Sentences about an option begin with its name.
        at = [
            origin.place
            for (section, option), origin in rules.origins.items()
            if sentence.startswith((f"{section}.{option}: ", f"{section}.{option} "))
        ]
        return [Problem(at[0] if at else place, sentence)]
    raise AssertionError("a game that could not be assembled can be now")


def _summary(rules: TableRules, warnings: int) -> Iterator[str]:
    if rules.title:
        yield rules.title
    yield rules.variant
    yield from on_top(rules)
    yield say_number("{number} option set", "{number} options set", len(rules.origins))
    if warnings:
        yield say_number("{number} warning", "{number} warnings", warnings)
