"""The referee's answers as data, for a script."""

from __future__ import annotations

import json

import typer

from rummykit.referee import Ground, Laying, Permission, Referee, Ruling, Verdict
from rummykit.refusals import Refusal


def print_json(referee: Referee, answer: dict[str, object]) -> None:
    """Print an answer, and by whose rules it is given."""
    table_rules = referee.rules.table_rules
    data = {"variant": table_rules.variant, "preset": table_rules.preset, **answer}
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


def verdict_json(verdict: Verdict) -> dict[str, object]:
    """Return what cards are, and whether they may be laid."""
    return {
        "melds": [_ruling_json(ruling) for ruling in verdict.rulings],
        "first_meld": _laying_json(verdict.first, points=True),
        "later": _laying_json(verdict.later),
        "refusal": _refusal_json(verdict.refusal),
    }


def _ruling_json(ruling: Ruling) -> dict[str, object]:
    return {
        "cards": ruling.text,
        "is_meld": ruling.refusal is None,
        "readings": [
            {
                "shape": meld.shape.value,
                "cards": str(meld),
                "points": meld.points,
                "jokers": [str(joker.stands_for) if joker.stands_for else None for joker in meld.jokers],
            }
            for meld in ruling.readings
        ],
        "refusal": _refusal_json(ruling.refusal),
        "rules": [_ground_json(ground) for ground in ruling.grounds],
    }


def _laying_json(laying: Laying | None, points: bool = False) -> dict[str, object] | None:
    if laying is None:
        return None
    return {
        "allowed": laying.refusal is None,
        "melds": [str(meld) for meld in laying.melds],
        **({"points": laying.points, "needed": laying.needed} if points else {}),
        "refusal": _refusal_json(laying.refusal),
        "rules": [_ground_json(laying.ground)] if laying.ground else [],
    }


def permission_json(referee: Referee, permission: Permission) -> dict[str, object]:
    """Return whether a move may be made."""
    refusal = permission.refusal
    return {
        "move": permission.move,
        "table": {str(number): meld for number, meld in permission.table.items()},
        "refusal": _refusal_json(refusal),
        "rules": [_ground_json(referee.ground(refusal))] if refusal else [],
    }


def _refusal_json(refusal: Refusal | None) -> dict[str, object] | None:
    return refusal.as_json() if refusal else None


def _ground_json(ground: Ground) -> dict[str, object]:
    return {"rule": ground.rule, "text": ground.text, "changed": ground.changed or None}
