"""Read a YAML file into PyYAML's nodes, by the rules of YAML 1.2's core schema, or say in a sentence why not.

PyYAML reads the syntax and marks every node with its place; what a plain word means is decided here:
`true` and `false` are the only switches, `off` and `yes` are words, and `010` is ten.

>>> node, problems = parse("claims: off", "home.yaml")
>>> plain(node), str(place(node.value[0][1])), problems
({'claims': 'off'}, 'home.yaml:1:9', [])
"""

from __future__ import annotations

import codecs
import json
import os
import re
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias, cast

from yaml import AliasEvent, MappingNode, MarkedYAMLError, Node, ScalarNode, SequenceNode, StreamEndEvent, YAMLError
from yaml.composer import Composer
from yaml.parser import Parser
from yaml.reader import Reader, ReaderError
from yaml.resolver import BaseResolver
from yaml.scanner import Scanner

from rummykit.i18n import reason_of, say
from rummykit.rules.problems import HouseRuleError, Place, Problems, shown

MAX_BYTES = 1024 * 1024
MAX_DEPTH = 20
MAX_NODES = 10_000
LONGEST_NUMBER = 100
"""Longer numbers are refused: no option needs one, and Python will not read very long ones."""

Pair: TypeAlias = tuple[ScalarNode, Node]

_NULL, _BOOL, _INT, _FLOAT, _TEXT, _LIST, _MAP = (
    f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "int", "float", "str", "seq", "map")
)
_TAGS = {type(None): _NULL, bool: _BOOL, int: _INT, float: _FLOAT, str: _TEXT}
_SURROGATE = re.compile("[\ud800-\udfff]")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UNSEEN = "[\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]"
"""Characters that look like a space, or like nothing."""


# -- the text of a file ------------------------------------------------------------------------------------


def read_text(path: Path) -> str:
    """Return a file's text; HouseRuleError if it is missing, not a text, or larger than 1 MiB."""
    where, problems = Place(str(path)), Problems()
    try:
        about = os.stat(path)
        if stat.S_ISDIR(about.st_mode):
            problems.stop(where, say("this is a directory, not a file"))
        if not stat.S_ISREG(about.st_mode):
            # A pipe or a device could keep us waiting, or never end.
            problems.stop(where, say("this is not a regular file"))
        if about.st_size > MAX_BYTES:
            problems.stop(where, say("this file is too large; house rules take at most 1 MiB"))
        data = path.read_bytes()
    except FileNotFoundError:
        problems.stop(where, say("no such file"))
    except (OSError, ValueError) as error:
        why = reason_of(error) if isinstance(error, OSError) else str(error)
        problems.stop(where, say("cannot be read ({reason})", reason=why))
    # Text of two bytes a character has a nought in about every other one.
    if data.startswith(_UTF16) or (len(data) > 8 and 0.4 < data[:200].count(0) / len(data[:200]) < 0.6):
        problems.stop(where, say("this file is UTF-16; save it as UTF-8"))
    data = data.removeprefix(codecs.BOM_UTF8)
    good = data.partition(b"\0")[0]
    message = say("this is not a text file")
    try:
        text = good.decode("utf-8")
    except UnicodeDecodeError as error:
        good = good[: error.start]
        if b"\0" not in data:
            message = say("this file is not in UTF-8; save it as UTF-8")
    if len(good) < len(data):
        lines = good.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        problems.stop(Place(str(path), len(lines), len(lines[-1]) + 1), message)
    return text


# -- nodes -------------------------------------------------------------------------------------------------


def place(node: Node) -> Place:
    """Return where a node stands."""
    return _place(node.start_mark)


def _place(mark: Any) -> Place:
    return mark if isinstance(mark, Place) else Place(mark.name, mark.line + 1, mark.column + 1)


def is_empty(node: Node) -> bool:
    """Say whether nothing is written where the node is, as below `rules:` with every line commented out."""
    return bool(node.tag == _NULL)


def plain(node: Node) -> Any:
    """Return a node as plain JSON types; keys become text."""
    if isinstance(node, MappingNode):
        return {name(key): plain(value) for key, value in node.value}
    if isinstance(node, SequenceNode):
        return [plain(item) for item in node.value]
    text: str = node.value
    if node.tag == _BOOL:
        return text.lower() == "true"
    if node.tag == _INT:
        return int(text, 0 if text[:2] in ("0x", "0o") else 10)
    if node.tag == _FLOAT:
        return float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))
    return None if is_empty(node) else text


def name(key: ScalarNode) -> str:
    """Return a key as a text: `0x2` and `2` are the same key, and so is a quoted 2."""
    return str(plain(key)) if key.tag == _INT else str(key.value)


def text_of(node: Node) -> str | None:
    """Return the text that a node is, None if it is something else."""
    return str(node.value) if node.tag == _TEXT else None


