"""Read a YAML file into PyYAML's nodes, by the rules of YAML 1.2's core schema, or say in a sentence why not.

PyYAML reads the syntax and marks every node with its place; what a plain word means is decided here:
`true` and `false` are the only switches, `off` and `yes` are words, and `010` is ten. A node whose
fault is reported already is tagged as broken, so that nobody reports it twice.

>>> node, problems = parse("claims: off", "home.yaml")
>>> plain(node), str(place(node.value[0][1])), problems
({'claims': 'off'}, 'home.yaml:1:9', [])
"""

from __future__ import annotations

import codecs
import os
import re
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias, cast

from yaml import AliasEvent, MappingNode, MarkedYAMLError, Node, ScalarNode, SequenceNode, StreamEndEvent
from yaml.composer import Composer
from yaml.parser import Parser
from yaml.reader import Reader, ReaderError
from yaml.scanner import Scanner

from rummykit.i18n import say
from rummykit.rules.problems import Place, Problems, shown

MAX_BYTES = 1024 * 1024
MAX_DEPTH = 20
MAX_NODES = 10_000
LONGEST_NUMBER = 100
"""Longer numbers are refused: no option needs one, and Python will not read very long ones."""

ScalarValue: TypeAlias = str | int | float | bool | None
Pair: TypeAlias = tuple[ScalarNode, Node]

