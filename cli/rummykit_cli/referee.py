"""`rummy referee`: the referee's answers as sentences, or as data for a script."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import typer

from rummykit.errors import SetupError
from rummykit.houserules import TableRules, from_variant, load_file
from rummykit.melds import Meld
from rummykit.plugins import Plugins
from rummykit.reasons import POOL_REASONS, Refusal
from rummykit.referee import Ground, Judgement, Laying, Permission, QuestionError, Referee, Verdict
from rummykit_cli.listing import warn_of_problems

YES, NO, UNREADABLE = 0, 1, 2
USAGE = 'rummy referee deutsches_romme "5c 6c * 8c"'


@dataclass(frozen=True)
class Request:
    """What the command line asked for."""

    words: list[str]
    rules: Path | None
    preset: str | None
    may: str | None
    hand: str | None
    table: list[str]
    open_card: str
    before_first_meld: bool
    lap: int | None
    as_json: bool


def run_referee(request: Request) -> int:
    """Answer the question and return the exit code: 0 yes, 1 no, 2 it could not be read."""
    plugins = Plugins.discover()
    warn_of_problems(plugins)
    variant, cards = _split(request, plugins)
    _check(request, cards)
    referee = Referee(plugins, _table_rules(request, variant, plugins))
    try:
        if request.may is None:
            return _judge(referee, cards, request)
        return _allow(referee, request.may, request)
    except QuestionError as error:
        return _complain(error, request.as_json)


# -- the question ----------------------------------------------------------------------------------------


def _split(request: Request, plugins: Plugins) -> tuple[str | None, str]:
    """Part the words into the variant, which a house-rule file may name instead, and the cards."""
    first, *rest = request.words or [""]
    if first in plugins.by_variant:
        return first, " ".join(rest)
    if request.rules is not None:
        return None, " ".join(request.words)
    if not first or " " in first.strip():
        known = ", ".join(plugins.by_variant)
        raise SetupError(f"Name the game first ({known}), or its house rules with --rules FILE: {USAGE}")
    return first, " ".join(rest)


def _check(request: Request, cards: str) -> None:
    if request.may is None:
        if request.hand is not None or request.table or request.open_card or request.before_first_meld:
            raise SetupError("--hand, --table, --open-card and --before-first-meld go with a move: add --may MOVE.")
        if not cards.strip():
            raise SetupError(f"Say what is asked: cards, or a move after --may. For example: {USAGE}")
    elif cards.strip():
        raise SetupError(f"Ask one thing at a time: about the cards '{cards}', or about the move after --may.")
    elif request.hand is None:
        raise SetupError('Say which cards you hold, all of them: --hand "8c 9d".')


def _table_rules(request: Request, variant: str | None, plugins: Plugins) -> TableRules:
    if request.rules is None:
        assert variant is not None
        plugins.plugin_of(variant)
        return from_variant(variant, plugins, preset=request.preset)
    if request.preset is not None:
        raise SetupError("Name the preset in the house-rule file (preset: …), not beside it.")
    table_rules = load_file(request.rules, plugins)
    if variant not in (None, table_rules.variant):
        raise SetupError(f"{request.rules} is for {table_rules.variant}, not for {variant}.")
    return table_rules


# -- the answer --------------------------------------------------------------------------------------------


def _judge(referee: Referee, cards: str, request: Request) -> int:
    verdict = referee.judge(cards, request.lap)
    if request.as_json:
        _print_json(referee, {"question": "melds", "answer": verdict.answer, **_verdict_json(verdict)})
    else:
        for line in _verdict_lines(verdict, referee.rules.pack.suit_word):
            typer.echo(line)
    return YES if verdict.answer else NO


def _allow(referee: Referee, move: str, request: Request) -> int:
    permission = referee.may(
        move,
        request.hand or "",
        request.table,
        melded=not request.before_first_meld,
        open_card=request.open_card,
        lap=request.lap,
    )
    refusal = permission.refusal
    if request.as_json:
        _print_json(referee, {"question": "may", "answer": refusal is None, **_permission_json(referee, permission)})
    elif refusal is None:
        typer.echo(f"Yes, you may: {permission.move}")
        for number, meld in permission.table.items():
            typer.echo(f"  Meld {number} is then {meld}.")
    else:
        typer.echo(f"No: {refusal}")
        for line in _ground_lines(referee.ground(refusal)):
            typer.echo(line)
    return YES if refusal is None else NO


def _complain(error: QuestionError, as_json: bool) -> int:
    """Say what cannot be read, and where."""
    sentence = str(error) if str(error).endswith((".", "?", "]")) else f"{error}."
    if as_json:
        problem = {"part": error.part, "column": error.column or None, "sentence": sentence}
        typer.echo(json.dumps({"answer": None, "error": problem}, ensure_ascii=False, indent=2))
    else:
        column = f", column {error.column}" if error.column else ""
        typer.echo(f"Error: in the {error.part}{column}: {sentence}", err=True)
    return UNREADABLE


# -- in sentences --------------------------------------------------------------------------------------------


def _verdict_lines(verdict: Verdict, suit_word: str) -> Iterator[str]:
    for judgement in verdict.judgements:
        yield from _judgement_lines(judgement, suit_word)
    if verdict.refusal is not None:
        yield str(verdict.refusal)
    if verdict.first is not None and verdict.later is not None:
        chosen = any(len(judgement.readings) > 1 for judgement in verdict.judgements)
        melds = f" ({' | '.join(map(str, verdict.first.melds))})" if chosen else ""
        if verdict.first.refusal == verdict.later.refusal is not None:
            yield from _laying_lines(f"As a first meld or later{melds}", verdict.first)
        else:
            yield from _laying_lines(f"As a first meld{melds}", verdict.first)
            yield from _laying_lines("Later", verdict.later)
        if verdict.later.refusal is not None and verdict.later.refusal.reason in POOL_REASONS:
            yield 'A joker gained by a swap is another matter: ask with --may "swap ...".'


def _judgement_lines(judgement: Judgement, suit_word: str) -> Iterator[str]:
    if judgement.refusal is not None:
        yield f"No: {judgement.refusal}"
    elif len(judgement.readings) == 1:
        yield f"Yes, {judgement.text} is {_described(judgement.readings[0], suit_word)}."
    else:
        yield f"Yes, {judgement.text} is a meld, in {len(judgement.readings)} ways; say which you mean:"
        for meld in judgement.readings:
            yield f"  {meld}: {_described(meld, suit_word)}"
    for ground in judgement.grounds:
        yield from _ground_lines(ground)


def _described(meld: Meld, suit_word: str) -> str:
    """Return what a meld is, in words.

    ``a run worth 26 points; the joker stands for 7c``
    """
    text = f"a {meld.shape.value} worth {meld.points} points"
    if not meld.jokers:
        return text
    shown = " and ".join(str(joker.stands_for or f"any missing {suit_word}") for joker in meld.jokers)
    return f"{text}; the {'joker stands' if len(meld.jokers) == 1 else 'jokers stand'} for {shown}"


def _laying_lines(when: str, laying: Laying) -> Iterator[str]:
    if laying.refusal is not None:
        yield f"{when}: no. {laying.refusal}"
    elif laying.needed:
        yield f"{when}: yes, {laying.points} of {laying.needed} points."
    else:
        yield f"{when}: yes."
    if laying.ground is not None:
        yield from _ground_lines(laying.ground)


def _ground_lines(ground: Ground) -> Iterator[str]:
    yield f"  {ground.rule}: {ground.text}"
    if ground.changed:
        yield f"  At this table: {ground.changed}"


# -- as data -------------------------------------------------------------------------------------------------


def _print_json(referee: Referee, answer: dict[str, object]) -> None:
    table_rules = referee.rules.table_rules
    data = {"variant": table_rules.variant, "preset": table_rules.preset, **answer}
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


def _verdict_json(verdict: Verdict) -> dict[str, object]:
    return {
        "melds": [_judgement_json(judgement) for judgement in verdict.judgements],
        "first_meld": _laying_json(verdict.first, points=True),
        "later": _laying_json(verdict.later),
        "refusal": _refusal_json(verdict.refusal),
    }


def _judgement_json(judgement: Judgement) -> dict[str, object]:
    return {
        "cards": judgement.text,
        "is_meld": judgement.refusal is None,
        "readings": [
            {
                "shape": meld.shape.value,
                "cards": str(meld),
                "points": meld.points,
                "jokers": [str(joker.stands_for) if joker.stands_for else None for joker in meld.jokers],
            }
            for meld in judgement.readings
        ],
        "refusal": _refusal_json(judgement.refusal),
        "rules": [_ground_json(ground) for ground in judgement.grounds],
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


def _permission_json(referee: Referee, permission: Permission) -> dict[str, object]:
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
