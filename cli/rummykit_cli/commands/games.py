"""`rummy games`: the games on this machine, the latest first, and how each stands."""

from __future__ import annotations

from collections.abc import Sequence

from rummykit.errors import did_you_mean
from rummykit.i18n import Numbered, listed, mark, say, say_number
from rummykit_cli.commands.shelf import GameKind, KeptGame, Shelf
from rummykit_cli.lines import echo, print_json, print_text
from rummykit_cli.plugged import installed
from rummykit_cli.render.book.parts import plain
from rummykit_session.storage.store import games_folder
from rummykit_session.words import shown_name, told

_TOGETHER = Numbered(
    "Over after {number} round: {names} won together.", "Over after {number} rounds: {names} won together."
)
_SHARED = Numbered(
    "Over after {number} round: {names} share the win.", "Over after {number} rounds: {names} share the win."
)


def list_games(variant: str | None, most: int, as_json: bool) -> None:
    """Print the latest games of every kind, or those of a variant."""
    shelf = Shelf(installed())
    found = {kind: shelf.games(kind, variant) for kind in GameKind}
    shown = {kind: [shelf.judged(game) for game in games[:most]] for kind, games in found.items()}
    more = sum(len(games) - len(shown[kind]) for kind, games in found.items())
    if as_json:
        data = {"games": [_as_json(game) for games in shown.values() for game in games], "more": more}
        print_json(data)
        return
    if not any(shown.values()):
        echo(_tell_none(variant, shelf))
        return
    _print_games(shown[GameKind.PLAYED])
    if shown[GameKind.SCORE_SHEET]:
        if shown[GameKind.PLAYED]:
            echo()
        echo(say("Score sheets of games with real cards:"))
        _print_games(shown[GameKind.SCORE_SHEET])
    echo()
    echo(say("The files are in {folder}.", folder=games_folder()))
    if more:
        _print_more(variant, more, max(map(len, found.values())))


def _print_games(games: Sequence[KeptGame]) -> None:
    """Print games; a file's name has a line of its own, so that a terminal breaks neither it nor the names."""
    width = max((len(game.label) for game in games), default=0)
    for game in games:
        headline, *rest = _headline(game), _tell_state(game), plain(game.file.name)
        print_text(f"{game.label.rjust(width)}  {headline}")
        for line in rest:
            print_text(line, indent=" " * (width + 2))


def _print_more(variant: str | None, more: int, limit: int) -> None:
    command = f"rummy games{f' --variant {variant}' if variant else ''} --limit {limit}"
    left_out = Numbered(
        "{number} more game is not listed; see all with: {command}",
        "{number} more games are not listed; see all with: {command}",
    )
    echo(say_number(*left_out, more, command=command))


def _headline(game: KeptGame) -> str:
    parts = [f"{game.date:%Y-%m-%d %H:%M}"] if game.date else []
    if game.variant is not None:
        rules = f"{game.variant}:{game.preset}" if game.preset else game.variant
        rules = f"{game.title} ({rules})" if game.title else rules
        parts.append(plain(f"{rules}: {listed(map(shown_name, game.names))}"))
    return "  ".join(parts)


def _tell_state(game: KeptGame) -> str:
    if game.problem:
        told = say("It cannot be read: {problem}", problem=game.problem)
        how = say("See what can be saved of it with: {command}", command=game.command)
        return f"{told} {how}" if game.salvageable else told
    if game.winners:
        return _tell_over(game) + " " + say("See it again with: {command}", command=game.command)
    return _tell_pending(game) + " " + say("Go on with: {command}", command=game.command)


def _tell_pending(game: KeptGame) -> str:
    if game.actor is None:
        return say("Round {number} is being played.", number=game.round)
    name = plain(game.names[game.actor])
    if game.asked_to_buy:
        they = mark("After round {number} {name} is asked whether to buy back.")
        return told(name, "After round {number} you are asked whether to buy back.", they, number=game.round)
    return told(name, "Round {number}: it is your turn.", "Round {number}: it is {name}'s turn.", number=game.round)


def _tell_over(game: KeptGame) -> str:
    names = [plain(game.names[seat]) for seat in game.winners]
    if len(names) > 1:
        won = _TOGETHER if game.one_side else _SHARED
        return say_number(*won, game.round, names=listed(map(shown_name, names)))
    you = Numbered("Over after {number} round: you won.", "Over after {number} rounds: you won.")
    they = Numbered("Over after {number} round: {name} won.", "Over after {number} rounds: {name} won.")
    return told(names[0], you, they, number=game.round)


def _tell_none(variant: str | None, shelf: Shelf) -> str:
    if variant is None:
        return say("There is no recorded game yet; start one with: {command}", command="rummy play")
    return say("There is no recorded game of {variant}.", variant=variant) + did_you_mean(variant, shelf.variants)


def _as_json(game: KeptGame) -> dict[str, object]:
    names = game.names
    return {
        "kind": game.kind.value,
        "number": game.number,
        "file": str(game.file),
        "date": game.date.isoformat() if game.date else None,
        "variant": game.variant,
        "preset": game.preset,
        "title": game.title,
        "players": list(names),
        "state": game.state,
        "round": game.round or None,
        "to_act": None if game.actor is None else names[game.actor],
        "buyback": game.asked_to_buy,
        "winners": [names[seat] for seat in game.winners],
        "moves": game.record.moves if game.record else None,
        "problem": game.problem or None,
        "command": game.command,
    }
