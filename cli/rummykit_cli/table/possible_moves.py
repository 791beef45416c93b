"""Which moves are possible now, and so which keys (`m`, `l`, `d` …) count: the buttons of the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rummykit.cards import Card
from rummykit.engine import actions
from rummykit.engine.actions import Action
from rummykit.engine.views import View
from rummykit.i18n import mark, say
from rummykit_cli.guide import may_rearrange


@dataclass(frozen=True)
class Button:
    """A button: the key that does the same, what it says, what it does, and whether that is possible now."""

    key: str
    label: str
    action: str
    enabled: bool = True
    other_key: str = ""
    """A key that does the same, but is not shown."""


SPACE, ENTER, ESCAPE, UP_DOWN = mark("space"), mark("enter"), mark("esc"), mark("up down")
"""The names of keys on buttons that are no single letter."""
YES, NO = mark("yes"), mark("no")
"""The answers to a question, and what their buttons do."""


def key_name(key: str) -> str:
    """Return what a key is called in the language that is spoken; a letter stays what it is."""
    return say(key) if len(key) > 1 else key


def yes_or_no() -> list[Button]:
    """Return the answers to a question: their keys are the first letters of the answers, or of those in English."""
    return [Button(say(word)[0], say(word), word, other_key=word[0]) for word in (YES, NO)]


WITH_CARDS: dict[type[Action], tuple[str, str, str]] = {
    actions.LayDown: ("m", mark("meld"), "meld"),
    actions.LayOff: ("l", mark("lay off"), "lay_off"),
    actions.SwapJoker: ("s", mark("swap joker"), "swap"),
    actions.Rearrange: ("a", mark("rearrange"), "rearrange"),
    actions.Discard: ("d", mark("discard"), "discard"),
    actions.Knock: ("k", mark("knock"), "knock"),
    actions.Call: ("f", mark("call"), "call"),
}
"""Key, label and name of the moves that are made with cards: shown whenever the game has them."""


def buttons(view: View, picked: Sequence[Card], *, can_meld: bool, staged: bool = False) -> list[Button]:
    """Return the buttons for the seat of a view, with what is picked; *can_meld* says whether that can be laid.

    What is *staged* for a first meld is laid or put back before anything else is done.
    """
    found = [*_answers(view), *_card_moves(view, picked, can_meld)]
    laying = WITH_CARDS[actions.LayDown][2]
    return [replace(one, enabled=one.enabled and one.action == laying) for one in found] if staged else found


def _answers(view: View) -> list[Button]:
    """Return the moves that need no cards, as far as they are possible now."""
    found = []
    if actions.DRAW_STOCK in view.legal:
        found.append(Button("t", say("stock"), "draw_stock"))
    takes = [
        action for action in view.legal if isinstance(action, actions.Draw) and action.source is actions.Source.DISCARD
    ]
    if any(action.cards > 1 for action in takes):
        found.append(Button("o", say("take from the pile"), "take_open"))
    elif takes:
        found.append(Button("o", say("take {card}", card=view.open_card), "take_open"))
    if any(isinstance(action, actions.Claim) for action in view.legal):
        found.append(Button("y", say("claim {card}", card=view.open_card), "claim"))
    if actions.PASS in view.legal:
        draws = view.stage == "play_or_draw" and view.stock_size > 0
        found.append(Button("p", say("pass and draw") if draws else say("pass"), "pass"))
    if actions.END_TURN in view.legal:
        found.append(Button("e", say("end turn"), "end_turn"))
    if view.rules.flow.own:
        found.append(Button("x", say("other moves"), "other", any(actions.is_own(action) for action in view.legal)))
    return found


def _card_moves(view: View, picked: Sequence[Card], can_meld: bool) -> list[Button]:
    offered = view.rules.flow.offered
    return [
        Button(key, say(label), name, _is_possible(kind, view, picked, can_meld))
        for kind, (key, label, name) in WITH_CARDS.items()
        if kind in offered
    ]


def _is_possible(kind: type[Action], view: View, picked: Sequence[Card], can_meld: bool) -> bool:
    if kind is actions.Rearrange:
        return view.stage in ("play", "play_or_draw") and view.actor == view.seat and may_rearrange(view)
    if kind is actions.LayDown and (picked or can_meld):
        return can_meld
    return any(_is_meant(action, kind, picked) for action in view.legal)


def _is_meant(action: Action, kind: type[Action], picked: Sequence[Card]) -> bool:
    """Whether a legal move is of this kind and made with a picked card, or with any if none is picked."""
    if not isinstance(action, kind):
        return False
    match action:
        case actions.LayOff(placed=placed):
            return not picked or placed.card in picked
        case actions.SwapJoker(swaps=swaps):
            return not picked or any(card in picked for card, _ in swaps)
        case actions.Discard(card=card) | actions.Knock(card=card) | actions.Call(card=card):
            return not picked or tuple(picked) == (card,)
    return True
