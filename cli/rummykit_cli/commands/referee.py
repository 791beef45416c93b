"""`rummy referee`: the referee's answers as sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rummykit.cards import Pack, Row
from rummykit.errors import SetupError
from rummykit.i18n import Numbered, mark, say, say_number
from rummykit.melds import Meld, Shape
from rummykit.plugin.plugins import Plugins
from rummykit.referee import Ground, Laying, Permission, QuestionError, Referee, Ruling, Verdict
from rummykit.refusals import POOL_REASONS, Refusal
from rummykit_cli.commands.targets import read_file_or_target
from rummykit_cli.lines import echo, print_json
from rummykit_cli.plugged import installed

YES, NO, UNREADABLE = 0, 1, 2
USAGE = 'rummy referee deutsches_romme "5c 6c * 8c"'

_SHAPES = {Shape.SET: mark("a set worth {points} points"), Shape.RUN: mark("a run worth {points} points")}
_PARTS = {
    "cards": mark("in the cards"),
    "hand": mark("in the hand"),
    "open card": mark("in the open card"),
    "table": mark("in the table"),
    "move": mark("in the move"),
}
"""Where a question cannot be read."""


@dataclass(frozen=True)
class Dispute:
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
    round: int
    as_json: bool


def run_referee(request: Dispute) -> int:
    """Answer the question and return the exit code: 0 yes, 1 no, 2 it could not be read."""
    plugins = installed()
    variant, cards = _split(request, plugins)
    _check(request, cards)
    if request.rules is None and variant is not None:
        plugins.plugin_of(variant)  # a game, not a file
    referee = Referee(plugins, read_file_or_target(request.rules, variant, request.preset, plugins))
    try:
        if request.may is None:
            return _judge(referee, cards, request)
        return _allow(referee, request.may, request)
    except QuestionError as error:
        return _complain(error, request.as_json)


# -- the question ----------------------------------------------------------------------------------------


def _split(request: Dispute, plugins: Plugins) -> tuple[str | None, str]:
    """Part the words into the variant, which a house-rule file may name instead, and the cards."""
    first, *rest = request.words or [""]
    if first in plugins.by_variant:
        return first, " ".join(rest)
    if request.rules is not None:
        return None, " ".join(request.words)
    if not first or " " in first.strip():
        message = mark("Name the game first ({games}), or its house rules with --rules FILE: {usage}")
        raise SetupError(say(message, games=", ".join(plugins.by_variant), usage=USAGE))
    return first, " ".join(rest)


def _check(request: Dispute, cards: str) -> None:
    if request.may is None:
        if request.hand is not None or request.table or request.open_card or request.before_first_meld:
            message = mark("--hand, --table, --open-card and --before-first-meld go with a move: add --may MOVE.")
            raise SetupError(say(message))
        if not cards.strip():
            message = mark("Say what you want to know: give cards, or a move after --may. For example: {usage}")
            raise SetupError(say(message, usage=USAGE))
    elif cards.strip():
        message = mark("Ask one thing at a time: about the cards '{cards}', or about the move after --may.")
        raise SetupError(say(message, cards=cards))
    elif request.hand is None:
        raise SetupError(say("Say which cards you hold, all of them: {usage}.", usage='--hand "8c 9d"'))


# -- the answer --------------------------------------------------------------------------------------------


def _judge(referee: Referee, cards: str, request: Dispute) -> int:
    verdict = referee.judge(cards, request.lap, request.round)
    if request.as_json:
        _print_answer(referee, {"question": "melds", "answer": verdict.answer, **verdict_json(verdict)})
    else:
        echo("\n".join(_verdict_lines(verdict, referee.rules.pack)))
    return YES if verdict.answer else NO


def _allow(referee: Referee, move: str, request: Dispute) -> int:
    permission = referee.may(
        move,
        request.hand or "",
        request.table,
        melded=not request.before_first_meld,
        open_card=request.open_card,
        lap=request.lap,
        round=request.round,
    )
    refusal = permission.refusal
    if request.as_json:
        _print_answer(referee, {"question": "may", "answer": refusal is None, **permission_json(referee, permission)})
    elif refusal is None:
        echo(say("Yes, you may: {move}", move=permission.move))
        for number, meld in permission.table.items():
            cards = _cards(meld, referee.rules.pack)
            echo("  " + say("Meld {number} is then {meld}.", number=number, meld=cards))
    else:
        echo(say("No: {refusal}", refusal=refusal))
        echo("\n".join(_ground_lines(referee.ground(refusal))))
    return YES if refusal is None else NO


def _complain(error: QuestionError, as_json: bool) -> int:
    """Say what cannot be read, and where."""
    sentence = str(error) if str(error).endswith((".", "?", "]")) else f"{error}."
    if as_json:
        problem = {"part": error.part, "column": error.column or None, "sentence": sentence}
        print_json({"answer": None, "error": problem})
    else:
        exact, rough = mark("Error: {place}, column {column}: {problem}"), mark("Error: {place}: {problem}")
        message = exact if error.column else rough
        echo(say(message, place=_place(error.part), column=error.column, problem=sentence), err=True)
    return UNREADABLE


def _place(part: str) -> str:
    _, of_table, number = part.partition("table, meld ")
    return say("in the table, meld {number}", number=number) if of_table else say(_PARTS[part])


# -- in sentences --------------------------------------------------------------------------------------------


def _verdict_lines(verdict: Verdict, pack: Pack) -> Iterator[str]:
    for ruling in verdict.rulings:
        yield from _ruling_lines(ruling, pack)
    if verdict.refusal is not None:
        yield str(verdict.refusal)
    if verdict.first is not None and verdict.later is not None:
        is_ambiguous = any(len(ruling.readings) > 1 for ruling in verdict.rulings)
        yield from _laid_lines(verdict.first, verdict.later, tell_melds=is_ambiguous)
        if verdict.later.refusal is not None and verdict.later.refusal.reason in POOL_REASONS:
            yield say("A joker gained by a swap is another matter: ask with {usage}.", usage='--may "swap ..."')


def _ruling_lines(ruling: Ruling, pack: Pack) -> Iterator[str]:
    cards, ways = _cards(ruling.text, pack), ruling.readings
    if ruling.refusal is not None:
        yield say("No: {refusal}", refusal=ruling.refusal)
    elif len(ways) == 1:
        yield say("Yes, {cards} is {meld}.", cards=cards, meld=_described(ways[0], pack))
    else:
        yield say("Yes, {cards} is a meld, in {number} ways; say which you mean:", cards=cards, number=len(ways))
        yield from (f"  {meld.spoken}: {_described(meld, pack)}" for meld in ways)
    for ground in ruling.grounds:
        yield from _ground_lines(ground)


def _cards(text: str, pack: Pack) -> Row:
    """Return cards in notation as people read them."""
    return Row(pack.placed_cards(text, wild=pack.first_copies))


def _described(meld: Meld, pack: Pack) -> str:
    """Return what a meld is, in words.

    ``a run worth 26 points; the joker stands for 7c``
    """
    text = say(_SHAPES[meld.shape], points=meld.points)
    if not meld.jokers:
        return text
    unsaid = say("any missing {suit}", suit=say(pack.suit_word))
    one, many = Numbered("{meld}; the joker stands for {cards}", "{meld}; the jokers stand for {cards}")
    cards = [joker.stands_for or unsaid for joker in meld.jokers]
    return say_number(one, many, len(cards), meld=text, cards=cards)


def _laid_lines(first: Laying, later: Laying, tell_melds: bool) -> Iterator[str]:
    """Yield whether melds may be laid, as a first meld and later; once if the answer is the same no."""
    melds = " | ".join(meld.spoken for meld in first.melds)
    if first.refusal == later.refusal is not None:
        both = say("As a first meld or later ({melds})", melds=melds) if tell_melds else say("As a first meld or later")
        yield from _laying_lines(both, first)
        return
    at_first = say("As a first meld ({melds})", melds=melds) if tell_melds else say("As a first meld")
    yield from _laying_lines(at_first, first)
    yield from _laying_lines(say("Later"), later)


def _laying_lines(when: str, laying: Laying) -> Iterator[str]:
    if laying.refusal is not None:
        yield say("{when}: no. {refusal}", when=when, refusal=laying.refusal)
    elif laying.needed:
        yield say("{when}: yes, {points} of {needed} points.", when=when, points=laying.points, needed=laying.needed)
    else:
        yield say("{when}: yes.", when=when)
    if laying.ground is not None:
        yield from _ground_lines(laying.ground)


def _ground_lines(ground: Ground) -> Iterator[str]:
    yield f"  {ground.rule}: {say(ground.text)}"
    if ground.changed:
        yield "  " + say("At this table: {option}", option=ground.changed)


def _print_answer(referee: Referee, answer: dict[str, object]) -> None:
    """Print an answer, and by whose rules it is given."""
    table_rules = referee.rules.table_rules
    data = {"variant": table_rules.variant, "preset": table_rules.preset, **answer}
    print_json(data)


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
