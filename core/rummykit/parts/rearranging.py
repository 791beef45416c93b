"""Rearranging: taking melds of the table apart and laying everything anew, with cards from the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from pydantic import Field

from rummykit.engine.actions import Action, LayDown, LayOff, Rearrange
from rummykit.engine.table import TableMeld
from rummykit.parts.bound_jokers import undissolved, unreplaced
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
    ``needs_hand_card``: every single rearrangement places a card from the hand. ``joker_leaves``: a joker leaves its
    meld in any rearrangement, or only if the meld is dissolved, or if the card it stands for takes its place (see
    `rummykit.parts.bound_jokers`).
    """

    allowed: bool = True
    on: Literal["any", "own"] = "any"
    same_turn: bool = True
    needs_hand_card: bool = True
    joker_leaves: Literal["freely", "if_dissolved", "if_replaced"] = "freely"
    action = Rearrange

    @classmethod
    def by(cls, options: RearrangingOptions, lay_offs: LayOffOptions) -> Rearranging:
        """Return the rearranging that house rules ask for; whose melds, and when, is as with lay-offs."""
        return cls(
            allowed=options.allowed,
            on="own" if lay_offs.on == "own" else "any",
            same_turn=lay_offs.same_turn,
            needs_hand_card=options.needs_hand_card,
            joker_leaves=options.joker_leaves,
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
        movable: Sequence[TableMeld] | None = table
        while movable:
            few = rules.table_solver.few_cards([meld.meld for meld in movable], hand)
            if few is None:
                if len(movable) == len(table) and not hand & rules.melds.wild_bits:
                    return None
                break  # with fewer melds to take apart there is no more room
            action = _difference(movable, few.melds)
            movable = self._without_bound_joker(movable, action)
            if movable is None and few.left.bit_count() >= keep:
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
        movable: Sequence[TableMeld] | None = table
        while movable is not None:
            melds = [meld.meld for meld in movable]
            best = rules.table_solver.most_cards(melds, cards, keep=keep, prefer=prefer, fewest=fewest)
            if not best.placed:
                return None
            action = _difference(movable, best.melds)
            movable = self._without_bound_joker(movable, action)
        return action if action.numbers else LayDown(action.melds)

    def _without_bound_joker(self, table: Sequence[TableMeld], action: Rearrange) -> Sequence[TableMeld] | None:
        """Return the table without a meld whose bound joker the move takes away; None if it leaves them all alone.

        The solver does not know that a joker may be bound. It is asked anew, with such melds left as they are.
        """
        if self.joker_leaves == "freely":
            return None
        old = [meld.meld for meld in table if meld.number in action.numbers]
        bound = (undissolved if self.joker_leaves == "if_dissolved" else unreplaced)(old, action.melds)
        return None if bound is None else [meld for meld in table if meld.meld != bound[0]]

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
        if refusal is None and self.joker_leaves == "if_dissolved":
            refusal = self._undissolved(round, action)
        elif refusal is None and self.joker_leaves == "if_replaced":
            refusal = self._unreplaced(round, action)
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

    def _undissolved(self, round: Round, action: Rearrange) -> Refusal | None:
        bound = undissolved(_apart(round, action), action.melds)
        if bound is None:
            return None
        meld, cards = bound
        number = _number(round, action, meld)
        return round.rules.refuse(Reason.REARRANGE_JOKER_BOUND, cards, number=number, meld=meld, listed=cards)

    def _unreplaced(self, round: Round, action: Rearrange) -> Refusal | None:
        stuck = unreplaced(_apart(round, action), action.melds)
        if stuck is None:
            return None
        reason = Reason.REARRANGE_JOKER_ALONE if stuck.replaced else Reason.REARRANGE_JOKER_STAYS
        number = _number(round, action, stuck.meld)
        return round.rules.refuse(reason, fault=stuck.joker, number=number, meld=stuck.meld)

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


def _number(round: Round, action: Rearrange, meld: Meld) -> int:
    return next(number for number in action.numbers if round.table[number].meld == meld)


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
    """Return what makes *melds* of the table, leaving alone what lies there already, its jokers where they are."""
    new, numbers = list(melds), []
    for meld in table:
        same = next((at for at, each in enumerate(new) if each.heap == meld.meld.heap), None)
        if same is None:
            numbers.append(meld.number)
        else:
            del new[same]
    return Rearrange(tuple(numbers), tuple(new))


class RearrangingOptions(Section):
    """Taking the melds on the table apart."""

    asked = (
        ("needs_hand_card", "Must you place a card from your hand when you rearrange melds?"),
        ("joker_leaves", "When may a joker leave its meld?"),
    )
    known_as = (("", "manipulate, take apart, break up"),)

    allowed: bool = Field(True, description="whether melds may be taken apart and laid anew")
    needs_hand_card: bool = Field(True, description="whether every rearrangement must place a card from the hand")
    joker_leaves: Literal["freely", "if_dissolved", "if_replaced"] = Field(
        "freely",
        description="when a joker may leave its meld: in any rearrangement, only if no two natural cards of that meld "
        "stay together, or only if the card it stands for takes its place and it is laid with a card from the hand",
    )

    idle_without = (("joker_leaves", "allowed", True), ("joker_leaves", *ANY_JOKERS))
    needs = (
        ("allowed", True, "lay_offs.on", "own", "any"),
        ("joker_leaves", "if_replaced", "jokers.fixed", True),
    )
