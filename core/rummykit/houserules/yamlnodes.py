"""Read YAML text into nodes, by the rules of YAML 1.2's core schema.

PyYAML reads the syntax; what a plain word means is decided here: `true` and `false` are the
only switches, `off` and `yes` are words, and `010` is ten.

>>> node, problems = parse("claims: off", "home.yaml")
>>> key, value = node.entries[0]
>>> value.value, str(value.place), problems
('off', 'home.yaml:1:9', [])
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, NoReturn

import yaml

from rummykit.houserules.nodes import (
    LONGEST_NUMBER,
    MAX_DEPTH,
    MAX_NODES,
    BrokenNode,
    ListNode,
    Node,
    ScalarNode,
    ScalarValue,
    fit,
    mapping,
)
from rummykit.houserules.problems import HouseRuleError, Place, Problem, shown
from rummykit.language import say

_WORDS: dict[str, ScalarValue] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((f"{sign}{word}" for sign in ("", "+") for word in (".inf", ".Inf", ".INF")), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_DECIMAL = re.compile(r"[-+]?[0-9]+", re.ASCII)
_OCTAL = re.compile(r"0o[0-7]+", re.ASCII)
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+", re.ASCII)
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", re.ASCII)
_LONGEST_DETAILS = 200
_NUMBERS = (_DECIMAL, _OCTAL, _HEXADECIMAL, _FLOAT)
_LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")


def parse(text: str, file: str) -> tuple[Node, list[Problem]]:
    """Read one YAML document.

    Returns its tree and the problems that did not stop the reading (keys set twice, tags).
    Raises HouseRuleError where there is no tree to speak of: bad syntax, an empty file,
    several documents, or a tree that is too deep or too large.
    """
    reader = _Reader(file)
    try:
        # The pure Python loader: libyaml's marks differ from it in places, and errors must
        # point to the same column on every machine.
        loader = yaml.SafeLoader(text)
        while loader.check_event():
            reader.take(loader.get_event())  # type: ignore[no-untyped-call]
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        lines = _LINE_BREAK.split(before)
        place = Place(file, len(lines), len(lines[-1]) + 1)
        character = shown(text[error.position])
        reader.stop(place, say("the character {character} is not allowed in YAML", character=character))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reader.stop(_place(file, mark), _syntax(error))
    except (ValueError, OverflowError):
        # PyYAML lets Python's own complaint through for escapes and versions out of all range.
        reader.stop(_place(file, loader.get_mark()), say("this is not valid YAML (a number out of range)"))
    if reader.root is None or (isinstance(reader.root, ScalarNode) and reader.root.value is None):
        expected = say("at least a line such as `variant: …`")
        reader.stop(Place(file, 1, 1), say("there is nothing in this file"), expected)
    return reader.root, reader.problems


def _syntax(error: yaml.MarkedYAMLError) -> str:
    details = ", ".join(part for part in (error.context, error.problem) if part)[:_LONGEST_DETAILS]
    if "'\\t'" in details:
        return say("there is a tab here; YAML is indented with spaces only ({details})", details=details)
    return say("this is not valid YAML ({details})", details=details)


def _place(file: str, mark: Any) -> Place:
    return Place(file, mark.line + 1, mark.column + 1) if mark else Place(file)


def scalar_value(text: str) -> ScalarValue:
    """Return what a plain (unquoted) scalar means.

    >>> [scalar_value(text) for text in ("7", "010", "0x1F", "true", "off", "~", "1e3")]
    [7, 10, 31, True, 'off', None, 1000.0]
    """
    if text in _WORDS:
        return _WORDS[text]
    if _DECIMAL.fullmatch(text):
        return int(text)
    if _OCTAL.fullmatch(text) or _HEXADECIMAL.fullmatch(text):
        return int(text, 0)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


@dataclass
class _Open:
    """A list or mapping whose end is not read yet."""

    event: yaml.CollectionStartEvent
    place: Place
    nodes_before: int
    children: list[Node] = field(default_factory=list)
    height: int = 1


@dataclass(frozen=True)
class _Anchored:
    node: Node
    nodes: int
    height: int


class _Reader:
    """Build the tree from PyYAML's events: no recursion, and limits are met before memory is used."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.root: Node | None = None
        self._open: list[_Open] = []
        self._anchors: dict[str, _Anchored | None] = {}
        self._nodes = 0
        self._documents = 0

    def stop(self, place: Place, message: str, expected: str | None = None) -> NoReturn:
        raise HouseRuleError([*self.problems, Problem.at(place, message, expected=expected)]) from None

    def take(self, event: yaml.Event) -> None:
        place = _place(self.file, event.start_mark)
        if isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                self.stop(place, say("a second document starts here; one file holds one table's rules"))
        elif isinstance(event, yaml.AliasEvent):
            self._alias(str(event.anchor), place)
        elif isinstance(event, yaml.ScalarEvent):
            self._grow(1, 1, place)
            self._close(event, self._scalar(event, place), 1, 1)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._grow(1, 1, place)
            if event.anchor:
                self._claim(event.anchor, place)
            self._open.append(_Open(event, place, self._nodes - 1))
        elif isinstance(event, yaml.CollectionEndEvent):
            done = self._open.pop()
            if isinstance(done.event, yaml.MappingStartEvent):
                pairs = zip(done.children[::2], done.children[1::2], strict=True)
                node: Node = mapping(done.place, pairs, self.problems)
            else:
                node = ListNode(done.place, tuple(done.children))
            self._close(done.event, node, self._nodes - done.nodes_before, done.height)

    def _grow(self, nodes: int, height: int, place: Place) -> None:
        self._nodes += nodes
        if self._nodes > MAX_NODES:
            self.stop(place, say("this file is too large: more than {most} values, aliases included", most=MAX_NODES))
        if len(self._open) + height > MAX_DEPTH:
            self.stop(place, say("this is nested more than {depth} deep", depth=MAX_DEPTH))

    def _scalar(self, event: yaml.ScalarEvent, place: Place) -> Node:
        if event.anchor:
            self._claim(event.anchor, place)
        if not event.implicit[0]:
            return fit(place, event.value, event.value, self.problems)
        # Looked at before it is turned into a number: Python refuses to read very long ones.
        if len(event.value) > LONGEST_NUMBER and any(form.fullmatch(event.value) for form in _NUMBERS):
            why = say("this number has more than {digits} digits", digits=LONGEST_NUMBER)
            self.problems.append(Problem.at(place, why))
            return BrokenNode(place)
        return fit(place, scalar_value(event.value), event.value, self.problems)

    def _close(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent, node: Node, nodes: int, height: int) -> None:
        if event.tag is not None:
            self.problems.append(Problem.at(node.place, say("tags are not allowed here: {tag}", tag=shown(event.tag))))
            node = BrokenNode(node.place)
        if event.anchor:
            self._anchors[event.anchor] = _Anchored(node, nodes, height)
        self._add(node, height)

    def _claim(self, anchor: str, place: Place) -> None:
        if anchor in self._anchors:
            self.stop(place, say("the anchor {name} is there twice", name=shown(anchor)))
        self._anchors[anchor] = None

    def _alias(self, anchor: str, place: Place) -> None:
        if anchor not in self._anchors:
            self.stop(place, say("the alias {name} names nothing; its anchor must come before it", name=shown(anchor)))
        target = self._anchors[anchor]
        if target is None:
            self.stop(place, say("the alias {name} stands inside what it names", name=shown(anchor)))
        self._grow(target.nodes, target.height, place)
        self._add(target.node, target.height)

    def _add(self, node: Node, height: int) -> None:
        if self._open:
            self._open[-1].children.append(node)
            self._open[-1].height = max(self._open[-1].height, height + 1)
        else:
            self.root = node
