import math
import os
from pathlib import Path

import pytest
from rules_toy import TOYS, load, problems, refused

from rummykit.rules import HouseRuleError, load_file
from rummykit.rules.yamlfile import name, parse, place, plain


def tree(text: str) -> object:
    node, found = parse(text, "t.yaml")
    assert not found
    return plain(node)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True), ("False", False), ("TRUE", True), ("tRue", "tRue"),
        ("yes", "yes"), ("off", "off"), ("on", "on"), ("no", "no"), ("y", "y"),
        ("~", None), ("null", None), ("", None), ("nULL", "nULL"),
        ("7", 7), ("-7", -7), ("+7", 7), ("010", 10), ("0o17", 15), ("0x1F", 31),
        ("0b11", "0b11"), ("1_000", "1_000"), ("190:20:30", "190:20:30"), ("-0x1", "-0x1"),
        ("3.0", 3.0), (".5", 0.5), ("1e3", 1000.0), ("-1.", -1.0), (".", "."), ("1.2.3", "1.2.3"),
        (".inf", math.inf), ("-.INF", -math.inf), ("2001-12-14", "2001-12-14"), ("=", "="),
        ("'7'", "7"), ('"true"', "true"), ("''", ""), ("٣", "٣"),
    ],
)  # fmt: skip
def test_scalars_follow_the_core_schema(text: str, value: object) -> None:
    (got,) = tree(f"[{text or '~'}]")  # type: ignore[misc]
    assert got == value
    assert type(got) is type(value)


def test_nan() -> None:
    assert math.isnan(tree("[.nan]")[0])  # type: ignore[index]


def test_nodes_know_their_place() -> None:
    node, _ = parse("a:\n  - 1\n  - {b: ~}\n", "t.yaml")
    ((key, items),) = node.value
    first, second = items.value
    places = [str(place(item)) for item in (node, key, items, first, second, second.value[0][1])]
    assert places == [f"t.yaml:{spot}" for spot in ("1:1", "1:1", "2:3", "2:5", "3:5", "3:9")]


@pytest.mark.parametrize(
    ("text", "place", "word"),
    [
        ("variant: sheet\nrules:\n\tdeal: x\n", "t.yaml:3:1", "tab"),
        ("variant: [sheet\n", "t.yaml:1:10", "never closed"),
        ("variant: sheet\n rules: x\n", "t.yaml:2:2", "indented further"),
        ("variant: 'sheet\n", "t.yaml:1:10", "not closed"),
        ('variant: "\\q"\n', "t.yaml:1:12", "backslash"),
        ('a: 1\nvariant: "\\UFFFFFFFF"\n', "t.yaml:2:13", "out of all range"),
        ("%YAML " + "9" * 5000 + ".1\n---\nvariant: sheet", "t.yaml:1:7", "out of all range"),
        ("variant: !x!y sheet", "t.yaml:1:10", "written in quotes"),
        ("a: b\nc: \x07", "t.yaml:2:4", "'\\x07' is not allowed"),
        ("\ud800", "t.yaml:1:1", "'\\ud800' is not allowed"),
        ("", "t.yaml:1:1", "nothing in this file"),
        ("# only a comment\n", "t.yaml:1:1", "nothing in this file"),
        ("---\n...\n", "t.yaml:1:1", "nothing in this file"),
        ("variant: sheet\n---\nvariant: sheet\n", "t.yaml:2:1", "second document"),
        ("variant: sheet\n---\n", "t.yaml:2:1", "second document"),
        ("[" * 21, "t.yaml:1:21", "nested more than 20 deep"),
        ("[" * 100_000, "t.yaml:1:21", "nested more than 20 deep"),
        ("- " * 100_000, "t.yaml:1:41", "nested more than 20 deep"),
        ("{a: " * 5000, "t.yaml:1:", "nested more than 20 deep"),
        ("[" + "a, " * 20_000 + "]", "t.yaml:1:", "more than 10000 values"),
        ("a: &x [1, *x]", "t.yaml:1:11", "inside what it names"),
        ("&x {a: {b: *x}}", "t.yaml:1:12", "inside what it names"),
        ("a: *x", "t.yaml:1:4", "names nothing"),
        ("a: &x 1\nb: &x 2", "t.yaml:2:4", "defined twice"),
        ("a: &x 1\nb: &x [2]", "t.yaml:2:4", "defined twice"),
    ],
)  # fmt: skip
def test_what_stops_the_reading(text: str, place: str, word: str) -> None:
    (problem,) = problems(text)
    assert str(problem).startswith(place)
    assert word in problem.message


def test_many_aliases_do_not_explode() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 15)]
    (problem,) = problems("\n".join(lines))
    assert "more than 10000 values" in problem.message


def test_aliases_do_not_nest_past_the_limit() -> None:
    lines = ["a0: &a0 [x]"] + [f"a{i}: &a{i} [*a{i - 1}]" for i in range(1, 25)]
    (problem,) = problems("\n".join(lines))
    assert (problem.place.line, problem.message) == (19, "this is nested more than 20 deep")


def test_an_alias_is_its_anchor() -> None:
    assert tree("a: &x [1, &y b]\nc: *x\nd: *y\n*y : 3") == {"a": [1, "b"], "c": [1, "b"], "d": "b", "b": 3}


def test_duplicate_key_names_both_places() -> None:
    problem = refused("variant: sheet\nplayers: 2\nplayers: 3\n", "t.yaml:3:1", "already set on line 2")
    assert [str(place) for place in problem.also] == ["t.yaml:2:1"]
    assert str(problem).endswith("(see also t.yaml:2:1)")


