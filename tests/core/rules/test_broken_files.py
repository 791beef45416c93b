"""Broken files: each is loaded or refused, soon, in little memory, and never with a traceback.

The files are made from the examples and from what `rummy rules new` writes. One process of its own loads them all, so
that its memory is not that of the tests; it is this module, run as a script.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from campaign import Sample, samples
from house_rule_files import GALLERY, uncommented
from rummykit.plugin.plugins import Plugins
from rummykit.rules import HouseRuleError, load_file, load_text
from rummykit_cli.commands.rules.new import new_file

pytestmark = pytest.mark.untraced

SECONDS_EACH = 2
MEGABYTES = 300
KEPT = 25
"""So many good ones, and so many bad ones, are also checked by the command."""

Mutation = Callable[[Random, str], "str | bytes"]

OTHER_TYPES = [
    "", "~", "true", "off", "[]", "{}", "[1, [2, {a: b}]]", "{2: 10, x: 7}", "{2: 10, 2: 11}", "text", "'7'", "7.0",
    "2024-01-01", "12:30:45", "|\n      lines\n      of text", ">-\n   x", "'unclosed", '"\\x"', "@x", "%x", "? x",
    "!!python/object/apply:os.system [ls]", "!!binary aGk=", "!mine 3", "!!int '3'", "*nowhere", "a: b: c", "[", "}",
    "- x", "-1", "\\",
]  # fmt: skip
NUMBERS = [
    "1", "2", "3", "5", "10", "-1", "0", "51", "999", "1e3", "1e999", "-1e-999", ".inf", "-.inf", ".nan", "0o17",
    "0x7fffffffffffffff", "1_000", "9" * 99, "9" * 101, "9" * 5_000, "0x" + "f" * 5_000, "1." + "0" * 5_000,
    "1e" + "9" * 50, "-" + "9" * 4_301,
]  # fmt: skip
SECRET = "hunter2"
OTHERS = {
    "secret.yaml": f"user: {SECRET}\n",
    "secret.txt": f"root:x:0:{SECRET}:/bin/sh\n",
    "secret.bin": f"\0{SECRET}",
}
"""Files of other kinds, of which no message may tell anything."""
KEYS = ["variant", "preset", "extends", "mods", "players", "rules", "match", "hand_size", "claims", "<<", "~", "1", "é"]


def lines_with(text: str, part: str) -> list[int]:
    return [
        number for number, line in enumerate(text.split("\n")) if part in line and not line.lstrip().startswith("#")
    ]


def with_line(random: Random, text: str, change: Callable[[str], str]) -> str:
    """Change one of the lines that set something."""
    lines = text.split("\n")
    numbers = lines_with(text, ":")
    if numbers:
        number = random.choice(numbers)
        lines[number] = change(lines[number])
    return "\n".join(lines)


def with_value(random: Random, text: str, value: str) -> str:
    return with_line(random, text, lambda line: f"{line.partition(':')[0]}: {value}")


def renamed(random: Random, text: str) -> str:
    def change(line: str) -> str:
        key, colon, rest = line.partition(":")
        name = key.strip() or "x"
        at = random.randrange(len(name))
        new = random.choice([name[:at] + name[at + 1 :], name.upper(), name + name[at], f'"{name}"', *KEYS])
        return key.replace(key.strip(), new, 1) + colon + rest

    return with_line(random, text, change)


def retyped(random: Random, text: str) -> str:
    return with_value(random, text, random.choice(OTHER_TYPES))


def out_of_range(random: Random, text: str) -> str:
    return with_value(random, text, random.choice(NUMBERS))


def aliased(random: Random, text: str) -> str:
    value = random.choice(["&a 3", "&a [*a]", "*a", "&a {b: *a}", "&a &b 3"])
    return with_value(random, with_value(random, text, "&a 2"), value)


def exploding(random: Random, text: str) -> str:
    """Aliases of aliases: a few lines that stand for more values than a machine can hold."""
    width, depth = random.choice([(2, 40), (10, 9), (100, 5)])
    row = "\n".join(f"  l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * width)}]" for n in range(1, depth))
    return f"{random.choice(['rules', 'bombs', 'match'])}:\n  l0: &l0 [x]\n{row}\n" + text


def exploding_keys(random: Random, text: str) -> str:
    row = "\n".join(f"  ? &k{n} {{*k{n - 1} : *k{n - 1}}}\n  : 1" for n in range(1, 30))
    return f"bombs:\n  ? &k0 x\n  : 1\n{row}\n" + text


def tabbed(random: Random, text: str) -> str:
    return with_line(random, text, lambda line: random.choice(["\t" + line, line.replace("  ", "\t", 1), line + "\t#"]))


def doubled(random: Random, text: str) -> str:
    return with_line(random, text, lambda line: f"{line}\n{line}")


def thinned(random: Random, text: str) -> str:
    return with_line(random, text, lambda line: f"# {line}")


def binary(random: Random, text: str) -> bytes:
    data = text.encode()
    at = random.randrange(len(data) + 1)
    return (
        data[:at] + random.choice([random.randbytes(random.randint(1, 40)), b"\0", b"\xff\xfe", b"\x1b[2J"]) + data[at:]
    )


def nested(random: Random, text: str) -> str:
    depth = random.choice([5, 19, 21, 100, 3_000])
    value = random.choice(
        ["[" * depth + "]" * depth, "{a: " * depth + "1" + "}" * depth, "[" * depth, "- " * depth + "x"]
    )
    return with_value(random, text, value)


def nested_in_lines(random: Random, text: str) -> str:
    return "\n".join(" " * depth + f"k{depth}:" for depth in range(random.choice([10, 30, 300]))) + " 1\n" + text


def encoded(random: Random, text: str) -> bytes:
    return random.choice(
        [
            lambda: b"\xef\xbb\xbf" + text.encode(),
            lambda: text.encode("utf-16"),
            lambda: text.encode("utf-32"),
            lambda: text.replace("#", "# ü").encode("latin-1", "replace"),
            lambda: text.replace("\n", "\r\n").encode(),
            lambda: text.replace("\n", "\r").encode(),
            lambda: text.replace("\n", "\u2028").encode(),
        ]
    )()


def hollow(random: Random, text: str) -> str:
    comments = "\n".join(f"# {line}" for line in text.split("\n"))
    return random.choice(
        ["", "\n", "   ", "---", "...", "--- \n--- \n", "# nothing", comments, "~", "[]", "%YAML 1.1\n---\n"]
    )


def circular(random: Random, text: str) -> str:
    names = [
        "self.yaml",
        "./self.yaml",
        "../files/self.yaml",
        "ring.yaml",
        "missing.yaml",
        ".",
        "/dev/zero",
        "a\\0b",
        "x" * 9_999,
        *OTHERS,
    ]
    return f"extends: {random.choice(names)}\n{text}"


def cut(random: Random, text: str) -> str:
    return text[: random.randrange(len(text) + 1)]


def shuffled(random: Random, text: str) -> str:
    lines = text.split("\n")
    random.shuffle(lines)
    return "\n".join(lines)


def huge(random: Random, text: str) -> str:
    return text + random.choice(
        [
            "\n# " + "x" * 100_000,
            "\n" + "\n".join(f"key{number}: 1" for number in range(1_500)),
            f"\nmore: {'x' * 50_000}",
            f"\nplayers: [{', '.join(f'p{number}' for number in range(1_000))}]",
            "\n" + " " * 1_100_000,
        ]
    )


MUTATIONS: list[Mutation] = [
    renamed, renamed, retyped, retyped, out_of_range, out_of_range, aliased, exploding, exploding_keys, tabbed, doubled,
    thinned, thinned, binary, nested, nested_in_lines, encoded, hollow, circular, cut, shuffled, huge,
]  # fmt: skip


def mutated(random: Random, text: str) -> bytes:
    """Break a text in one to three ways."""
    broken: str | bytes = text
    for mutation in random.choices(MUTATIONS, k=random.choice([1, 1, 1, 2, 3])):
        broken = mutation(random, broken if isinstance(broken, str) else broken.decode("utf-8", "replace"))
    return broken if isinstance(broken, bytes) else broken.encode("utf-8", "replace")


def sources(plugins: Plugins) -> list[str]:
    """Return the texts to break; the short ones often, because the long ones take long."""
    examples = [file.read_text("utf-8") for file in GALLERY]
    games = [(variant, preset) for variant in plugins.variants() for preset in (None, *plugins.presets(variant))]
    return examples * 6 + [uncommented(new_file(variant, preset, plugins, every=True)) for variant, preset in games]


def peak() -> int:
    """Return the most memory this process has used, in kilobytes; 0 where the system does not tell.

    Not `resource.getrusage`, which also counts the process that started this one.
    """
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)


def load_all(folder: Path, files: int, seed: int) -> dict[str, object]:
    """Break and load so many files; some of each outcome stay in the folder."""
    plugins, random = Plugins.discover(), Random(seed)
    texts, outcomes = sources(plugins), Counter[str]()
    path = folder / "self.yaml"
    (folder / "ring.yaml").write_text("extends: self.yaml\n")
    for name, content in OTHERS.items():
        (folder / name).write_text(content)
    load_file(GALLERY[0], plugins)
    before, slowest, failures = peak(), 0.0, []
    for number in range(files):
        path.write_bytes(data := mutated(random, random.choice(texts)))
        start = time.process_time()
        try:
            load_file(path, plugins)
            outcome = "good"
        except HouseRuleError as error:
            outcome = "refused" if error.problems and all(problem.message for problem in error.problems) else "mute"
            if SECRET in str(error):
                outcome = "leaked"
        except Exception:
            outcome = "failed"
            failures.append(f"{data[:300]!r}\n{traceback.format_exc()}")
        slowest = max(slowest, time.process_time() - start)
        outcomes[outcome] += 1
        (folder / f"{outcome}-{number % KEPT}.yaml").write_bytes(data)
    return {
        "outcomes": outcomes,
        "slowest": slowest,
        "megabytes": (peak() - before) / 1024,
        "failures": failures[:5],
    }


def run(*arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        timeout=600,
        check=False,
    )


@samples(normal=200, campaign=10_000, parts=5)
def test_broken_files_are_loaded_or_refused(tmp_path: Path, sample: Sample, tally: Callable[[str, int], None]) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    done = run(__file__, folder, sample.number, sample.seed, folder=folder)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["failures"] == []
    assert set(found["outcomes"]) == {"good", "refused"}
    assert sum(found["outcomes"].values()) == sample.number
    assert min(found["outcomes"].values()) > sample.number // 20, "files that are all good or all bad prove little"
    assert found["slowest"] < SECONDS_EACH
    assert found["megabytes"] < MEGABYTES
    kept = sorted(file.name for outcome in found["outcomes"] for file in folder.glob(f"{outcome}-*.yaml"))
    check_by_the_command(folder, kept)
    tally("mutated house-rule files", sample.number)


NEVER_ACCEPTED: dict[str, tuple[str, str]] = {
    "no space after the colon": (r"^(\s*)(\w+): +(\S.*)", r"\1\2:\3"),
    "no colon": (r"^(\s*)(\w+): +(\S.*)", r"\1\2 \3"),
    "no value": (r"^(\s*)(\w+): +([^\s{].*)", r"\1\2: ~"),  # a whole section may be empty
    "an open bracket": (r"^(\s*)(\w+): +(\S.*)", r"\1\2: [\3"),
    "open quotes": (r"^(\s*)(\w+): +(\S.*)", r"\1\2: '\3"),
    "another name": (r"^(\s*)(\w+):(.*)", r"\1x\2x:\3"),
    "twice": (r"^(\s*)(\w+):(.*)", r"\1\2:\3\n\1\2:\3"),
    "a tab": (r"^( +)(\w+):(.*)", r"\t\2:\3"),
    "another indentation": (r"^( +)(\w+):(.*)", r" \1\2:\3\n\1xx: 1"),
    "a no-break space": (r"^(\s*)(\w+):(.*)", "\\1\u00a0\\2:\\3"),
}
"""Breakings of a line that leave nothing that could be meant."""


@pytest.mark.parametrize("breaking", NEVER_ACCEPTED)
def test_no_line_is_accepted_broken(breaking: str) -> None:
    pattern, replacement = NEVER_ACCEPTED[breaking]
    plugins, tried = Plugins.discover(), 0
    for example in GALLERY:
        lines = re.sub(r"\s*#.*", "", example.read_text("utf-8")).strip().split("\n")
        for number in range(len(lines)):
            broken = re.sub(pattern, replacement, lines[number])
            if broken == lines[number]:
                continue
            text = "\n".join([*lines[:number], broken, *lines[number + 1 :]])
            tried += 1
            with pytest.raises(HouseRuleError) as caught:
                load_text(text, plugins, name="t.yaml")
            # A quotation mark or bracket that is never closed may take more lines with it.
            found = {problem.place.line for problem in caught.value.problems}
            assert found & {number + 1, number + 2}, f"{text}\n{caught.value}"
    assert tried > 50


def check_by_the_command(folder: Path, names: list[str]) -> None:
    """Check some of them by the real command, which must have a report for each."""
    done = run("-m", "rummykit_cli", "rules", "check", "--json", *names, folder=folder)
    assert done.returncode in (0, 2)
    assert "Traceback" not in done.stdout + done.stderr
    assert [report["file"] for report in json.loads(done.stdout)] == names


if __name__ == "__main__":
    print(json.dumps(load_all(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
