"""A seat's own cards and the table, after moves that are only thought of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.engine.actions import Action, LayDown, LayOff, Rearrange, SwapJoker
from rummykit.engine.table import TableMeld

if TYPE_CHECKING:
    from rummykit.cards import Pack
    from rummykit.engine.views import View
    from rummykit.melds import Meld


@dataclass(frozen=True, slots=True)
class Position:
    """What a seat holds and what lies on the table. Moves give new positions."""

    seat: int
    hand: int
    table: tuple[TableMeld, ...]
    pool: int
    melded: bool
    opened_now: bool

    @classmethod
    def of(cls, view: View) -> Position:
        """Return the position of the seat that has the view."""
        return cls(view.seat, view.hand, view.table, view.pool, view.melded[view.seat], view.opened_now)

    def holding(self, hand: int) -> Position:
        """Return the position with another hand."""
        return Position(self.seat, hand, self.table, self.pool, self.melded, self.opened_now)

    def after(self, action: Action, view: View) -> Position:
        """Return the position after one of the moves that place cards."""
        if isinstance(action, LayDown):
            return self.after_melds(action.melds, view)
        if isinstance(action, LayOff):
            return self.after_lay_off(action, view)
        if isinstance(action, SwapJoker):
            position = self._after_exchange(action, view)
            for home in action.homes:
                position = position.after(home, view)
            return position
        if isinstance(action, Rearrange):
            pack = view.rules.pack
            apart = [meld.meld for meld in self.table if meld.number in action.numbers]
            placed = pack.subtract(_heap(pack, action.melds), _heap(pack, apart))
            stays = tuple(meld for meld in self.table if meld.number not in action.numbers)
            return self.laid_anew(stays, action.melds, pack.subtract(self.hand, placed), view)
        raise TypeError(f"{action} places no cards")

    def after_melds(self, melds: tuple[Meld, ...], view: View) -> Position:
        """Return the position after laying down melds, with jokers from the pool where the hand has none."""
        hand, pool, table = self.hand, self.pool, self.table
        number = 1 + max((meld.number for meld in table), default=0)
        for meld in melds:
            from_pool = meld.heap & pool & ~hand
            pool &= ~from_pool
            hand = view.rules.pack.subtract(hand, meld.heap & ~from_pool)
            table = (*table, TableMeld.new(number, self.seat, meld, view.rules.melds))
            number += 1
        return Position(self.seat, hand, table, pool, True, self.opened_now or not self.melded)

    def laid_anew(self, stays: tuple[TableMeld, ...], melds: Sequence[Meld], hand: int, view: View) -> Position:
        """Return the position with new melds on the table beside those that stay, and what is left in the hand."""
        number = 1 + max((meld.number for meld in self.table), default=0)
        new = (TableMeld.new(number + at, self.seat, meld, view.rules.melds) for at, meld in enumerate(melds))
        return Position(self.seat, hand, (*stays, *new), self.pool, self.melded, self.opened_now)

    def after_lay_off(self, action: LayOff, view: View) -> Position:
        """Return the position after adding a card to a meld."""
        bit = view.rules.pack.bits[action.placed.card.kind][0]
        held = bool(self.hand & bit)
        return Position(
            self.seat,
            view.rules.pack.remove(self.hand, action.placed.card.kind) if held else self.hand,
            tuple(meld.extended(action, self.seat) if meld.number == action.number else meld for meld in self.table),
            self.pool if held else self.pool & ~bit,
            self.melded,
            self.opened_now,
        )

    def _after_exchange(self, action: SwapJoker, view: View) -> Position:
        """Return the position with the jokers, for the moment, in the hand."""
        pack, hand = view.rules.pack, self.hand
        table = {meld.number: meld for meld in self.table}
        for card, number in action.swaps:
            meld = table[number]
            swap = next(swap for swap in meld.swaps if swap.kind == card.kind)
            hand = pack.add(pack.remove(hand, card.kind), swap.joker.card.kind)
            table[number] = meld.exchanged(swap, self.seat)
        return Position(self.seat, hand, tuple(table.values()), self.pool, self.melded, self.opened_now)

    def can_lay_off(self, view: View) -> bool:
        """Whether some card in the hand can be laid off."""
        return next(self.lay_offs(view), None) is not None

    def lay_offs(self, view: View) -> Iterator[LayOff]:
        """Yield the lay-offs of cards in the hand, those of natural cards first."""
        targets = self._targets(view)
        for meld in targets:
            if meld.fits & self.hand:
                for action, _ in meld.additions:
                    card = action.placed.card
                    if not action.placed.is_wild and self.hand >> card.kind & 1:
                        yield action
        pack = view.rules.pack
        if self.hand & view.rules.melds.wild_bits:
            for meld in targets:
                for action, _ in meld.additions:
                    card = action.placed.card
                    if action.placed.is_wild and self.hand & pack.bits[card.kind][0]:
                        yield action

    def open_places(self, view: View) -> int:
        """Return the kinds that can be laid off somewhere."""
        fits = 0
        for meld in self._targets(view):
            fits |= meld.fits
        return fits

    def _targets(self, view: View) -> Sequence[TableMeld]:
        rule = view.rules.flow.laying_off
        barred = not (self.melded or rule.before_first_meld)
        if barred or rule.on == "none" or (self.opened_now and not rule.same_turn):
            return ()
        side = view.rules.side_of[self.seat]
        return self.table if rule.on == "any" else [meld for meld in self.table if meld.owner in side]


def _heap(pack: Pack, melds: Sequence[Meld]) -> int:
    """Return all cards of some melds."""
    return pack.heap(placed.card for meld in melds for placed in meld.cards)
