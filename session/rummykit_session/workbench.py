"""The work area for a rearrangement: melds taken apart and put together step by step, before anything is played.

Pure: it knows the melds on the table and one hand, and what the meld rules say. What lies where follows from the
groups alone: a card of the table that is in no group is loose, and a card in a group that is not from the table is
from the hand. So a step is a new tuple of groups, and undoing one is going back to the last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import TYPE_CHECKING

from rummykit.cards import Card, Placed
from rummykit.engine.actions import LayDown, Rearrange
from rummykit.engine.table import TableMeld
from rummykit.i18n import say, say_number
from rummykit.melds import Meld, MeldProblem

if TYPE_CHECKING:
    from rummykit.engine.ruleset import Ruleset
    from rummykit.refusals import Refusal


class StepError(Exception):
    """A step that cannot be done, as a sentence."""


@dataclass(frozen=True)
class BenchGroup:
    """Cards that lie together: a meld of the table under its number, or a new one under a letter."""

    name: str
    cards: tuple[Placed, ...]


class Workbench:
    """The table as one would lay it anew.

    >>> from rummykit.scenario import Scenario
    >>> round = Scenario("raeuber_romme").deal(hands=["7c Kd"], table=["1: 5c 6c 7c 8c 9c"]).round
    >>> bench = Workbench(round.rules, list(round.table.values()), round.hands[0])
    >>> bench.take("7c 8c 9c", "1")
    >>> bench.put("7c 8c 9c")
    'a'
    >>> bench.put("7c", "1")
    '1'
    >>> str(bench.action())
    'arrange 1 -> 5c 6c 7c | 7c 8c 9c'
    """

    def __init__(self, rules: Ruleset, table: Sequence[TableMeld], hand: int) -> None:
        self._rules = rules
        self._table = {str(meld.number): meld for meld in table}
        self._table_cards = Counter(placed.card for meld in table for placed in meld.meld.cards)
        self._hand_cards = Counter(rules.pack.cards_in(hand))
        self._steps: list[tuple[BenchGroup, ...]] = [tuple(BenchGroup(str(m.number), m.meld.cards) for m in table)]

    # -- what lies where -----------------------------------------------------------------------------

    @property
    def groups(self) -> tuple[BenchGroup, ...]:
        """The groups as they lie now."""
        return self._steps[-1]

    @property
    def loose(self) -> tuple[Card, ...]:
        """The cards of the table that lie in no group."""
        return _in_order(self._table_cards - self._in_groups())

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand cards that are not used."""
        return _in_order(self._hand_cards - (self._in_groups() - self._table_cards))

    def is_as_before(self, group: BenchGroup) -> bool:
        """Whether a group is a meld of the table that nobody has touched."""
        meld = self._table.get(group.name)
        return meld is not None and meld.meld.cards == group.cards

    def verdict(self, group: BenchGroup) -> Meld | Refusal | list[Meld]:
        """Return the meld a group is; or why it is none; or the melds it could be, if it must be said which.

        A joker that was on the table stays what it was as long as that makes a meld.
        """
        try:
            readings = self._rules.melds.readings(group.cards)
        except MeldProblem:
            try:
                readings = self._rules.melds.readings([Placed(placed.card) for placed in group.cards])
            except MeldProblem as problem:
                return self._rules.refuse_meld(problem)
        exact = [meld for meld in readings if meld.cards == group.cards]
        readings = exact or readings
        return readings[0] if len(readings) == 1 else readings

    def _in_groups(self) -> Counter[Card]:
        return Counter(placed.card for group in self.groups for placed in group.cards)

    # -- steps ---------------------------------------------------------------------------------------

    def take(self, cards: str, name: str = "") -> None:
        """Take cards out of a group, or out of the only group that has them; with no cards the whole group."""
        wanted = self._rules.melds.placed_cards(cards)
        group = self._group(name) if name else self._only_group_with(wanted)
        left = list(group.cards)
        for placed in wanted or group.cards:
            found = next((other for other in left if other.card == placed.card), None)
            if found is None:
                raise StepError(say("There is no {card} in {group}.", card=placed.card, group=group.name))
            left.remove(found)
        self._replace(group, left)

    def put(self, cards: str, name: str = "") -> str:
        """Put loose cards and hand cards together as a new group, or add them to one; return its name.

        A meld of the table that is put back as it was has its number again.
        """
        placed = self._rules.melds.placed_cards(cards)
        if not placed:
            raise StepError(say("Say which cards, such as 'put CARD CARD CARD' or 'put CARD > a'."))
        self._check_at_hand(Counter(one.card for one in placed))
        if name:
            group = self._group(name)
            self._replace(group, self._sorted((*group.cards, *placed)))
            return group.name
        laid = self._sorted(placed)
        free = self._name_for(laid)
        self._steps.append((*self.groups, BenchGroup(free, laid)))
        return free

    def _check_at_hand(self, wanted: Counter[Card]) -> None:
        at_hand = Counter(self.loose) + Counter(self.hand)
        for card in wanted - at_hand:
            if at_hand[card]:
                missing = say("There is no other {card} among the loose cards or in your hand.", card=card)
            else:
                missing = say("There is no {card} among the loose cards or in your hand.", card=card)
            where = [group.name for group in self.groups if any(one.card == card for one in group.cards)]
            if where:
                step = f"take {card} < {where[0]}"
                missing += " " + say("It is in {group}: '{step}' first.", group=where[0], step=step)
            raise StepError(missing)

    def _name_for(self, cards: tuple[Placed, ...]) -> str:
        """Return the number of the meld these cards were, or else the next letter."""
        used = {group.name for group in self.groups}
        names = [number for number, meld in self._table.items() if meld.meld.cards == cards] + list(ascii_lowercase)
        for name in names:
            if name not in used:
                return name
        raise StepError(say("There are too many groups; add the cards to an existing one."))

    def undo(self) -> None:
        """Go back one step."""
        if len(self._steps) == 1:
            raise StepError(say("There is no step to undo."))
        self._steps.pop()

    def _group(self, name: str) -> BenchGroup:
        for group in self.groups:
            if group.name == name.lower():
                return group
        names = ", ".join(group.name for group in self.groups)
        if not names:
            raise StepError(say("There is no group {name}; there are no groups yet.", name=name))
        raise StepError(say("There is no group {name}, only {names}.", name=name, names=names))

    def _only_group_with(self, cards: Sequence[Placed]) -> BenchGroup:
        if not cards:
            raise StepError(say("Say what to take: 'take 1', or 'take CARD CARD < 1'."))
        wanted = Counter(placed.card for placed in cards)
        found = [group for group in self.groups if not wanted - Counter(one.card for one in group.cards)]
        if len(found) == 1:
            return found[0]
        shown = " ".join(placed.spoken for placed in cards)
        if not found:
            raise StepError(
                say_number("{cards}: no group has it.", "{cards}: no group has all of these.", len(cards), cards=shown)
            )
        groups, step = [group.name for group in found], f"take {' '.join(map(str, cards))} < NAME"
        raise StepError(
            say_number(
                "{cards} is in {groups}: say '{step}'.",
                "{cards} are in {groups}: say '{step}'.",
                len(cards),
                cards=shown,
                groups=groups,
                step=step,
            )
        )

    def _replace(self, group: BenchGroup, cards: Iterable[Placed]) -> None:
        """Lay other cards in the place of a group; an empty one is gone."""
        laid = tuple(cards)
        changed = (BenchGroup(group.name, laid) if other is group else other for other in self.groups)
        self._steps.append(tuple(other for other in changed if other.cards))

    def _sorted(self, cards: Sequence[Placed]) -> tuple[Placed, ...]:
        """Return cards as they would lie in a meld, if they are one."""
        verdict = self.verdict(BenchGroup("", tuple(cards)))
        return verdict.cards if isinstance(verdict, Meld) else tuple(cards)

    # -- the move ------------------------------------------------------------------------------------

    def action(self) -> Rearrange | LayDown:
        """Return the move that makes the table so; raise `StepError` as long as it cannot be one.

        Melds that lie as before are left alone; where all do, the new ones are simply laid down.
        """
        new: list[Meld] = []
        for group in self.groups:
            if not self.is_as_before(group):
                verdict = self.verdict(group)
                if not isinstance(verdict, Meld):
                    raise StepError(say("{group} is not yet a meld.", group=group.name))
                new.append(verdict)
        if self.loose:
            raise StepError(
                say_number(
                    "{cards} is loose: it was on the table and must go back into a meld there.",
                    "{cards} are loose: they were on the table and must go back into melds there.",
                    len(self.loose),
                    cards=self.loose,
                )
            )
        untouched = {group.name for group in self.groups if self.is_as_before(group)}
        numbers = tuple(meld.number for name, meld in self._table.items() if name not in untouched)
        if not new:
            raise StepError(say("Nothing has changed yet."))
        return Rearrange(numbers, tuple(new)) if numbers else LayDown(tuple(new))


def _in_order(cards: Counter[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards.elements(), key=lambda card: card.kind))