@pytest.mark.parametrize("key", ["'2'", "02", "0x2"])
def test_keys_that_mean_the_same_are_duplicates(key: str) -> None:
    text = f"variant: sheet\nrules:\n  deal:\n    hand_size: {{2: 5, {key}: 4}}\n"
    refused(text, "t.yaml:4:23", "'2' is already set on line 4")


@pytest.mark.parametrize("tag", ["!!python/object/apply:os.system [x]", "!mine 3", "!!int 3", "! 3", "!!map {a: 1}"])
def test_tags_are_refused(tag: str) -> None:
    refused(f"variant: sheet\nplayers: {tag}\n", "t.yaml:2:10", "tags are not allowed")


def test_a_tagged_key_is_refused_once() -> None:
    refused("variant: sheet\n!!str players: 2\n", "t.yaml:2:1", "tags are not allowed")


def test_merge_keys_are_refused() -> None:
    refused("variant: sheet\nrules: &r\n  <<: {deal: {packs: 2}}\n", "t.yaml:3:3", "merge keys", "extend")


def test_keys_are_single_words() -> None:
    refused("variant: sheet\n? [a, b]\n: 2\n", "t.yaml:2:3", "a key must be a single word, not a list")
    refused("variant: sheet\n? {a: b}\n: 2\n", "t.yaml:2:3", "not a mapping")


@pytest.mark.parametrize("key", ["3", "true", "~", "1.5"])
def test_keys_are_names(key: str) -> None:
    refused(f"variant: sheet\n{key}: 2\n", "t.yaml:2:1", "a key cannot be", "expected the name of")


@pytest.mark.parametrize("number", ["9" * 5000, "-" + "9" * 101, "0x" + "f" * 101, "0o" + "7" * 101, "1." + "0" * 100])
def test_very_long_numbers_are_refused(number: str) -> None:
    refused(f"variant: sheet\nplayers: {number}\n", "t.yaml:2:10", "more than 100 digits")


def test_a_long_word_is_not_a_number() -> None:
    assert tree("a: " + "x" * 500) == {"a": "x" * 500}


def test_half_characters_are_refused() -> None:
    refused('variant: sheet\nplayers: ["\\ud800", a]\n', "t.yaml:2:11", "lone surrogate")


def test_problems_before_a_syntax_error_are_kept() -> None:
    first, second = problems("variant: sheet\nvariant: sheet\nrules: {a: {b: 1, b: 2}}\nx: [")
    assert (first.place.line, second.place.line) == (3, 4)


# Files


def file_refused(path: Path, start: str, word: str) -> None:
    with pytest.raises(HouseRuleError) as caught:
        load_file(path, TOYS)
    assert str(caught.value).startswith(f"{path}{start}: "), str(caught.value)
    assert word in str(caught.value)


def test_missing_file(tmp_path: Path) -> None:
    file_refused(tmp_path / "no.yaml", "", "no such file")


def test_directory(tmp_path: Path) -> None:
    file_refused(tmp_path, "", "directory")


def test_path_through_a_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    file_refused(tmp_path / "a" / "b.yaml", "", "cannot be read")


def test_impossible_path() -> None:
    file_refused(Path("a\0b"), "", "cannot be read")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    file_refused(tmp_path / "pipe", "", "not a regular file")


def test_large_file(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as file:
        file.truncate(2**40)
    file_refused(path, "", "too large")


@pytest.mark.untraced
def test_the_largest_file_that_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    path.write_bytes(b"variant: sheet\n#".ljust(1024 * 1024, b"x"))
    assert load_file(path, TOYS).variant == "sheet"


@pytest.mark.parametrize(
    ("data", "place", "words"),
    [
        (b"\0\0", ":1:1", "not a text file"),
        (b"variant: x\n\xc3\xa4b\0", ":2:3", "not a text file"),
        (b"variant: \n\xff\0", ":2:1", "not a text file"),
        (b"\0\xff", ":1:1", "not a text file"),
        (b"variant: \xff", ":1:10", "not in UTF-8; save it as UTF-8"),
        (b"\xef\xbb\xbfa\xff", ":1:2", "not in UTF-8; save it as UTF-8"),
        ("variant: sheet\ntitle: Rommé\n".encode("latin-1"), ":2:12", "not in UTF-8; save it as UTF-8"),
        ("variant: sheet\nnotes: „Oma“\n".encode("cp1252"), ":2:8", "not in UTF-8; save it as UTF-8"),
    ],
)
def test_binary_file(tmp_path: Path, data: bytes, place: str, words: str) -> None:
    (tmp_path / "t.yaml").write_bytes(data)
    file_refused(tmp_path / "t.yaml", place, words)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_wide_encodings(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "t.yaml").write_bytes("variant: sheet\ntitle: Rommé\n".encode(encoding))
    file_refused(tmp_path / "t.yaml", "", "this file is UTF-16; save it as UTF-8")


def test_byte_order_mark_and_windows_lines(tmp_path: Path) -> None:
    (tmp_path / "t.yaml").write_bytes("\ufeffvariant: sheet\r\nplayers: 9\r\n".encode())
    file_refused(tmp_path / "t.yaml", ":2:1", "cannot be played by 9")


def test_a_text_may_start_with_a_byte_order_mark() -> None:
    assert load("\ufeffvariant: sheet").variant == "sheet"


def test_scalar_names() -> None:
    assert name(parse("0x2: a", "t")[0].value[0][0]) == "2"
