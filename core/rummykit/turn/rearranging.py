"""Rearranging: taking melds of the table apart and laying everything anew, with cards from the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from rummykit.actions import Action, LayDown, LayOff, Rearrange
from rummykit.reasons import Reason, Refusal
from rummykit.table import TableMeld
from rummykit.turn.dissolving import bound_joker

if TYPE_CHECKING:
    from rummykit.cards import Card, Pack, Placed
    from rummykit.melds import Meld
    from rummykit.round import Round
    from rummykit.ruleset import Ruleset


@dataclass(frozen=True)
class Rearranging:
    """Melds may be taken apart and laid anew, after one's first meld; a rearrangement is checked as a whole.

    With 5c 6c 7c 8c 9c as meld 1 and another 7c in the hand, ``arrange 1 -> 5c 6c 7c | 7c 8c 9c`` is one.
    ``on``: anybody's melds, or one's own. ``same_turn``: already in the turn of one's first meld.
    ``needs_hand_card``: every single rearrangement places a card from the hand. ``jokers_bound``: a joker leaves its
    meld, or stands for another card, only if the meld is dissolved (see `rummykit.turn.dissolving`).
    """

    allowed: bool = True
    on: Literal["any", "own"] = "any"
    same_turn: bool = True
    needs_hand_card: bool = True
    jokers_bound: bool = False
    action = Rearrange

    # -- listing -------------------------------------------------------------------------------------

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append one rearrangement where no card can be placed without; all others are for `check`.

        There can be millions, and the solver takes as long as all other moves together. So it is asked only where it
        is needed: for one that places a single card, or if there is none, for one that places many.
        """
        if self._not_entitled(round) is not None or any(isinstance(action, LayDown | LayOff) for action in found):
            return
        rules, table, hand = round.rules, list(round.table.values()), round.hands[round.active]
        keep = int(rules.flow.discarding.final_required)
        most = self.many_cards(rules, table, round.active, hand, round.placed, keep)
        if most is None:
            return
        single = self.many_cards(rules, table, round.active, hand, round.placed, max(keep, hand.bit_count() - 1))
        for action in (single, most):
            if isinstance(action, Rearrange) and self._check_rest(round, hand_cards_of(round, action)) is None:
                found.append(action)
                return

    def many_cards(
        self,
        rules: Ruleset,
        table: Sequence[TableMeld],
        seat: int,
        hand: int,
        placed: int,
        keep: int,
        prefer: Sequence[int] | None = None,
    ) -> Rearrange | LayDown | None:
        """Return a move that places many cards of a hand but keeps some back, or None if none can be placed.

        *placed* are the hand cards that the turn has placed already. Of equally many cards those go whose ranks are
        worth most, by *prefer* or by their points.
        """
        size, limit = hand.bit_count(), rules.flow.max_hand_cards
        if limit is not None:
            keep = max(keep, size - (limit - placed))
        return self._placing(rules, self._within_reach(table, seat), hand, keep, prefer)

    def _within_reach(self, table: Sequence[TableMeld], seat: int) -> Sequence[TableMeld]:
        return table if self.on == "any" else [meld for meld in table if meld.owner == seat]

    def _placing(
        self, rules: Ruleset, melds: Sequence[TableMeld], cards: int, keep: int, prefer: Sequence[int] | None
    ) -> Rearrange | LayDown | None:
        """Ask the solver; where it would move a bound joker, ask again without the melds that have one."""
        if keep >= cards.bit_count():
            return None
        best = rules.rearranger.many_cards([meld.meld for meld in melds], cards, keep=keep, prefer=prefer)
        if not best.placed:
            return None
        action = _difference(melds, best.melds)
        if self.jokers_bound:
            apart = [meld.meld for meld in melds if meld.number in action.numbers]
            if bound_joker(apart, action.melds) is not None:
                return self._placing(rules, [meld for meld in melds if not meld.meld.jokers], cards, keep, prefer)
        return action if action.numbers else LayDown(action.melds)

    # -- checking ------------------------------------------------------------------------------------

    def check(self, round: Round, action: Rearrange) -> Refusal | None:
        """Say why the seat on turn may not rearrange so."""
        refusal = self._not_entitled(round) or self._check_numbers(round, action.numbers)
        if refusal is not None:
            return refusal
        for meld in action.melds:
            refusal = round.rules.check_meld(meld)
            if refusal is not None:
                return refusal
        refusal = self._check_cards(round, action)
        if refusal is None and self.jokers_bound:
            refusal = self._bound(round, action)
        return refusal or self._check_rest(round, hand_cards_of(round, action))

    def _not_entitled(self, round: Round) -> Refusal | None:
        refuse = round.rules.refuse
        if not self.allowed:
            return refuse(Reason.REARRANGE_OFF)
        if not round.has_melded(round.active):
            return refuse(Reason.REARRANGE_BEFORE_MELD)
        if round.opened_now and not self.same_turn:
            return refuse(Reason.REARRANGE_SAME_TURN)
        return None

    def _check_numbers(self, round: Round, numbers: Sequence[int]) -> Refusal | None:
        refuse = round.rules.refuse
        if not numbers:
            return refuse(Reason.REARRANGE_NOTHING)
        for number in numbers:
            if number not in round.table:
                return refuse(Reason.NO_SUCH_MELD, number=number)
            if self.on == "own" and round.table[number].owner != round.active:
                return refuse(Reason.REARRANGE_OWN_ONLY, number=number)
        return None

    def _check_cards(self, round: Round, action: Rearrange) -> Refusal | None:
        """Refuse cards from nowhere, cards of the table that lie nowhere, and a move without a hand card.

        Table cards that lie in no new meld are left over; where at least as many hand cards came in their place,
        they were exchanged, and would go to the hand.
        """
        rules, pack = round.rules, round.rules.pack
        hand = Counter(pack.kinds(round.hands[round.active]))
        old, new = _kinds(_apart(round, action)), _kinds(action.melds)
        placed, missing = new - old, old - new
        if placed - hand:
            return self._not_there(round, action, placed - hand)
        if missing:
            exchanged = missing.total() <= placed.total()
            reason = Reason.REARRANGE_TO_HAND if exchanged else Reason.REARRANGE_LEFT_OVER
            cards = _cards(pack, missing)
            return rules.refuse(reason, cards, listed=cards, count=len(cards))
        if not placed and self.needs_hand_card:
            return rules.refuse(Reason.REARRANGE_NO_HAND_CARD)
        return None

    def _not_there(self, round: Round, action: Rearrange, kinds: Counter[int]) -> Refusal:
        """Refuse cards from nowhere, or the first one that lies in a meld not named."""
        rules, cards = round.rules, _cards(round.rules.pack, kinds)
        for number, meld in round.table.items():
            if number not in action.numbers:
                for placed in meld.meld.cards:
                    if placed.card in cards:
                        return rules.refuse(Reason.REARRANGE_NOT_NAMED, (placed.card,), number=number)
        return rules.refuse(Reason.REARRANGE_NOT_THERE, cards, listed=cards, count=len(cards))

    def _bound(self, round: Round, action: Rearrange) -> Refusal | None:
        bound = bound_joker(_apart(round, action), action.melds)
        if bound is None:
            return None
        meld, cards = bound
        number = next(number for number in action.numbers if round.table[number].meld == meld)
        return round.rules.refuse(Reason.REARRANGE_JOKER_BOUND, cards, number=number, meld=meld, listed=cards)

    def _check_rest(self, round: Round, placed: int) -> Refusal | None:
        """Refuse to place so many hand cards that no discard is left, or more than a turn allows."""
        rules, hand = round.rules, round.hands[round.active]
        if not rules.flow.discarding.leaves_discard(round, rules.pack.subtract(hand, placed)):
            return rules.refuse(Reason.NO_CARD_LEFT)
        return rules.flow.over_card_limit(round, placed.bit_count())

    # -- doing ---------------------------------------------------------------------------------------

    def apply(self, round: Round, action: Rearrange) -> None:
        """Lay the table anew; every card keeps the seat that laid it, and the melds get new numbers and one owner."""
        seat, rules, placed = round.active, round.rules, hand_cards_of(round, action)
        layers: dict[Card, list[int]] = {}
        for number in action.numbers:
            for card, layer in round.table.pop(number).laid:
                layers.setdefault(card.card, []).append(layer)
        for meld in action.melds:
            laid = tuple((card, layers[card.card].pop(0) if layers.get(card.card) else seat) for card in meld.cards)
            round.table[round.next_number] = TableMeld(round.next_number, seat, meld, laid, rules.melds)
            round.next_number += 1
        if placed:
            round.hands[seat] = rules.pack.subtract(round.hands[seat], placed)
            round.placed += placed.bit_count()
            round.fresh = True


