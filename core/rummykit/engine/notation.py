"""Reading moves: from what a player typed to an action, or to the reason why it is none.

Three things can come of a text. It makes no sense: `NotationError`, with the column. It makes sense
but cannot be meant, or not without a doubt: a `Refusal`. Or it is an `Action`, complete and in the
one form in which `legal_actions` lists it; whether it is legal is for `Round.check` to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from rummykit.cards import Placed, words
from rummykit.engine.actions import (
    BUYBACK_NO,
    BUYBACK_YES,
    CLAIM,
    END_TURN,
    LATE,
    PASS,
    Action,
    BuyBack,
    Call,
    Claim,
    Discard,
    Draw,
    EndTurn,
    Home,
    Knock,
    Late,
    LayDown,
    LayOff,
    Pass,
    Rearrange,
    Source,
    SwapJoker,
)
from rummykit.engine.table import TableMeld
from rummykit.errors import NotationError, PluginError, ask_part, did_you_mean
from rummykit.i18n import Either, mark, say
from rummykit.melds import End, MeldProblem
from rummykit.refusals import IllegalMove, Reason, Refusal

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.engine.round import Round
    from rummykit.engine.ruleset import Ruleset
    from rummykit.melds import Meld

MAX_DIGITS = 6
_NEXT_HOME = r",(?=\s*(?:meld|layoff)\b)"


def read_action(text: str, round: Round) -> Action | Refusal:
    """Read one move as it would be meant at this table."""
    if not text.strip():
        raise NotationError(say("There is no move to read."))
    try:
        return _read(_Part(text, 1), round)
    except IllegalMove as doubt:
        return doubt.refusal


class _Part:
    """A piece of the typed text that still knows its column."""

    def __init__(self, text: str, column: int) -> None:
        self.text = text.strip()
        self.column = column + len(text) - len(text.lstrip())

    def split(self, sign: str) -> list[_Part]:
        """Split at every sign, which is a regular expression."""
        parts, at = [], 0
        for found in re.finditer(sign, self.text, re.IGNORECASE):
            parts.append(_Part(self.text[at : found.start()], self.column + at))
            at = found.end()
        return [*parts, _Part(self.text[at:], self.column + at)]

    def cut(self, sign: str) -> tuple[_Part, _Part | None]:
        head, found, tail = self.text.partition(sign)
        return _Part(head, self.column), _Part(tail, self.column + len(head) + len(sign)) if found else None

    def rest(self) -> tuple[str, _Part]:
        """Return the first word and what follows it."""
        word = self.text.split(maxsplit=1)[0] if self.text else ""
        return word.lower(), _Part(self.text[len(word) :], self.column + len(word))

    def error(self, message: str) -> NotationError:
        return NotationError(message, self.column)


def _read(part: _Part, round: Round) -> Action:
    word, rest = part.rest()
    verbs = round.rules.flow.verbs
    kind = verbs.get(word)
    if kind is None:
        why = say("'{word}' is not a move; moves are {moves}.", word=word, moves=", ".join(verbs))
        raise part.error(why + did_you_mean(word, verbs))
    absent = round.refuse_unknown(kind)
    if absent is not None:
        raise IllegalMove(absent)
    reader = _READERS.get(kind)
    return reader(rest, round) if reader is not None else _read_own(kind, rest, round)


def _read_own(kind: type[Action], part: _Part, round: Round) -> Action:
    """Read a move of a kind that a part of the game has brought."""
    example = ask_part(kind.example, round) or say(kind.form)
    try:
        action = ask_part(kind.read, part.text, round)
    except NotationError as error:
        why = say("{problem} Write for example '{example}'.", problem=error, example=example)
        raise NotationError(why, part.column + max(error.column or 1, 1) - 1) from error
    if isinstance(action, Refusal):
        raise IllegalMove(action)
    if action is None:
        message = mark("'{text}' is not understood; write for example '{example}'.")
        raise part.error(say(message, text=f"{kind.verb} {part.text}".rstrip(), example=example))
    if not isinstance(action, Action):
        raise PluginError(f"The reader of '{kind.verb}' returned {action!r} instead of a {kind.__name__} or None.")
    return action


def _read_draw(part: _Part, round: Round) -> Draw:
    what, use = part.cut(":")
    name, depth = what.rest()
    if name not in ("stock", "discard") or (depth.text and name == "stock"):
        raise what.error(say("Say where from: 'draw stock' or 'draw discard'."))
    cards = _read_depth(depth, round) if depth.text else 1
    return Draw(Source(name), _read_home(use, round) if use else None, cards)


def _read_depth(part: _Part, round: Round) -> int:
    """Read how many cards of the pile are taken: a number, or the deepest of them."""
    if _is_number(part.text) and int(part.text):
        return int(part.text)
    found = list(words(part.text))
    if len(found) != 1:
        raise part.error(say("Say how many cards of the pile you take, or name the deepest one: 'draw discard 3'."))
    card = round.rules.pack.card(found[0][0], part.column)
    if not round.rules.flow.drawing.spread:
        raise IllegalMove(round.rules.refuse(Reason.PILE_TOP_ONLY))
    depths = [cards for cards, kind in enumerate(reversed(round.pile), 1) if kind == card.kind]
    if not depths:
        raise part.error(say("{card} does not lie in the pile.", card=card))
    if len(depths) > 1:
        choices = Either(tuple(f"'{Draw(Source.DISCARD, cards=cards)}'" for cards in depths))
        raise IllegalMove(round.rules.refuse(Reason.AMBIGUOUS, what=f"'draw discard {part.text}'", choices=choices))
    return depths[0]


def _read_bare(action: Action, part: _Part, round: Round) -> Action:
    if part.text:
        raise part.error(say("'{move}' stands alone; '{text}' does not belong there.", move=action, text=part.text))
    return action


def _read_claim(part: _Part, round: Round) -> Action:
    what, use = part.cut(":")
    return _read_bare(CLAIM, what, round) if use is None or what.text else Claim(_read_home(use, round))


def _read_discard(kind: type[Discard | Knock | Call], part: _Part, round: Round) -> Action:
    found = list(words(part.text))
    if len(found) != 1:
        example = kind(round.rules.pack.cards[0])
        raise part.error(say("Exactly one card is discarded, for example '{example}'.", example=example))
    return kind(round.rules.pack.card(found[0][0], part.column))


def _read_buyback(part: _Part, round: Round) -> BuyBack:
    answers = {"yes": BUYBACK_YES, "no": BUYBACK_NO}
    answer = answers.get(part.text.lower())
    if answer is None:
        raise part.error(say("Say whether you buy back: 'buyback yes' or 'buyback no'."))
    return answer


def _read_meld(part: _Part, round: Round) -> LayDown:
    if not part.text:
        raise part.error(say("A meld needs its cards: {example}.", example=say(LayDown.form)))
    return LayDown(tuple(_read_one_meld(piece, round) for piece in part.split(r"\|")))


def _read_one_meld(part: _Part, round: Round) -> Meld:
    if not part.text:
        raise part.error(say("A meld is missing beside the '|'."))
    return read_meld(part.text, round.rules, part.column)


def read_meld(text: str, rules: Ruleset, column: int = 1) -> Meld:
    """Read the one meld that a text can mean; raise `IllegalMove` if that is none, or in doubt."""
    cards = rules.melds.placed_cards(text, column)
    try:
        rules.pack.heap(placed.card for placed in cards)
        readings = rules.melds.meant(cards)
    except NotationError as error:
        raise NotationError(str(error), column) from error
    except MeldProblem as problem:
        raise IllegalMove(rules.refuse_meld(problem)) from problem
    if len(readings) > 1:
        choices = Either(tuple(map(str, sorted(readings, key=lambda meld: -meld.points))))
        raise IllegalMove(rules.refuse(Reason.AMBIGUOUS, what=f"'{text.strip()}'", choices=choices))
    return readings[0]


def _read_layoff(part: _Part, round: Round) -> LayOff:
    what, where = part.cut(">")
    found = list(words(what.text))
    if len(found) != 1:
        raise what.error(say("One card is laid off at a time: {example}.", example=say(LayOff.form)))
    placed = round.rules.pack.placed(found[0][0], what.column, round.rules.melds.wild_kinds)
    if not round.rules.melds.jokers_fixed:
        placed = Placed(placed.card)  # nobody needs to say what a joker stands for
    if where is None:
        return _only_place(placed, round, what)
    number, after = where.rest()
    if not _is_number(number):
        raise where.error(say("The number of a meld goes after '>': {example}.", example=say(LayOff.form)))
    end = None
    if after.text:
        if after.text.lower() not in ("low", "high"):
            raise after.error(say("'{text}' is not an end of a run; it is 'low' or 'high'.", text=after.text))
        end = End(after.text.lower())
    options = _fitting(placed, end, round, int(number))
    if len(options) > 1:
        raise _doubtful(f"layoff {part.text}", options, round)
    return options[0] if options else LayOff(placed, int(number), end)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS


def _only_place(placed: Placed, round: Round, part: _Part) -> LayOff:
    """Find the meld for a lay-off that names none."""
    options = [option for number in round.table for option in _fitting(placed, None, round, number)]
    if len(options) == 1:
        return options[0]
    if not options:
        raise part.error(say("{card} fits no meld on the table.", card=placed))
    raise _doubtful(f"layoff {placed}", options, round)


def _doubtful(text: str, options: Iterable[LayOff], round: Round) -> IllegalMove:
    choices = Either(tuple(f"'{option}'" for option in options))
    return IllegalMove(round.rules.refuse(Reason.AMBIGUOUS, what=f"'{text}'", choices=choices))


def _fitting(placed: Placed, end: End | None, round: Round, number: int) -> list[LayOff]:
    """Return the lay-offs on a meld that the words can mean."""
    target = round.table.get(number)
    if target is None:
        return []
    extensions = target.melds.extensions(target.meld)
    any_end = {None} if target.is_set else {None, End.LOW, End.HIGH}
    found = [
        action
        for (action, _), (known, at, _) in zip(target.additions, extensions, strict=True)
        if known.card == placed.card
        and placed.stands_for in (None, known.stands_for)
        and end in ({None, at} if at else any_end)
    ]
    if not placed.is_wild:  # a wild card is meant as itself if it fits so
        return [action for action in found if not action.placed.is_wild] or found
    return found


def _read_swap(part: _Part, round: Round) -> SwapJoker:
    what, home = part.cut(":")
    swaps = tuple(_read_one_swap(piece, round) for piece in what.split(","))
    if home is None:
        return SwapJoker(swaps)
    trial, homes = _after_swaps(swaps, round), []
    for piece in home.split(_NEXT_HOME):
        homes.append(_read_home(piece, trial))
        _lay_home(homes[-1], trial)
    return SwapJoker(swaps, tuple(homes))


def _read_one_swap(part: _Part, round: Round) -> tuple[Card, int]:
    what, where = part.cut(">")
    if where is None or not _is_number(where.text) or not what.text:
        raise part.error(say("A swap names a hand card and a meld: {example}.", example=say(SwapJoker.form)))
    return round.rules.pack.card(what.text, what.column), int(where.text)


def _after_swaps(swaps: tuple[tuple[Card, int], ...], round: Round) -> Round:
    """Return the table as the joker's new home will find it; the home may be the very same meld."""
    trial = round.copy()
    for card, number in swaps:
        meld = trial.table.get(number)
        swap = next((swap for swap in meld.swaps if swap.kind == card.kind), None) if meld else None
        if meld is not None and swap is not None:
            trial.table[number] = meld.exchanged(swap, trial.active)
    return trial


