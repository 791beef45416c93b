"""Why the open card is wanted or not, where melds lie on the table: for a draw and for a claim."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rummykit.engine.actions import Claim, Draw, Pass, Source
from rummykit.i18n import say, say_number
from rummykit_bots.hints.cards import Company
from rummykit_bots.hints.open_card import OpenCard, completes, could_take, no_choice
from rummykit_bots.hints.outlook import can_go_out, most_placed
from rummykit_bots.hints.placing import taking_words
from rummykit_bots.hints.words import Words
from rummykit_bots.position import Position

if TYPE_CHECKING:
    from rummykit.engine.ruleset import Ruleset
    from rummykit.melds import Meld
    from rummykit_bots.judgement import Judgement


def drawing_words(judgement: Judgement, action: Draw | Claim | Pass) -> Words:
    """Say why a card is drawn from the stock or from the pile, claimed, or left to the others."""
    view = judgement.view
    if isinstance(action, Draw | Claim) and action.use is not None:
        return taking_words(judgement, action.use)
    if isinstance(action, Draw) and action.cards > 1:
        return _deep_words(judgement, action)
    if view.open_card is None or not could_take(view):
        return no_choice(view)
    offer = CardForTheTable(view, view.open_card, Company(view, view.hand), judgement)
    takes = isinstance(action, Claim) or action == Draw(Source.DISCARD)
    return offer.why_take() if takes else offer.why_leave()


def _deep_words(judgement: Judgement, action: Draw) -> Words:
    """Say why a card is taken from the depth of the pile, with those above it."""
    view = judgement.view
    card, *above = view.pile[-action.cards :]
    position = Position.of(view)
    longer = position.holding(view.rules.pack.add_all(position.hand, view.spread[-action.cards :]))
    meld = meld_with(view.rules, longer.hand, card.kind, view.pool)
    place = next((lay.number for lay in longer.lay_offs(view) if lay.placed.card == card), None)
    look = say("Look at {card} in the discard pile: where could you lay it at once?", card=card)
    why = say("You can lay {card} off on meld {number} at once.", card=card, number=place) if place else ""
    return Words(look, ()).and_also(
        completes(card, meld) if meld is not None else why,
        say_number(
            "The card above it comes to your hand: {above}.",
            "The {number} cards above it come to your hand: {above}.",
            len(above),
            above=above,
        ),
    )


@dataclass(frozen=True)
class CardForTheTable(OpenCard):
    """The open card, and what could be laid with it."""

    judgement: Judgement

    @property
    def at_once(self) -> bool:
        """Whether the card could be used in the same turn, and not only in the next."""
        claiming = self.view.rules.flow.claiming
        return self.view.stage != "claim" or (claiming is not None and claiming.takes_turn)

    @cached_property
    def longer(self) -> Position:
        """The position with the card in the hand."""
        position = Position.of(self.view)
        return position.holding(self.view.rules.pack.add(position.hand, self.card.kind))

    @cached_property
    def meld(self) -> Meld | None:
        """A meld that the card makes with cards of the hand."""
        rules, longer, kind = self.view.rules, self.longer.hand, self.card.kind
        if not self.is_held:
            return meld_with(rules, longer, kind, self.view.pool)
        best = rules.arranger.most_cards(longer)
        if rules.pack.count(best.left, kind):
            return None  # one of the two equal cards is left over
        return [meld for meld in best.melds if any(placed.card == self.card for placed in meld.cards)][-1]

    @cached_property
    def place(self) -> int | None:
        """The meld on which this seat could lay it off."""
        lay_offs = self.longer.lay_offs(self.view)
        return next((action.number for action in lay_offs if action.placed.card == self.card), None)

    # -- for it ----------------------------------------------------------------------------------------------

    def why_take(self) -> Words:
        """Say why the card is wanted."""
        look = self.look_to_take(self.meld)
        if self.place is not None and not self.partners:
            look = say("Look at the open card {card} and at meld {number}.", card=self.card, number=self.place)
        strong = Words(look, ()).and_also(
            self._goes_out(),
            self._opens(),
            self.is_joker(),
            self._makes_meld(),
            self._fits_table(),
            self._finds_places(),
        )
        weak = () if strong.why else (self.prepares(), self.company.fills_the_gap(self.card), self.replaces())
        words = strong.and_also(*weak)
        if not words.why:
            words = words.and_also(self._makes_all_melds() or self.promises_more())
        return words.and_also(self.is_worth_its_price())

    def _goes_out(self) -> str | None:
        claiming = self.view.rules.flow.claiming
        if self.view.stage == "claim" and claiming is not None and claiming.penalty:
            return None  # nobody knows what the penalty cards will be
        if not self.at_once or not can_go_out(self.judgement, self.longer):
            return None
        return say("With {card} all your cards find their places: you can go out in this turn.", card=self.card)

    def _opens(self) -> str | None:
        view, laying_down = self.view, self.view.rules.flow.laying_down
        first, keep = self.judgement.first, self.judgement.know.last_cards
        if view.melded[view.seat] or first.is_free or view.lap <= laying_down.no_meld_laps:
            return None
        arranger = view.rules.arranger
        opening = arranger.first_meld(self.longer.hand, first, keep=keep)
        if opening is None or arranger.can_open(view.hand, first, keep=keep):
            return None
        limit = view.rules.flow.max_hand_cards
        if limit is not None and sum(map(len, opening.melds)) > limit:
            return None  # more than a turn allows
        return say(
            "With {card} you have a first meld of {points} points: {melds}.",
            card=self.card,
            points=first.reached(opening.melds)[0],
            melds=opening.melds,
        )

    def _makes_meld(self) -> str | None:
        return completes(self.card, self.meld) if self.meld is not None and not self.card.is_joker else None

    def _fits_table(self) -> str | None:
        if self.place is None or self.card.is_joker:
            return None
        if self.at_once:
            return say(
                "You can lay {card} off on meld {number} at once, and your discard makes your hand shorter.",
                card=self.card,
                number=self.place,
            )
        return say("In your next turn you can lay {card} off on meld {number}.", card=self.card, number=self.place)

    def _finds_places(self) -> str | None:
        """Say how many cards the rearranged table takes with the card, and without it."""
        if not self.at_once or not self.judgement.may_rearrange(self.longer):
            return None
        longer, hand = (most_placed(self.judgement, cards).bit_count() for cards in (self.longer.hand, self.view.hand))
        if longer <= hand + 1:
            return None
        return say(
            "With {card} you can place {more} cards on the rearranged table, without it {fewer}.",
            card=self.card,
            more=longer,
            fewer=hand,
        )

    def _makes_all_melds(self) -> str | None:
        """Say that the card can be the discard of a hand that is in melds throughout."""
        if self.view.rules.arranger.most_cards(self.view.hand).left:
            return None
        return say("All your cards are in melds, and {card} can be the discard.", card=self.card)

    # -- against it ------------------------------------------------------------------------------------------

    def why_leave(self) -> Words:
        """Say why the card is not wanted."""
        words = Words(self.look_to_leave(), ()).and_also(
            self._comes_too_late(),
            self.is_double() if self.meld is None else None,
            self._waits_for_the_first_meld(),
            self._turns_the_bonus(),
            self._fits_nothing(),
            self._needs_cards_of_other_melds() if self.meld else self.is_no_meld_yet(),
            self._may_not_be_melded_yet(),
            self._is_not_needed_to_open(),
        )
        if not words.why:
            words = words.and_also(self._is_worth_less())
        return words.and_also(self.makes_hand_longer())

    def _is_worth_less(self) -> str:
        """Say what the card would do, where there is no better reason against it."""
        if self.meld is not None and self.at_once:
            return say("{card} would make {meld}, but an unknown card promises more.", card=self.card, meld=self.meld)
        if self.meld is not None:
            return say("{card} would make {meld}, but that is not worth a claim.", card=self.card, meld=self.meld)
        if self.place is not None and not self.at_once:
            return say("{card} fits meld {number}, but that is not worth a claim.", card=self.card, number=self.place)
        return self.promises_less()

    def _may_not_be_melded_yet(self) -> str | None:
        if self.meld is None or self.view.lap > self.view.rules.flow.laying_down.no_meld_laps:
            return None
        return say("{card} would make {meld}, but nobody may meld in this lap.", card=self.card, meld=self.meld)

    def _comes_too_late(self) -> str | None:
        view = self.view
        if self.at_once or self.judgement.cards_to_draw >= (view.seat - view.active) % view.players:
            return None
        return say("The stock ends before your next turn, so you could not use {card} any more.", card=self.card)

    def _fits_nothing(self) -> str | None:
        usable = self.is_held or self.meld is not None or self.place is not None
        return None if usable else self.goes_with_nothing()

    def _waits_for_the_first_meld(self) -> str | None:
        view = self.view
        fitting = [meld.number for meld in view.table if meld.fits >> self.card.kind & 1]
        if view.melded[view.seat] or not fitting or view.rules.flow.laying_off.on != "any":
            return None
        return say(
            "{card} would fit meld {number}, but you may not lay off before your first meld.",
            card=self.card,
            number=fitting[0],
        )

    def _turns_the_bonus(self) -> str | None:
        """Say that the points of the open items would change for the worse, if the card were laid."""
        view, now = self.view, self.judgement.margin(self.view.table)
        if self.meld is not None and self.judgement.margin(self.longer.after_melds((self.meld,), view).table) < now:
            return say(
                "{card} would make {meld}, but that turns the bonus points in favour of the others.",
                card=self.card,
                meld=self.meld,
            )
        lay_off = next((action for action in self.longer.lay_offs(view) if action.placed.card == self.card), None)
        if lay_off is None or self.judgement.margin(self.longer.after_lay_off(lay_off, view).table) >= now:
            return None
        return say(
            "{card} would fit meld {number}, but that turns the bonus points in favour of the others.",
            card=self.card,
            number=lay_off.number,
        )

    def _needs_cards_of_other_melds(self) -> str | None:
        """Say that the cards for a meld with it are in other melds already."""
        assert self.meld is not None
        melds = self.view.rules.arranger.most_cards(self.view.hand).melds
        in_melds = {placed.card for meld in melds for placed in meld.cards}
        needed = [placed.card for placed in self.meld.cards if placed.card in in_melds]
        if not needed:
            return None
        others = [meld for meld in melds if any(placed.card in needed for placed in meld.cards)]
        return say_number(
            "{card} would make {meld}, but you have another meld with {needed}: {melds}.",
            "{card} would make {meld}, but you have other melds with {needed}: {melds}.",
            len(others),
            card=self.card,
            meld=self.meld,
            needed=needed,
            melds=others,
        )

    def _is_not_needed_to_open(self) -> str | None:
        view, first = self.view, self.judgement.first
        if view.melded[view.seat] or first.is_free:
            return None
        if not view.rules.arranger.can_open(view.hand, first, keep=self.judgement.know.last_cards):
            return None
        return say("Your melds are enough for a first meld without {card}.", card=self.card)


def meld_with(rules: Ruleset, hand: int, kind: int, pool: int) -> Meld | None:
    """Return the longest meld that a hand makes with its card of one kind; one without a joker if there is any."""
    finder, pool_rule = rules.finder, rules.flow.laying_down.pool
    with_joker = finder.with_jokers(hand) if pool_rule is None else finder.pool_runs(pool, hand, pool_rule.min_run)
    for actions in (finder.naturals(hand), with_joker):
        melds = [action.melds[0] for action in actions]
        made = [meld for meld in melds if any(placed.card.kind == kind for placed in meld.cards)]
        if made:
            return max(made, key=lambda meld: (len(meld) - len(meld.jokers), -len(meld.jokers)))
    return None
