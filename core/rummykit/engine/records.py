"""Records: a match on disk, one move a line, that replays to the same state.

The first line names the format. The second is the header: variant and version, the complete rules, the
seed and the seats, and where plugins come from that RummyKit does not bring itself. Then comes a line for every
move (``2 discard 17g``: the seat, counted from 1, and the move; ``2 buyback yes`` between two rounds) and one for
every finished round (``= 6 - -14``: the points, a dash for whoever is out of the match). Where chips are in play, a
line follows on every change of them (``$ -6 -5 -4 15``: everybody's chips, and the pot). ``? 2`` notes that a seat
has asked for a hint. Every line after the first begins with a running hash of all that stands before it, so damage
is found in the line where it begins. That is for accidents, such as a bad disk or a slip in an editor; it proves
nothing, as whoever changes a record on purpose can write new hashes.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from rummykit.engine.books import Event, SheetLine
from rummykit.engine.match import Match
from rummykit.engine.notation import read_action
from rummykit.errors import NotationError, PluginError, RecordError, SetupError
from rummykit.i18n import reason_of, say
from rummykit.refusals import Refusal
from rummykit.rules import Catalogue, HouseRuleError, from_json

if TYPE_CHECKING:
    from rummykit.engine.actions import Action
    from rummykit.engine.ruleset import Ruleset
    from rummykit.rules import TableRules


@dataclass(frozen=True)
class SeatInfo:
    """Who sits where: a name, and the bot that plays, or None for a person."""

    name: str
    bot: str | None = None


@dataclass(frozen=True)
class TableHelp:
    """What help a table allows: hints, and taking moves back."""

    hints: bool = True
    undo: bool = True


ALL_HELP = TableHelp()


FORMAT = "RummyKit record 2"
MAX_BYTES = 16 * 1024 * 1024
SCORE_SIGN = "="
CHIPS_SIGN = "$"
HINT_SIGN = "?"
NO_MOVES = (SCORE_SIGN, CHIPS_SIGN, HINT_SIGN)
"""How lines begin that are not moves."""


@contextmanager
def located(path: Path) -> Iterator[None]:
    """Give every `RecordError` raised inside the path of the record."""
    try:
        yield
    except RecordError as error:
        error.path = error.path or path
        raise


def chain(previous: str, text: str) -> str:
    """Return the hash that leads a line, from the one of the line before it."""
    return sha256(f"{previous}\n{text}".encode()).hexdigest()[:12]


class InstalledPlugins(Catalogue, Protocol):
    """What replaying a record needs to know of the installed plugins."""

    def why_missing(self, sources: Mapping[str, Mapping[str, str]]) -> str | None:
        """Return in a sentence which variant or mod of a game is not here; None if all are."""

    def plugin_of(self, variant: str) -> object:
        """Return the plugin of a variant; raise `PluginError` if there is none."""

    def assemble(self, table_rules: TableRules, players: int) -> Ruleset:
        """Return the game that the rules of a table make."""

    def playing(self, variant: str, sources: Collection[str]) -> AbstractContextManager[None]:
        """Run the code of a game, some of it from strangers if there are sources; what fails is a `PluginError`."""


@dataclass(frozen=True)
class Record:
    """A record whose hashes were found right; `replay` plays it."""

    path: Path
    header: dict[str, Any]
    lines: tuple[tuple[int, str], ...]
    """Line number and text of every line after the header."""
    hash: str
    good_bytes: int
    torn: bool
    """Whether a half-written last line was left out."""

    @classmethod
    def read(cls, path: Path, before: int | None = None) -> Record:
        """Read a record and verify its hashes; where a line is given, only what stands *before* it."""
        with located(path):
            data = bytes_of(path)
            lines = data.split(b"\n")
            if lines[0].rstrip(b"\r") != FORMAT.encode():
                raise RecordError(_why_no_record(lines[0]), 1)
            texts, last, torn = list[tuple[int, str]](), FORMAT, False
            written = lines if lines[-1] else lines[:-1]
            for number, raw in enumerate(written[1 : before and before - 1], 2):
                line = _decode(raw, number)
                given, _, text = line.partition(" ")
                if given != chain(last, text):
                    torn = number == len(lines) and line.isprintable()
                    if torn:
                        break
                    raise RecordError(say("this line does not fit its hash and the lines before it."), number)
                last = given
                texts.append((number, text))
            if not texts:
                raise RecordError(say("the record ends before its header; no move is in it."), len(lines))
            good = min(sum(len(raw) + 1 for raw in lines[: len(texts) + 1]), len(data))
            return cls(path, _read_header(texts[0][1]), tuple(texts[1:]), last, good, torn)

    @property
    def moves(self) -> int:
        """The number of moves made."""
        return sum(not text.startswith(NO_MOVES) for _, text in self.lines)

    @property
    def hints(self) -> tuple[int, ...]:
        """How many hints each seat has asked for."""
        asked = [text.partition(" ")[2] for _, text in self.lines if text.startswith(HINT_SIGN)]
        return tuple(asked.count(str(seat + 1)) for seat in range(len(self.seats)))

    @property
    def help(self) -> TableHelp:
        """What help the table allows."""
        return TableHelp(**self.header.get("help", {}))

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """Who sits where."""
        return tuple(SeatInfo(**seat) for seat in self.header["seats"])

    def rules(self, plugins: InstalledPlugins) -> Ruleset:
        """Set the game up."""
        header, variant = self.header, str(self.header["variant"])
        with located(self.path):
            if missing := plugins.why_missing(header.get("sources", {})):
                raise RecordError(missing, 2)
            try:
                plugins.plugin_of(variant)
                with plugins.playing(variant, header.get("sources", ())):
                    table_rules = from_json(header["rules"], plugins, name=self.path.name)
                    return plugins.assemble(table_rules, len(self.seats))
            except (PluginError, SetupError, HouseRuleError) as error:
                needed = f"{header['variant']} {header['version']}"
                why = say("the game cannot be set up; the record was made with {needed}.", needed=needed)
                raise RecordError(f"{why} {error}", 2) from error

    def start(self, plugins: InstalledPlugins) -> Match:
        """Set the match up as it was before its first move."""
        rules = self.rules(plugins)
        with located(self.path), plugins.playing(rules.variant, rules.sources):
            return Match(rules, self.header["seed"], [seat.name for seat in self.seats])

    def replay(self, plugins: InstalledPlugins, rules: Ruleset | None = None) -> Match:
        """Play the whole record; raise `RecordError` at the first line that cannot be played.

        The error names no line if a plugin is at fault. The *rules* may be set up already, which takes longer than the
        moves.
        """
        rules = rules or self.rules(plugins)
        with located(self.path):
            try:
                with plugins.playing(rules.variant, rules.sources):
                    match = Match(rules, self.header["seed"], [seat.name for seat in self.seats])
                    for action in self.actions(match):
                        match.apply(action)
                    return match
            except PluginError as error:
                raise RecordError(str(error)) from error

    def lost_results(self, match: Match) -> list[str]:
        """Return what the last move brought, in lines, as far as the writer was stopped before it had written that.

        The *match* is the one that was replayed.
        """
        all_of_them, latest = results(match, match.sheet), results(match, _latest(match))
        written = [text for _, text in self.lines if text.startswith((SCORE_SIGN, CHIPS_SIGN))]
        lost = all_of_them[len(written) :]
        # What is older than that, replaying would not find right in this place.
        return lost if written == all_of_them[: len(written)] and len(lost) <= len(latest) else []

    def actions(self, match: Match) -> Iterator[Action]:
        """Yield the moves one by one; each must be made on *match* before the next is asked for."""
        with located(self.path):
            for number, text in self.lines:
                action = read_line(match, text, number)
                if action is not None:
                    yield action


def _read_header(text: str) -> dict[str, Any]:
    """Return a header that has all it needs; raise `RecordError` if it has not."""
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or not _complete(header):
        raise RecordError(say("the header is not complete."), 2)
    for name in (seat["name"] for seat in header["seats"]):
        if not name.isprintable():
            raise RecordError(say("a player cannot be called {name}: that cannot be printed.", name=repr(name)), 2)
    return header


def _complete(header: dict[str, Any]) -> bool:
    seats, sources = header.get("seats"), header.get("sources", {})
    return (
        header.keys() >= {"variant", "version", "rules"}
        and type(header.get("seed")) is int
        and isinstance(seats, list)
        and all(_has(seat, name=str, bot=str | None) for seat in seats)
        and _has(header.get("help", asdict(ALL_HELP)), hints=bool, undo=bool)
        and isinstance(sources, dict)
        and all(isinstance(source, dict) for source in sources.values())
    )


def _has(said: object, **types: Any) -> bool:
    """Whether something has these fields of these types, and no others."""
    return (
        isinstance(said, dict)
        and said.keys() == types.keys()
        and all(isinstance(said[name], kind) for name, kind in types.items())
    )


def record_of(match: Match) -> str:
    """Return the whole record of a match; everybody in it counts as a person."""
    twin = Match(match.rules, match.seed, match.names)
    texts = [_header(match, [SeatInfo(name) for name in match.names], ALL_HELP), *results(twin, twin.sheet)]
    for action in match.moves:
        written = len(twin.sheet)
        texts.append(move_line(twin.actor, action))
        twin.apply(action)
        texts += results(twin, twin.sheet[written:])
    return _chained(texts)[0]


def first_lines(match: Match, seats: Sequence[SeatInfo], help: TableHelp) -> tuple[str, str]:
    """Return what a record has before its first move, and the last hash in that."""
    return _chained([_header(match, seats, help), *results(match, match.sheet)])


def move_line(seat: int, action: Action) -> str:
    """Return the line of a move, but for its hash."""
    return f"{seat + 1} {action}"


def _header(match: Match, seats: Sequence[SeatInfo], help: TableHelp) -> str:
    header: dict[str, object] = {
        "variant": match.rules.variant,
        "version": match.rules.version,
        "rules": match.rules.table_rules.to_json(),
        "seed": match.seed,
        "seats": [asdict(seat) for seat in seats],
    }
    if help != ALL_HELP:
        header["help"] = asdict(help)
    if match.rules.sources:
        header["sources"] = match.rules.sources
    return json.dumps(header, ensure_ascii=False, separators=(",", ":"))


def _chained(texts: Iterable[str]) -> tuple[str, str]:
    """Return the lines of a record from its format on, and the last hash."""
    lines, last = [FORMAT], FORMAT
    for text in texts:
        last = chain(last, text)
        lines.append(f"{last} {text}")
    return "\n".join(lines) + "\n", last


def results(match: Match, lines: Iterable[SheetLine]) -> list[str]:
    """Return the lines of a record, but for their hashes, that lines of the match's sheet give."""
    found = []
    for line in lines:
        if line.event is Event.ROUND:
            found.append(f"{SCORE_SIGN} {' '.join('-' if points is None else str(points) for points in line.points)}")
        if match.format.has_chips and line.event not in (Event.DECLINED, Event.BONUS):
            found.append(f"{CHIPS_SIGN} {' '.join(map(str, (*line.chips, line.pot)))}")
    return found


