"""What the log tells everybody at the table, spoken to the person called `YOU` or of a player by name.

Here is how it is told, and what ends a round; events are in `rummykit_cli.render.telling`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rummykit.engine.scoring import ShownHand
from rummykit.engine.table import Ending, Outcome
from rummykit.engine.views import View
from rummykit.i18n import Numbered, say, say_number
from rummykit_session.seats import YOU


def shown_name(name: str) -> str:
    """Return a player's name as it is shown: records hold `YOU` in English."""
    return say(YOU) if name == YOU else name


def side_name(names: Sequence[str], side: Iterable[int]) -> str:
    """Return the names of those who play together.

    >>> side_name(("Anna", "Ben", "Carla"), (0, 2)), side_name(("Anna", "Ben"), (1,))
    ('Anna & Carla', 'Ben')
    """
    return " & ".join(shown_name(names[seat]) for seat in side)


def told(name: str, you: str | Numbered, they: str | Numbered, /, **values: object) -> str:
    """Say a message to the person called `YOU`, or of a player by name; the number of a `Numbered` is ``number``.

    >>> for name in (YOU, "Ben"):
    ...     print(told(name, "You draw {card}.", "{name} draws {card}.", card="7r"))
    You draw 7r.
    Ben draws 7r.
    """
    message = you if name == YOU else they
    if isinstance(message, Numbered):
        number = values["number"]
        assert isinstance(number, int)
        return say_number(*message, number, name=name, **values)
    return say(message, name=name, **values)


def chips(number: int) -> str:
    """Return a number of chips in words.

    >>> chips(1), chips(5), chips(-1)
    ('1 chip', '5 chips', '-1 chip')
    """
    return say_number("{number} chip", "{number} chips", abs(number), number=number)


def yes_or_no(text: str) -> bool | None:
    """Read an answer in the language that is spoken or in English, in full or by its first letter.

    >>> yes_or_no("Y"), yes_or_no("no"), yes_or_no("perhaps")
    (True, False, None)
    """
    answers = {"no": False, "yes": True, say("no"): False, say("yes"): True}
    return (answers | {word[0]: answer for word, answer in answers.items()}).get(text.strip().casefold())


def in_melds(hand: ShownHand) -> str:
    """Return a hand in its melds, what was laid off elsewhere, and what is left over."""
    melds, left = " | ".join(meld.spoken for meld in hand.melds), " ".join(card.spoken for card in hand.left)
    if hand.laid_off:
        laid = " ".join(placed.spoken for placed in hand.laid_off)
        melds = say("{melds}, laid off {cards}", melds=melds or say("no meld"), cards=laid)
    if not melds:
        return say("no meld, left {left}", left=left)
    return say("{melds}, left {left}", melds=melds, left=left) if left else melds


def own_melds(view: View) -> str:
    """Return the own hand as it would be shown now, and what it would cost."""
    best = ShownHand.of(view.rules, view.seat, view.hand)
    if not best.melds:
        return say_number("nothing yet ({number} point)", "nothing yet ({number} points)", best.points)
    return say_number("{hand} ({number} point)", "{hand} ({number} points)", best.points, hand=in_melds(best))


def tell_shown(hand: ShownHand, names: tuple[str, ...]) -> str:
    """Return a hand as it lies open when a round is over."""
    return told(
        names[hand.seat],
        Numbered("You have {number} point: {hand}", "You have {number} points: {hand}"),
        Numbered("{name} has {number} point: {hand}", "{name} has {number} points: {hand}"),
        number=hand.points,
        hand=in_melds(hand),
    )


def tell_end(outcome: Outcome, names: tuple[str, ...]) -> str:
    """Return how a round ended, without a full stop."""
    if outcome.seat is not None and outcome.ending in (Ending.OUT, Ending.KNOCK, Ending.CALL):
        return _tell_ended_by(names[outcome.seat], outcome)
    match outcome.ending:
        case Ending.PASSED:
            return say("the stock was used up and everybody passed")
        case Ending.STOCK:
            return say("the stock ran out")
        case Ending.STALL:
            return say("nobody got any further")
    return str(outcome.note).rstrip(".") or say("a house rule ended it")


def _tell_ended_by(name: str, outcome: Outcome) -> str:
    if outcome.ending is Ending.KNOCK:
        return told(name, "You knocked", "{name} knocked")
    if outcome.ending is Ending.CALL:
        return told(name, "You called, with all cards in melds", "{name} called, with all cards in melds")
    if outcome.last_card is None:
        return told(name, "You went out", "{name} went out")
    return told(name, "You went out with {card}", "{name} went out with {card}", card=outcome.last_card)
