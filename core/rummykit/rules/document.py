"""One file's own words: its top-level keys, taken apart but not yet checked against a variant."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from yaml import MappingNode, Node, ScalarNode, SequenceNode

from rummykit.errors import nearest
from rummykit.i18n import mark, say
from rummykit.rules.problems import Place, Problems, shown
from rummykit.rules.yamlfile import Pair, cannot_be, got, is_empty, name, place, plain, text_of, written

KEYS = ("variant", "preset", "extends", "title", "notes", "mods", "players", "rules")
PRESET_KEYS = ("description", "players", "rules")
RECORD_KEYS = ("variant", "preset", "title", "notes", "mods", "players", "rules")
"""The keys of a file, of a preset, and of a record; sections that stand at the top come after them."""

LONGEST_NAME = 20
LONGEST_TITLE = 80
LONGEST_NOTES = 2_000
Seats: TypeAlias = int | tuple[str, ...] | range
"""How many sit down, who, or from how many to how many."""
T = TypeVar("T")

_PLAYERS = mark("a number of players, a range such as 2-4, or a list of two or more different names")
_ALIKE = 0.8
"""From this likeness on, of 1, a name looks like another that was mistyped: Gready like greedy, Grete does not."""
_RANGE = re.compile(r"([1-9][0-9]?) ?- ?([1-9][0-9]?)", re.ASCII)


class Located(NamedTuple, Generic[T]):
    """What a file says under a key, with the places of both."""

    value: T
    place: Place
    key: Place


def numbers(seats: Seats) -> range:
    """Return the numbers of players that may sit down."""
    if isinstance(seats, range):
        return seats
    count = seats if isinstance(seats, int) else len(seats)
    return range(count, count + 1)


def seats_meant(text: str) -> str | None:
    """Return the number or range of players that a text says in other words, None if it says none.

    >>> seats_meant("2 to 4"), seats_meant("4 players"), seats_meant("5+")
    ('2-4', '4', None)
    """
    found = re.fullmatch(r"[^\d+]*([1-9][0-9]?)(?:[^\d+]+([1-9][0-9]?))?[^\d+]*", text)
    return "-".join(sorted(filter(None, found.groups()), key=int)) if found else None


def told_apart(names: Sequence[str]) -> list[str]:
    """Return names of a table, those that are there more than once with a number.

    >>> told_apart(["Franz", "greedy", "greedy"])
    ['Franz', 'greedy 1', 'greedy 2']
    """
    times, before = Counter(names), [names[:at].count(name) for at, name in enumerate(names)]
    return [f"{name} {at + 1}" if times[name] > 1 else name for name, at in zip(names, before, strict=True)]


def meant_bot(name: str, bots: Collection[str]) -> str | None:
    """Return the bot of which a name looks like a misspelling, None if it is a bot's itself or like none.

    >>> meant_bot("Gready", ["greedy"]), meant_bot("greedy", ["greedy"]), meant_bot("Grete", ["greedy"])
    ('greedy', None, None)
    """
    return None if name in bots else nearest(name, bots, _ALIKE)


class Document(NamedTuple):
    """The parts of one file; a part that is missing or unusable is None.

    ``present`` are the top-level keys that are there, usable or not; ``others`` those that the
    format does not know: sections of the variant, or mistakes.
    """

    place: Place
    present: frozenset[str] = frozenset()
    others: tuple[Pair, ...] = ()
    variant: Located[str] | None = None
    preset: Located[str] | None = None
    extends: Located[str] | None = None
    title: Located[str] | None = None
    notes: Located[str] | None = None
    mods: tuple[Located[str], ...] | None = None
    players: Located[Seats] | None = None
    names: tuple[Located[str], ...] = ()
    rules: tuple[Pair, ...] = ()
    description: tuple[tuple[str, str], ...] = ()


def read_document(root: Node, keys: tuple[str, ...], problems: Problems) -> Document:
    """Take a file's tree apart; ``keys`` are the top-level keys this kind of file may have."""
    if not isinstance(root, MappingNode):
        message = say("a file of house rules cannot be {value}", value=got(root))
        problems.report(place(root), message, expected=say("lines such as `variant: …`"))
        return Document(place(root), frozenset(keys))
    found = {name(key): (key, value) for key, value in _named(root, say("the name of a key of the file"), problems)}
    known = {key: pair for key, pair in found.items() if key in keys}

    def text(key: str, what: str) -> Located[str] | None:
        return _text(*known[key], what, problems) if key in known else None

    sections = say("the name of a section"), say("sections, one a line")
    title, notes = text("title", say("a line of text")), text("notes", say("a text"))
    names = tuple(_names(known["players"][1], problems)) if "players" in known else ()
    return Document(
        place=place(found["variant"][0] if "variant" in found else root),
        present=frozenset(found),
        others=tuple(pair for key, pair in found.items() if key not in keys),
        variant=text("variant", say("the name of a variant")),
        preset=text("preset", say("the name of a preset")),
        extends=text("extends", say("the path of another file of house rules")),
        title=_fitting(title, LONGEST_TITLE, one_line=True, problems=problems),
        notes=_fitting(notes, LONGEST_NOTES, one_line=False, problems=problems),
        mods=_mods(*known["mods"], problems) if "mods" in known else None,
        players=_players(*known["players"], names, problems) if "players" in known else None,
        names=names,
        rules=tuple(entries(*known["rules"], *sections, problems)) if "rules" in known else (),
        description=_description(known["description"][1], problems) if "description" in known else (),
    )