def _lay_home(home: Home, trial: Round) -> None:
    """Lay the table as the next joker's home will find it."""
    if isinstance(home, LayDown):
        for meld in home.melds:
            trial.table[trial.next_number] = TableMeld.new(trial.next_number, trial.active, meld, trial.rules.melds)
            trial.next_number += 1
    elif (target := trial.table.get(home.number)) and any(known == home for known, _ in target.additions):
        trial.table[home.number] = target.extended(home, trial.active)


def _read_arrange(part: _Part, round: Round) -> Rearrange:
    what, new = part.cut("->")
    example = say(Rearrange.form)
    numbers: set[int] = set()
    for piece in what.split(","):
        for word, at in words(piece.text):
            if not _is_number(word):
                why = say("The numbers of melds go before the arrow: {example}.", example=example)
                raise NotationError(why, piece.column + at)
            numbers.add(int(word))
    if not numbers or new is None or not new.text:
        raise part.error(
            say("Name the melds taken apart and all that lies there afterwards: {example}.", example=example)
        )
    return Rearrange(tuple(sorted(numbers)), tuple(_read_one_meld(piece, round) for piece in new.split(r"\|")))


def _read_home(part: _Part, round: Round) -> Home:
    word, rest = part.rest()
    if word == "meld":
        return _read_meld(rest, round)
    if word == "layoff":
        return _read_layoff(rest, round)
    raise part.error(say("Say after the colon where the card goes: 'meld ...' or 'layoff ...'."))


_READERS: dict[type[Action], Callable[[_Part, Round], Action]] = {
    Draw: _read_draw,
    Claim: _read_claim,
    Pass: partial(_read_bare, PASS),
    LayDown: _read_meld,
    LayOff: _read_layoff,
    SwapJoker: _read_swap,
    Rearrange: _read_arrange,
    Discard: partial(_read_discard, Discard),
    Knock: partial(_read_discard, Knock),
    Call: partial(_read_discard, Call),
    EndTurn: partial(_read_bare, END_TURN),
    Late: partial(_read_bare, LATE),
    BuyBack: _read_buyback,
}
