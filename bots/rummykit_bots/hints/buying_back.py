"""Why to buy back, or not: the room below the limit that the price buys, and the pot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummykit.i18n import say, say_number
from rummykit_bots.buying_back import rooms_of_others
from rummykit_bots.hints.words import Words

if TYPE_CHECKING:
    from rummykit.engine.views import BuybackView


def buyback_words(view: BuybackView, accept: bool) -> Words:
    """Say what a buy-back would change, and what it costs."""
    total = view.totals[view.seat]
    look = say(
        "Look at your total of {total}, at the {new} it would fall to, and at the limit of {limit}.",
        total=total,
        new=view.new_total,
        limit=view.limit,
    )
    return Words(look, (_what_it_buys(view, total), _what_the_others_have(view), _what_it_costs(view, accept)))


def _what_it_buys(view: BuybackView, total: int) -> str:
    room = view.limit - view.new_total
    if view.seat not in view.still_in:
        return say_number(
            "Without it you are out of the match; with it you are {number} point away from being out.",
            "Without it you are out of the match; with it you are {number} points away from being out.",
            room,
        )
    return say_number(
        "With it you are {number} point away from being out, without it {now}.",
        "With it you are {number} points away from being out, without it {now}.",
        room,
        now=view.limit - total,
    )


def _what_the_others_have(view: BuybackView) -> str:
    others = rooms_of_others(view)
    if len(others) == 1:
        return say("For the only other player it is {room}.", room=others[0])
    return say("For the others it is {rooms}.", rooms=others)


def _what_it_costs(view: BuybackView, accept: bool) -> str:
    if not view.price:
        return say("It costs nothing.")
    if accept:
        return say_number(
            "Such a chance at the pot of {pot} is worth {number} chip.",
            "Such a chance at the pot of {pot} is worth {number} chips.",
            view.price,
            pot=view.pot,
        )
    return say_number(
        "That little more chance at the pot of {pot} is not worth {number} chip.",
        "That little more chance at the pot of {pot} is not worth {number} chips.",
        view.price,
        pot=view.pot,
    )