def entries(
    key: ScalarNode, node: Node, each: str, together: str, problems: Problems, close: str | None = None
) -> list[Pair]:
    """Return the named entries below a key; nothing below it counts as an empty mapping.

    What is expected: *each* is the name that begins a line, *together* are the lines. What is *close* to something else
    that stands there is offered with it.
    """
    if isinstance(node, MappingNode):
        return list(_named(node, each, problems))
    if not is_empty(node):
        from rummykit.rules.syntax import split_glued

        close = close or (split_glued(written(node)) if text_of(node) else None)
        problems.report(place(node), cannot_be(shown(name(key)), node), expected=together, nearest=close)
    return []


def _named(node: MappingNode, expected: str, problems: Problems) -> Iterator[Pair]:
    """Yield the entries whose key is a text; report the others, and what is *expected*."""
    for key, value in node.value:
        if text_of(key) is not None:
            yield key, value
        else:
            problems.report(place(key), say("a key cannot be {value}", value=got(key)), expected=expected)


def _text(key: ScalarNode, node: Node, what: str, problems: Problems) -> Located[str] | None:
    if text := text_of(node):
        return Located(text, place(node), place(key))
    if isinstance(node, ScalarNode) and isinstance(plain(node), int | float):
        quoted = f'"{shown(node.value)[1:-1]}"'
        what += " " + say("(a name that looks like one is written in quotes: {name})", name=quoted)
    problems.report(place(node), cannot_be(name(key), node), expected=what)
    return None


def _mods(key: ScalarNode, node: Node, problems: Problems) -> tuple[Located[str], ...] | None:
    if is_empty(node):
        return ()
    if not isinstance(node, SequenceNode):
        problems.report(place(node), cannot_be("mods", node), expected=say("a list of names such as [one, two]"))
        return None
    mods: dict[str, Located[str]] = {}
    for item in node.value:
        mod = _text(key, item, say("a list of names of mods"), problems)
        if mod and mod.value in mods:
            message = say("the mod {name} is listed twice", name=shown(mod.value))
            problems.report(mod.place, message, also=(mods[mod.value].place,))
        elif mod:
            mods[mod.value] = mod
    return tuple(mods.values())


def _fitting(said: Located[str] | None, most: int, *, one_line: bool, problems: Problems) -> Located[str] | None:
    """Return a title or notes without spaces around them; report a text that is empty, too long, or cannot be shown."""
    if said is None:
        return None
    text = said.value.strip()
    lines = [text] if one_line else text.splitlines()
    if not text or len(text) > most or not all(line.isprintable() for line in lines):
        expected = say("1 to {most} characters that can be shown", most=most)
        message = say("this text cannot stand here: {text}", text=shown(said.value))
        problems.report(said.place, message, expected=expected)
        return None
    return said._replace(value=text)


def _players(key: ScalarNode, node: Node, names: Sequence[Located[str]], problems: Problems) -> Located[Seats] | None:
    count = plain(node) if isinstance(node, ScalarNode) else None
    if isinstance(count, int) and not isinstance(count, bool):
        return Located(count, place(node), place(key))
    if (ends := _RANGE.fullmatch(text_of(node) or "")) and int(ends[1]) <= int(ends[2]):
        return Located(range(int(ends[1]), int(ends[2]) + 1), place(node), place(key))
    if not isinstance(node, SequenceNode):
        text = text_of(node) or ""
        parts = re.split(r"\s*,\s*|(?:^|\s)[-–]\s*", text.strip("()"))
        listed = f"[{', '.join(filter(None, parts))}]" if len(parts) > 1 else None
        close = seats_meant(text) or listed
        problems.report(place(node), cannot_be("players", node), expected=say(_PLAYERS), nearest=close)
    elif len(names) < len(node.value):
        pass  # what is wrong with the others is reported already
    elif len(names) < 2:
        message = say("players cannot be a list of {count}", count=len(names))
        problems.report(place(node), message, expected=say(_PLAYERS))
    else:
        return Located(tuple(who.value for who in names), place(node), place(key))
    return None


def _names(node: Node, problems: Problems) -> Iterator[Located[str]]:
    """Yield the names of a list of players that can be names; report the others."""
    for item in node.value if isinstance(node, SequenceNode) else ():
        who = text_of(item)
        if who is None:
            message = say("a player's name cannot be {value}", value=got(item))
            problems.report(place(item), message, expected=say("a text, in quotes if in doubt"))
        elif item.style is None and item.end_mark and item.end_mark.line > item.start_mark.line:
            message = say("the name {name} goes over more than one line", name=shown(who))
            expected = say("every name behind a dash, all dashes below each other")
            problems.report(place(item), message, expected=expected)
        elif not who.strip() or len(who) > LONGEST_NAME or not who.isprintable():
            expected = say("1 to {most} characters that can be shown", most=LONGEST_NAME)
            problems.report(place(item), say("a player cannot be called {name}", name=shown(who)), expected=expected)
        else:
            yield Located(who.strip(), place(item), place(item))


def _description(node: Node, problems: Problems) -> tuple[tuple[str, str], ...]:
    lines: list[tuple[str, Node]] = [("en", node)]
    if isinstance(node, MappingNode):
        lines = [(name(key), line) for key, line in _named(node, say("the name of a language"), problems)]
    texts: list[tuple[str, str]] = []
    for language, line in lines:
        if (text := text_of(line)) is not None:
            texts.append((language, text))
        else:
            message = say("a description cannot be {value}", value=got(line))
            problems.report(place(line), message, expected=say("a text, or one for each language"))
    return tuple(texts)
