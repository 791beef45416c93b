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

from rummykit.plugin.plugins import Plugins
from rummykit_kit.broken import Broken, Crashed
from rummykit_kit.game import GeneratedGame
from rummykit_kit.setup import Setup, Subject

HASH_SEEDS = ("1", "2")
"""One of which this process does not have."""
MOST_SETUPS = 6


def same_elsewhere(subject: Subject) -> None:
    """Raise `Broken` if a game goes otherwise in a process with another order of hashes."""
    setups = _setups(subject)
    there = _played_there(subject, setups)
    if there is None:
        return  # the plugin is not one that another process could load
    for setup, other in zip(setups, there, strict=True):
        game = _played(subject, setup)
        for made, (here, otherwise) in enumerate(zip(_told(game), other, strict=False)):
            if here != otherwise:
                raise Broken(
                    f"The same choice is '{here}' in this process and '{otherwise}' in another; "
                    "sets have no order that two processes share.",
                    game.told(made),
                )


def _setups(subject: Subject) -> list[Setup]:
    numbers = sorted(set(subject.plugins.variants()[subject.variant]))
    tables = [(preset, players) for preset in (None, *subject.plugins.presets(subject.variant)) for players in numbers]
    setups = [Setup(subject.variant, players, preset, seed=at, luck=at) for at, (preset, players) in enumerate(tables)]
    return [setup for setup in setups if setup.rules(subject) is not None][:MOST_SETUPS]


def _played(subject: Subject, setup: Setup) -> GeneratedGame:
    rules = setup.rules(subject)
    assert rules is not None
    return GeneratedGame(subject, setup, rules).play()


def _told(game: GeneratedGame) -> list[str]:
    """Return the moves of a game, and at last what came of it."""
    try:
        state = f"state {game.match.fingerprint()}"
    except Crashed:
        state = "no deal"
    return [*(str(action) for _, action in game.moves), state]


def _module_file(plugins: Plugins, variant: str) -> str | None:
    plugin = plugins.by_variant.get(variant)
    return getattr(plugin.module, "__file__", None) if plugin else None


def _played_there(subject: Subject, setups: list[Setup]) -> list[list[str]] | None:
    order = {
        "variant": subject.variant,
        "module": _module_file(subject.plugins, subject.variant),
        "files": [str(file) for file in subject.files],
        "setups": [asdict(setup) for setup in setups],
    }
    hash_seed = next(each for each in HASH_SEEDS if each != os.environ.get("PYTHONHASHSEED"))
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "rummykit_kit.elsewhere"]
    done = subprocess.run(
        command, input=json.dumps(order), env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Broken(f"The games cannot be played in another process: {done.stderr.strip().splitlines()[-1]}")
    answer: list[list[str]] | None = json.loads(done.stdout)
    return answer


def main() -> None:
    """Play the games that the input names, and print how they went."""
    order, answer = json.load(sys.stdin), None
    # What a plugin prints meanwhile is not part of the answer.
    with redirect_stdout(sys.stderr):
        plugins = Plugins.discover(files=map(Path, order["files"]))
        if order["module"] is not None and _module_file(plugins, order["variant"]) == order["module"]:
            subject = Subject(order["variant"], plugins)
            setups = [Setup(**{**setup, "choices": tuple(setup["choices"])}) for setup in order["setups"]]
            answer = [_told(_played(subject, setup)) for setup in setups]
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
