"""Why cards should go to the table: melds, lay-offs, swaps and rearrangements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummykit.engine.actions import Home, LayDown, LayOff, Rearrange, SwapJoker
from rummykit.i18n import say, say_number
from rummykit.melds import Shape, meets
from rummykit_bots.hints.cards import Company
from rummykit_bots.hints.outlook import end_is_near, going_out, points_off
from rummykit_bots.hints.words import Words
from rummykit_bots.position import Position

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.melds import Meld
    from rummykit_bots.judgement import Judgement

Placing = LayDown | LayOff | SwapJoker | Rearrange


def placing_words(judgement: Judgement, action: Placing) -> Words:
    """Say what to look at before cards are placed, and what that brings."""
    before = Position.of(judgement.view)
    return Words(_look(judgement, before, action), _why(judgement, before, action))


def taking_words(judgement: Judgement, use: Home) -> Words:
    """Say the same of a move that takes the open card and places it at once."""
    view = judgement.view
    assert view.open_card is not None
    before = Position.of(view)
    longer = before.holding(view.rules.pack.add(before.hand, view.open_card.kind))
    look = say("Look at the open card {card}: where could you lay it at once?", card=view.open_card)
    words = Words(look, _why(judgement, longer, use))
    if isinstance(use, LayDown) or view.stage == "claim":
        return words
    return words.and_also(
        say("{card} does not stay in your hand, which gets shorter with the discard.", card=view.open_card)
    )


# -- what to look at ---------------------------------------------------------------------------------------


def _look(judgement: Judgement, before: Position, action: Placing) -> str:
    match action:
        case LayDown(melds=melds):
            return _look_at_melds(judgement, before, melds)
        case LayOff(placed=placed, number=number):
            meld = next(meld.meld for meld in before.table if meld.number == number)
            cards = _alike(judgement, before, [meld], with_joker=placed.is_wild)
            return say("Look at meld {number} and at {cards} in your hand.", number=number, cards=cards)
        case SwapJoker(swaps=((_, number), *_)):
            return say("Look at the joker in meld {number}: which card does it stand for?", number=number)
        case Rearrange(numbers=(number,), melds=(meld,)):
            cards = _alike(judgement, before, [meld], with_joker=bool(meld.jokers))
            return say("Look at meld {number} and at {cards} in your hand.", number=number, cards=cards)
        case Rearrange(numbers=numbers):
            return say_number(
                "Look at meld {melds}: taken apart, there is room for cards from your hand.",
                "Look at melds {melds}: taken apart, there is room for cards from your hand.",
                len(numbers),
                melds=numbers,
            )
    raise ValueError(f"{action} swaps nothing")


def _look_at_melds(judgement: Judgement, before: Position, melds: Sequence[Meld]) -> str:
    cards = _alike(judgement, before, melds, with_joker=any(meld.jokers for meld in melds))
    pool_left = before.after_melds(tuple(melds), judgement.view).pool
    jokers = judgement.view.rules.pack.cards_in(before.pool & ~pool_left)
    if jokers:
        return say("Look at {cards} in your hand and at {jokers} in the pool.", cards=cards, jokers=jokers)
    points, needed = judgement.first.reached(melds)
    if before.melded or not needed:
        return say("Look at {cards} in your hand.", cards=cards)
    if points < needed:
        return say("Look at your whole hand: can it be laid at once?")
    return say(
        "Look at {cards} in your hand: which melds of them are worth {points} points together?",
        cards=cards,
        points=needed,
    )


def _alike(judgement: Judgement, before: Position, melds: Sequence[Meld], with_joker: bool) -> tuple[Card, ...]:
    """Return the hand cards that one looks at to find a meld: of its suit, or of its value, and perhaps the jokers."""
    suits = {meld.cards[0].shown.suit for meld in melds if meld.shape is Shape.RUN}
    ranks = {placed.shown.rank for meld in melds if meld.shape is Shape.SET for placed in meld.cards}
    return tuple(
        card
        for card in judgement.view.rules.pack.cards_in(before.hand)
        if (with_joker and judgement.know.rules.melds.is_wild(card)) or card.suit in suits or card.rank in ranks
    )


# -- what it brings ----------------------------------------------------------------------------------------


def _why(judgement: Judgement, before: Position, action: Placing) -> tuple[str, ...]:
    after = before.after(action, judgement.view)
    out = going_out(judgement, after)
    reasons = [
        out,
        _why_so(judgement, before, after, action),
        _bonus(judgement, before, after),
        _bonus_lost(judgement, before, after) if out else None,
        points_off(judgement, after.hand),
    ]
    if not out:
        reasons += [
            _joker_taken(judgement, before, after),
            _joker_kept(judgement, before, after),
            _alone_in_hand(judgement, action),
            end_is_near(judgement),
            None if before.melded else _may_add_from_now_on(judgement),
        ]
    return tuple(reason for reason in reasons if reason)


def _why_so(judgement: Judgement, before: Position, after: Position, action: Placing) -> str | None:
    """Say what is special about the kind of move."""
    match action:
        case LayDown(melds=melds) if not before.melded:
            return _first_meld(judgement, melds)
        case Rearrange():
            return _only_so(judgement, before, after)
        case SwapJoker():
            return _joker_moves(action)
    return None


# -- the first meld ----------------------------------------------------------------------------------------


def _first_meld(judgement: Judgement, melds: Sequence[Meld]) -> str | None:
    points, needed = judgement.first.reached(melds)
    condition = judgement.first.condition
    if not needed and condition is not None and meets(melds, condition.demands):
        return say("That is what a first meld needs: {condition}.", condition=condition.spoken)
    if not needed:
        return None
    if points < needed:
        return say("Laid all at once, your hand need not reach the {needed} points of a first meld.", needed=needed)
    return say("That makes {points} points, and a first meld needs {needed}.", points=points, needed=needed)


def _may_add_from_now_on(judgement: Judgement) -> str | None:
    if judgement.view.rules.flow.laying_off.on != "any" or not judgement.view.table:
        return None
    return say("Once you have melded, you may add cards to the melds of others.")


# -- rearrangements, jokers, bonuses -----------------------------------------------------------------------


def _only_so(judgement: Judgement, before: Position, after: Position) -> str:
    pack = judgement.view.rules.pack
    cards = pack.cards_in(pack.subtract(before.hand, after.hand))
    if any(isinstance(move, LayDown | LayOff) for move in judgement.view.legal):
        return say_number(
            "That way {cards} finds a place on the table.",
            "That way {number} of your cards find a place on the table at once: {cards}.",
            len(cards),
            cards=cards,
        )
    return say_number(
        "You can neither meld nor lay off a card as the table lies; that way {cards} finds a place.",
        "You can neither meld nor lay off a card as the table lies; that way {number} cards find a place: {cards}.",
        len(cards),
        cards=cards,
    )


def _alone_in_hand(judgement: Judgement, action: Placing) -> str | None:
    view = judgement.view
    card = action.placed.card if isinstance(action, LayOff) else None
    if card is None or view.rules.melds.is_wild(card) or card not in view.cards:
        return None
    if Company(view, view.hand).partners(card.kind):
        return None
    return say("In your hand {card} goes with no other card.", card=card)


def _joker_moves(action: SwapJoker) -> str:
    (card, number), *_ = action.swaps
    match action.homes:
        case (LayDown(melds=melds),):
            laid = [placed for meld in melds for placed in meld.cards]
            others = [placed for placed in laid if not placed.is_wild] or laid[1:]  # or jokers alone
            return say(
                "{card} frees the joker of meld {number}, which makes a meld with {others}.",
                card=card,
                number=number,
                others=others,
            )
        case (LayOff(number=new_home),):
            return say(
                "{card} frees the joker of meld {number}, and there is room for the joker on meld {new_home}.",
                card=card,
                number=number,
                new_home=new_home,
            )
    return say("{card} frees the joker of meld {number}, and the joker goes to your hand.", card=card, number=number)


def _joker_taken(judgement: Judgement, before: Position, after: Position) -> str | None:
    jokers = judgement.view.rules.pack.cards_in(before.pool & ~after.pool)
    return say("In the pool {jokers} might be taken by another player.", jokers=jokers) if jokers else None


def _joker_kept(judgement: Judgement, before: Position, after: Position) -> str | None:
    jokers = judgement.know.rules.melds.wild_bits
    if not before.hand & jokers or before.hand & jokers != after.hand & jokers or judgement.risk == 1:
        return None
    return say("Your joker stays in your hand, where it can help out later.")


def _bonus(judgement: Judgement, before: Position, after: Position) -> str | None:
    titles = _gained(judgement, before, after)
    return say("It brings you the points for {titles}.", titles=titles) if titles else None


def _bonus_lost(judgement: Judgement, before: Position, after: Position) -> str | None:
    titles = _gained(judgement, after, before)
    if not titles:
        return None
    return say("It costs you the points for {titles}, but going out is worth more.", titles=titles)


def _gained(judgement: Judgement, before: Position, after: Position) -> list[str]:
    """Return what of the open items counts for this seat in the second position only."""
    view = judgement.view
    if not view.rules.scoring.high_wins:
        return []

    def points(position: Position) -> dict[str, int]:
        items = view.rules.scoring.standing(view.players, position.table, view.side_cards)
        return {item.title: sum(item.points[seat] for seat in judgement.side) for item in items}

    old, new = points(before), points(after)
    return [say(title) for title in new if new[title] > old.get(title, 0)]
