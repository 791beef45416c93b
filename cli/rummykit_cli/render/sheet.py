"""The score sheets of a round and of a whole match, for people and for scripts."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from rummykit.engine.books import Books, Event, SheetLine
from rummykit.engine.match import Match
from rummykit.engine.match_format import MatchFormat
from rummykit.engine.scoring import RoundScore
from rummykit.events import RoundOver
from rummykit.i18n import IN_ENGLISH, mark, say, say_number
from rummykit_session.words import chips, shown_name, side_name, tell_end, tell_shown, told

CSV_COLUMNS = ("round", "event", "by", "player", "points", "total", "chips", "pot", "out", "title")


def round_line(match: Books, number: int) -> SheetLine:
    """Return the line of the match's sheet for a round, counted from 0."""
    return [line for line in match.sheet if line.event is Event.ROUND][number]


def score_table(match: Books, number: int) -> Table:
    """Return the sheet of one round: every item with points and counts, the factor if there is one, the total."""
    score, line = match.scores[number], round_line(match, number)
    sides = [side for side in match.sides if line.points[side[0]] is not None]
    seated = [side[0] for side in sides]  # partners have the same
    table = Table(title=None, show_edge=False, pad_edge=False, header_style="bold")
    table.add_column(say("points (count)"))
    for side in sides:
        table.add_column(Text(side_name(match.names, side)), justify="right")
    for item in score.items:
        counts = item.counts or (None,) * len(item.points)
        title = Text(f"{say(item.title)} [{item.rule}]")
        table.add_row(title, *[_cell(match.shown(item.points[seat]), counts[seat]) for seat in seated])
    factors = [score.factors[seat] for seat in seated]
    if any(factor != 1 for factor in factors):
        table.add_row(say("Multiplier"), *[f"x{factor}" for factor in factors])
    totals = [Text(str(match.shown(score.totals[seat])), style="bold") for seat in seated]
    table.add_row(Text(say("Round total"), style="bold"), *totals)
    if len(match.scores) > 1:
        running = [Text(str(match.shown(line.totals[seat])), style="bold") for seat in seated]
        table.add_row(Text(say("Running total"), style="bold"), *running)
    if match.format.has_chips:
        table.add_row(say("Chips ({pot} in the pot)", pot=line.pot), *[_chips(line, side) for side in sides])
    return table


def round_sheet(event: RoundOver, match: Books) -> list[RenderableType]:
    """Return how a round ended and what it brought: a title, the hands that were shown, the table, a remark."""
    title = say("Round {number} is over: {ending}.", number=event.number, ending=tell_end(event.outcome, match.names))
    remark = event.score.remark
    return [
        Text(title, "bold"),
        *[Text(tell_shown(hand, match.names)) for hand in event.shown],
        score_table(match, event.number - 1),
        *([Text(str(remark), "bold")] if remark else []),
    ]


def _chips(line: SheetLine, side: tuple[int, ...]) -> str:
    return str(sum(line.chips[seat] for seat in side))


def _cell(points: int, count: int | None) -> str:
    shown = f"{points:+d}" if points else "0"
    return shown if count is None else f"{shown} ({count})"


def match_table(match: Books) -> Table:
    """Return the sheet of the whole match so far: points, totals and chips, round by round, and what came between."""
    with_chips = match.format.has_chips
    table = Table(
        show_edge=False,
        pad_edge=False,
        header_style="bold",
        caption=_caption(match),
        caption_justify="left",
        caption_style="",
    )
    table.add_column(say("points, total (chips)") if with_chips else say("points, total"))
    for side in match.sides:
        table.add_column(Text(side_name(match.names, side)), justify="right")
    if with_chips:
        table.add_column(say("pot"), justify="right")
    for line in match.sheet:
        cells = [_standing(match, line, side, with_chips) for side in match.sides]
        table.add_row(
            say(line.title or _LABELS[line.event], number=line.round), *cells, *([str(line.pot)] if with_chips else [])
        )
    return table


_LABELS = {
    Event.ANTE: mark("ante"),
    Event.ROUND: mark("round {number}"),
    Event.BUYBACK: mark("buy-back"),
    Event.DECLINED: mark("no buy-back"),
    Event.PER_POINT: mark("points paid for"),
    Event.POT: mark("pot paid out"),
}


def _caption(match: Books) -> str:
    if match.format.buys_back:
        return say("* ended the round, or was asked whether to buy back")
    return say("* ended the round")


def _standing(match: Books, line: SheetLine, side: tuple[int, ...], with_chips: bool) -> str:
    seat = side[0]  # partners have the same points
    points = line.points[seat] if line.points else None
    text = "-" if line.points and points is None else str(match.shown(line.totals[seat]))
    if points is not None:
        text = f"{match.shown(points):+d}, {text}" if points else f"0, {text}"
    if line.seat in side:
        text = f"*{text}"
    if seat in line.out:
        text = say("{standing} out", standing=text)
    return f"{text} ({_chips(line, side)})" if with_chips else text


