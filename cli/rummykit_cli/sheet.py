"""The score sheet, for people and for scripts."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from rummykit.match import Match
from rummykit.scoring import RoundScore
from rummykit_cli.words import YOU


def score_table(match: Match, number: int) -> Table:
    """Return the sheet of one round: every item with points and counts, the factor, the total."""
    score = match.scores[number]
    table = Table(title=None, show_edge=False, pad_edge=False, header_style="bold")
    table.add_column("points (count)")
    for name in match.names:
        table.add_column(Text(name), justify="right")
    for item in score.items:
        counts = item.counts or (None,) * len(item.points)
        cells = [_cell(points, count) for points, count in zip(item.points, counts, strict=True)]
        table.add_row(Text(f"{item.title} [{item.rule}]"), *cells)
    table.add_row("Counted", *[f"x{factor}" for factor in score.factors])
    table.add_row(Text("Round total", style="bold"), *[Text(str(total), style="bold") for total in score.totals])
    if len(match.scores) > 1:
        running = [sum(s.totals[seat] for s in match.scores[: number + 1]) for seat in range(len(match.names))]
        table.add_row(Text("Running total", style="bold"), *[Text(str(total), style="bold") for total in running])
    return table


def _cell(points: int, count: int | None) -> str:
    shown = f"{points:+d}" if points else "0"
    return shown if count is None else f"{shown} ({count})"


def tell_winners(match: Match) -> str:
    """Return who won the match, shared wins included."""
    names = [match.names[seat] for seat in match.winners]
    best = match.totals[match.winners[0]]
    if len(names) == 1:
        return f"{names[0]} {'win' if names[0] == YOU else 'wins'} with {best}."
    return f"{', '.join(names[:-1])} and {names[-1]} share the win with {best}."


def match_json(match: Match) -> dict[str, object]:
    """Return the scores of a match for a script."""
    return {
        "variant": match.rules.variant,
        "seed": match.seed,
        "players": list(match.names),
        "over": match.is_over,
        "rounds": [round_json(score) for score in match.scores],
        "totals": list(match.totals),
        "winners": [match.names[seat] for seat in match.winners] if match.is_over else [],
        "state": match.fingerprint(),
    }


def round_json(score: RoundScore) -> dict[str, object]:
    """Return the score of a round for a script."""
    return {
        "items": [
            {
                "key": item.key,
                "title": item.title,
                "rule": item.rule,
                "points": list(item.points),
                "counts": list(item.counts),
            }
            for item in score.items
        ],
        "factors": list(score.factors),
        "totals": list(score.totals),
        "remark": score.remark,
    }