def _latest(match: Match) -> Sequence[SheetLine]:
    """Return the lines of the sheet that the last move can have brought."""
    first = len(match.sheet) - 1
    while first > 0 and match.sheet[first].event in (Event.BONUS, Event.PER_POINT, Event.POT, Event.ANTE):
        first -= 1
    return match.sheet[max(first, 0) :]


def read_line(match: Match, text: str, line: int) -> Action | None:
    """Return the move in a line of a record, found legal; None for a result that the moves give, found right."""
    word, _, rest = text.partition(" ")
    if word == HINT_SIGN:
        if rest != str(match.actor + 1):
            raise RecordError(say("'{text}' is not a hint for the player to act.", text=text), line)
        return None
    if word in (SCORE_SIGN, CHIPS_SIGN):
        if text not in results(match, _latest(match)):
            if word == SCORE_SIGN:
                raise RecordError(say("the points of the round are not those the moves give."), line)
            raise RecordError(say("the chips are not those the moves give."), line)
        return None
    if word != str(match.actor + 1) or match.is_over:
        raise RecordError(say("'{text}' is not a move of the player to act.", text=text), line)
    try:
        action = read_action(rest, match.round)
    except NotationError as error:
        raise RecordError(say("'{text}' is not a move: {reason}", text=rest, reason=error), line) from error
    refusal = action if isinstance(action, Refusal) else match.check(action)
    if refusal is not None or isinstance(action, Refusal):
        raise RecordError(say("'{text}' is refused: {reason}", text=rest, reason=refusal), line)
    return action


def bytes_of(path: Path) -> bytes:
    """Return what is in a file of a game; `RecordError` if it cannot be read, or is larger than any game."""
    try:
        about = path.stat()
        # A pipe or a device could keep us waiting, or never end.
        if not stat.S_ISREG(about.st_mode):
            raise RecordError(say("this is not a regular file."))
        if about.st_size > MAX_BYTES:
            most = MAX_BYTES // 1024 // 1024
            raise RecordError(say("the file is larger than {most} MiB, as no game is.", most=most))
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error)
        raise RecordError(say("the file cannot be read: {reason}.", reason=reason)) from error


def _decode(raw: bytes, line: int) -> str:
    try:
        return raw.rstrip(b"\r").decode()
    except UnicodeDecodeError as error:
        raise RecordError(say("this line is not text."), line) from error


def _why_no_record(first: bytes) -> str:
    version = first.removeprefix(b"RummyKit record ")[:24].decode(errors="replace").strip()
    if version and first.startswith(b"RummyKit record "):
        return say(
            "the record has format {version}; this version of RummyKit reads format {known}.",
            version=version,
            known=FORMAT.split()[-1],
        )
    return say("this is not a record: its first line must be '{line}'.", line=FORMAT)
