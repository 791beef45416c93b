"""A game as JSON for a script, in English."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rummykit.cards import Row
from rummykit_cli.render.sheet import line_json, round_json, tell_winners
from rummykit_cli.render.story import Scene, Story
from rummykit_session.table_state import SeatState, TableState

FORMAT = "RummyKit game 1"


def as_json(story: Story) -> str:
    """Return the game as JSON: the rules, every step with the table after it, the scores.

    The seed is in it only where all hands are.
    """
    match = story.match
    data = {
        "format": FORMAT,
        "variant": match.rules.variant,
        "version": match.rules.version,
        "title": match.rules.title,
        "players": list(match.names),
        "sides": [[match.names[seat] for seat in side] for side in match.sides],
        "seat": None if story.seat is None else match.names[story.seat],
        "hands": [match.names[seat] for seat in sorted(story.known)],
        "over": match.is_over,
        "winners": [match.names[seat] for seat in match.winners] if match.is_over else [],
        "result": tell_winners(match) if match.is_over else None,
        "seed": match.seed if story.seat is None and match.is_over else None,
        "rules": match.rules.table_rules.to_json(),
        "steps": [_step(step, story) for step in story.steps],
        "sheet": [line_json(match, line) for line in match.sheet],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _step(step: Scene, story: Story) -> dict[str, object]:
    match = story.match
    return {
        "move": step.move,
        "mover": None if step.mover is None else match.names[step.mover],
        "action": step.action,
        "words": step.told,
        "table": _table(step.table),
        "round_over": None if step.ended is None else _round(step.ended, step.ending, story),
    }


def _round(number: int, ending: Sequence[str], story: Story) -> dict[str, object]:
    return {"number": number, "words": list(ending), "score": round_json(story.match.scores[number - 1])}


def _table(table: TableState) -> dict[str, object]:
    names = [seat.name for seat in table.seats]
    return {
        "round": table.round,
        "lap": table.lap,
        "to_act": None if table.actor is None else names[table.actor],
        "players": [_seat(seat) for seat in table.seats],
        "melds": [
            {
                "number": meld.number,
                "owner": names[meld.owner],
                "cards": str(Row(meld.cards)),
                **({"added": {names[seat]: str(Row(cards)) for seat, cards in meld.added}} if meld.added else {}),
            }
            for meld in table.melds
        ],
        "pool": None if table.pool is None else str(Row(table.pool)),
        "open_card": table.open_card.text if table.open_card else None,
        **({"spread": str(Row(table.spread))} if table.spread else {}),
        "pile": table.pile,
        "stock": table.stock,
        "bonus": [
            {"title": bonus.title, "leaders": [names[seat] for seat in bonus.leaders], "count": bonus.count}
            for bonus in table.bonus
        ],
        "notes": list(table.notes),
        "pot": table.pot,
    }


def _seat(seat: SeatState) -> dict[str, object]:
    return {
        "name": seat.name,
        "in": seat.playing,
        "cards": seat.cards,
        "hand": None if seat.hand is None else str(Row(seat.hand)),
        "melded": seat.melded,
        "dealer": seat.dealer,
        "on_turn": seat.on_turn,
        "total": seat.total,
        "chips": seat.chips,
        "notes": list(seat.notes),
    }