_NULL, _BOOL, _INT, _FLOAT, _TEXT, _LIST, _MAP = (
    f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "int", "float", "str", "seq", "map")
)
_BROKEN = "!broken"
_WORDS: dict[str, ScalarValue] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((f"{sign}{word}" for sign in ("", "+") for word in (".inf", ".Inf", ".INF")), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_WORD_TAGS = {type(None): _NULL, bool: _BOOL, float: _FLOAT}
_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", re.ASCII)
_DECIMAL = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", re.ASCII)
_LONGEST_DETAILS = 200
_LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


# -- the text of a file ------------------------------------------------------------------------------------


def read_text(path: Path) -> str:
    """Return a file's text; HouseRuleError if it is missing, not a text, or larger than 1 MiB."""
    reason = ""
    try:
        about = os.stat(path)
        if stat.S_ISDIR(about.st_mode):
            reason = say("this is a directory, not a file")
        elif not stat.S_ISREG(about.st_mode):
            # A pipe or a device could keep us waiting, or never end.
            reason = say("this is not a regular file")
        elif about.st_size > MAX_BYTES:
            reason = say("this file is too large; house rules take at most 1 MiB")
        else:
            with open(path, "rb") as file:
                data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        reason = say("no such file")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        reason = say("cannot be read ({reason})", reason=why)
    if reason:
        Problems().stop(Place(str(path)), reason)
    if data.startswith(_UTF16):
        Problems().stop(Place(str(path)), say("this file is UTF-16; save it as UTF-8"))
    data = data.removeprefix(codecs.BOM_UTF8)
    bad = data.find(b"\0")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        bad = error.start if bad < 0 else min(bad, error.start)
    if bad >= 0:
        # What comes before the first bad byte is good UTF-8, so its columns can be counted.
        lines = data[:bad].replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        where = Place(str(path), len(lines), len(lines[-1].decode("utf-8", "replace")) + 1)
        Problems().stop(where, say("this is not a text file in UTF-8"))
    return text


# -- nodes -------------------------------------------------------------------------------------------------


def place(node: Node) -> Place:
    """Return where a node stands."""
    return _place(node.start_mark)


def _place(mark: Any) -> Place:
    return mark if isinstance(mark, Place) else Place(mark.name, mark.line + 1, mark.column + 1)


def is_broken(node: Node) -> bool:
    """Say whether what is wrong with a node is reported already."""
    return bool(node.tag == _BROKEN)


def is_whole(node: Node) -> bool:
    """Say whether nothing at or below the node is broken."""
    if isinstance(node, MappingNode):
        return not is_broken(node) and all(is_whole(value) for _, value in node.value)
    if isinstance(node, SequenceNode):
        return not is_broken(node) and all(map(is_whole, node.value))
    return not is_broken(node)


def is_empty(node: Node) -> bool:
    """Say whether nothing is written where the node is, as below `rules:` with every line commented out."""
    return bool(node.tag == _NULL)


def plain(node: Node) -> Any:
    """Return a whole node as plain JSON types; keys become text."""
    if isinstance(node, MappingNode):
        return {name(key): plain(value) for key, value in node.value}
    if isinstance(node, SequenceNode):
        return [plain(item) for item in node.value]
    text: str = node.value
    if node.tag == _TEXT:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if node.tag == _FLOAT:
        return float(text)
    return int(text, 0 if text[:2] in ("0x", "0o") else 10)


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
        if is_broken(key):
            continue
        if not isinstance(key, ScalarNode):
            problems.report(place(key), say("a key must be a single word, not {value}", value=got(key)))
        elif key.value == "<<":
            message = say(
                "merge keys (<<) are not part of YAML 1.2; write the options out, or put them in a file to extend"
            )
            problems.report(place(key), message)
        elif name(key) in entries:
            first = place(entries[name(key)][0])
            message = (
                say("{name} is already set on line {line}", name=shown(name(key)), line=first.line)
                if first.line
                else say("{name} is there twice", name=shown(name(key)))
            )
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
        lines = _LINE_BREAK.split(text[: error.position])
        character = shown(text[error.position])
        message = say("the character {character} is not allowed in YAML", character=character)
        problems.stop(Place(file, len(lines), len(lines[-1]) + 1), message)
    except MarkedYAMLError as error:
        problems.stop(_place(error.problem_mark or error.context_mark or Place(file)), _syntax(error))
    except (ValueError, OverflowError):
        # PyYAML lets Python's own complaint through for escapes and versions out of all range.
        problems.stop(_place(reader.get_mark()), say("this is not valid YAML (a number out of range)"))
    if root is None or is_empty(root):
        expected = say("at least a line such as `variant: …`")
        problems.stop(Place(file, 1, 1), say("there is nothing in this file"), expected=expected)
    return root, problems


def _syntax(error: MarkedYAMLError) -> str:
    details = ", ".join(part for part in (error.context, error.problem) if part)[:_LONGEST_DETAILS]
    if "'\\t'" in details:
        return say("there is a tab here; YAML is indented with spaces only ({details})", details=details)
    return say("this is not valid YAML ({details})", details=details)


class _Reader(Reader, Scanner, Parser, Composer):
    """PyYAML's composer with the tags of YAML 1.2, and with limits that are met before memory is used.

    The pure Python one: libyaml's marks differ from it in places, and errors must point to the same column on every
    machine.
    """

    def __init__(self, text: str, file: str, problems: Problems) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)
        Composer.__init__(self)
        self.name = file
        self.problems = problems
        self._nodes = 0
        self._heights: list[int] = []
        self._measures: dict[str, tuple[int, int]] = {}

    def read(self) -> Node | None:
        """Return the root of the only document, None if there is none."""
        self.get_event()  # type: ignore[no-untyped-call]
        root = None if self.check_event(StreamEndEvent) else self.compose_document()
        if not self.check_event(StreamEndEvent):
            message = say("a second document starts here; one file holds one table's rules")
            self.problems.stop(_place(self._next().start_mark), message)
        return root

    def compose_node(self, parent: Node | None, index: Any) -> Node:
        event = self._next()
        where, anchor = _place(event.start_mark), event.anchor
        if isinstance(event, AliasEvent):
            self.get_event()  # type: ignore[no-untyped-call]
            return self._aliased(anchor, where)
        if anchor in self.anchors:
            self.problems.stop(where, say("the anchor {name} is there twice", name=shown(anchor)))
        self._grow(1, 1, where)
        before = self._nodes - 1
        self._heights.append(1)
        node = super().compose_node(parent, index)
        assert node is not None
        height = self._heights.pop()
        self._stand_below(height)
        if anchor:
            self._measures[anchor] = (self._nodes - before, height)
        if event.tag is not None:
            self._break(node, say("tags are not allowed here: {tag}", tag=shown(event.tag)))
        return node

    def compose_scalar_node(self, anchor: Any) -> ScalarNode:
        tag = self._next().tag
        node = super().compose_scalar_node(anchor)
        if tag is None:
            # Looked at before it is turned into a number: Python refuses to read very long ones.
            if node.tag in (_INT, _FLOAT) and len(node.value) > LONGEST_NUMBER:
                self._break(node, say("this number has more than {digits} digits", digits=LONGEST_NUMBER))
            elif _SURROGATE.search(node.value):
                self._break(node, say("this text holds half a character (a lone surrogate)"))
        return node

    def compose_mapping_node(self, anchor: Any) -> MappingNode:
        node = super().compose_mapping_node(anchor)
        node.value = _distinct(node.value, self.problems)
        return node

    def resolve(self, kind: type[Node], value: str, implicit: tuple[bool, bool]) -> str:
        if kind is not ScalarNode:
            return _MAP if kind is MappingNode else _LIST
        if not implicit[0]:
            return _TEXT
        if value in _WORDS:
            return _WORD_TAGS[type(_WORDS[value])]
        return _INT if _INTEGER.fullmatch(value) else _FLOAT if _DECIMAL.fullmatch(value) else _TEXT

    def descend_resolver(self, parent: Node | None, index: object) -> None:
        """PyYAML asks for it; tags do not depend on the place."""

    def ascend_resolver(self) -> None:
        """PyYAML asks for it; tags do not depend on the place."""

    def _next(self) -> Any:
        return self.peek_event()  # type: ignore[no-untyped-call]

    def _aliased(self, anchor: str, where: Place) -> Node:
        if anchor not in self.anchors:
            message = say("the alias {name} names nothing; its anchor must come before it", name=shown(anchor))
            self.problems.stop(where, message)
        if anchor not in self._measures:
            self.problems.stop(where, say("the alias {name} stands inside what it names", name=shown(anchor)))
        nodes, height = self._measures[anchor]
        self._grow(nodes, height, where)
        self._stand_below(height)
        node: Node = self.anchors[anchor]
        return node

    def _grow(self, nodes: int, height: int, where: Place) -> None:
        self._nodes += nodes
        if self._nodes > MAX_NODES:
            message = say("this file is too large: more than {most} values, aliases included", most=MAX_NODES)
            self.problems.stop(where, message)
        if len(self._heights) + height > MAX_DEPTH:
            self.problems.stop(where, say("this is nested more than {depth} deep", depth=MAX_DEPTH))

    def _stand_below(self, height: int) -> None:
        if self._heights:
            self._heights[-1] = max(self._heights[-1], height + 1)

    def _break(self, node: Node, message: str) -> None:
        self.problems.report(place(node), message)
        node.tag = _BROKEN


