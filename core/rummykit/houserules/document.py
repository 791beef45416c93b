"""One file's own words: its top-level keys, taken apart but not yet checked against a variant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rummykit.houserules.nodes import BrokenNode, ListNode, MapNode, Node, ScalarNode, cannot_be, got
from rummykit.houserules.problems import Place, Problem, shown
from rummykit.language import mark, say

KEYS = ("variant", "preset", "extends", "mods", "players", "rules", "match")
PRESET_KEYS = ("description", "players", "rules", "match")
RECORD_KEYS = ("variant", "preset", "mods", "players", "rules", "match")

_NAME_LENGTH = 40
_PLAYERS = mark("a number of players, or a list of two or more different names")


class Lines(NamedTuple):
    """What should stand below a key: the name that begins each line, and the lines together; both to be said."""

    name: str
    together: str


SECTIONS = Lines(mark("the name of a section"), mark("sections, one a line"))
OPTIONS = Lines(mark("the name of an option"), mark("options, one a line"))


@dataclass(frozen=True)
class Named:
    """A name in a file; ``key`` is where the key before it stands."""

    name: str
    place: Place
    key: Place


@dataclass(frozen=True)
class Players:
    """The seats: how many, or who."""

    value: int | tuple[str, ...]
    key: Place

    @property
    def count(self) -> int:
        """How many seats that is."""
        return self.value if isinstance(self.value, int) else len(self.value)


@dataclass(frozen=True)
class Document:
    """The parts of one file; a part that is missing or unusable is None.

    ``present`` are the top-level keys that are there, usable or not; ``strays`` those that
    the format does not know.
    """

    place: Place
    present: frozenset[str] = frozenset()
    strays: tuple[ScalarNode, ...] = ()
    variant: Named | None = None
    preset: Named | None = None
    extends: Named | None = None
    mods: tuple[Named, ...] | None = None
    players: Players | None = None
    rules: tuple[tuple[ScalarNode, Node], ...] = ()
    match: tuple[ScalarNode, Node] | None = None
    description: tuple[tuple[str, str], ...] = ()


def read_document(root: Node, keys: tuple[str, ...], problems: list[Problem]) -> Document:
    """Take a file's tree apart; ``keys`` are the top-level keys this kind of file may have."""
    return _Taker(problems).document(root, keys)


def names(node: MapNode, expected: str, problems: list[Problem]) -> Iterator[tuple[ScalarNode, Node]]:
    """Yield the entries whose key is a text; report the others, and what is *expected*."""
    for key, value in node.entries:
        if isinstance(key.value, str):
            yield key, value
        else:
            problems.append(Problem.at(key.place, say("a key cannot be {value}", value=got(key)), expected=expected))


def entries(key: ScalarNode, node: Node, lines: Lines, problems: list[Problem]) -> list[tuple[ScalarNode, Node]]:
    """Return the named entries below a key; nothing below it counts as an empty mapping."""
    if isinstance(node, MapNode):
        return list(names(node, say(lines.name), problems))
    if not isinstance(node, BrokenNode) and not _is_empty(node):
        problems.append(Problem.at(node.place, cannot_be(shown(key.name), node), expected=say(lines.together)))
    return []


def _is_empty(node: Node) -> bool:
    # `rules:` with every line below it commented out.
    return isinstance(node, ScalarNode) and node.value is None


