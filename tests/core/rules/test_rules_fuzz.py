"""Whatever is in a file, it is loaded or refused; nothing else may happen."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules_toy import TOYS, load

from rummykit.rules import HouseRuleError, Place, Problem, TableRules, from_json, load_file

GOOD = """\
# a table
variant: sheet
preset: "club"
mods: [night, loud]
players: [Anna, 'Ben']
rules:
  deal: &deal
    hand_size: {2: 6, 3: 4}
    packs: 0x2
    side: |-
      left
  claiming:
    claim_limit: ~
    claim_values: [3, 4]
  night: {lamps: 0}
match:
  rounds: 3
"""
PIECES = [
    "\t", "\n", " ", ":", "-", "[", "]", "{", "}", ",", "#", "&a ", "*a", "*deal", "!", "!!str ", "|", ">",
    "'", '"', "%", "@", "`", "?", "? ", "<<: ", "---\n", "...\n", "~", "null", "true", "off", "-1", "1e999",
    ".nan", "0o7", "\0", "\x85", "\u2028", "\ufeff", "\ud800", '"\\ud800"', '"\\UFFFFFFFF"', "9" * 200,
    "extends: x\n", "extends: .\n", "%YAML 1.2\n", "%TAG ! x\n", "é", "🂡", "\r", "\\", "0", "players: ",
    "rules:\n", "deal", "variant",
]  # fmt: skip


def found(load_it: Callable[[], TableRules]) -> tuple[Problem, ...]:
    """Return the problems of loading, none if it went well."""
    try:
        load_it()
    except HouseRuleError as error:
        return error.problems or (Problem(Place(""), ""),)
    return ()


def mutated(source: random.Random) -> str:
    text = GOOD
    for _ in range(source.randint(1, 6)):
        start = source.randrange(len(text) + 1)
        end = min(len(text), start + source.choice((0, 0, 1, 1, 3, 10, 40)))
        piece = source.choice((*PIECES, "", "", text[start:end] * 2, GOOD[start : start + 20]))
        text = text[:start] + piece + text[end:]
    return text


def test_the_unchanged_file_is_good() -> None:
    assert load(GOOD).players == ("Anna", "Ben")


@pytest.mark.parametrize("seed", range(10))
def test_mutations_are_loaded_or_refused(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(60):
        text = mutated(source)
        for problem in found(lambda text=text: load(text)):
            assert problem.message, text
            assert problem.place.line >= 1, text


def test_random_bytes_are_loaded_or_refused(tmp_path: Path) -> None:
    source = random.Random(17)
    path = tmp_path / "t.yaml"
    good = GOOD.encode()
    for _ in range(100):
        cut = source.randrange(len(good))
        path.write_bytes(good[:cut] + source.randbytes(source.randint(1, 4)) + good[cut:])
        for problem in found(lambda: load_file(path, TOYS)):
            assert problem.message
            assert problem.place.file in (str(path), "preset 'club'")


RECORD = json.dumps(load(GOOD).to_json())

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(deadline=None)
@given(st.sampled_from(["variant", "mods", "players", "rules", "match", "preset", "deal", "packs"]), json_values)
def test_records_are_loaded_or_refused(key: str, value: object) -> None:
    data = json.loads(RECORD)
    rules = data["rules"]
    {"deal": rules, "packs": rules["deal"]}.get(key, data)[key] = value
    assert all(problem.message for problem in found(lambda: from_json(data, TOYS, name="game")))
