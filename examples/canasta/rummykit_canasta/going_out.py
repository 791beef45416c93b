"""Going out: the canastas it needs, black threes as the last meld, and what the answer of a partner binds to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.engine.actions import Discard, Draw, EndTurn, LayDown, LayOff

from rummykit_canasta.asking import ANSWER, NO, YES
from rummykit_canasta.melds import CANASTA, THREE, rank_of
from rummykit_canasta.red_threes import red_threes_in
from rummykit_canasta.rulebook import CanastaReason

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.engine.actions import Action
    from rummykit.engine.round import Round
    from rummykit.engine.table import TableMeld
    from rummykit.refusals import Refusal


def canastas_of(table: Iterable[TableMeld], side: tuple[int, ...]) -> int:
    """Return how many canastas a side has on the table."""
    return sum(len(meld.meld) >= CANASTA for meld in table if meld.owner in side)


def is_concealed(round: Round, seat: int) -> bool:
    """Whether a seat has laid its whole hand in its last turn, in melds of its own, with a canasta among them."""
    own = [meld for meld in round.table.values() if any(layer == seat for _, layer in meld.laid)]
    alone = all(layer == seat for meld in own for _, layer in meld.laid)
    laid = sum(len(meld.laid) for meld in own)
    return alone and laid == round.placed and any(len(meld.meld) >= CANASTA for meld in own)


@dataclass(frozen=True)
class GoingOut:
    """What forbids a move of play: ranks that lie there already, and going out without what it needs."""

    canastas: int
    discard_required: bool = False

    def __call__(self, round: Round, action: Action) -> Refusal | None:
        """Say why a move is not made."""
        use = action.use if isinstance(action, Draw) else action
        if isinstance(use, LayDown):
            refusal = self._one_of_a_rank(round, use)
            if refusal is not None:
                return refusal
        if not isinstance(use, LayDown | LayOff | Discard | EndTurn):
            return None
        return self._about_going_out(round, action, use)

    def _one_of_a_rank(self, round: Round, action: LayDown) -> Refusal | None:
        refuse, side = round.rules.refuse, round.rules.side_of[round.active]
        ranks = [rank_of(meld) for meld in action.melds]
        for meld in round.table.values():
            if meld.owner in side and rank_of(meld.meld) in ranks:
                return refuse(CanastaReason.ONE_MELD, number=meld.number)
        return refuse(CanastaReason.SAME_RANK) if len(set(ranks)) < len(ranks) else None

    def _about_going_out(self, round: Round, action: Action, use: Action) -> Refusal | None:
        seat, answer = round.active, round.state[ANSWER]
        threes = isinstance(use, LayDown) and any(rank_of(meld) == THREE for meld in use.melds)
        if not threes and answer != YES and _cards_after(round, action, use) > 1:
            return None
        refuse, trial = round.rules.refuse, round.copy()
        trial.apply(action)
        if trial.turn != round.turn:
            return refuse(CanastaReason.MUST_GO_OUT) if answer == YES else None
        cards_left = trial.hands[seat].bit_count()
        if cards_left <= (0 if trial.final_turn else 1):
            if answer == NO:
                return refuse(CanastaReason.MAY_NOT_GO_OUT)
            count = canastas_of(trial.table.values(), round.rules.side_of[seat])
            # A last card may still complete a canasta.
            if count < self.canastas and not (cards_left and self.is_possible(trial)):
                return refuse(CanastaReason.CANASTA_NEEDED, needed=self.canastas, count=count)
            return None
        if threes:
            return refuse(CanastaReason.BLACK_LAST)
        if answer == YES and (isinstance(use, EndTurn) or not self.is_possible(trial)):
            return refuse(CanastaReason.MUST_GO_OUT)
        return None

    # -- could the seat on turn go out? --------------------------------------------------------------------

    def is_possible(self, round: Round) -> bool:
        """Whether the seat on turn could lay all its cards, but for a discard, and has the canastas to go out."""
        cards = round.rules.pack.cards_in(round.hands[round.active])
        spared: list[Card | None] = [] if round.final_turn else list(dict.fromkeys(cards))
        if round.final_turn or not self.discard_required:
            spared.append(None)
        return any(self._can_lay(round, _without(cards, card)) for card in spared)

    def _can_lay(self, round: Round, cards: list[Card]) -> bool:
        melds, seat = round.rules.melds, round.active
        if not round.has_melded(seat):
            needed = round.rules.flow.laying_down.first_for(round, seat).min_points
            if sum(melds.own_points(card) for card in cards) < needed:
                return False
        wild = sum(map(melds.is_wild, cards))
        naturals = Counter(card.rank for card in cards if not melds.is_wild(card))
        if naturals.pop(THREE, 0) not in (0, 3, 4):
            return False
        side, most = round.rules.side_of[seat], melds.max_jokers or len(cards)
        lying = {rank_of(meld.meld): meld.meld for meld in round.table.values() if meld.owner in side}
        sizes, needed_wild = [], 0
        for rank in {*naturals, *lying}:
            there, count = lying.get(rank), naturals[rank]
            if there is None and count < 2:
                return False
            fill = 1 if there is None and count == 2 else 0
            used = fill if there is None else len(there.jokers)
            sizes.append(((0 if there is None else len(there)) + count + fill, most - used))
            needed_wild += fill
        spare = wild - needed_wild
        if not 0 <= spare <= sum(room for _, room in sizes):
            return False
        done = 0
        for lacking, room in sorted((max(0, CANASTA - size), room) for size, room in sizes):
            if lacking <= min(room, spare):
                spare -= lacking
                done += 1
        return done >= self.canastas


def _cards_after(round: Round, action: Action, use: Action) -> int:
    """Return how many cards the seat on turn has after a move, the one to discard among them."""
    held = round.hands[round.active].bit_count()
    if isinstance(action, Draw):
        held += len(round.pile) - len(red_threes_in(round.rules.pack, round.rules.pack.add_all(0, round.pile)))
    if isinstance(use, LayDown):
        return held - sum(map(len, use.melds))
    return held - (0 if isinstance(use, EndTurn) else 1) + isinstance(use, Discard)


def _without(cards: Iterable[Card], card: Card | None) -> list[Card]:
    left = list(cards)
    if card is not None:
        left.remove(card)
    return left
