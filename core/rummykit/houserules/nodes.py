"""The tree a file is read into: values that know where they stand.

Four kinds of node: a scalar, a list, a mapping, and a broken node, which stands where a
problem is already reported, so that nobody reports it twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rummykit.houserules.problems import Place, Problem, shown
from rummykit.language import say

MAX_DEPTH = 20
MAX_NODES = 10_000
LONGEST_NUMBER = 100
"""Longer numbers are refused: no option needs one, and Python will not read very long ones."""

ScalarValue: TypeAlias = str | int | float | bool | None

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class ScalarNode:
    """One word, number, true, false or null; ``text`` is how it was written."""

    place: Place
    value: ScalarValue
    text: str

    @property
    def name(self) -> str:
        """The scalar as a key: `0x2` and `2` are the same key, and so is a quoted 2."""
        whole = isinstance(self.value, int) and not isinstance(self.value, bool)
        return str(self.value) if whole else self.text


@dataclass(frozen=True)
class ListNode:
    """A list of nodes."""

    place: Place
    items: tuple[Node, ...]


@dataclass(frozen=True)
class MapNode:
    """A mapping; every key is there once."""

    place: Place
    entries: tuple[tuple[ScalarNode, Node], ...]


@dataclass(frozen=True)
class BrokenNode:
    """Something that is reported already."""

    place: Place


Node: TypeAlias = ScalarNode | ListNode | MapNode | BrokenNode


def is_whole(node: Node) -> bool:
    """Say whether nothing at or below the node is broken."""
    if isinstance(node, MapNode):
        return all(is_whole(value) for _, value in node.entries)
    if isinstance(node, ListNode):
        return all(map(is_whole, node.items))
    return isinstance(node, ScalarNode)


def plain(node: Node) -> object:
    """Return a whole node as plain JSON types; keys become text.

    >>> place = Place("x")
    >>> plain(MapNode(place, ((ScalarNode(place, 2, "2"), ScalarNode(place, 10, "10")),)))
    {'2': 10}
    """
    if isinstance(node, MapNode):
        return {key.name: plain(value) for key, value in node.entries}
    if isinstance(node, ListNode):
        return [plain(item) for item in node.items]
    assert isinstance(node, ScalarNode)
    return node.value


def got(node: Node) -> str:
    """Name a node's value in a message.

    >>> got(ScalarNode(Place("x"), "four", "four")), got(ListNode(Place("x"), ()))
    ("the text 'four'", 'a list')
    """
    if isinstance(node, MapNode):
        return say("a mapping")
    if isinstance(node, ListNode):
        return say("a list")
    assert isinstance(node, ScalarNode)
    if isinstance(node.value, str):
        return say("the text {text}", text=shown(node.value))
    if node.value is None:
        return say("empty")
    if isinstance(node.value, bool):
        return node.text
    return say("the number {number}", number=shown(node.text)[1:-1])


def cannot_be(name: str, node: Node) -> str:
    """Say that a node's value is wrong for what is called so.

    >>> cannot_be("mods", ScalarNode(Place("x"), 5, "5"))
    'mods cannot be the number 5'
    """
    return say("{name} cannot be {value}", name=name, value=got(node))


def fit(place: Place, value: ScalarValue, text: str, problems: list[Problem]) -> Node:
    """Make a scalar, or a broken node and a problem if no option could ever hold it."""
    if isinstance(value, str) and _SURROGATE.search(value):
        problems.append(Problem.at(place, say("this text holds half a character (a lone surrogate)")))
        return BrokenNode(place)
    return ScalarNode(place, value, text)


def mapping(place: Place, pairs: Iterable[tuple[Node, Node]], problems: list[Problem]) -> MapNode:
    """Make a mapping and report keys that are no keys, or are there twice (the first one stays)."""
    entries: dict[str, tuple[ScalarNode, Node]] = {}
    for key, value in pairs:
        if isinstance(key, BrokenNode):
            continue
        if not isinstance(key, ScalarNode):
            problems.append(Problem.at(key.place, say("a key must be a single word, not {value}", value=got(key))))
        elif key.text == "<<":
            problems.append(
                Problem.at(
                    key.place,
                    say(
                        "merge keys (<<) are not part of YAML 1.2; "
                        "write the options out, or put them in a file to extend"
                    ),
                )
            )
        elif key.name in entries:
            first, name = entries[key.name][0].place, shown(key.name)
            message = (
                say("{name} is already set on line {line}", name=name, line=first.line)
                if first.line
                else say("{name} is there twice", name=name)
            )
            problems.append(Problem.at(key.place, message, also=[first]))
        else:
            entries[key.name] = (key, value)
    return MapNode(place, tuple(entries.values()))


def from_data(data: object, place: Place, problems: list[Problem], depth: int = 1) -> Node:
    """Turn plain JSON types into nodes that all stand at ``place``.

    >>> from_data({"rounds": 3}, Place("game.json"), []).entries[0][1].value
    3
    """
    if depth > MAX_DEPTH:
        problems.append(Problem.at(place, say("this is nested more than {depth} deep", depth=MAX_DEPTH)))
        return BrokenNode(place)
    if isinstance(data, Mapping):
        pairs = [
            (from_data(key, place, problems, depth + 1), from_data(value, place, problems, depth + 1))
            for key, value in data.items()
        ]
        return mapping(place, pairs, problems)
    if isinstance(data, (list, tuple)):
        return ListNode(place, tuple(from_data(item, place, problems, depth + 1) for item in data))
    if isinstance(data, int) and not isinstance(data, bool) and abs(data) >= 10**LONGEST_NUMBER:
        problems.append(Problem.at(place, say("a number has more than {digits} digits", digits=LONGEST_NUMBER)))
        return BrokenNode(place)
    if data is None or isinstance(data, (str, int, float)):
        words = {None: "null", True: "true", False: "false"}
        text = words[data] if data is None or isinstance(data, bool) else str(data)
        return fit(place, data, text, problems)
    problems.append(Problem.at(place, say("{type} is no JSON type", type=type(data).__name__)))
    return BrokenNode(place)
