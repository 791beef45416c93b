"""`rummy games`: the records on this machine, the latest first, and how each game stands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import typer

from rummykit.errors import RecordError, RummyKitError, did_you_mean
from rummykit.language import Numbered, listed, mark, say, say_number
from rummykit.match import Match
from rummykit.plugins import Plugins
from rummykit.records import SCORE_SIGN, Record
from rummykit.ruleset import Ruleset
from rummykit_cli.book.parts import plain
from rummykit_cli.speaking import installed
from rummykit_cli.store import games_folder, latest_records
from rummykit_cli.tally import winners_by_results
from rummykit_cli.words import shown_name, told


@dataclass(frozen=True)
class Game:
    """A record, how its game stands, or why that cannot be told. Seats are those of the match."""

    number: int
    file: Path
    date: datetime | None
    record: Record | None = None
    round: int = 0
    """The round in play, or the last one."""
    actor: int | None = None
    """Who is to act; None if the game is over."""
    asked_to_buy: bool = False
    """Whether that is to say if he buys back."""
    winners: tuple[int, ...] = ()
    problem: str = ""

    @property
    def variant(self) -> str | None:
        """The variant that is played, if the record tells."""
        return str(self.record.header["variant"]) if self.record else None

    @property
    def preset(self) -> str | None:
        """The preset that is played, if there is one."""
        rules = self.record.header["rules"] if self.record else None
        preset = rules.get("preset") if isinstance(rules, dict) else None
        return preset if isinstance(preset, str) else None

    @property
    def names(self) -> list[str]:
        """The players."""
        return [seat.name for seat in self.record.seats] if self.record else []

    @property
    def state(self) -> str:
        """How the game stands, in one word."""
        return "unreadable" if self.problem else "over" if self.winners else "in play"


def list_games(variant: str | None, most: int, as_json: bool) -> None:
    """Print the latest games, or those of a variant."""
    shelf = _Shelf(installed())
    found = shelf.games(variant)
    shown = [shelf.judged(game) for game in found[:most]]
    more = len(found) - len(shown)
    if as_json:
        data = {"games": [_as_json(game) for game in shown], "more": more}
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    if not shown:
        typer.echo(_tell_none(variant, shelf))
        return
    width = len(str(shown[-1].number))
    for game in shown:
        typer.echo(f"{game.number:>{width}}  {_headline(game)}")
        typer.echo(f"{'':{width}}  {_tell_state(game)}")
    typer.echo()
    typer.echo(say("The records lie in {folder}.", folder=games_folder()))
    if more:
        command = f"rummy games{f' --variant {variant}' if variant else ''} --limit {len(found)}"
        typer.echo(
            say_number(
                "{number} more game is not listed; see all with: {command}",
                "{number} more games are not listed; see all with: {command}",
                more,
                command=command,
            )
        )


class _Shelf:
    """Reads records. Rules that several games share are set up once, and a game that is over is not replayed."""

    def __init__(self, plugins: Plugins) -> None:
        self._plugins = plugins
        self._rules: dict[str, Ruleset] = {}
        self.variants: set[str] = set()
        """The variants that were met while looking for one."""

    def games(self, variant: str | None) -> list[Game]:
        """Return the games, the latest first; those of a *variant* keep the numbers they have among all."""
        games = [Game(number, file, _date(file)) for number, file in enumerate(latest_records(), 1)]
        return games if variant is None else list(self._of_variant(games, variant))

    def _of_variant(self, games: list[Game], variant: str) -> Iterator[Game]:
        for game in games:
            try:
                game = replace(game, record=Record.read(game.file))
            except RecordError:
                if game.file.name.startswith(variant):
                    yield game
                continue
            self.variants.add(game.variant or "")
            if game.variant == variant:
                yield game

    def judged(self, game: Game) -> Game:
        """Return a game with how it stands, or with why that cannot be told."""
        try:
            game = replace(game, record=game.record or Record.read(game.file))
            return self._judged(game)
        except RummyKitError as error:
            return replace(game, problem=_reason(error))

    def _judged(self, game: Game) -> Game:
        record = game.record
        assert record is not None
        rules = self._rules_of(record)
        winners = winners_by_results(record, rules)
        if winners is not None:
            rounds = sum(text.startswith(SCORE_SIGN) for _, text in record.lines)
            return replace(game, round=rounds, winners=winners)
        match = _replayed(record, rules)
        if match.is_over:
            return replace(game, round=match.round.number, winners=match.winners)
        return replace(game, round=match.round.number, actor=match.actor, asked_to_buy=match.offer is not None)

    def _rules_of(self, record: Record) -> Ruleset:
        key = json.dumps([record.header["rules"], len(record.seats)])
        if key not in self._rules:
            self._rules[key] = record.start(self._plugins).rules
        return self._rules[key]


def _replayed(record: Record, rules: Ruleset) -> Match:
    """Play a record by rules that are set up already, which takes longer than the moves."""
    seed = record.header["seed"]
    assert isinstance(seed, int)
    match = Match(rules, seed, [seat.name for seat in record.seats])
    for action in record.actions(match):
        match.apply(action)
    return match


def _date(file: Path) -> datetime | None:
    """Return when the last move was written, to the second."""
    try:
        return datetime.fromtimestamp(int(file.stat().st_mtime))
    except (OSError, ValueError, OverflowError):
        return None


def _reason(error: RummyKitError) -> str:
    """Return in one line why a record cannot be read; its name stands beside it already."""
    why = plain(str(error.args[0] if isinstance(error, RecordError) else error).splitlines()[0])
    line = error.line if isinstance(error, RecordError) else None
    return why if line is None else say("line {number}: {problem}", number=line, problem=why)


# -- what is printed ---------------------------------------------------------------------------------------


def _headline(game: Game) -> str:
    parts = [f"{game.date:%Y-%m-%d %H:%M}"] if game.date else []
    if game.variant is not None:
        rules = f"{game.variant}:{game.preset}" if game.preset else game.variant
        parts.append(plain(f"{rules}: {listed(map(shown_name, game.names))}"))
    return "  ".join([*parts, plain(game.file.name)])


def _tell_state(game: Game) -> str:
    if game.problem:
        return say("It cannot be read: {problem}", problem=game.problem)
    if game.actor is None:
        return _tell_over(game)
    name = plain(game.names[game.actor])
    if game.asked_to_buy:
        return told(
            name,
            you=mark("After round {number} you are asked whether to buy back."),
            they=mark("After round {number} {name} is asked whether to buy back."),
            number=game.round,
        )
    you, they = mark("Round {number}: it is your turn."), mark("Round {number}: it is {name}'s turn.")
    return told(name, you=you, they=they, number=game.round)


def _tell_over(game: Game) -> str:
    names = [plain(game.names[seat]) for seat in game.winners]
    if len(names) > 1:
        return say_number(
            "Over after {number} round: {names} share the win.",
            "Over after {number} rounds: {names} share the win.",
            game.round,
            names=listed(map(shown_name, names)),
        )
    return told(
        names[0],
        you=Numbered("Over after {number} round: you won.", "Over after {number} rounds: you won."),
        they=Numbered("Over after {number} round: {name} won.", "Over after {number} rounds: {name} won."),
        number=game.round,
    )


def _tell_none(variant: str | None, shelf: _Shelf) -> str:
    if variant is None:
        return say("There is no recorded game yet; start one with: {command}", command="rummy play")
    return say("There is no recorded game of {variant}.", variant=variant) + did_you_mean(variant, shelf.variants)


def _as_json(game: Game) -> dict[str, object]:
    names = game.names
    return {
        "number": game.number,
        "file": str(game.file),
        "date": game.date.isoformat() if game.date else None,
        "variant": game.variant,
        "preset": game.preset,
        "players": names,
        "state": game.state,
        "round": game.round or None,
        "to_act": None if game.actor is None else names[game.actor],
        "buyback": game.asked_to_buy,
        "winners": [names[seat] for seat in game.winners],
        "moves": game.record.moves if game.record else None,
        "problem": game.problem or None,
    }
