"""Why a card can be spared, where melds lie on the table; and why a turn had better end without placing more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummykit.engine.actions import LayDown, LayOff, Rearrange, SwapJoker
from rummykit.i18n import say, say_number
from rummykit.melds import meets
from rummykit_bots.hints.cards import Company
from rummykit_bots.hints.outlook import end_is_near, most_placed
from rummykit_bots.hints.words import Words
from rummykit_bots.position import Position
from rummykit_bots.waiting import discard_to_wait
from rummykit_bots.weights import NEARLY_OUT, SHORT_HAND

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.engine.views import View
    from rummykit_bots.judgement import Judgement


def discard_words(judgement: Judgement, card: Card) -> Words:
    """Say why a card goes."""
    view = judgement.view
    if view.hand.bit_count() == 1:
        return _last_card(judgement, card)
    company = _company(judgement)
    words = (
        _waiting(judgement, card)
        or _in_the_last_turn(judgement, card)
        or (company.why_highest(card) if _only_points_matter(judgement) else None)
        or company.why_spared(card)
        or company.why_highest(card)
        or _least_help_words(judgement, card)
        or _small_loss(judgement, company, card)
    )
    return words.and_also(
        _held_back(judgement),
        _keeps_the_finish(judgement, card),
        _helps_nobody(judgement, card),
        company.counts_most(card),
        first_meld_gap(judgement, view.rules.pack.remove(view.hand, card.kind)),
        None if view.final_turn else end_is_near(judgement),
    )


def _only_points_matter(judgement: Judgement) -> bool:
    """Whether pairs and neighbours are of no use: the round may end at once, or the table takes single cards."""
    view = judgement.view
    too_few_for_a_meld = view.melded[view.seat] and len(view.cards) <= min(judgement.know.in_run, judgement.know.in_set)
    return judgement.risk >= 1 or too_few_for_a_meld or judgement.may_rearrange(Position.of(view))


def _company(judgement: Judgement) -> Company:
    """Return the loose cards: all those of a hand that keeps no melds."""
    view = judgement.view
    if judgement.melds_wait and not view.melded[view.seat]:
        held = judgement.held(view.hand)
        return Company(view, held.left, held.melds)
    return Company(view, view.hand)


# -- the end of a round ------------------------------------------------------------------------------------


def _last_card(judgement: Judgement, card: Card) -> Words:
    factor = judgement.know.factor[card.kind]
    words = Words(
        say("Look at your hand: one card is left."),
        (say("{card} is your last card, and with it you go out.", card=card),),
    )
    if factor == 1:
        return words
    return words.and_also(say("As your last card it makes the points count {factor} times.", factor=factor))


def _waiting(judgement: Judgement, card: Card) -> Words | None:
    """Say why melds are held back, to lay the whole hand at once."""
    view, know = judgement.view, judgement.know
    if not any(isinstance(move, LayDown) for move in view.legal) or discard_to_wait(judgement) != card.kind:
        return None
    left = view.rules.arranger.most_cards(view.hand, keep=know.last_cards).left
    missing = say_number(
        "Besides the discard only {number} card is in no meld: hold your melds back to lay them all at once.",
        "Besides the discard only {number} cards are in no meld: hold your melds back to lay them all at once.",
        left.bit_count() - know.last_cards,
    )
    look = say("Look at how few cards are missing to lay your whole hand at once.")
    return Words(look, (missing, _nobody_is_near(view)))


def _nobody_is_near(view: View) -> str:
    """Say how many cards the others still hold, while they hold many."""
    fewest, seat = min((size, seat) for seat, size in enumerate(view.hand_sizes) if seat != view.seat)
    if view.players == 2:
        return say("{name} still holds {number} cards.", name=view.names[seat], number=fewest)
    return say("All the others still hold {number} cards or more.", number=fewest)


def _in_the_last_turn(judgement: Judgement, card: Card) -> Words | None:
    if not judgement.view.final_turn:
        return None
    why = say_number(
        "The round is scored after this turn, and without {card} your hand counts {number} point less against you.",
        "The round is scored after this turn, and without {card} your hand counts {number} points less against you.",
        judgement.know.penalty[card.kind],
        card=card,
    )
    return Words(say("Look at what your cards count: this is the last turn of the round."), (why,))


# -- the card itself ---------------------------------------------------------------------------------------


def _small_loss(judgement: Judgement, company: Company, card: Card) -> Words:
    """Say what is true of every discard: what may still come, or what it takes off."""
    points = say_number(
        "{card} takes {number} point with it that would count against you.",
        "{card} takes {number} points with it that would count against you.",
        judgement.know.penalty[card.kind],
        card=card,
    )
    return Words(say("Look at which card of your hand you need least."), (company.loses_little(card) or points,))


def _helps_nobody(judgement: Judgement, card: Card) -> str | None:
    """Say that a card fits no meld on the table, where another card of the hand does."""
    view = judgement.view
    if view.final_turn or view.rules.melds.is_wild(card) or judgement.discards_for_partner:
        return None
    helpful = 0
    for meld in view.table:
        if judgement.helps_others(meld):
            helpful |= meld.fits | meld.wanted
    others = [other for other in dict.fromkeys(view.cards) if not other.is_joker and helpful >> other.kind & 1]
    if not others or helpful >> card.kind & 1:
        return None
    return say(
        "{card} fits no meld on the table, unlike {cards}, which would help the others.", card=card, cards=others
    )


def _least_help_words(judgement: Judgement, card: Card) -> Words | None:
    """Say that the others could use no card less, by the melds on the table and those that they may still make."""
    if judgement.discards_for_partner:
        return None
    position = Position.of(judgement.view)
    costs = {kind: judgement.discard_cost(position, kind) for kind in judgement.know.pack.kinds(position.hand)}
    if costs[card.kind] > min(costs.values()):
        return None
    look = say("Look at which of your cards the others could use least.")
    return Words(look, (say("None of your cards would be of less use to the others than {card}.", card=card),))


def _keeps_the_finish(judgement: Judgement, card: Card) -> str | None:
    """Say that a card is kept as the last one because it multiplies the points."""
    view, factor = judgement.view, judgement.know.factor
    special = [other for other in view.cards if factor[other.kind] > 1]
    near = view.melded[view.seat] and len(view.cards) <= SHORT_HAND
    if len(special) != 1 or card in special or not near or judgement.lead_if_out(Position.of(view)) <= 0:
        return None
    return say(
        "Keep {card}: as your last card it makes the points count {factor} times.",
        card=special[0],
        factor=factor[special[0].kind],
    )


def first_meld_gap(judgement: Judgement, hand: int) -> str | None:
    """Say how near the melds in a hand come to the first meld; None if they reach it, or need not."""
    view, first = judgement.view, judgement.first
    held = judgement.held(hand)
    condition = first.condition if not view.melded[view.seat] else None
    if condition is not None and not meets(held.melds, condition.demands):
        return say("A first meld needs {condition}, which you do not have yet.", condition=condition.spoken)
    points, needed = first.reached(held.melds)
    if view.melded[view.seat] or not needed or not held.melds or points >= needed:
        return None
    if first.alone:
        return say(
            "The best meld in your hand makes {points} of the {needed} points that one must make alone.",
            points=points,
            needed=needed,
        )
    return say(
        "The melds in your hand make {points} of the {needed} points that a first meld needs.",
        points=points,
        needed=needed,
    )


# -- without a discard -------------------------------------------------------------------------------------


def staying_words(judgement: Judgement) -> Words:
    """Say why a turn ends, or is passed, without placing more cards."""
    if not _placing(judgement):
        return _nothing_to_place(judgement)
    words = _nearly_all(judgement)
    if words is not None:
        return words
    look = say("Look at what you could still place: would you miss it in your hand?")
    return Words(look, (_held_back(judgement) or say("What you could place now is worth more in your hand."),))


def _placing(judgement: Judgement) -> list[LayDown | LayOff | SwapJoker | Rearrange]:
    return [move for move in judgement.view.legal if isinstance(move, LayDown | LayOff | SwapJoker | Rearrange)]


def _held_back(judgement: Judgement) -> str | None:
    """Say why none of the moves that place cards is good: each takes a joker, or costs bonus points."""
    view, jokers = judgement.view, judgement.know.rules.melds.wild_bits
    before = Position.of(view)
    after = [before.after(move, view) for move in _placing(judgement)]
    if not after:
        return None
    held, margin = (view.hand & jokers).bit_count(), judgement.margin(view.table)
    if all((position.hand & jokers).bit_count() < held for position in after):
        return say("You could place more only with a joker, which is worth more in your hand.")
    if all(judgement.margin(position.table) < margin for position in after):
        return say("What you could still place would turn the bonus points in favour of the others.")
    return None


def _nothing_to_place(judgement: Judgement) -> Words:
    view = judgement.view
    if view.melded[view.seat]:
        look = say("Look at your hand: does any card find a place on the table?")
        return Words(look, (say("No place can be found for any of your cards now."),))
    look = say("Look for melds in your hand, and at what a first meld needs.")
    why = first_meld_gap(judgement, view.hand)
    if why is None and judgement.held(view.hand).melds:
        why = say("The rules do not allow a first meld with your cards now.")
    return Words(look, (why or say("There is no meld in your hand yet."),))


def _nearly_all(judgement: Judgement) -> Words | None:
    """Say why cards wait that could be placed: with a card more all of them may go at once."""
    view, pack = judgement.view, judgement.know.pack
    if not judgement.may_draw_instead or not judgement.may_rearrange(Position.of(view)):
        return None
    left = pack.subtract(view.hand, most_placed(judgement, view.hand))
    if not 0 < left.bit_count() <= NEARLY_OUT:
        return None
    return Words(
        say("Look at how many of your cards would find no place on the table."),
        (
            say_number(
                "Only {cards} would find no place on the table.",
                "Only {number} of your cards would find no place on the table: {cards}.",
                left.bit_count(),
                cards=pack.cards_in(left),
            ),
            say("Draw once more and keep the others back: as soon as all have a place, they can go in one turn."),
        ),
    )
