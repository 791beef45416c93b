"""`rummy plugins --trace`: the hook calls that set a game up."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from shutil import get_terminal_size

from rummykit.i18n import say
from rummykit_cli.commands.targets import read_target
from rummykit_cli.lines import echo, print_json
from rummykit_cli.plugged import installed
from rummykit_kit.tracing import Asked, HookCall, traced


def trace(target: str, as_json: bool) -> None:
    """Set up the game of a file, a variant or a preset, and print every hook call in order.

    If a call fails, those up to it are printed before the error.
    """
    plugins = installed()
    rules = read_target(target, plugins)
    with traced(plugins.chosen(rules)) as calls:
        try:
            plugins.assemble_for_any(rules)
        finally:
            _print(calls, as_json)


def _print(calls: list[HookCall], as_json: bool) -> None:
    if as_json:
        print_json([_json(call) for call in calls])
        return
    width = get_terminal_size().columns if sys.stdout.isatty() else None
    for number, call in enumerate(calls, 1):
        echo(f"{number}. {call.hook}")
        for line in _lines(call):
            echo("   " + (line if width is None or len(line) <= width - 3 else line[: width - 4] + "…"))


def _lines(call: HookCall) -> Iterator[str]:
    if call.arguments:
        given = ", ".join(f"{name} = {value}" for name, value in call.arguments.items())
        yield say("given: {arguments}", arguments=given)
    yield say("asked: {plugins}", plugins=", ".join(map(_asked, call.asked)) or say("nobody"))
    if call.error is not None:
        yield say("failed: {error}", error=call.outcome)
    else:
        yield say("answer: {answer}", answer=call.outcome)


def _asked(one: Asked) -> str:
    return say("{plugin} (wraps)", plugin=one.plugin) if one.wraps else one.plugin


def _json(call: HookCall) -> dict[str, object]:
    return {
        "hook": call.hook,
        "given": dict(call.arguments),
        "asked": [{"plugin": one.plugin, "wraps": one.wraps} for one in call.asked],
        "answer": None if call.error is not None else call.outcome,
        "error": call.error,
    }
