"""Why the open card is wanted or not, where all melds stay in the hand: for a draw, a claim and the last exchange."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rummykit.engine.actions import DRAW_STOCK, Call, Claim, Draw, Knock, Pass, Source
from rummykit.engine.scoring import ShownHand
from rummykit.i18n import say
from rummykit_bots.hints.cards import Company
from rummykit_bots.hints.open_card import OpenCard, completes, could_take, no_choice
from rummykit_bots.hints.words import Words

if TYPE_CHECKING:
    from rummykit.melds import Meld
    from rummykit_bots.hands import Hands


def hand_draw_words(hands: Hands, action: Draw | Claim | Pass) -> Words:
    """Say why a card is drawn from the stock or from the pile, claimed, or not wanted at all."""
    view = hands.view
    if isinstance(action, Pass) and view.announced is not None:
        return _no_exchange(hands)
    if view.open_card is None or not could_take(view):
        return no_choice(view) if view.announced is None else _exchange_from_stock(hands)
    now = in_melds(hands, view.hand)
    company = Company(view, hands.pack.heap(now.left), now.melds)
    offer = CardForTheHand(view, view.open_card, company, hands, now)
    takes = isinstance(action, Claim) or action == Draw(Source.DISCARD)
    return offer.why_take() if takes else offer.why_leave()


def in_melds(hands: Hands, hand: int) -> ShownHand:
    """Return a hand in the melds that leave least over."""
    return ShownHand.of(hands.rules, hands.view.seat, hand)


@dataclass(frozen=True)
class CardForTheHand(OpenCard):
    """The open card, and what the hand leaves over without it and with it."""

    hands: Hands
    now: ShownHand

    @cached_property
    def then(self) -> ShownHand:
        """The hand with the card, after the best discard; a claim mostly goes without a discard."""
        hands, kind = self.hands, self.card.kind
        longer = hands.pack.add(self.view.hand, kind)
        claiming = self.view.rules.flow.claiming
        if self.view.stage == "claim" and claiming is not None and not claiming.takes_turn:
            return in_melds(hands, longer)
        rests = [hands.pack.remove(longer, other) for other in dict.fromkeys(hands.pack.kinds(longer)) if other != kind]
        return in_melds(hands, min(rests, key=hands.least))

    @property
    def lowers(self) -> bool:
        """Whether the hand leaves less over with the card."""
        return self.then.points < self.now.points

    # -- for it ----------------------------------------------------------------------------------------------

    @cached_property
    def meld(self) -> Meld | None:
        """The meld that it is in then."""
        made = [meld for meld in self.then.melds if any(placed.card == self.card for placed in meld.cards)]
        return made[-1] if made and self.card not in self.then.left else None

    def why_take(self) -> Words:
        """Say why the card is wanted."""
        words = Words(self.look_to_take(self.meld), ()).and_also(
            self._ends_the_round(), self.is_joker(), self._makes_meld(), self._saves_points(), self._undercuts()
        )
        if self.meld is None and not self.card.is_joker:
            words = words.and_also(self.prepares(), self.replaces())
        if not words.why:
            words = words.and_also(self.promises_more())
        return words.and_also(self.is_worth_its_price())

    def _ends_the_round(self) -> str | None:
        view, knocking = self.view, self.view.rules.flow.knocking
        if view.announced is not None or view.stage == "claim":
            return None
        if not self.then.left and Call in view.rules.flow.offered:
            return say("With {card} all your cards but one are in melds, and you can call.", card=self.card)
        limit = None if knocking is None else knocking.limit_in(view)
        if limit is None or Knock not in view.rules.flow.offered:
            return None
        if not self.then.points <= limit < self.now.points:
            return None
        return say(
            "With {card} you can knock: your cards in no meld count {points}, and {limit} are allowed.",
            card=self.card,
            points=self.then.points,
            limit=limit,
        )

    def _makes_meld(self) -> str | None:
        return completes(self.card, self.meld) if self.meld is not None and not self.card.is_joker else None

    def _saves_points(self) -> str | None:
        if not self.lowers:
            return None
        return say(
            "Your cards in no meld come down from {now} to {then} points.", now=self.now.points, then=self.then.points
        )

    def _undercuts(self) -> str | None:
        announced, stake = self.view.announced, self.hands.stakes.undercut
        if announced is None or announced.seat is None or not stake or self.then.points >= self.view.shown[0].points:
            return None
        return say(
            "That is less than {name} has, who is fined {points} points for it.",
            name=self.view.names[announced.seat],
            points=stake,
        )

    # -- against it ------------------------------------------------------------------------------------------

    def why_leave(self) -> Words:
        """Say why the card is not wanted."""
        words = Words(self.look_to_leave(), ()).and_also(
            self.is_double(), self._saves_little() if self.lowers else self._is_no_meld(), self._others_do_more()
        )
        if not words.why:
            words = words.and_also(self.promises_less())
        return words.and_also(self.makes_hand_longer())

    def _is_no_meld(self) -> str | None:
        return self.goes_with_nothing() or self.is_no_meld_yet()

    def _saves_little(self) -> str:
        return say(
            "With {card} your cards in no meld come down only from {now} to {then} points.",
            card=self.card,
            now=self.now.points,
            then=self.then.points,
        )

    def _others_do_more(self) -> str | None:
        if self.view.stage == "claim":
            return None
        hands, enough = self.hands, min(self.then.points, self.now.points)
        longer = [(hands.pack.add(self.view.hand, kind), count) for kind, count in hands.unseen.items()]
        better = sum(count for hand, count in longer if hands.leaves_less(hand, enough))
        if not better:
            return None
        return say(
            "Of the {hidden} cards that you cannot see {better} would take off more.",
            hidden=sum(hands.unseen.values()),
            better=better,
        )


# -- the last exchange -------------------------------------------------------------------------------------


def _exchange_from_stock(hands: Hands) -> Words:
    now, expected = in_melds(hands, hands.view.hand).points, round(hands.prospect(hands.view.hand).left)
    look = say("Look at what your cards in no meld count: one exchange is left.")
    if expected < now:
        why = say(
            "A card from the stock brings your {now} points down to about {expected}, as a rule.",
            now=now,
            expected=expected,
        )
        return Words(look, (why,))
    why = say("A card from the stock may lower your {now} points, and if it does not, you discard it.", now=now)
    return Words(look, (why,))


def _no_exchange(hands: Hands) -> Words:
    view, now = hands.view, in_melds(hands, hands.view.hand)
    look = say("Look at what an exchange could do for your hand.")
    if not now.left:
        return Words(look, (say("All your cards are in melds, so there is nothing to gain."),))
    if DRAW_STOCK in view.legal:
        why = say("No card can be expected to lower the {points} points of your hand.", points=now.points)
    else:
        why = say(
            "The stock has no card left, and {card} would not lower the {points} points of your hand.",
            card=view.open_card,
            points=now.points,
        )
    return Words(look, (why,))
