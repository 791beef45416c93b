"""What is wrong with a text that is not YAML, and what to write instead, told to people who know no YAML.

PyYAML says what it could not go on with, in words of its own; what was meant stands in the lines around. So every
complaint of its is taken to the lines it is about, and read there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from yaml import Mark, MarkedYAMLError

from rummykit.i18n import either, say
from rummykit.rules.problems import Place, Problem

LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_LONGEST_ADVICE = 60
_GLUED = re.compile(r"([\w.]+):([^\s:,\]}].*)")
"""A name and a value with no space after the colon."""
_NAMED = re.compile(r"\s*(?:- +)*([^\s:#'\"\[\]{}][^:#]*?) *: +(\S.*)")
"""A line with a name and a value."""
_WORDS = re.compile(r"([^\W\d]\w*)(?: *= *|\s+|$)(.*)")
"""A line without a colon: its first word, and the rest."""
_TEXTS = ("title", "notes", "variant", "preset", "extends", "description")
"""Keys whose value is a text, in which a colon was meant to be one."""
_PAIRS = {"[": "]", "{": "}"}


class _Spot(NamedTuple):
    """A line and a column, counted from 0."""

    line: int
    column: int


@dataclass(frozen=True)
class _Fault:
    """A complaint of PyYAML's: where it gave up, where what it was reading began, and the lines of the text."""

    lines: Sequence[str]
    at: _Spot
    began: _Spot
    found: str
    """What it did not expect there, in its own words: a sign, or a word in angle brackets."""

    @property
    def line(self) -> str:
        return self.lines[self.at.line]

    def above(self, number: int) -> int | None:
        """Return the last line before one that is not empty, nor a comment."""
        return next((other for other in range(number - 1, -1, -1) if _says_something(self.lines[other])), None)


class _Advice(NamedTuple):
    """What is said of a fault; *instead* is what may have been meant."""

    spot: _Spot
    message: str
    expected: str | None = None
    instead: str | None = None


def explain(text: str, error: MarkedYAMLError, file: str) -> Problem:
    """Return what is wrong with a text that PyYAML could not read."""
    at, began = _spot(error.problem_mark or error.context_mark), _spot(error.context_mark or error.problem_mark)
    details = f"{error.context or ''}, {error.problem or ''}"
    found = re.search(r"(?:found|got) '(.+)'", details)
    fault = _Fault([*LINE_BREAK.split(text), ""], at, began, found[1] if found else "")
    advice = next((read(fault) for pattern, read in _READERS if re.search(pattern, details)), None)
    advice = advice or _unreadable(fault)
    place = Place(file, advice.spot.line + 1, advice.spot.column + 1)
    close = advice.instead if advice.instead and len(advice.instead) <= _LONGEST_ADVICE else None
    return Problem(place, advice.message, expected=advice.expected, nearest=close)


def split_glued(text: str) -> str | None:
    """Return the first line of a text as it was meant, if there is no space after its colon, or no colon; else None.

    >>> split_glued("jokers:2 packs:1"), split_glued("jokers = 2"), split_glued("10:30")
    ('jokers: 2', 'jokers: 2', None)
    """
    found = re.match(r"([^\W\d]\w*)(?::| *= *| )(\S+)", text)
    return f"{found[1]}: {found[2]}" if found else None


def _spot(mark: Mark | None) -> _Spot:
    return _Spot(mark.line, mark.column) if mark else _Spot(0, 0)


# -- single signs --------------------------------------------------------------------------------------------


def _tab(fault: _Fault) -> _Advice:
    if fault.line[: fault.at.column].strip():
        return _Advice(fault.at, say("there is a tab here"), say("a space"))
    return _Advice(fault.at, say("there is a tab here; lines are indented with spaces"))


def _sign(fault: _Fault) -> _Advice:
    """Read a text that begins with a sign which means something in YAML."""
    spot = fault.began if fault.lines[fault.began.line][fault.began.column :][:1] in tuple("*&!") else fault.at
    line = fault.lines[spot.line]
    value = _value(line, spot.column)
    message = say("a text that begins with {sign} is written in quotes", sign=line[spot.column : spot.column + 1])
    return _Advice(spot, message, instead=_quoted(value))


def _directive(fault: _Fault) -> _Advice | None:
    """Read a line with a percent sign at its beginning, or lines after the end of a document."""
    for number in range(fault.at.line, -1, -1):
        if fault.lines[number].startswith("%"):
            return _Advice(_Spot(number, 0), say("a line that begins with % has no meaning here"), say("no such line"))
        if fault.lines[number].startswith("..."):
            return _Advice(_Spot(number, 0), say("three dots end the file, but more follows"), say("no such line"))
    return None


def _block_text(fault: _Fault) -> _Advice:
    return _Advice(fault.at, say("after | or > a text begins on the next line"), say("the end of the line"))


def _backslash(fault: _Fault) -> _Advice:
    opening = fault.lines[fault.began.line]
    whole = re.match(r'"([^"\']*)"', opening[fault.began.column :])
    return _Advice(
        fault.at,
        say("in double quotes a backslash begins a special character"),
        say("single quotes, or two backslashes"),
        f"'{whole[1]}'" if whole else None,
    )


