"""What a player is asked for: the prompt says what is to be done now, and which words do it."""

from __future__ import annotations

from collections.abc import Iterable

from rummykit.engine.actions import VERBS, Action, Discard, Draw, EndTurn, Rearrange
from rummykit.engine.views import BuybackView, View
from rummykit.i18n import mark, say

ARRANGE = Rearrange.verb
REARRANGE = "rearrange"
"""The command that rearranges step by step, which is easier than the move in one line."""


def request(view: View | BuybackView) -> str:
    """Return what is expected of the player who is to act."""
    if isinstance(view, BuybackView):
        return say("Do you buy back? ({moves})", moves=_row(view.legal))
    if view.stage == "claim":
        return say("Do you want the open card {card}? ({moves})", card=view.open_card, moves=_row(view.legal))
    if view.stage in ("draw", "exchange"):
        return _request_draw(view)
    return say(_REQUESTS.get(view.stage) or _request_play(view), moves=_words(view))


def _request_draw(view: View) -> str:
    # Where an open card must be used at once there are many ways to take it: the first one shows how.
    ways = {action.source if isinstance(action, Draw) else action: str(action) for action in reversed(view.legal)}
    moves, card = ", ".join(reversed(ways.values())), view.open_card
    if view.stage == "exchange":
        return say("Your last exchange ({moves}; the open card is {card})", moves=moves, card=card)
    if len(ways) == 1:
        return say("Draw a card ({moves})", moves=moves)
    return say("Draw a card ({moves}; the open card is {card})", moves=moves, card=card)


_REQUESTS = {
    "last_discard": mark("Discard a card to finish your exchange ({moves})"),
    "play_or_draw": mark("Place cards, or pass and draw ({moves})"),
}


def _request_play(view: View) -> str:
    """Return the message for somebody who has drawn: what else he may do before the turn ends, and how it ends."""
    kinds = {type(action) for action in view.legal}
    if kinds == {Discard} and len(view.cards) == 1:
        return mark("Discard your last card to go out ({moves})")
    if kinds == {Discard}:
        return mark("Discard a card to end your turn ({moves})")
    if Discard in kinds and not view.rules.flow.lays_out:
        return mark("Discard a card, or end the round with it ({moves})")
    if Discard in kinds:
        return mark("Lay out cards, or discard one ({moves})")
    if EndTurn in kinds:
        return mark("Lay out more cards, or end your turn ({moves})")
    return mark("Lay out cards ({moves})")


def _row(actions: Iterable[Action]) -> str:
    return ", ".join(map(str, actions))


def _words(view: View) -> str:
    """Return the words that begin a move, in the order of a turn."""
    possible = {action.verb for action in view.legal}
    if may_rearrange(view):
        possible.add(ARRANGE)
    return ", ".join(REARRANGE if word == ARRANGE else word for word in VERBS if word in possible)


def may_rearrange(view: View) -> bool:
    """Whether the player can lay the table anew; of all the ways to do it, one is listed at most."""
    rearranging = view.rules.flow.rearranging
    if rearranging is None or not rearranging.allowed or not view.melded[view.seat]:
        return False
    return rearranging.same_turn or not view.opened_now
