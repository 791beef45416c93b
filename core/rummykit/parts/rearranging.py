"""Rearranging: taking melds of the table apart and laying everything anew, with cards from the hand.

A joker meld that is taken apart is *kept* if one new meld has all of its cards, whatever its jokers stand for. It is
*dissolved* if no two of its natural cards lie together in a new meld. Its jokers are free in the second case only, so
one of the two must hold. Tables are judged by their cards, never by how a joker was declared. Copies of a card are
interchangeable: it is enough that the copies can be told apart so that all joker melds are kept or dissolved at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Literal, NamedTuple

from pydantic import Field

from rummykit.engine.actions import Action, LayDown, LayOff, Rearrange
from rummykit.engine.table import TableMeld
from rummykit.parts.dealing import ANY_JOKERS
from rummykit.parts.laying_off import LayOffOptions
from rummykit.refusals import Reason, Refusal
from rummykit.rules.options import Section

if TYPE_CHECKING:
    from rummykit.cards import Card, Pack, Placed
    from rummykit.engine.round import Round
    from rummykit.engine.ruleset import Ruleset
    from rummykit.melds import Meld


@dataclass(frozen=True, slots=True)
class Rearranging:
    """Melds may be taken apart and laid anew, after one's first meld; a rearrangement is checked as a whole.

    With 5c 6c 7c 8c 9c as meld 1 and another 7c in the hand, ``arrange 1 -> 5c 6c 7c | 7c 8c 9c`` is one.
    ``on``: anybody's melds, or one's own. ``same_turn``: already in the turn of one's first meld.
    ``needs_hand_card``: every single rearrangement places a card from the hand. ``jokers_bound``: a joker leaves its
    meld only if the meld is dissolved (see `rummykit.parts.rearranging`).
    """

    allowed: bool = True
    on: Literal["any", "own"] = "any"
    same_turn: bool = True
    needs_hand_card: bool = True
    jokers_bound: bool = False
    action = Rearrange

    @classmethod
    def by(cls, options: RearrangingOptions, lay_offs: LayOffOptions) -> Rearranging:
        """Return the rearranging that house rules ask for; whose melds, and when, is as with lay-offs."""
        return cls(
            allowed=options.allowed,
            on="own" if lay_offs.on == "own" else "any",
            same_turn=lay_offs.same_turn,
            needs_hand_card=options.needs_hand_card,
            jokers_bound=options.dissolve_for_joker,
        )

    # -- listing -------------------------------------------------------------------------------------

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append one rearrangement where no card can be placed without; all others are for `check`.

        There can be millions, and to look for a good one takes longer than to list all other moves. So any will do that
        places a card: the solver is asked only where it is needed, and takes the first that it finds.
        """
        if self._not_entitled(round) is not None or any(isinstance(action, LayDown | LayOff) for action in found):
            return
        rules, hand = round.rules, round.hands[round.active]
        table = self._within_reach(round.rules, list(round.table.values()), round.active)
        keep = self._kept(rules, hand, round.placed, int(rules.flow.discarding.final_required))
        if keep >= hand.bit_count() or not table:
            return
        action = self._placing_few(rules, table, hand, keep)
        if action is not None and self._check_rest(round, hand_cards_of(round, action)) is not None:
            # The card taken would be left alone, and it may not be discarded: it has to be placed itself.
            action = self._placing_few(rules, table, rules.pack.bits[round.taken][0], 0)
        if action is not None and self._check_rest(round, hand_cards_of(round, action)) is None:
            found.append(action)

    def _placing_few(self, rules: Ruleset, table: Sequence[TableMeld], hand: int, keep: int) -> Rearrange | None:
        for lying in self._free_of_bound_jokers([meld.meld for meld in table]):
            few = rules.table_solver.few_cards(lying, hand)
            if few is None:
                if len(lying) == len(table) and not hand & rules.melds.wild_bits:
                    return None
                break  # with fewer melds to take apart there is no more room
            action = _difference([meld for meld in table if meld.meld in lying], few.melds)
            if few.left.bit_count() >= keep and self._is_free(table, action):
                return action
        most = self._placing(rules, table, hand, keep, None, fewest=False)
        return most if isinstance(most, Rearrange) else None

    def many_cards(
        self,
        rules: Ruleset,
        table: Sequence[TableMeld],
        seat: int,
        hand: int,
        placed: int,
        keep: int,
        prefer: Sequence[int] | None = None,
        *,
        fewest: bool = False,
    ) -> Rearrange | LayDown | None:
        """Return a move that places most cards of a hand but keeps some back; None if none can be placed.

        *placed* are the hand cards that the turn has placed already. Of equally many cards those go whose ranks are
        worth most, by *prefer* or by their points. *fewest*: as few melds as possible are taken apart, which takes
        longer.
        """
        keep = self._kept(rules, hand, placed, keep)
        if keep >= hand.bit_count():
            return None
        return self._placing(rules, self._within_reach(rules, table, seat), hand, keep, prefer, fewest=fewest)

    def _kept(self, rules: Ruleset, hand: int, placed: int, keep: int) -> int:
        """Return how many cards stay in the hand at least, where a turn may place only so many."""
        limit = rules.flow.max_hand_cards
        return keep if limit is None else max(keep, hand.bit_count() - (limit - placed))

    def _within_reach(self, rules: Ruleset, table: Sequence[TableMeld], seat: int) -> Sequence[TableMeld]:
        side = rules.side_of[seat]
        return table if self.on == "any" else [meld for meld in table if meld.owner in side]

    def _placing(
        self,
        rules: Ruleset,
        table: Sequence[TableMeld],
        cards: int,
        keep: int,
        prefer: Sequence[int] | None,
        *,
        fewest: bool,
    ) -> Rearrange | LayDown | None:
        """Return the move of the best table found that leaves bound jokers alone."""
        for lying in self._free_of_bound_jokers([meld.meld for meld in table]):
            best = rules.table_solver.most_cards(lying, cards, keep=keep, prefer=prefer, fewest=fewest)
            if best.placed:
                action = _difference([meld for meld in table if meld.meld in lying], best.melds)
                if self._is_free(table, action):
                    return action if action.numbers else LayDown(action.melds)
        return None

    def _free_of_bound_jokers(self, melds: Sequence[Meld]) -> Iterator[Sequence[Meld]]:
        """Yield the melds to ask the solver for: all, and where jokers are bound, without some of those with jokers.

        The solver does not know that a joker may be bound. What it moves too much is left out, as little as possible.
        """
        with_jokers = [meld for meld in melds if meld.jokers] if self.jokers_bound else []
        tried = 0
        for size in range(len(with_jokers) + 1):
            for left_out in combinations(with_jokers, size):
                tried += 1
                if tried <= MOST_TRIED or size == len(with_jokers):
                    yield [meld for meld in melds if meld not in left_out]

    def _is_free(self, table: Sequence[TableMeld], action: Rearrange) -> bool:
        """Whether a move leaves bound jokers alone."""
        if not self.jokers_bound:
            return True
        return bound_joker([meld.meld for meld in table if meld.number in action.numbers], action.melds) is None

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
            if self.on == "own" and round.table[number].owner not in round.rules.side_of[round.active]:
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
        rest = rules.pack.subtract(hand, placed)
        return rules.flow.discarding.refuse_rest(round, rest) or rules.flow.over_card_limit(round, placed.bit_count())

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
    kinds = [placed.card.kind for meld in action.melds for placed in meld.cards]
    for meld in _apart(round, action):
        for placed in meld.cards:
            kinds.remove(placed.card.kind)
    return round.rules.pack.add_all(0, kinds)