# -- names and colons ----------------------------------------------------------------------------------------


def _colon(fault: _Fault) -> _Advice | None:
    """Read a colon where none can be: a second one in a line, or one in what looks like the text of a line above."""
    line, number = fault.line, fault.at.line
    if named := _NAMED.match(line[: fault.at.column + 1] + " "):
        return _second_colon(fault, named[1].strip(), named.start(2))
    above = fault.above(number)
    if above is None:
        return None
    if (missing := _without_colon(fault, above)) is not None:
        return missing
    if _indent(line) > _indent(fault.lines[above]):
        message = say("this line is indented further than the one above it, which has a value of its own")
        return _Advice(_Spot(number, _indent(line)), message, _spaces([_indent(fault.lines[above])]))
    return None


def _second_colon(fault: _Fault, key: str, start: int) -> _Advice:
    """Read a line with two colons: a text with a colon in it, or two lines in one."""
    line = fault.line
    word, value = line[start : fault.at.column].strip(), _value(line, start)
    message = say("there is a second colon in this line")
    if key in _TEXTS or not re.fullmatch(r"\w+", word):
        return _Advice(fault.at, message, say("quotes around a text with a colon"), f"{key}: {_quoted(value)}")
    expected = say("{name} on a line of its own, indented", name=f"{word}:")
    return _Advice(fault.at, message, expected)


def _no_colon(fault: _Fault) -> _Advice | None:
    """Read a line without a colon where a name and a value are expected."""
    number = fault.began.line
    above, line = fault.above(number), fault.lines[number].strip()
    if above is not None and fault.lines[above].lstrip().startswith("- ") and not line.startswith("- "):
        spot = _Spot(number, _indent(fault.lines[number]))
        return _Advice(spot, say("a dash is missing here"), instead=f"- {line}")
    return _without_colon(fault, number)


def _without_colon(fault: _Fault, number: int) -> _Advice | None:
    """Say where a line lacks a colon, or a space after it; None if it does not."""
    line = fault.lines[number]
    indent = _indent(line)
    words = line[indent:]
    if words.startswith("- "):
        return None
    if glued := _GLUED.match(words):
        spot = _Spot(number, indent + glued.start(2))
        return _Advice(spot, say("a space is missing after the colon"), instead=f"{glued[1]}: {_value(glued[2], 0)}")
    if re.search(r":(\s|$)", words):
        return None
    if word := _WORDS.match(words):
        value = _value(word[2], 0)
        instead = f"{word[1]}: {value}" if value else f"{word[1]}:"
        return _Advice(_Spot(number, indent + word.end(1)), say("a colon is missing here"), instead=instead)
    return None


# -- lines that do not belong together -----------------------------------------------------------------------


def _block(fault: _Fault) -> _Advice | None:
    """Read a line that goes with none above it, or what stands behind the end of a value."""
    line, column = fault.line, fault.at.column
    if fault.found in ("]", "}"):
        message = say("this {sign} closes nothing", sign=fault.found)
        return _Advice(fault.at, message, say("no {sign}, or one that opens before it", sign=fault.found))
    if line[:column].strip() not in ("", "-"):
        return _behind(fault)
    levels = _levels(fault.lines[: fault.at.line])
    if column not in levels:
        below, above = [level for level in levels if level < column], [level for level in levels if level > column]
        message = say("this line goes with none above it: it is indented by {spaces}", spaces=column)
        return _Advice(fault.at, message, _spaces([*below[-1:], *above[:1]]))
    if line[column:].startswith("- "):
        message = say("there is a dash here, but the lines above are names with values")
        return _Advice(fault.at, message, instead=line[column + 1 :].strip())
    if fault.lines[fault.began.line][fault.began.column :].startswith("- "):
        return _Advice(fault.at, say("a dash is missing here"), instead=f"- {line.strip()}")
    return None


def _behind(fault: _Fault) -> _Advice:
    """Read what stands behind quotes or a bracket that end a value."""
    line, column = fault.line, fault.at.column
    before = line[:column].rstrip()
    sign, start = before[-1], before.find(": ") + 1
    if fault.found == "," and not line[column + 1 :].strip():
        return _Advice(fault.at, say("this comma is one too many"), say("the end of the line"))
    if fault.found == ",":
        return _Advice(fault.at, say("a list is written in brackets"), instead=f"[{_value(line, start).strip()}]")
    if sign not in ("'", '"'):
        return _Advice(fault.at, say("nothing can follow here"), say("the end of the line"))
    opens = line.index(sign)
    if opens == len(before) - 1:
        return _quotes(fault, sign)
    value = _value(line, opens)
    # A sign in the middle of a word is an apostrophe, and no end.
    if value.endswith(sign) or line[column - 1] == sign:
        value = value[1:].removesuffix(sign)
    return _Advice(fault.at, say("the text in quotes ends before this"), say("quotes around all of it"), _quoted(value))