def written(node: Node) -> str:
    """Return a scalar as it was written, nothing for a list or mapping."""
    return str(node.value) if isinstance(node, ScalarNode) else ""


def got(node: Node) -> str:
    """Name a node's value in a message.

    >>> node, _ = parse("[four, [], 4]", "x")
    >>> [got(item) for item in node.value]
    ["the text 'four'", 'a list', 'the number 4']
    """
    if isinstance(node, MappingNode):
        return say("a mapping")
    if isinstance(node, SequenceNode):
        return say("a list")
    if node.tag == _TEXT:
        return say("the text {text}", text=shown(node.value))
    if is_empty(node):
        return say("empty")
    return str(node.value) if node.tag == _BOOL else say("the number {number}", number=shown(node.value)[1:-1])


def cannot_be(what: str, node: Node) -> str:
    """Say that a node's value is wrong for what is called so.

    >>> cannot_be("mods", parse("5", "x")[0])
    'mods cannot be the number 5'
    """
    return say("{name} cannot be {value}", name=what, value=got(node))


def _distinct(pairs: Iterable[tuple[Node, Node]], problems: Problems) -> list[Pair]:
    """Return the entries of a mapping; report keys that cannot be keys, or are there twice (the first one stays)."""
    entries: dict[str, Pair] = {}
    for key, value in pairs:
        if not isinstance(key, ScalarNode):
            problems.report(place(key), say("a key must be a single word, not {value}", value=got(key)))
        elif not key.value.isascii() and re.search(_UNSEEN, key.value):
            message = say(
                "there is a character in {name} that looks like a space, or like nothing; type it anew",
                name=shown(key.value),
            )
            problems.report(place(key), message)
        elif key.value == "<<":
            message = say(
                "merge keys (<<) are not part of YAML 1.2; write the options out, or put them in a file to extend"
            )
            problems.report(place(key), message)
        elif name(key) in entries:
            first = place(entries[name(key)][0])
            message = say("{name} is given twice", name=shown(name(key)))
            if first.line:
                message = say("{name} is already set on line {line}", name=shown(name(key)), line=first.line)
            problems.report(place(key), message, also=(first,))
        else:
            entries[name(key)] = (key, value)
    return list(entries.values())


# -- YAML --------------------------------------------------------------------------------------------------


def parse(text: str, file: str) -> tuple[Node, Problems]:
    """Read one YAML document.

    Returns its root and the problems that did not stop the reading (keys set twice, tags).
    Raises HouseRuleError where there is no tree to speak of: bad syntax, an empty file,
    several documents, or a tree that is too deep or too large.
    """
    problems = Problems()
    try:
        reader = _Reader(text, file, problems)
        root = reader.read()
    except ReaderError as error:
        from rummykit.rules.syntax import LINE_BREAK

        lines = LINE_BREAK.split(text[: error.position])
        character = shown(text[error.position])
        message = say("the character {character} is not allowed in YAML", character=character)
        problems.stop(Place(file, len(lines), len(lines[-1]) + 1), message)
    except MarkedYAMLError as error:
        from rummykit.rules.syntax import explain  # only here: a good file must not wait for it

        raise HouseRuleError([*problems, explain(text, error, file)]) from None
    except (ValueError, OverflowError):
        # PyYAML lets Python's own complaint through for escapes and versions out of all range.
        problems.stop(_place(reader.get_mark()), say("there is a number here that is out of all range"))
    if root is None or is_empty(root):
        expected = say("at least a line such as `variant: …`")
        problems.stop(Place(file, 1, 1), say("there is nothing in this file"), expected=expected)
    return root, problems


def parse_value(text: str, problems: Problems) -> Node:
    """Read a value as somebody types it; what is not YAML is a text."""
    root = None
    with suppress(YAMLError, ValueError, OverflowError):
        # In a list, because a document that is just `null` counts as empty.
        root = _Reader(f"- {text}", "", problems).read()
    if isinstance(root, SequenceNode) and len(root.value) == 1 and not text.startswith("#"):
        node: Node = root.value[0]
        return node
    return from_data(text, Place(""), problems)