def tell_length(format: MatchFormat, players: int) -> str:
    """Return how long a match of so many players is; nothing where a plugin has a way of its own to end it.

    >>> from rummykit.parts import MatchOptions
    >>> tell_length(MatchFormat(MatchOptions(rounds="each_deals_once")), players=3)
    'This match has 3 rounds.'
    """
    options = format.options
    if not format.by_options:
        return ""
    if options.elimination is not None:
        message = mark("This match goes on until only one player is left; at {limit} points a player is out.")
        return say(message, limit=options.elimination)
    if options.target is not None:
        return say("This match goes on until a total reaches {target}.", target=options.target)
    number = options.rounds_for(players) or 1
    return say_number("This match has {number} round.", "This match has {number} rounds.", number)


def tell_winners(match: Books) -> str:
    """Return who won the match, and the pot; shared wins included."""
    sides = [side for side in match.sides if side[0] in match.winners]
    names = [match.names[seat] for seat in match.winners]
    points = sorted({match.shown(match.totals[seat]) for seat in match.winners})
    pot = match.sheet[-2].pot if match.sheet[-1].event is Event.POT else 0
    values = {"points": points, "chips": chips(pot)}
    if len(names) > 1 and len(sides) == 1:
        together = mark("{names} win together with {points}.")
        with_pot = mark("{names} win together with {points} and take the pot of {chips}.")
        return say(with_pot if pot else together, names=list(map(shown_name, names)), **values)
    if len(names) > 1:
        shared = mark("{names} share the win with {points}.")
        with_pot = mark("{names} share the win with {points} and the pot of {chips}.")
        return say(with_pot if pot else shared, names=[side_name(match.names, side) for side in sides], **values)
    if not pot:
        return told(names[0], "You win with {points}.", "{name} wins with {points}.", **values)
    you = mark("You win with {points} and take the pot of {chips}.")
    return told(names[0], you, "{name} wins with {points} and takes the pot of {chips}.", **values)


def tell_hints(match: Match, hints: Sequence[int]) -> str:
    """Return who has asked for how many hints."""
    asked = [f"{shown_name(name)} {number}" for name, number in zip(match.names, hints, strict=True) if number]
    return say("Hints asked for: {asked}.", asked=", ".join(asked))


def match_json(match: Match) -> dict[str, object]:
    """Return the scores of a match for a script; while it is in play, without the seed, which tells every card."""
    return {
        "variant": match.rules.variant,
        "seed": match.seed if match.is_over else None,
        **books_json(match),
        "state": match.fingerprint(),
    }


def books_json(match: Books) -> dict[str, object]:
    """Return the books of a match for a script, wherever it is played."""
    return {
        "players": list(match.names),
        "sides": [[match.names[seat] for seat in side] for side in match.sides],
        "over": match.is_over,
        "rounds": [round_json(score) for score in match.scores],
        "sheet": [line_json(match, line) for line in match.sheet],
        "totals": list(match.totals),
        "still_in": [match.names[seat] for seat in match.still_in],
        "chips": list(match.chips),
        "pot": match.pot,
        "winners": [match.names[seat] for seat in match.winners] if match.is_over else [],
    }


def round_json(score: RoundScore) -> dict[str, object]:
    """Return the score of a round for a script, in English."""
    with IN_ENGLISH.spoken():
        return {
            "items": [asdict(item) for item in score.items],
            "factors": list(score.factors),
            "totals": list(score.totals),
            "remark": str(score.remark),
        }


def line_json(match: Books, line: SheetLine) -> dict[str, object]:
    """Return a line of the match's sheet for a script; points are null for whoever did not play in the round."""
    return {
        "round": line.round,
        "event": line.event.value,
        "by": None if line.seat is None else match.names[line.seat],
        "points": list(line.points) or None,
        "totals": list(line.totals),
        "chips": list(line.chips),
        "pot": line.pot,
        "out": [match.names[seat] for seat in line.out],
        **({"title": line.title} if line.title else {}),
    }


def match_csv(match: Books) -> str:
    """Return the match's sheet as comma-separated values, a row for every side on every line."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(CSV_COLUMNS)
    for line in match.sheet:
        by = "" if line.seat is None else match.names[line.seat]
        for side in match.sides:
            points = line.points[side[0]] if line.points else None
            out = "out" if side[0] in line.out else ""
            standing = (points, line.totals[side[0]], _chips(line, side), line.pot, out, line.title)
            rows.writerow((line.round, line.event.value, by, " & ".join(match.names[seat] for seat in side), *standing))
    return text.getvalue()