def _levels(lines: Sequence[str]) -> list[int]:
    """Return by how many spaces a line may be indented after others, to go with one of them."""
    open_: list[int] = []
    for line in lines:
        if not _says_something(line):
            continue
        indent = _indent(line)
        open_ = [*(level for level in open_ if level < indent), indent]
        if inner := re.match(r"((?:- +)+)\S", line[indent:]):
            open_.append(indent + inner.end(1))
    return open_


def _dash(fault: _Fault) -> _Advice:
    """Read a dash behind a name, or in brackets."""
    message = say("a list begins on the next line, or is written in brackets")
    items = [item.strip() for item in re.split(r"(?:^|\s)- ", fault.line[fault.at.column :]) if item.strip()]
    return _Advice(fault.at, message, instead=f"[{', '.join(items)}]" if items else None)


# -- brackets and quotes -------------------------------------------------------------------------------------


def _bracket(fault: _Fault) -> _Advice:
    """Read a list or mapping in brackets that is not closed, or in which a comma is missing."""
    sign = fault.lines[fault.began.line][fault.began.column : fault.began.column + 1]
    closing = _PAIRS.get(sign, "]")
    if fault.found in _PAIRS.values():
        message = say("{sign} cannot close what {opening} opens", sign=fault.found, opening=sign)
        return _Advice(fault.at, message, closing)
    if not _is_closed(fault.lines, fault.began):
        return _Advice(fault.began, say("this bracket is never closed"), closing)
    before = re.search(r"\S+\s*$", fault.line[: fault.at.column]) if fault.found == ":" else None
    spot = _Spot(fault.at.line, before.start()) if before else fault.at
    return _Advice(spot, say("a comma is missing before this"), ",")


def _content(fault: _Fault) -> _Advice | None:
    """Read a sign where a value is expected."""
    if fault.found == "-":
        return _Advice(fault.at, say("in brackets there are commas, not dashes"), ",")
    if fault.found == "<stream end>":
        return _bracket(fault)
    if fault.found in (",", "]", "}", ":"):
        return _Advice(fault.at, say("something is missing before this {sign}", sign=fault.found))
    return None


def _quotes(fault: _Fault, sign: str = "") -> _Advice:
    """Read quotes that are never closed, or only by those that should open another text."""
    spot = fault.began
    if sign:
        numbers = range(fault.at.line - 1, -1, -1)
        number = next((number for number in numbers if fault.lines[number].count(sign) % 2), fault.at.line)
        spot = _Spot(number, fault.lines[number].index(sign))
    closing = sign or fault.lines[spot.line][spot.column : spot.column + 1]
    return _Advice(spot, say("these quotes are not closed in this line"), closing)


def _is_closed(lines: Sequence[str], opening: _Spot) -> bool:
    """Say whether a bracket is closed, whatever stands in it; quotes and comments do not count."""
    depth, quotes = 0, ""
    for number, line in enumerate(lines[opening.line :]):
        line = line[opening.column :] if number == 0 else line
        for at, sign in enumerate(line):
            if quotes or sign in "'\"":
                quotes = "" if sign == quotes else quotes or sign
            elif sign == "#" and line[at - 1 : at].strip() == "":
                break
            else:
                depth += (sign in "[{") - (sign in "]}")
                if not depth:
                    return True
    return False


# -- words ---------------------------------------------------------------------------------------------------


def _unreadable(fault: _Fault) -> _Advice:
    return _Advice(fault.at, say("this cannot be read"), say("a line such as `name: value`, or quotes around a text"))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _says_something(line: str) -> bool:
    """Say whether there is more in a line than a comment."""
    return line.lstrip()[:1] not in ("", "#")


def _value(line: str, column: int) -> str:
    """Return what stands in a line from a column on, without a comment; in brackets, no more than one item."""
    value = re.split(r"\s#", line[column:], maxsplit=1)[0].rstrip()
    inside = sum(line[:column].count(sign) - line[:column].count(closing) for sign, closing in _PAIRS.items())
    return re.split(r"[,\]}]", value, maxsplit=1)[0].rstrip() if inside > 0 else value


def _quoted(text: str) -> str:
    return f"'{text}'" if '"' in text or "\\" in text else f'"{text}"'


def _spaces(levels: Sequence[int]) -> str:
    return say("an indentation of {spaces}", spaces=either(levels))


_READERS: tuple[tuple[str, Callable[[_Fault], _Advice | None]], ...] = (
    (r"'\\t'", _tab),
    (r"^while scanning a quoted scalar", _quotes),
    (r"^while scanning a double-quoted scalar", _backslash),
    (r"^while scanning a block scalar", _block_text),
    (r"directive|incompatible|expected '<document start>'", _directive),
    (r"that cannot start any token|scanning an (alias|anchor)|tag|mapping keys are not allowed", _sign),
    (r"mapping values are not allowed", _colon),
    (r"could not find expected ':'", _no_colon),
    (r"sequence entries are not allowed", _dash),
    (r"^while parsing a block (mapping|collection)", _block),
    (r"^while parsing a flow (sequence|mapping)", _bracket),
    (r"expected the node content", _content),
)
"""What PyYAML says, and who reads the lines for it; the first that fits is asked."""
