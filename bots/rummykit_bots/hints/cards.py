"""Which cards go together: pairs and neighbours, what may still come for them, and which card can be spared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rummykit.cards import Card, Pack
from rummykit.i18n import either, say, say_number
from rummykit.melds import Meld
from rummykit_bots.hints.words import Words

if TYPE_CHECKING:
    from rummykit.engine.ruleset import Ruleset
    from rummykit.engine.views import View


def hidden_cards(view: View) -> Mapping[int, int]:
    """Return how many cards of every kind lie neither open nor in the hand of this seat."""
    pack = view.rules.pack
    hidden = Counter(pack.kinds(pack.everything))
    hidden.subtract(pack.kinds(view.hand))
    hidden.subtract(pack.kinds(view.pool))
    hidden.subtract(view.seen_discards)
    melds = [meld.meld for meld in view.table] + [meld for shown in view.shown for meld in shown.melds]
    hidden.subtract(placed.card.kind for meld in melds for placed in meld.cards)
    hidden.subtract(card.kind for shown in view.shown for card in shown.left)
    return hidden


def runs(rules: Ruleset, length: int) -> list[frozenset[int]]:
    """Return the ranks of every run of one length."""
    melds = rules.melds
    return [
        frozenset(melds.line[start : start + length]) for start in range(melds.starts) if melds.has_run(start, length)
    ]


@dataclass(frozen=True)
class Company:
    """The loose cards of a hand, those in none of its melds, and how each goes with the others.

    Two cards go together if they can lie in one of the shortest melds.
    """

    view: View
    loose: int
    melds: tuple[Meld, ...] = ()

    @property
    def pack(self) -> Pack:
        """The cards of the game."""
        return self.view.rules.pack

    @property
    def values(self) -> Sequence[int]:
        """What a card of every kind counts against its holder."""
        return self.view.rules.card_values

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """The natural kinds among the loose cards."""
        is_wild, cards = self.view.rules.melds.is_wild, dict.fromkeys(self.pack.cards_in(self.loose))
        return tuple(card.kind for card in cards if not is_wild(card))

    @cached_property
    def has_joker(self) -> bool:
        """Whether a joker is in the hand, with which any two cards that go together are a meld."""
        return bool(self.view.hand & self.view.rules.melds.wild_bits)

    @cached_property
    def _hidden(self) -> Mapping[int, int]:
        return hidden_cards(self.view)

    def is_double(self, kind: int) -> bool:
        """Whether there are two loose cards of a kind, which make no pair."""
        return not self.view.rules.melds.twins and self.pack.count(self.loose, kind) > 1

    def partners(self, kind: int) -> tuple[Card, ...]:
        """Return the loose cards that go with a card of this kind."""
        twin = self.view.rules.melds.twins and self.pack.count(self.loose, kind) > 1
        others = [other for other in self.kinds if (other != kind or twin) and self._go_together(kind, other)]
        return self._cards(others)

    def hopes(self, kind: int) -> int:
        """Return how many hidden cards would make a meld of a card of this kind and other loose ones."""
        return sum(self._hidden[maker] for maker in self._makers({*self.kinds, kind}, kind))

    def chances(self, without: int | None = None) -> int:
        """Return how many hidden cards would make a meld of any loose cards, or of those but one kind."""
        makers = self._makers([kind for kind in self.kinds if kind != without])
        return sum(self._hidden[maker] for maker in makers)

    def _cards(self, kinds: Sequence[int]) -> tuple[Card, ...]:
        return tuple(self.pack.cards[kind] for kind in kinds)

    def _go_together(self, kind: int, other: int) -> bool:
        one, two = self.pack.cards[kind], self.pack.cards[other]
        if one.is_joker:
            return False
        if one.suit != two.suit or one == two:
            return one.rank == two.rank
        return any({one.rank, two.rank} <= ranks for ranks, _ in self._runs_of(one.suit))

    def _makers(self, kinds: Iterable[int], kind: int | None = None) -> set[int]:
        """Return the kinds of which a card makes a shortest meld of cards of *kinds*, among them one of *kind*."""
        pack, melds, found = self.pack, self.view.rules.melds, set[int]()
        cards = [pack.cards[each] for each in kinds]
        wanted = None if kind is None else pack.cards[kind]
        for suit in {card.suit for card in cards} if wanted is None else {wanted.suit}:
            held = {card.rank for card in cards if card.suit == suit}
            for ranks, needed in self._runs_of(suit):
                for rank in ranks:
                    others = ranks & held - {rank}
                    if len(others) >= needed and (wanted is None or wanted.rank in others):
                        found.add(pack.natural(rank, suit).kind)
        for rank in {card.rank for card in cards} if wanted is None else {wanted.rank}:
            of_rank = [card for card in cards if card.rank == rank]
            for suit in range(len(pack.suits)):
                others_of_rank = [card for card in of_rank if card.suit != suit or melds.twins]
                count = sum(pack.count(self.loose, card.kind) if melds.twins else 1 for card in others_of_rank)
                if count >= melds.min_set - 1 and (wanted is None or wanted in others_of_rank):
                    found.add(pack.natural(rank, suit).kind)
        return found

    def _runs_of(self, suit: int) -> Iterator[tuple[frozenset[int], int]]:
        """Yield the ranks of the shortest runs of a suit, and how many of them must be there for one card to do."""
        rules = self.view.rules
        yield from ((ranks, rules.melds.min_run - 1) for ranks in self._short_runs)
        pool = rules.flow.laying_down.pool if rules.flow.lays_out else None
        if pool is not None and self._pool_joker(suit):
            yield from ((ranks, pool.min_run - 2) for ranks in runs(rules, pool.min_run))

    @cached_property
    def _short_runs(self) -> list[frozenset[int]]:
        return runs(self.view.rules, self.view.rules.melds.min_run)

    def _pool_joker(self, suit: int) -> Card | None:
        return next((joker for joker in self.view.pool_cards if joker.suit in (-1, suit)), None)

    def fills_the_gap(self, card: Card) -> str | None:
        """Say that a card goes with another one only because a joker of the pool can stand between them."""
        joker = None if card.is_joker else self._pool_joker(card.suit)
        if joker is None:
            return None
        near = {rank for ranks in self._short_runs if card.rank in ranks for rank in ranks}
        far = [other for other in self.partners(card.kind) if other.suit == card.suit and other.rank not in near]
        if not far:
            return None
        return say(
            "{joker} from the pool could fill the gap from {card} to {cards}.",
            joker=joker,
            card=card,
            cards=either(far),
        )

    # -- why a card can be spared ------------------------------------------------------------------------

    def why_spared(self, card: Card) -> Words | None:
        """Say why a loose card is of no use, or of less use than all others; None if there is no such reason."""
        if card.kind not in self.kinds:
            return None
        if self.is_double(card.kind):
            doubles = self._cards([kind for kind in self.kinds if self.is_double(kind)])
            look = say("Look at what you hold twice: {cards}.", cards=doubles)
            return Words(look, (say("You hold {card} twice, and two equal cards make no pair.", card=card),))
        if self._is_in_a_meld(card):
            look = say("Look at what you hold twice.")
            return Words(look, (say("Another {card} is in a meld of yours already.", card=card),))
        partners = self.partners(card.kind)
        if not partners:
            return self._why_alone(card)
        if self.has_joker:
            return self.why_outside(card)
        if not self.hopes(card.kind) and self._makers({*self.kinds, card.kind}, card.kind):
            return self._why_hopeless(card, partners)
        return self._why_least_loss(card, partners) or self.why_outside(card)

    def _is_in_a_meld(self, card: Card) -> bool:
        return any(placed.card == card for meld in self.melds for placed in meld.cards)

    def _why_alone(self, card: Card) -> Words:
        alone = self._cards([kind for kind in self.kinds if not self.partners(kind)])
        if self.melds:
            why = say("{card} is in no meld and goes with no other card outside your melds.", card=card)
        else:
            why = say("{card} goes with no other card in your hand: it has neither a pair nor a neighbour.", card=card)
        if len(alone) == 1:
            return Words(say("Look for a card that goes with no other one."), (why,))
        return Words(say("Look at the cards that go with no other one: {cards}.", cards=alone), (why,))

    def _why_hopeless(self, card: Card, partners: Sequence[Card]) -> Words:
        why = say(
            "{card} goes with {partners}, but every card that would make a meld of them lies open already or is in "
            "your hand.",
            card=card,
            partners=partners,
        )
        return Words(say("Look at your pairs and neighbours: which of them can still become melds?"), (why,))

    def _why_least_loss(self, card: Card, partners: Sequence[Card]) -> Words | None:
        """Say that no other card would leave more hidden cards to hope for."""
        left = {kind: self.chances(without=kind) for kind in self.kinds}
        if left[card.kind] < max(left.values()):
            return None
        look = say("Look at your pairs and neighbours: which card has the least to hope for?")
        why = say(
            "{card} goes with {partners}, but no other discard costs you fewer chances.", card=card, partners=partners
        )
        return Words(look, (why,)).and_also(self.loses_little(card), self.fills_the_gap(card))

    def loses_little(self, card: Card) -> str | None:
        """Say how many hidden cards a hand without a card may hope for, and how many with it."""
        chances, left = self.chances(), self.chances(without=card.kind)
        if self.has_joker or not left:
            return None
        return say_number(
            "{number} hidden card would make a meld with your cards now, and {left} still would without {card}.",
            "{number} hidden cards would make a meld with your cards now, and {left} still would without {card}.",
            chances,
            left=left,
            card=card,
        )

    def why_outside(self, card: Card) -> Words | None:
        """Say that a card is in none of the melds that stay in the hand."""
        if not self.melds or card.kind not in self.kinds:
            return None
        cards = self.pack.cards_in(self.loose)
        look = say("Look at the cards outside your melds: {cards}.", cards=cards)
        return Words(look, (say("{card} is in none of your melds: {melds}.", card=card, melds=self.melds),))

    def why_highest(self, card: Card) -> Words | None:
        """Say that none of the loose cards, jokers set aside, counts more."""
        why = self.counts_most(card)
        return Words(say("Look at what your cards count against you."), (why,)) if why else None

    def counts_most(self, card: Card) -> str | None:
        """Say that none of the loose cards counts more, if that is not true of all of them."""
        points = self.values[card.kind]
        others = [self.values[kind] for kind in self.kinds if kind != card.kind]
        if card.is_joker or not others or points < max(others) or points == min(others):
            return None
        if self.melds:
            return say_number(
                "None of the cards outside your melds counts more against you than {card} with {number} point.",
                "None of the cards outside your melds counts more against you than {card} with {number} points.",
                points,
                card=card,
            )
        if self.has_joker:
            return say_number(
                "Apart from the joker none of your cards counts more against you than {card} with {number} point.",
                "Apart from the joker none of your cards counts more against you than {card} with {number} points.",
                points,
                card=card,
            )
        return say_number(
            "None of your cards counts more against you than {card} with {number} point.",
            "None of your cards counts more against you than {card} with {number} points.",
            points,
            card=card,
        )
