"""Swapping jokers: putting the real card in a table joker's place, and laying the joker at once or keeping it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from rummykit.engine.actions import Action, Home, LayDown, SwapJoker, cards_of
from rummykit.i18n import Later, say
from rummykit.melds import MIN_LENGTH, Meld, Shape, Swap
from rummykit.parts.dealing import ANY_JOKERS
from rummykit.parts.melding import at_least_the_shortest
from rummykit.refusals import Reason, Refusal
from rummykit.rules.options import ByOptions, Finding, Section

if TYPE_CHECKING:
    from rummykit.cards import Card, Placed
    from rummykit.engine.round import Round
    from rummykit.engine.table import TableMeld


Goes = Literal["new_meld", "meld_or_lay_off", "hand"]
"""Where a joker goes that was swapped."""


class SwapOptions(Section):
    """Exchanging a joker on the table for the card it stands for."""

    asked = (
        ("allowed", "May you swap a joker on the table for the card it stands for?"),
        ("joker_goes", "Where does a swapped joker go?"),
    )
    known_as = (("", "exchange, replace, steal a joker"),)

    allowed: bool = Field(True, description="whether jokers on the table may be swapped")
    needs_first_meld: bool = Field(True, description="whether only after one's own first meld")
    same_turn: bool = Field(True, description="whether already in the turn of the first meld")
    own_joker_same_turn: bool = Field(
        False, description="whether a joker laid from the pool may be swapped out in the same turn"
    )
    only_own: bool = Field(False, description="whether only jokers in one's own melds may be swapped")
    joker_goes: Goes = Field(
        "new_meld",
        description="where the joker goes: at once into a new meld, at once onto the table anywhere, or to the hand, "
        "where it may be kept",
    )
    min_run: int = Field(3, ge=3, le=5, description="fewest cards in a run that takes such a joker")
    sets: Literal["any_missing", "four_naturals"] = Field(
        "any_missing", description="whether any missing suit frees the joker of a set, or only the fourth natural card"
    )

    follows = (("min_run", at_least_the_shortest(MIN_LENGTH)),)
    idle_without = (
        ("min_run", "joker_goes", "new_meld", "meld_or_lay_off"),
        *(
            (option, *needed)
            for option in ("own_joker_same_turn", "only_own", "joker_goes", "min_run", "sets")
            for needed in (("allowed", True), ANY_JOKERS, ("jokers.fixed", True))
        ),
    )

    def idle(self, rules: Any) -> Iterator[tuple[str, str]]:
        """Yield a lay-off of the joker where nobody may lay off."""
        if rules.value("lay_offs.on") == "none" and self.joker_goes != "hand":
            yield "joker_goes", "lay_offs.on"

    def oddities(self, rules: Any) -> Iterator[Finding]:
        """Yield swaps that are free before the first meld and after it, but not in its turn."""
        if self.allowed and not self.needs_first_meld and not self.same_turn:
            message = say(
                "swaps.needs_first_meld: false allows swaps before the first meld, but same_turn: false forbids them "
                "in its turn"
            )
            yield Finding((("swaps", "same_turn"), ("swaps", "needs_first_meld")), message)
        if self.allowed and not self.needs_first_meld and self.only_own:
            message = say(
                "swaps.needs_first_meld: false allows swaps before the first meld, but with only_own: true there is "
                "nothing to swap then"
            )
            yield Finding((("swaps", "needs_first_meld"), ("swaps", "only_own")), message)


@dataclass(frozen=True, slots=True)
class SwappingJokers(ByOptions):
    """A joker on the table may be exchanged for the card it stands for.

    `SwapOptions` explains the fields. Where jokers go to the hand, a swap has no home: laying the joker is a move of
    its own, like any other.
    """

    allowed: bool = True
    needs_first_meld: bool = True
    same_turn: bool = True
    only_own: bool = False
    joker_goes: Goes = "meld_or_lay_off"
    min_run: int = MIN_LENGTH
    sets: Literal["any_missing", "four_naturals"] = "any_missing"
    own_joker_same_turn: bool = False
    action = SwapJoker

    # -- listing -------------------------------------------------------------------------------------

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append every swap of one joker with every place it can be laid."""
        if not round.table or self._barred(round) is not None:
            return
        hand = round.hands[round.active]
        for meld in round.table.values():
            if meld.wanted & hand and self._is_within_reach(round, meld):
                for swap in meld.swaps:
                    if hand >> swap.kind & 1 and self._set_allows(swap.meld) and not self._is_fresh(round, swap):
                        swaps = ((round.rules.pack.cards[swap.kind], meld.number),)
                        if self.joker_goes != "hand":
                            homes = self._homes(round, meld.number, swap)
                            found += [SwapJoker(swaps, (home,)) for home in homes]
                        elif self._check_hand(self._swapped(round, meld, swap)) is None:
                            found.append(SwapJoker(swaps))

    def _homes(self, round: Round, number: int, swap: Swap) -> list[Home]:
        """Return every place for a joker that was swapped: in a new meld, or by a lay-off."""
        rules, joker = round.rules, swap.joker.card
        pack, laying_down = rules.pack, rules.flow.laying_down
        hand = pack.add(pack.remove(round.hands[round.active], swap.kind), joker.kind)
        homes: list[Home] = []
        melds = self._new_melds(round, joker, hand)
        if melds and round.lap > laying_down.no_meld_laps:
            bit = pack.bits[joker.kind][0]
            homes += [lay for lay in laying_down.possible(round, hand, melds) if self._settles(lay, bit)]
        if self.joker_goes == "meld_or_lay_off":
            places = rules.flow.laying_off.places_for(round, joker, hand, number, swap.meld)
            if joker.rank >= 0:
                places += rules.flow.laying_off.places_as_itself(round, joker, hand, number, swap.meld)
            homes += [lay_off for lay_off, longer in places if self._long_enough(longer)]
        return homes

    def _settles(self, action: LayDown, joker: int) -> bool:
        """Whether the joker, given by its bit, lies where it may; a way to lay the whole hand need not see to that."""
        homes = [meld for meld in action.melds if meld.heap & joker]
        return bool(homes) and all(map(self._long_enough, homes))

    def _new_melds(self, round: Round, joker: Card, hand: int) -> list[LayDown]:
        """Return the single melds that a hand with the joker in it can make of it."""
        finder = round.rules.finder
        if joker.rank >= 0:
            some = [*finder.naturals(hand), *finder.with_jokers(hand)]
            return [action for action in some if self._long_enough(action.melds[0])]
        if joker.suit < 0:
            return [action for action in finder.with_jokers(hand) if self._long_enough(action.melds[0])]
        naturals = hand & ~round.rules.pack.joker_bits
        return finder.sets_with(joker, naturals) + finder.runs_with(joker, naturals, self.min_run)

    # -- checking ------------------------------------------------------------------------------------

    def check(self, round: Round, action: SwapJoker) -> Refusal | None:
        """Say why the seat on turn may not swap so."""
        barred = self._barred(round)
        if barred is not None:
            return round.rules.refuse(barred)
        if not action.swaps:
            return round.refuse_not_now(action)
        if action.homes and self.joker_goes == "hand":
            expected = Later("swap first, then lay the joker in a move of its own")
            return round.rules.refuse(Reason.NOT_NOW, verb=Later(action.homes[0].phrase), expected=expected)
        trial = round
        jokers: list[Card] = []
        for card, number in action.swaps:
            found = self._find(trial, card, number)
            if isinstance(found, Refusal):
                return found
            jokers.append(found[1].joker.card)
            trial = self._swapped(trial, *found)
        # Several swaps of one move may complete a set together.
        if not all(self._set_allows(trial.table[number].meld) for _, number in action.swaps):
            return round.rules.refuse(Reason.SWAP_SET_INCOMPLETE)
        if self.joker_goes == "hand":
            return self._check_hand(trial)
        refusal = self._check_jokers(trial, jokers, [placed for home in action.homes for placed in cards_of(home)])
        if refusal is not None or len(action.homes) == 1:
            return refusal or self._check_home(trial, jokers, action.homes[0])
        if trial is round:
            trial = round.copy()
        for home in action.homes:
            refusal = self._check_home(trial, jokers, home)
            if refusal is not None:
                return refusal
            trial.rules.flow.playing.apply(trial, home)
        return None

    def _check_hand(self, trial: Round) -> Refusal | None:
        """Refuse to go on with the jokers in the hand if the turn could not be ended, or too many cards were placed."""
        flow, hand = trial.rules.flow, trial.hands[trial.active]
        return flow.discarding.refuse_rest(trial, hand) or flow.over_card_limit(trial, 0)

    def _check_home(self, trial: Round, jokers: list[Card], home: Home) -> Refusal | None:
        flow = trial.rules.flow
        if isinstance(home, LayDown):
            runs = [meld for meld in home.melds if any(placed.card in jokers for placed in meld.cards)]
            return flow.laying_down.check(trial, home) or self._check_length(trial, runs)
        if self.joker_goes == "new_meld":
            return trial.rules.refuse(Reason.SWAP_NEW_MELD_ONLY)
        refusal = flow.laying_off.check(trial, home)
        if refusal is not None:
            return refusal
        longer = next(longer for known, longer in trial.table[home.number].additions if known == home)
        return self._check_length(trial, [longer])

    def _check_jokers(self, trial: Round, jokers: list[Card], laid: list[Placed]) -> Refusal | None:
        """Refuse a home that leaves a swapped joker out, or takes one that is not in the hand."""
        rules = trial.rules
        for joker in set(jokers):
            if sum(placed.card == joker for placed in laid) < jokers.count(joker):
                return rules.refuse(Reason.SWAP_UNPLACED, fault=joker)
        for placed in laid:
            if placed.card.is_joker and not trial.hands[trial.active] & rules.pack.bits[placed.card.kind][0]:
                return rules.refuse(Reason.SWAP_FOREIGN_JOKER, fault=placed)
        return None

    def _check_length(self, round: Round, melds: list[Meld]) -> Refusal | None:
        short = [meld for meld in melds if not self._long_enough(meld)]
        if not short:
            return None
        return round.rules.refuse(Reason.SWAP_SHORT_RUN, needed=self.min_run, count=len(short[0]))

    def _long_enough(self, meld: Meld) -> bool:
        return len(meld.cards) >= self.min_run or meld.shape is Shape.SET

    def _barred(self, round: Round) -> Reason | None:
        """Return why the seat on turn may not swap at all."""
        if not self.allowed:
            return Reason.SWAP_OFF
        if self.needs_first_meld and not round.melded >> round.active & 1:
            return Reason.SWAP_BEFORE_MELD
        if round.opened_now and not self.same_turn:
            return Reason.SWAP_SAME_TURN
        return None

    def _is_within_reach(self, round: Round, meld: TableMeld) -> bool:
        """Whether the seat on turn may swap the jokers of a meld, once it may swap any."""
        return not self.only_own or meld.owner in round.rules.side_of[round.active]

    def _find(self, round: Round, card: Card, number: int) -> tuple[TableMeld, Swap] | Refusal:
        """Return the meld and the exchange that *card* makes there, or why there is none."""
        refuse, meld = round.rules.refuse, round.table.get(number)
        if meld is None:
            return refuse(Reason.NO_SUCH_MELD, number=number)
        if not meld.meld.jokers:
            return refuse(Reason.SWAP_NO_JOKER, number=number)
        if not self._is_within_reach(round, meld):
            return refuse(Reason.SWAP_OWN_ONLY, number=number)
        if not round.hands[round.active] & round.rules.pack.bits[card.kind][0]:
            return round.refuse_not_held(card)
        for swap in meld.swaps:
            if swap.kind == card.kind:
                if self._is_fresh(round, swap):
                    return refuse(Reason.POOL_JOKER_FRESH, fault=swap.joker.card)
                return meld, swap
        return refuse(Reason.SWAP_WRONG_CARD, (card,), number=number, meld=meld.meld)

    def _is_fresh(self, round: Round, swap: Swap) -> bool:
        """Whether the joker was laid from the pool in this turn and must stay for it."""
        if not round.pool_taken or self.own_joker_same_turn:
            return False
        return bool(round.pool_taken & round.rules.pack.bits[swap.joker.card.kind][0])

    def _set_allows(self, meld: Meld) -> bool:
        """Whether a joker may leave a meld that looks like this afterwards."""
        if self.sets == "any_missing" or meld.shape is Shape.RUN:
            return True
        return not meld.jokers and len(meld) >= 4

    # -- doing ---------------------------------------------------------------------------------------

    def apply(self, round: Round, action: SwapJoker) -> None:
        """Exchange the jokers and lay them in their new home, unless they stay in the hand."""
        for card, number in action.swaps:
            meld = round.table[number]
            swap = next(swap for swap in meld.swaps if swap.kind == card.kind)
            self._exchange(round, meld, swap)
        for home in action.homes:
            round.rules.flow.playing.apply(round, home)

    def _swapped(self, round: Round, meld: TableMeld, swap: Swap) -> Round:
        trial = round.copy()
        self._exchange(trial, meld, swap)
        return trial

    def _exchange(self, round: Round, meld: TableMeld, swap: Swap) -> None:
        """Put the card on the table and the joker, perhaps just for the moment, into the hand."""
        seat, pack, joker = round.active, round.rules.pack, swap.joker.card.kind
        hand = pack.remove(round.hands[seat], swap.kind)
        round.hands[seat] = pack.add(hand, joker)
        if self.joker_goes == "hand":
            round.placed += 1  # the joker counts again when it is laid
            round.fresh = True
            round.held_twin |= joker == round.taken  # copies are interchangeable: this one was not taken from the pile
        round.table[meld.number] = meld.exchanged(swap, seat)
