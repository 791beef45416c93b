"""`rummy rules check`."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from rummykit.errors import SetupError
from rummykit.houserules import HouseRuleError, Place, Problem, TableRules, load_file
from rummykit.plugins import Plugins
from rummykit_cli.listing import warn_of_problems


def check_files(files: list[Path], as_json: bool) -> int:
    """Check every file and print what is wrong with it; return the exit code."""
    plugins = Plugins.discover()
    warn_of_problems(plugins)
    reports = []
    for file in files:
        try:
            rules = load_file(file, plugins)
            _assemble(rules, file, plugins)
        except HouseRuleError as error:
            reports.append({"file": str(file), "ok": False, "problems": [p.as_json() for p in error.problems]})
            if not as_json:
                typer.echo(str(error), err=True)
        else:
            reports.append({"file": str(file), "ok": True, "problems": []})
            if not as_json:
                typer.echo(f"{file}: good; {_summary(rules)}")
    if as_json:
        typer.echo(json.dumps(reports, ensure_ascii=False, indent=2))
    return 0 if all(report["ok"] for report in reports) else 2


def _assemble(rules: TableRules, file: Path, plugins: Plugins) -> None:
    """Set the game up, for any number of players if the file names none: some mistakes only the whole can show."""
    low, high = plugins.variants()[rules.variant]
    seats = rules.players if isinstance(rules.players, int | None) else len(rules.players)
    mistakes = []
    for players in range(low, high + 1) if seats is None else [seats]:
        try:
            plugins.assemble(rules, players)
            return
        except SetupError as error:
            mistakes.append(Problem.at(Place(str(file)), str(error)))
    raise HouseRuleError(mistakes[:1])


def _summary(rules: TableRules) -> str:
    preset = f", preset {rules.preset}" if rules.preset else ""
    mods = f", mods {', '.join(rules.mods)}" if rules.mods else ""
    changed = len(rules.origins)
    return f"{rules.variant}{preset}{mods}, {changed} option{'' if changed == 1 else 's'} set"
