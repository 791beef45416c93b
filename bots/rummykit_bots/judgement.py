"""How good a position is, in points of the score sheet relative to the others."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from rummykit.engine.actions import PASS
from rummykit.parts import Discarding
from rummykit_bots.conditions import melds_towards
from rummykit_bots.knowledge import knowledge
from rummykit_bots.weights import LAST_LAPS, LONG_HAND, SHORT_HAND, USUAL, WHERE_MELDS_COUNT

if TYPE_CHECKING:
    from rummykit.engine.table import TableMeld
    from rummykit.engine.views import View
    from rummykit.solver import Arrangement
    from rummykit_bots.position import Position
    from rummykit_bots.weights import Weights


class Judgement:
    """Judges positions that may come from one view. Made anew for every decision; keeps nothing beyond it."""

    def __init__(self, view: View, weights: Weights | None = None) -> None:
        self.view = view
        self.know = know = knowledge(view.rules)
        self.side = view.rules.side_of[view.seat]
        """The seats that play together with this one, its own among them."""
        self.weights = weights = weights or (WHERE_MELDS_COUNT if know.table_counts else USUAL)
        pack = know.pack
        seen = view.hand
        for meld in view.table:
            seen = seen | meld.meld.heap if pack.copies == 1 else pack.add_all(seen, pack.kinds(meld.meld.heap))
        seen = pack.add_all(seen, view.seen_discards)
        self.seen = seen
        self.unseen = pack.first_copies & ~know.exhausted(seen)
        """The kinds that may still come from the stock, or lie in a hand or under the pile."""
        self.risk = 1.0 if view.final_turn else max(weights.calm_risk, self._end_in_sight())
        """How likely it seems that a card in the hand now will be in the hand at the end."""
        self.first = view.rules.flow.laying_down.first_for(view, view.seat)
        """What the first meld of the seat must reach."""
        self.melds_wait = not self.first.is_free or view.lap <= view.rules.flow.laying_down.no_meld_laps
        """Whether a player who has not melded may have to keep melds in the hand."""
        self._held: dict[int, Arrangement] = {}
        self._margins: dict[int, tuple[tuple[TableMeld, ...], float]] = {}

    def _end_in_sight(self) -> float:
        """Return 0 … 1: how near the end of the round looks, from the others' hands and the stock."""
        view = self.view
        shortest = min(size for seat, size in enumerate(view.hand_sizes) if seat != view.seat and not view.gone[seat])
        laps = self.cards_to_draw / view.players
        by_hand = max(0.0, 1 - (shortest - 1) / SHORT_HAND) if any(view.melded) else 0.0
        return max(by_hand, max(0.0, 1 - laps / LAST_LAPS))

    @property
    def cards_to_draw(self) -> int:
        """How many cards the stock has, with the discards that may become stock."""
        view, drawing = self.view, self.view.rules.flow.drawing
        again = drawing.exhausted == "reshuffle" and drawing.reshuffles
        return view.stock_size + (max(0, view.pile_size - 1) if again else 0)

    @cached_property
    def may_lay_all_at_once(self) -> bool:
        """Whether laying the whole hand at once would still count as such."""
        view, rule = self.view, self.view.rules.flow.laying_down.at_once
        if rule.when == "never" or (view.melded[view.seat] and not view.opened_now):
            return False
        others = any(melded for seat, melded in enumerate(view.melded) if seat not in self.side)
        return rule.when == "own_all_at_once" or not others

    def may_rearrange(self, position: Position) -> bool:
        """Whether the whole table may be rearranged in a position; a mod may forbid more than the bot can know."""
        flow = self.view.rules.flow
        rule = flow.rearranging
        if rule is None or not rule.allowed or flow.restrictions:
            return False
        return position.melded and (rule.same_turn or not position.opened_now)

    @cached_property
    def may_draw_instead(self) -> bool:
        """Whether drawing is a move in place of placing cards, and not one of the last."""
        return PASS in self.view.legal and self.may_draw_on

    @property
    def may_draw_on(self) -> bool:
        """Whether there will be cards to draw for a while."""
        return self.cards_to_draw > 2 * self.view.players

    def surely_leaves_a_discard(self, position: Position) -> bool:
        """Whether the turn can be ended from a position: what is left might be cards that must not be thrown."""
        ending, hand = self.view.rules.flow.discarding, position.hand
        if not isinstance(ending, Discarding) or not hand or hand.bit_count() >= ending.always_enough:
            return True
        if not ending.final_allowed and hand.bit_count() == 1:
            return False
        return (hand & ~self.know.rules.melds.wild_bits).bit_count() > (not ending.taken_allowed)

    # -- the open bonus items --------------------------------------------------------------------------

    def margin(self, table: tuple[TableMeld, ...]) -> float:
        """Return the lead of the side in bonus points over the mean of the others, as the table stands."""
        # Positions share their tables, so identity is enough; keeping the table keeps its id its own.
        known = self._margins.get(id(table))
        if known is None:
            known = self._margins[id(table)] = (table, self._lead(table))
        return known[1]

    def _lead(self, table: tuple[TableMeld, ...]) -> float:
        view, scoring = self.view, self.view.rules.scoring
        own = total = 0
        for item in scoring.standing(view.players, table, view.side_cards):
            own += sum([item.points[seat] for seat in self.side])
            total += sum(item.points)
        lead = own - (total - own) / self._other_sides
        return lead if scoring.high_wins else -lead

    @cached_property
    def finisher_points(self) -> int:
        """What open items bring to whoever goes out.

        An item that counts nothing on the table is decided by the end of the round; such items are taken
        to be worth as much as the others.
        """
        items = self.view.standing
        usual = max((max(item.points) for item in items), default=0)
        return usual * sum(not item.counts for item in items)

    @cached_property
    def others_penalty(self) -> float:
        """What the others would pay, on average, if the round ended now, less what partners would."""
        sizes = self.view.hand_sizes
        own = sum(sizes[seat] for seat in self.side)
        partners = own - sizes[self.view.seat]
        return ((sum(sizes) - own) / self._other_sides - partners) * self.know.mean_penalty

    @property
    def _other_sides(self) -> int:
        return len(self.view.rules.sides) - 1

    @cached_property
    def discards_for_partner(self) -> bool:
        """Whether the next to draw is a partner, whom a discard may well help."""
        return len(self.side) > 1 and (self.view.seat + 1) % self.view.players in self.side

    def helps_others(self, meld: TableMeld) -> bool:
        """Whether cards that fit a meld may be of use to the others: not where partners have it to themselves."""
        return not (self._partners_have_own and meld.owner in self.side)

    @cached_property
    def _partners_have_own(self) -> bool:
        return len(self.side) > 1 and self.view.rules.flow.laying_off.on == "own"

    # -- positions -------------------------------------------------------------------------------------

    def value(self, position: Position) -> float:
        """Return what a position promises while the round goes on."""
        hand, weights = position.hand, self.weights
        burden = self.risk * self.know.hand_penalty(hand) + weights.card_left * hand.bit_count()
        value = weights.bonus * self.margin(position.table) + self.potential(position) - burden
        if position.melded or not self.melds_wait:
            return value
        return value + self.held_worth(hand) - weights.opening

    def held(self, hand: int) -> Arrangement:
        """Return the melds of a hand that has to keep them."""
        known = self._held.get(hand)
        if known is None:
            known = self._held[hand] = self._melds_to_keep(hand)
        return known

    def _melds_to_keep(self, hand: int) -> Arrangement:
        rules, first = self.view.rules, self.first
        most_points = rules.arranger.most_points
        if not first.demands:
            return most_points(hand, joker_counts=first.joker_counts)
        wanted, left = melds_towards(first.demands, rules, hand), hand
        for meld in wanted:
            left = rules.pack.subtract(left, meld.heap)
        # Where no meld more may be laid, others are of no use yet.
        others = most_points(0 if first.exactly else left, joker_counts=first.joker_counts)
        points = others.points + sum([meld.worth(first.joker_counts) for meld in wanted])
        left = left if first.exactly else others.left
        return others._replace(melds=(*wanted, *others.melds), left=left, points=points)

    def held_worth(self, hand: int) -> float:
        """Return the worth of melds kept in the hand: cards that will go, and points for the first meld."""
        held = self.held(hand)
        placed = hand.bit_count() - held.left.bit_count()
        return self.weights.held_card * placed + self.weights.held_point * min(self.first.reached(held.melds))

    def value_out(self, position: Position, last: int) -> float:
        """Return what it brings to go out from a position with a discard of the kind *last*."""
        return self.know.factor[last] * self.lead_if_out(position)

    def lead_if_out(self, position: Position) -> float:
        """Return the lead over the others if this seat went out now, before any factor."""
        return self.margin(position.table) + self.finisher_points + self.others_penalty

    def value_at_stock_end(self, position: Position) -> float:
        """Return what a position brings if the round is scored after this turn without anybody going out."""
        return self.margin(position.table) + self.others_penalty - self.know.hand_penalty(position.hand)

    def potential(self, position: Position) -> float:
        """Return the worth of what the hand may become: cards to come that would complete or prepare a meld."""
        if self.view.final_turn:
            return 0.0
        know = self.know
        jokers = (position.hand & know.rules.melds.wild_bits).bit_count()
        if position.melded and know.rearranges:
            return self.weights.free_joker * jokers if self.may_draw_on else 0.0
        if position.hand.bit_count() < min(know.in_run, know.in_set):
            return 0.0  # with the next card there would be a meld, but no card left to discard
        hand = know.kinds(position.hand)
        complete = nearly = 0
        in_suits = [know.row_mask] + [0] * (know.in_set - 1)  # the ranks held in so many suits at least
        for suit, shift in enumerate(know.shifts):
            row = hand >> shift & know.row_mask
            if not row:
                continue
            joker = bool(position.pool & know.joker_of_suit[suit])
            in_suit, near_in_suit = know.run_chances(row, joker)
            complete |= in_suit << shift
            nearly |= near_in_suit << shift
            for suits in range(know.in_set - 1, 0, -1):
                in_suits[suits] |= in_suits[suits - 1] & row
        complete |= in_suits[-1] * know.every_suit
        nearly |= (in_suits[-2] & ~in_suits[-1]) * know.every_suit
        complete &= self.unseen
        nearly &= self.unseen & ~complete
        weights = self.weights
        if jokers:
            complete, nearly = complete | nearly, 0
        worth = weights.out * complete.bit_count() + weights.near * nearly.bit_count() + weights.joker * jokers
        return (1 - self.risk) * worth

    @property
    def unknown_card_burden(self) -> float:
        """What a card from the stock costs that was not wanted."""
        return self.risk * self.know.mean_penalty + self.weights.card_left

    # -- discards --------------------------------------------------------------------------------------

    def to_spare(self, position: Position) -> list[int]:
        """Return the kinds worth thinking of as a discard: from a hand that keeps melds, what is in none."""
        pack = self.know.pack
        if not self.melds_wait or position.melded:
            return list(dict.fromkeys(pack.kinds(position.hand)))
        held = self.held(position.hand)
        if not held.left:
            kinds = dict.fromkeys(pack.kinds(position.hand))
            if position.hand.bit_count() <= LONG_HAND:
                return list(kinds)
            dearest = max(kinds, key=self.know.penalty.__getitem__)
            self._held.setdefault(pack.remove(position.hand, dearest), held)  # near enough
            return [dearest]
        found = list(dict.fromkeys(pack.kinds(held.left)))
        for kind in found:
            # Without a card that is in no meld the best melds are the same.
            rest = held._replace(left=pack.remove(held.left, kind))
            self._held.setdefault(pack.remove(position.hand, kind), rest)
        return found

    def discard_cost(self, position: Position, kind: int) -> float:
        """Return what is lost by discarding *kind* beside the card itself: help for the others, a fine finish."""
        know, weights = self.know, self.weights
        if self.view.final_turn:
            return 0.0
        if kind >= know.pack.naturals:
            return weights.joker_gift + self._finish_card_worth(position, kind)
        if self.discards_for_partner:
            return self._finish_card_worth(position, kind)
        cost, own_are_useless = 0.0, self._partners_have_own
        bit = 1 << kind
        for meld in position.table:
            if own_are_useless and not self.helps_others(meld):
                continue
            if meld.fits & bit:
                cost += weights.help
            elif meld.wanted & bit:
                cost += weights.joker_help
        suit, rank = divmod(kind, know.width)
        row = self.unseen >> (suit * know.width) & know.row_mask
        twins = (self.unseen & (know.every_suit << rank)).bit_count()
        cost += weights.danger * (know.runs_through(rank, row) + twins * (twins - 1) / 2)
        return cost + self._finish_card_worth(position, kind)

    def _finish_card_worth(self, position: Position, kind: int) -> float:
        """Return the worth of keeping a card that multiplies the score, if going out is near and would pay."""
        factor = self.know.factor
        held = position.hand.bit_count()
        if factor[kind] == 1 or held > SHORT_HAND or not position.melded:
            return 0.0
        if sum(factor[other] > 1 for other in self.know.pack.kinds(position.hand)) > 1:
            return 0.0  # only one card can be the last
        return self.weights.finish_card * (factor[kind] - 1) * max(0.0, self.lead_if_out(position)) / held