class Addition(NamedTuple):
    """Cards added to a meld: its number, the cards, and the longer meld."""

    number: int
    cards: tuple[Placed, ...]
    meld: Meld


def additions(table: Iterable[TableMeld], action: Rearrange) -> list[Addition] | None:
    """Return what a rearrangement adds to melds that stay together; None if it takes a meld apart.

    Its other melds are new ones from the hand.
    """
    melds, found = list(action.melds), []
    for lying in table:
        if lying.number in action.numbers:
            before = Counter(lying.meld.cards)
            longer = next((meld for meld in melds if before < Counter(meld.cards)), None)
            if longer is None:
                return None
            melds.remove(longer)
            found.append(Addition(lying.number, tuple((Counter(longer.cards) - before).elements()), longer))
    return found


def _apart(round: Round, action: Rearrange) -> list[Meld]:
    return [round.table[number].meld for number in action.numbers]


def hand_cards_of(round: Round, action: Rearrange) -> int:
    """Return the heap of hand cards that a rearrangement uses."""
    kinds = _kinds(action.melds) - _kinds(_apart(round, action))
    return round.rules.pack.add_all(0, kinds.elements())


def _kinds(melds: Iterable[Meld]) -> Counter[int]:
    return Counter(placed.card.kind for meld in melds for placed in meld.cards)


def _cards(pack: Pack, kinds: Counter[int]) -> tuple[Card, ...]:
    return tuple(pack.cards[kind] for kind in sorted(kinds.elements()))


def _difference(table: Sequence[TableMeld], melds: Sequence[Meld]) -> Rearrange:
    """Return what makes *melds* of the table, leaving alone what lies there already."""
    new, numbers = list(melds), []
    for meld in table:
        if meld.meld in new:
            new.remove(meld.meld)
        else:
            numbers.append(meld.number)
    return Rearrange(tuple(numbers), tuple(new))
