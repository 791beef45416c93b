"""The games on this machine: those played here, by their records, and those kept on score sheets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from pathlib import Path

from rummykit.engine.actions import BuyBack
from rummykit.engine.books import Books
from rummykit.engine.match_format import MatchFormat
from rummykit.engine.records import CHIPS_SIGN, SCORE_SIGN, Record
from rummykit.engine.ruleset import Ruleset
from rummykit.engine.scoring import RoundScore
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
    title: str | None = None
    """What the table calls its own rules."""
    names: tuple[str, ...] = ()
    round: int = 0
    """The round in play, or the last one."""
    actor: int | None = None
    """Who is to act, if anybody is asked."""
    asked_to_buy: bool = False
    """Whether that is to say if he buys back."""
    winners: tuple[int, ...] = ()
    """Who has won; empty while the game is in play."""
    one_side: bool = False
    """Whether the winners played together."""
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
        table = sheet.rules.table_rules
        game = replace(game, variant=table.variant, preset=table.preset, title=table.title, names=sheet.names)
        if books.is_over:
            return _won(replace(game, round=len(books.scores)), books.winners, sheet.rules)
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
            return _won(replace(game, round=rounds), winners, rules)
        match = record.replay(self._plugins, rules)
        if match.is_over:
            return _won(replace(game, round=match.round.number), match.winners, rules)
        return replace(game, round=match.round.number, actor=match.actor, asked_to_buy=match.offer is not None)

    def _rules_of(self, record: Record) -> Ruleset:
        key = json.dumps([record.header["rules"], len(record.seats)])
        if key not in self._rules:
            self._rules[key] = record.rules(self._plugins)
        return self._rules[key]


def _won(game: KeptGame, winners: tuple[int, ...], rules: Ruleset) -> KeptGame:
    return replace(game, winners=winners, one_side=set(winners) == {*rules.side_of[winners[0]]})


def _with_record(game: KeptGame) -> KeptGame:
    record = Record.read(game.file)
    rules = record.header["rules"]
    preset, title = (rules.get(key) if isinstance(rules, dict) else None for key in ("preset", "title"))
    return replace(
        game,
        record=record,
        variant=str(record.header["variant"]),
        preset=preset if isinstance(preset, str) else None,
        title=title if isinstance(title, str) else None,
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
    if record.torn or not record.lines or not record.lines[-1][1].startswith((SCORE_SIGN, CHIPS_SIGN)):
        return None
    # Who dealt first, and who ended a round, only the moves tell. What depends on it, the pot shows below.
    books, pots = Books(rules, [seat.name for seat in record.seats], dealer=0), [0]
    try:
        for _, text in record.lines:
            word, *rest = text.split()
            if word == SCORE_SIGN:
                points = tuple(int(rest[seat]) for seat in books.seated)
                books.settle(RoundScore((), (1,) * len(points), points), finisher=None)
            elif word == CHIPS_SIGN:
                pots.append(int(rest[-1]))
            elif rest[:1] == [BuyBack.verb]:
                if books.offer is None or books.offer.seat != int(word) - 1:
                    return None
                books.answer_offer(rest[1:] == ["yes"])
    except (ValueError, IndexError):
        return None  # no record that a game has written; replaying it will tell what is wrong
    # The pot is paid out at the end and never before. Where there is none, somebody may still be asked whether
    # to buy back, and so come in again.
    was_paid = pots[-1] == 0 < max(pots)
    if not books.is_over or pots[-1] or (books.format.buys_back and not was_paid):
        return None
    if type(books.format).bonuses is not MatchFormat.bonuses:
        return None  # what is added at the end, only the items of its rounds tell
    if not books.still_in and books.format.options.all_out == "knocker":
        return None  # who ended the last round, only its moves tell
    return books.winners
