"""What a line means that somebody types at a game, in line mode and on the full screen alike."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from rummykit.engine.actions import CLAIM, PASS, VERBS, Action, BuyBack, Claim, Late, Rearrange
from rummykit.engine.match import Match
from rummykit.engine.views import BuybackView, View
from rummykit.errors import NotationError, did_you_mean
from rummykit.i18n import Later, say
from rummykit.refusals import Reason, Refusal
from rummykit_cli.guide import ARRANGE, BUYBACK, COMMANDS, REARRANGE, form_of, help_on, moves_of, rules_about
from rummykit_cli.prompt import LEAVING
from rummykit_cli.render.plain import Line
from rummykit_cli.stepwise import STEPS
from rummykit_session.words import yes_or_no

QUOTED = 30
"""How much of a line is quoted on either side of a mistake."""

_FITTING = {
    "draw": ("draw", "claim"),
    "claim": ("claim", "pass"),
    "exchange": ("draw", "pass"),
    "last_discard": ("draw", "discard"),
    "play_or_draw": [name for name in VERBS if name not in ("draw", "claim")],
}
"""The moves that make sense in a stage; in play all others do."""

_OTHER_WORDS = {
    "take": "draw",
    "pick": "draw",
    "put": "meld",
    "play": "meld",
    "add": "layoff",
    "throw": "discard",
    "drop": "discard",
}
"""What people say at a real table, and the move that they mean."""


class Command(NamedTuple):
    """Something to do besides a move: quit, show, sort, log, hint, undo or rearrange; every screen does it its way."""

    word: str
    rest: str = ""


class Response(NamedTuple):
    """What to say to a line; if it was not *understood*, whoever typed it may want to mend it."""

    lines: tuple[Line, ...] = ()
    understood: bool = True


Meaning = Action | Refusal | Command | Response
"""What a line means. A move is not checked yet."""


def understand(line: str, match: Match, view: View | BuybackView) -> Meaning:
    """Return what a line means for whoever has this view."""
    word, _, rest = line.strip().partition(" ")
    word, rest = word.lower(), rest.strip()
    if word in LEAVING:
        return Command("quit")
    match word:
        case "":
            return Response()
        case "help" | "?":
            return Response(tuple(help_on(view, rest.lower())))
        case "moves":
            return Response(tuple(moves_of(view)))
        case "rule" | "rules":
            return Response(tuple(rules_about(rest.upper(), view)))
        case "show" | "sort" | "log" | "hint" | "undo":
            return Command(word, rest.lower())
    if word in (REARRANGE, ARRANGE) and not rest and isinstance(view, View):
        refusal = match.check(Rearrange((), ()))
        wrong = refusal is not None and refusal.reason is not Reason.REARRANGE_NOTHING
        return refusal if refusal is not None and wrong else Command(REARRANGE)
    verbs = view.rules.flow.verbs
    if word in verbs and word not in _fitting(view):
        return _refuse_now(verbs[word], match, view)
    try:
        return _read_answer(line, view) or match.read(line)
    except NotationError as error:
        return Response(tuple(_explain(line, error, view)), understood=False)


def _read_answer(line: str, view: View | BuybackView) -> Action | None:
    """Read a bare yes or no where that is what is asked."""
    if isinstance(view, BuybackView):
        answer = yes_or_no(line.lower().strip().removeprefix(BUYBACK))
        return None if answer is None else BuyBack(answer)
    answer = yes_or_no(line) if view.stage == "claim" else None
    if answer:
        claims = [action for action in view.legal if isinstance(action, Claim)]
        return claims[0] if len(claims) == 1 else CLAIM  # of several ways the refusal says how to write one
    return None if answer is None else PASS


def _fitting(view: View | BuybackView) -> Collection[str]:
    """Return the moves that make sense now; of a buy-back, and of being late, it is said best elsewhere why not."""
    if isinstance(view, BuybackView):
        return (BUYBACK,)
    own = [name for name in view.rules.flow.verbs if name not in VERBS]
    return (*_FITTING.get(view.stage, VERBS), *own, BUYBACK, Late.verb)


def _refuse_now(kind: type[Action], match: Match, view: View | BuybackView) -> Refusal:
    """Refuse a move that does not fit the moment, before anybody looks at its cards."""
    if isinstance(view, BuybackView):
        return match.rules.refuse(Reason.BUYBACK_UNANSWERED)
    expected = match.round.stage.expected
    absent = match.round.refuse_unknown(kind)
    return absent or match.rules.refuse(Reason.NOT_NOW, verb=Later(kind.phrase), expected=expected)


def _explain(line: str, error: NotationError, view: View | BuybackView) -> Iterator[Line]:
    """Say what is wrong with a line that is neither a move nor a command."""
    word, *rest = line.split()
    if word.lower() in STEPS and Rearrange in view.rules.flow.offered:
        yield Line.warning(say("'{word}' is a step of rearranging: say 'rearrange' first.", word=word))
        return
    if word.lower() not in view.rules.flow.verbs:
        short = word if len(word) <= QUOTED else word[:QUOTED] + "..."
        unknown = say("'{word}' is neither a move nor a command.", word=short)
        hint = say("Type 'help' for how to write moves.")
        meant = did_you_mean(_OTHER_WORDS.get(word.lower(), word), [*view.rules.flow.verbs, *COMMANDS])
        yield Line.warning(f"{unknown}{meant} {hint}")
        return
    start = max(error.column - 1 - QUOTED, 0)
    yield Line(f"    {line[start : error.column - 1 + QUOTED]}")
    yield Line(f"    {' ' * (error.column - 1 - start)}^")
    held = [card.text for card in view.cards] if isinstance(view, View) and error.hint else []
    hint = did_you_mean(line[error.column - 1 :].partition(" ")[0], held) or error.hint
    yield Line.warning(str(error).removesuffix(error.hint) + hint)
    if not rest:
        yield form_of(word.lower(), view)