class _Reader(Reader, Scanner, Parser, Composer, BaseResolver):
    """PyYAML's composer with the tags of YAML 1.2, and with limits that are met before memory is used.

    The pure Python one: libyaml's marks differ from it in places, and errors must point to the same column on every
    machine.
    """

    def __init__(self, text: str, file: str, problems: Problems) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)
        Composer.__init__(self)
        BaseResolver.__init__(self)
        self.name = file
        self.problems = problems
        self._nodes = 0
        self._depth = 0

    def read(self) -> Node | None:
        """Return the root of the only document, None if there is none."""
        self.get_event()  # type: ignore[no-untyped-call]
        root = None if self.check_event(StreamEndEvent) else self.compose_document()
        if not self.check_event(StreamEndEvent):
            message = say("a second document starts here; one file holds one table's rules")
            self.problems.stop(_place(self._next().start_mark), message, expected=say("no such line"))
        return root

    def compose_node(self, parent: Node | None, index: Any) -> Node | None:
        event = self._next()
        where = _place(event.start_mark)
        if isinstance(event, AliasEvent):
            self.get_event()  # type: ignore[no-untyped-call]
            return self._aliased(str(event.anchor), where)
        if event.anchor in self.anchors:
            self.problems.stop(where, say("the anchor {name} is defined twice", name=shown(event.anchor)))
        if event.tag is not None:
            message = say("tags are not allowed here: {tag}", tag=shown(event.tag))
            self.problems.stop(where, message, expected=say("quotes around a text that begins with {sign}", sign="!"))
        self._grow(1, 1, where)
        self._depth += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node

    def compose_scalar_node(self, anchor: Any) -> ScalarNode:
        node = super().compose_scalar_node(anchor)
        # Looked at before it is turned into a number: Python refuses to read very long ones.
        if node.tag in (_INT, _FLOAT) and len(node.value) > LONGEST_NUMBER:
            message = say("this number has more than {digits} digits", digits=LONGEST_NUMBER)
            self.problems.stop(place(node), message)
        if _SURROGATE.search(node.value):
            self.problems.stop(place(node), say("this text holds half a character (a lone surrogate)"))
        return node

    def compose_mapping_node(self, anchor: Any) -> MappingNode:
        node = super().compose_mapping_node(anchor)
        node.value = _distinct(node.value, self.problems)
        return node

    def _next(self) -> Any:
        return self.peek_event()  # type: ignore[no-untyped-call]

    def _aliased(self, anchor: str, where: Place) -> Node:
        node: Node | None = self.anchors.get(anchor)
        if node is None:
            message = say("the alias {name} names nothing; its anchor must come before it", name=shown(anchor))
            self.problems.stop(where, message, expected=say("quotes around a text that begins with {sign}", sign="*"))
        if node.end_mark is None:
            self.problems.stop(where, say("the alias {name} stands inside what it names", name=shown(anchor)))
        self._grow(*_size(node), where)
        return node

    def _grow(self, nodes: int, height: int, where: Place) -> None:
        self._nodes += nodes
        if self._nodes > MAX_NODES:
            message = say("this file is too large: more than {most} values, aliases included", most=MAX_NODES)
            self.problems.stop(where, message)
        if self._depth + height > MAX_DEPTH:
            self.problems.stop(where, say("this is nested more than {depth} deep", depth=MAX_DEPTH))


for _tag, _pattern in (
    (_NULL, r"~|null|Null|NULL|"),
    (_BOOL, r"true|True|TRUE|false|False|FALSE"),
    (_INT, r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"),
    (_FLOAT, r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"),
):
    _Reader.add_implicit_resolver(_tag, re.compile(rf"({_pattern})\Z"), None)


def _size(node: Node) -> tuple[int, int]:
    """Return how many nodes there are in a node, itself included, and how many stand above each other."""
    parts = [part for pair in node.value for part in pair] if isinstance(node, MappingNode) else node.value
    below = [] if isinstance(node, ScalarNode) else [_size(part) for part in parts]
    return 1 + sum(nodes for nodes, _ in below), 1 + max((height for _, height in below), default=0)


# -- data --------------------------------------------------------------------------------------------------


def from_data(data: object, where: Place, problems: Problems, depth: int = 1) -> Node:
    """Turn plain JSON types into nodes that all stand at one place.

    >>> plain(from_data({"rounds": 3}, Place("game.json"), Problems()))
    {'rounds': 3}
    """
    at = cast(Any, where)  # a place is as good as a mark
    if depth > MAX_DEPTH:
        problems.stop(where, say("this is nested more than {depth} deep", depth=MAX_DEPTH))
    if isinstance(data, Mapping):
        pairs = [
            (from_data(key, where, problems, depth + 1), from_data(value, where, problems, depth + 1))
            for key, value in data.items()
        ]
        return MappingNode(_MAP, _distinct(pairs, problems), at)
    if isinstance(data, list | tuple):
        return SequenceNode(_LIST, [from_data(item, where, problems, depth + 1) for item in data], at)
    tag = next((tag for kind, tag in _TAGS.items() if isinstance(data, kind)), None)
    if tag is None:
        problems.stop(where, say("{type} is not a JSON type", type=type(data).__name__))
    if isinstance(data, int) and abs(data) >= 10**LONGEST_NUMBER:
        problems.stop(where, say("a number has more than {digits} digits", digits=LONGEST_NUMBER))
    if isinstance(data, str) and _SURROGATE.search(data):
        problems.stop(where, say("this text holds half a character (a lone surrogate)"))
    return ScalarNode(tag, data if isinstance(data, str) else json.dumps(data), at)
