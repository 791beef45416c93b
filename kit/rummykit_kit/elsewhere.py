"""The same games in another process, where sets and dictionaries may have another order.

As a program it reads from its input which games to play, and prints how they went.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import redirect_stdout
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummykit.plugins import Plugins
from rummykit_kit.broken import Broken
from rummykit_kit.crashes import Crashed
from rummykit_kit.game import Game
from rummykit_kit.setup import Setup

if TYPE_CHECKING:
    from rummykit_kit.subject import Subject

HASH_SEEDS = ("1", "2")
"""One of which this process does not have."""
MOST_SETUPS = 6


def same_elsewhere(subject: Subject) -> None:
    """Raise `Broken` if a game goes otherwise in a process with another order of hashes."""
    setups = list(_setups(subject))
    here = [_played(subject, setup) for setup in setups]
    hash_seed = next(each for each in HASH_SEEDS if each != os.environ.get("PYTHONHASHSEED"))
    there = _play_there(subject, setups, hash_seed)
    if there is None:
        return  # the plugin is not one that another process could load
    for setup, mine, other in zip(setups, here, there, strict=True):
        _compare(subject, setup, mine, other)


def _setups(subject: Subject) -> list[Setup]:
    fewest, most = subject.plugins.variants()[subject.variant]
    presets = (None, *subject.plugins.presets(subject.variant))
    setups = [
        Setup(subject.variant, players, preset, seed=number, luck=number)
        for number, (players, preset) in enumerate(
            (players, preset) for preset in presets for players in sorted({fewest, most})
        )
    ]
    return [setup for setup in setups if setup.rules(subject) is not None][:MOST_SETUPS]


def _played(subject: Subject, setup: Setup) -> list[str]:
    """Return the moves of a game, and at last what came of it."""
    rules = setup.rules(subject)
    assert rules is not None
    game = Game(subject, setup, rules)
    game.play()
    return [*(str(action) for _, action in game.moves), _state(game)]


def _state(game: Game) -> str:
    try:
        return f"state {game.match.fingerprint()}"
    except Crashed:
        return "no deal"


def _module_file(plugins: Plugins, variant: str) -> str | None:
    plugin = plugins.by_variant.get(variant)
    return getattr(plugin.module, "__file__", None) if plugin else None


def _play_there(subject: Subject, setups: list[Setup], hash_seed: str) -> list[list[str]] | None:
    order = {
        "variant": subject.variant,
        "module": _module_file(subject.plugins, subject.variant),
        "files": [str(file) for file in subject.files],
        "setups": [asdict(setup) for setup in setups],
    }
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "rummykit_kit.elsewhere"]
    done = subprocess.run(
        command, input=json.dumps(order), env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Broken(f"The games cannot be played in another process: {done.stderr.strip().splitlines()[-1]}")
    answer: list[list[str]] | None = json.loads(done.stdout)
    return answer


def _compare(subject: Subject, setup: Setup, mine: list[str], other: list[str]) -> None:
    for made, (here, there) in enumerate(zip(mine, other, strict=False)):
        if here != there:
            rules = setup.rules(subject)
            assert rules is not None
            game = Game(subject, setup, rules, most=made)
            game.play()
            raise Broken(
                f"The same choice is '{here}' in this process and '{there}' in another; "
                "sets have no order that two processes share.",
                game.told(),
            )


def main() -> None:
    """Play the games that the input names, and print how they went."""
    # What a plugin prints meanwhile is no part of the answer.
    with redirect_stdout(sys.stderr):
        answer = _answer(json.load(sys.stdin))
    print(json.dumps(answer))


def _answer(order: dict[str, Any]) -> list[list[str]] | None:
    from rummykit_kit.subject import Subject

    plugins = Plugins.discover(files=[Path(file) for file in order["files"]])
    if order["module"] is None or _module_file(plugins, order["variant"]) != order["module"]:
        return None
    subject = Subject(order["variant"], plugins)
    setups = [Setup(**{**setup, "choices": tuple(setup["choices"])}) for setup in order["setups"]]
    return [_played(subject, setup) for setup in setups]


if __name__ == "__main__":
    main()