def _kinds(melds: Iterable[Meld]) -> Counter[int]:
    return Counter(placed.card.kind for meld in melds for placed in meld.cards)


def _cards(pack: Pack, kinds: Counter[int]) -> tuple[Card, ...]:
    return tuple(pack.cards[kind] for kind in sorted(kinds.elements()))


def _difference(table: Sequence[TableMeld], melds: Sequence[Meld]) -> Rearrange:
    """Return what makes *melds* of the table, leaving alone what lies there already."""
    new, numbers = Counter(melds), []
    for meld in table:
        if new[meld.meld] > 0:
            new[meld.meld] -= 1
        else:
            numbers.append(meld.number)
    return Rearrange(tuple(numbers), tuple(new.elements()))


# -- where a joker is free only when its meld is dissolved -------------------------------------------------


def bound_joker(old: Sequence[Meld], new: Sequence[Meld]) -> tuple[Meld, tuple[Card, ...]] | None:
    """Return a meld whose joker is not free, and the cards of it that still lie together; None if there is none."""
    with_jokers = [meld for meld in old if meld.jokers]
    if _all_settled(with_jokers, new):
        return None
    together = [(meld, cards) for meld in with_jokers if (cards := _together(meld, new))]
    # With two copies around, each may be settled alone and yet not both; then any of them tells the story.
    return next((found for found in together if not _all_settled([found[0]], new)), together[0])


def _all_settled(melds: Sequence[Meld], new: Sequence[Meld]) -> bool:
    """Whether every meld can be kept or dissolved, no card of the new melds being used for two."""
    left = [_card_counts(meld) for meld in new]

    def settle(at: int) -> bool:
        if at == len(melds):
            return True
        meld = melds[at]
        cards = _card_counts(meld)
        for place in range(len(new)):
            if not cards - left[place]:
                left[place] -= cards
                if settle(at + 1):
                    return True
                left[place] += cards
        return spread(_naturals(meld), frozenset(), at)

    def spread(cards: Sequence[Card], taken: frozenset[int], at: int) -> bool:
        """Put each of the cards into another new meld, then go on with the next meld."""
        if not cards:
            return settle(at + 1)
        for place, have in enumerate(left):
            if place not in taken and have[cards[0]]:
                have[cards[0]] -= 1
                if spread(cards[1:], taken | {place}, at):
                    return True
                have[cards[0]] += 1
        return False

    return settle(0)


def _together(meld: Meld, new: Sequence[Meld]) -> tuple[Card, ...]:
    """Return the natural cards of a meld that lie in one new meld, if there are two."""
    for target in new:
        have = _card_counts(target)
        cards = tuple(card for card in _naturals(meld) if have[card])
        if len(cards) > 1:
            return cards
    return ()


def _naturals(meld: Meld) -> list[Card]:
    return [placed.card for placed in meld.cards if not placed.is_wild]


def _card_counts(meld: Meld) -> Counter[Card]:
    return Counter(placed.card for placed in meld.cards)


MOST_TRIED = 12
"""How often the solver is asked anew because it has moved a bound joker."""


class RearrangingOptions(Section):
    """Taking the melds on the table apart."""

    allowed: bool = Field(True, description="whether melds may be taken apart and laid anew")
    needs_hand_card: bool = Field(True, description="whether every rearrangement must place a card from the hand")
    dissolve_for_joker: bool = Field(
        False,
        description="whether a joker may leave its meld only if no two natural cards of that meld stay together",
    )

    idle_without = (("dissolve_for_joker", "allowed", True), ("dissolve_for_joker", *ANY_JOKERS))
    needs = (("allowed", True, "lay_offs.on", "own", "any"),)
