"""`rummy rules check`."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from rummykit.houserules import HouseRuleError, TableRules, load_file
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


def _summary(rules: TableRules) -> str:
    preset = f", preset {rules.preset}" if rules.preset else ""
    mods = f", mods {', '.join(rules.mods)}" if rules.mods else ""
    changed = len(rules.origins)
    return f"{rules.variant}{preset}{mods}, {changed} option{'' if changed == 1 else 's'} set"
