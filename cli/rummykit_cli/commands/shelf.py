"""The games on this machine: those played here, by their records, and those kept on score sheets."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from pathlib import Path

from rummykit.engine.books import Standing
from rummykit.engine.match_format import MatchFormat
from rummykit.engine.records import CHIPS_SIGN, SCORE_SIGN, Record
from rummykit.engine.ruleset import Ruleset
from rummykit.errors import RecordError, RummyKitError
from rummykit.i18n import say
from rummykit.plugin.plugins import Plugins
from rummykit_cli.commands.score.storage import StoredSheet, latest_sheets
from rummykit_cli.render.book.parts import plain
from rummykit_session.storage.store import SHEET_LETTER, is_salvageable, latest_records


class GameKind(Enum):
    """How a game was kept, and the commands that go on with it or show it again."""

    PLAYED = "played"
    SCORE_SHEET = "score sheet"

    @property
    def resume(self) -> str:
        """The command that goes on with a game of this kind."""
        return "rummy play --resume" if self is GameKind.PLAYED else "rummy score --resume"

    @property
    def review(self) -> str:
        """The command that shows a game that is over; a sheet can still be corrected."""
        return "rummy replay" if self is GameKind.PLAYED else self.resume


@dataclass(frozen=True)
class KeptGame:
    """A game, how it stands, or why that cannot be told. Seats are those of the match; games of a kind have numbers."""

    kind: GameKind
    number: int
    file: Path
    date: datetime | None
    record: Record | None = None
    """What was read of a game that was played here."""
    variant: str | None = None
    preset: str | None = None
    names: tuple[str, ...] = ()
    round: int = 0
    """The round in play, or the last one."""
    actor: int | None = None
    """Who is to act, if anybody is asked."""
    asked_to_buy: bool = False
    """Whether that is to say if he buys back."""
    winners: tuple[int, ...] = ()
    """Who has won; empty while the game is in play."""
    problem: str = ""
    salvageable: bool = False
    """Whether something of a game that cannot be read is good."""

    @property
    def label(self) -> str:
        """What a person calls it by: the number, which says of a score sheet that it is one."""
        return f"{SHEET_LETTER}{self.number}" if self.kind is GameKind.SCORE_SHEET else str(self.number)

    @property
    def state(self) -> str:
        """How the game stands, in one word."""
        return "unreadable" if self.problem else "over" if self.winners else "in play"

    @property
    def command(self) -> str | None:
        """The command that goes on with the game, or with what is good of it, or shows it again if it is over."""
        if self.problem and not self.salvageable:
            return None
        return f"{self.kind.review if self.winners else self.kind.resume} {self.label}"


class Shelf:
    """Reads games. Rules that several games share are set up once, and a game that is over is not replayed."""

    def __init__(self, plugins: Plugins) -> None:
        self._plugins = plugins
        self._rules: dict[str, Ruleset] = {}
        self.variants: set[str] = set()
        """The variants that were met while looking for one."""

    def games(self, kind: GameKind, variant: str | None) -> list[KeptGame]:
        """Return the games of a kind, the latest first; those of a *variant* keep the numbers they have among all."""
        files = latest_records() if kind is GameKind.PLAYED else latest_sheets()
        games = [KeptGame(kind, number, file, _date(file)) for number, file in enumerate(files, 1)]
        return games if variant is None else list(self._of_variant(games, variant))

    def _of_variant(self, games: list[KeptGame], variant: str) -> Iterator[KeptGame]:
        for game in games:
            try:
                game = self._read(game)
            except RummyKitError:
                if game.file.name.startswith(f"{variant}-"):
                    yield game
                continue
            self.variants.add(game.variant or "")
            if game.variant == variant:
                yield game

    def judged(self, game: KeptGame) -> KeptGame:
        """Return a game with how it stands, or with why that cannot be told."""
        try:
            game = self._read(game)
            return game if game.record is None else self._judged(game, game.record)
        except RummyKitError as error:
            salvageable = isinstance(error, RecordError) and is_salvageable(error)
            return replace(game, problem=_reason(error), salvageable=salvageable)

    def _read(self, game: KeptGame) -> KeptGame:
        """Read the file of a game, unless that is done."""
        if game.variant is not None:
            return game
        return self._with_sheet(game) if game.kind is GameKind.SCORE_SHEET else _with_record(game)

    # -- score sheets ----------------------------------------------------------------------------------------

    def _with_sheet(self, game: KeptGame) -> KeptGame:
        """Read a score sheet and how it stands, which its books tell at once."""
        sheet = StoredSheet.read(game.file, self._plugins)
        with self._plugins.playing(sheet.rules.variant, sheet.rules.sources):
            books = sheet.kept().books
        game = replace(game, variant=sheet.rules.variant, preset=sheet.rules.table_rules.preset, names=sheet.names)
        if books.is_over:
            return replace(game, round=len(books.scores), winners=books.winners)
        if books.offer is not None:
            return replace(game, round=len(books.scores), actor=books.offer.seat, asked_to_buy=True)
        return replace(game, round=len(books.scores) + 1)

    # -- records -----------------------------------------------------------------------------------------------

    def _judged(self, game: KeptGame, record: Record) -> KeptGame:
        rules = self._rules_of(record)
        with self._plugins.playing(rules.variant, rules.sources):
            winners = winners_by_results(record, rules)
        if winners is not None:
            rounds = sum(text.startswith(SCORE_SIGN) for _, text in record.lines)
            return replace(game, round=rounds, winners=winners)
        match = record.replay(self._plugins, rules)
        if match.is_over:
            return replace(game, round=match.round.number, winners=match.winners)
        return replace(game, round=match.round.number, actor=match.actor, asked_to_buy=match.offer is not None)

    def _rules_of(self, record: Record) -> Ruleset:
        key = json.dumps([record.header["rules"], len(record.seats)])
        if key not in self._rules:
            self._rules[key] = record.rules(self._plugins)
        return self._rules[key]


def _with_record(game: KeptGame) -> KeptGame:
    record = Record.read(game.file)
    rules = record.header["rules"]
    preset = rules.get("preset") if isinstance(rules, dict) else None
    return replace(
        game,
        record=record,
        variant=str(record.header["variant"]),
        preset=preset if isinstance(preset, str) else None,
        names=tuple(seat.name for seat in record.seats),
    )


def _date(file: Path) -> datetime | None:
    """Return when the last line was written, to the second."""
    try:
        return datetime.fromtimestamp(int(file.stat().st_mtime))
    except (OSError, ValueError, OverflowError):
        return None


def _reason(error: RummyKitError) -> str:
    """Return in one line why a file cannot be read; its name stands beside it already."""
    why = plain(str(error.args[0] if isinstance(error, RecordError) else error).splitlines()[0])
    line = error.line if isinstance(error, RecordError) else None
    return why if line is None else say("line {number}: {problem}", number=line, problem=why)


def winners_by_results(record: Record, rules: Ruleset) -> tuple[int, ...] | None:
    """Return the winners of a match that is surely over.

    None says nothing: the match may be in play, or its results do not tell.
    """
    if not record.lines or record.torn:
        return None
    tally = _Tally(rules)
    try:
        for _, text in record.lines:
            tally.read(text)
    except (ValueError, IndexError):
        return None  # no record that a game has written; replaying it will tell what is wrong
    return tally.winners()


class _Tally:
    """Adds up the results in a record."""

    def __init__(self, rules: Ruleset) -> None:
        self._format = rules.match
        self._high_wins = rules.scoring.high_wins
        self._rounds = 0
        self._totals = [0] * rules.players
        self._still_in = tuple(range(rules.players))
        self._last_out: tuple[int, ...] = ()
        self._pots = [0]
        self._ends_with_result = False

    @property
    def _standing(self) -> Standing:
        return Standing(self._rounds, tuple(self._totals), self._still_in, self._last_out)

    def read(self, text: str) -> None:
        """Read a line of the record."""
        word, *rest = text.split()
        self._ends_with_result = word in (SCORE_SIGN, CHIPS_SIGN)
        if word == SCORE_SIGN:
            self._add_round(rest)
        elif word == CHIPS_SIGN:
            self._pots.append(int(rest[-1]))
        elif rest == ["buyback", "yes"]:
            self._buy_back(int(word) - 1)

    def _add_round(self, points: Sequence[str]) -> None:
        self._rounds += 1
        for seat in self._still_in:
            self._totals[seat] += int(points[seat])
        self._last_out = tuple(seat for seat in self._still_in if self._format.puts_out(self._totals[seat]))
        self._still_in = tuple(seat for seat in self._still_in if seat not in self._last_out)

    def _buy_back(self, seat: int) -> None:
        if not self._format.buys_back:
            raise ValueError("nobody may buy back")
        self._totals[seat] = self._format.new_total(seat, self._standing)
        self._still_in = tuple(sorted({*self._still_in, seat}))
        self._last_out = tuple(other for other in self._last_out if other != seat)

    def winners(self) -> tuple[int, ...] | None:
        """Return the winners if the match is surely over."""
        if not self._ends_with_result or not self._format.is_over(self._standing):
            return None
        # The pot is paid out at the end and never before. Where there is none, somebody may still be asked whether
        # to buy back, and so come in again.
        was_paid = self._pots[-1] == 0 < max(self._pots)
        if self._pots[-1] or (self._format.buys_back and not was_paid):
            return None
        if type(self._format).bonuses is not MatchFormat.bonuses:
            return None  # what is added at the end, only the items of its rounds tell
        if not self._still_in and self._format.options.all_out == "knocker":
            return None  # who ended the last round, only its moves tell
        return self._format.winners(self._standing, self._high_wins)
