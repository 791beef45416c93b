"""Why, where all melds stay in the hand: how a turn ends with a discard, a knock or a call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummykit.engine.actions import Action, Call, Claim, Discard, Draw, Knock, Pass
from rummykit.engine.scoring import ShownHand
from rummykit.i18n import say, say_number
from rummykit_bots.hands import Hands
from rummykit_bots.hints.cards import Company
from rummykit_bots.hints.hand_draws import hand_draw_words, in_melds
from rummykit_bots.hints.showing import showing_words
from rummykit_bots.hints.words import Words

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.engine.views import View
    from rummykit_bots.weights import CollectingWeights


def collecting_words(view: View, action: Action, weights: CollectingWeights) -> Words:
    """Say why, of any move in a game without melds on the table."""
    if view.announced is not None and not view.rules.flow.exchanges:
        return showing_words(view, action)
    hands = Hands(view, weights)
    match action:
        case Call(card=card):
            return _call(hands, card)
        case Knock(card=card):
            return _knock(hands, card)
        case Discard(card=card) if view.announced is not None or view.final_turn:
            return _last_discard(hands, card)
        case Discard(card=card):
            return _discard(hands, card)
        case Draw() | Claim() | Pass():
            return hand_draw_words(hands, action)
    raise ValueError(f"{action} is not a move in a game without melds on the table")


def _without(hands: Hands, card: Card) -> ShownHand:
    """Return the hand after a discard, in its best melds."""
    return in_melds(hands, hands.pack.remove(hands.view.hand, card.kind))


# -- the end of the round ----------------------------------------------------------------------------------


def _call(hands: Hands, card: Card) -> Words:
    bonus, knocking = hands.stakes.call, hands.rules.flow.knocking
    return Words(
        say("Look at your melds: how many of your cards are in none of them?"),
        (say("Without {card} all your cards are in melds: {melds}.", card=card, melds=_without(hands, card).melds),),
    ).and_also(
        say("A call puts you {points} points further ahead of each of the others.", points=bonus) if bonus else None,
        say("After a call the others get no last exchange.") if knocking and knocking.improve != "none" else None,
    )


def _knock(hands: Hands, card: Card) -> Words:
    knocking, left = hands.rules.flow.knocking, _without(hands, card).points
    assert knocking is not None
    limit = knocking.limit_in(hands.view)
    loose = in_melds(hands, hands.view.hand).left
    words = Words(say("Look at what the cards outside your melds count: {cards}.", cards=loose), (_leaves(card, left),))
    others = _points_of_others(hands)
    return words.and_also(
        None if limit is None else say("You may knock with {limit} or less.", limit=limit),
        say("By now the others have about {points} points each, as a rule.", points=others) if others > left else None,
    )


def _leaves(card: Card, points: int) -> str:
    return say_number(
        "Without {card} your cards in no meld count {number} point.",
        "Without {card} your cards in no meld count {number} points.",
        points,
        card=card,
    )


def _points_of_others(hands: Hands) -> int:
    """Return what another hand is thought to leave over when the hands are shown after a knock."""
    return round(hands.others.mean(_exchanges(hands)))


def _exchanges(hands: Hands) -> int:
    """Return how often each of the others may exchange a card after a knock."""
    knocking = hands.rules.flow.knocking
    return int(knocking is not None and knocking.improve != "none")


# -- discards ----------------------------------------------------------------------------------------------


def _last_discard(hands: Hands, card: Card) -> Words:
    why = say_number(
        "Without {card} your cards in no meld count {number} point, and no other discard leaves less.",
        "Without {card} your cards in no meld count {number} points, and no other discard leaves less.",
        _without(hands, card).points,
        card=card,
    )
    look = say("Look at what each discard would leave outside your melds: after this turn only that counts.")
    return Words(look, (why,)).and_also(_why_no_knock(hands, card))


def _discard(hands: Hands, card: Card) -> Words:
    rest = _without(hands, card)
    company = Company(hands.view, hands.pack.add(hands.pack.heap(rest.left), card.kind), rest.melds)
    words = company.why_spared(card) or company.why_highest(card) or _expects(hands, card, rest.points)
    return words.and_also(
        _why_no_knock(hands, card),
        company.counts_most(card),
        _least_danger(hands, company, card),
    )


def _expects(hands: Hands, card: Card, points: int) -> Words:
    """Say what a discard leaves, now and with the card after it."""
    expected = round(hands.prospect(hands.pack.remove(hands.view.hand, card.kind)).left)
    return Words(say("Look at what each discard would leave outside your melds."), (_leaves(card, points),)).and_also(
        say("With the next card it will be about {expected}.", expected=expected) if expected < points else None
    )


def _least_danger(hands: Hands, company: Company, card: Card) -> str | None:
    dangers = {kind: hands.danger(kind) for kind in company.kinds}
    if card.is_joker or len(dangers) < 2 or dangers[card.kind] > min(dangers.values()):
        return None
    if company.melds:
        return say("No other card outside your melds would be of less use to the next player.")
    return say("No other card of yours would be of less use to the next player.")


def _why_no_knock(hands: Hands, card: Card) -> str | None:
    """Say why one plays on who could knock."""
    knocks = [move for move in hands.view.legal if isinstance(move, Knock)]
    if not knocks:
        return None
    if hands.view.final_turn:
        return say("You need not knock: the round is over anyway, without a last exchange for the others.")
    least = min(_without(hands, move.card).points for move in knocks)
    rest = hands.prospect(hands.pack.remove(hands.view.hand, card.kind))
    fear = hands.stakes.undercut * hands.others.below(least, _exchanges(hands))
    hope = hands.stakes.call * rest.all_melded if Call in hands.rules.flow.offered else 0
    if fear and fear >= hope:
        return say(
            "You could knock with {points}, but another player may have less, and that would cost you {undercut}.",
            points=least,
            undercut=hands.stakes.undercut,
        )
    if hope:
        return say(
            "You could knock with {points}, but the next card lets you call with a chance of {percent} percent, and a "
            "call is worth {bonus} points more.",
            points=least,
            percent=round(100 * rest.all_melded),
            bonus=hands.stakes.call,
        )
    return say(
        "You could knock with {points}, but with the next card you will have about {expected}, and the others have "
        "about {others} as a rule.",
        points=least,
        expected=round(rest.left),
        others=_points_of_others(hands),
    )