class _Taker:
    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems

    def document(self, root: Node, keys: tuple[str, ...]) -> Document:
        if not isinstance(root, MapNode):
            if not isinstance(root, BrokenNode):
                message = say("a file of house rules cannot be {value}", value=got(root))
                self._report(root.place, message, say("lines such as `variant: …`"))
            return Document(root.place, frozenset(keys))
        expected = say("the name of a key of the file")
        found = {key.name: (key, value) for key, value in names(root, expected, self.problems)}
        known = {name: entry for name, entry in found.items() if name in keys}
        place = known.get("variant", (root, root))[0].place

        def get(name: str) -> tuple[ScalarNode, Node] | None:
            entry = known.get(name)
            return None if entry is None or isinstance(entry[1], BrokenNode) else entry

        def text(name: str, what: str) -> Named | None:
            entry = get(name)
            return self._text(*entry, what) if entry else None

        mods, players, rules, description = get("mods"), get("players"), get("rules"), get("description")
        return Document(
            place=place,
            present=frozenset(known),
            strays=tuple(key for name, (key, _) in found.items() if name not in known),
            variant=text("variant", say("the name of a variant")),
            preset=text("preset", say("the name of a preset")),
            extends=text("extends", say("the path of another file of house rules")),
            mods=self._mods(*mods) if mods else None,
            players=self._players(*players) if players else None,
            rules=tuple(entries(*rules, SECTIONS, self.problems)) if rules else (),
            match=get("match"),
            description=self._description(description[1]) if description else (),
        )

    def _report(self, place: Place, message: str, expected: str | None = None, *also: Place) -> None:
        self.problems.append(Problem.at(place, message, expected=expected, also=also))

    def _text(self, key: ScalarNode, node: Node, what: str) -> Named | None:
        if isinstance(node, ScalarNode) and isinstance(node.value, str) and node.value:
            return Named(node.value, node.place, key.place)
        if isinstance(node, ScalarNode) and isinstance(node.value, (int, float)):
            quoted = f'"{shown(node.text)[1:-1]}"'
            what += " " + say("(a name that looks like one is written in quotes: {name})", name=quoted)
        self._report(node.place, cannot_be(key.name, node), what)
        return None

    def _mods(self, key: ScalarNode, node: Node) -> tuple[Named, ...] | None:
        if _is_empty(node):
            return ()
        if not isinstance(node, ListNode):
            self._report(node.place, cannot_be("mods", node), say("a list of names such as [one, two]"))
            return None
        mods: dict[str, Named] = {}
        for item in node.items:
            if isinstance(item, BrokenNode):
                continue
            mod = self._text(key, item, say("a list of names of mods"))
            if mod and mod.name in mods:
                message = say("the mod {name} is there twice", name=shown(mod.name))
                self._report(mod.place, message, None, mods[mod.name].place)
            elif mod:
                mods[mod.name] = mod
        return tuple(mods.values())

    def _players(self, key: ScalarNode, node: Node) -> Players | None:
        if isinstance(node, ScalarNode) and isinstance(node.value, int) and not isinstance(node.value, bool):
            return Players(node.value, key.place)
        if not isinstance(node, ListNode):
            self._report(node.place, cannot_be("players", node), say(_PLAYERS))
            return None
        people: dict[str, Place] = {}
        before = len(self.problems)
        for item in node.items:
            if isinstance(item, BrokenNode):
                return None
            name = item.value if isinstance(item, ScalarNode) else None
            if not isinstance(name, str):
                message = say("a player's name cannot be {value}", value=got(item))
                self._report(item.place, message, say("a text, in quotes if in doubt"))
            elif not name.strip() or len(name) > _NAME_LENGTH or not name.isprintable():
                self._report(
                    item.place,
                    say("a player cannot be called {name}", name=shown(name)),
                    say("1 to {most} characters that can be shown", most=_NAME_LENGTH),
                )
            elif name in people:
                self._report(item.place, say("two players are called {name}", name=shown(name)), None, people[name])
            else:
                people[name] = item.place
        if len(self.problems) > before:
            return None
        if len(people) < 2:
            self._report(node.place, say("players cannot be a list of {count}", count=len(people)), say(_PLAYERS))
            return None
        return Players(tuple(people), key.place)

    def _description(self, node: Node) -> tuple[tuple[str, str], ...]:
        if isinstance(node, ScalarNode) and isinstance(node.value, str):
            return (("en", node.value),)
        texts: list[tuple[str, str]] = []
        expected = say("the name of a language")
        lines = names(node, expected, self.problems) if isinstance(node, MapNode) else [(None, node)]
        for language, line in lines:
            if language and isinstance(line, ScalarNode) and isinstance(line.value, str):
                texts.append((language.name, line.value))
            elif not isinstance(line, BrokenNode):
                message = say("a description cannot be {value}", value=got(line))
                self._report(line.place, message, say("a text, or one for each language"))
        return tuple(texts)