# -- data --------------------------------------------------------------------------------------------------


def from_data(data: object, where: Place, problems: Problems, depth: int = 1) -> Node:
    """Turn plain JSON types into nodes that all stand at one place.

    >>> plain(from_data({"rounds": 3}, Place("game.json"), Problems()))
    {'rounds': 3}
    """
    fault, at = "", cast(Any, where)  # a place is as good as a mark
    if depth > MAX_DEPTH:
        fault = say("this is nested more than {depth} deep", depth=MAX_DEPTH)
    elif isinstance(data, Mapping):
        pairs = [
            (from_data(key, where, problems, depth + 1), from_data(value, where, problems, depth + 1))
            for key, value in data.items()
        ]
        return MappingNode(_MAP, _distinct(pairs, problems), at)
    elif isinstance(data, list | tuple):
        return SequenceNode(_LIST, [from_data(item, where, problems, depth + 1) for item in data], at)
    elif data is None or isinstance(data, bool):
        return ScalarNode(_WORD_TAGS[type(data)], {None: "null", True: "true", False: "false"}[data], at)
    elif isinstance(data, int) and abs(data) >= 10**LONGEST_NUMBER:
        fault = say("a number has more than {digits} digits", digits=LONGEST_NUMBER)
    elif isinstance(data, str) and _SURROGATE.search(data):
        fault = say("this text holds half a character (a lone surrogate)")
    elif isinstance(data, str | int | float):
        tag = _TEXT if isinstance(data, str) else _INT if isinstance(data, int) else _FLOAT
        return ScalarNode(tag, str(data), at)
    else:
        fault = say("{type} is not a JSON type", type=type(data).__name__)
    problems.report(where, fault)
    return ScalarNode(_BROKEN, "", at)
