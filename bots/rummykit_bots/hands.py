"""How good a hand is that keeps its melds: what they leave over now, and what with the next card."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING

from rummykit.engine.round import Round
from rummykit.engine.table import Ending, Outcome
from rummykit_bots.conditions import conditioned
from rummykit_bots.knowledge import GAMES_REMEMBERED
from rummykit_bots.weights import LEFT_AFTER_LAP, LEFT_AT_FIRST, LEFT_AT_LAST, LEFT_WHILE_NOBODY_ENDS

if TYPE_CHECKING:
    from rummykit.engine.ruleset import Ruleset
    from rummykit.engine.views import View
    from rummykit_bots.weights import CollectingWeights


@dataclass(frozen=True, slots=True)
class AtStake:
    """What ending a round brings besides the cards: the fine for whoever knocks and is not lowest, the prize of a call.

    All count against the others: how far the one who ends the round falls behind, or gets ahead. ``bare_knock`` is the
    prize of a knock with nothing left.
    """

    undercut: int
    call: int
    bare_knock: int = 0


@lru_cache(GAMES_REMEMBERED)
def at_stake(rules: Ruleset) -> AtStake:
    """Ask the scoring, with made-up rounds in which one hand has a single card and the others have none."""
    kind = max(range(rules.pack.naturals), key=rules.card_values.__getitem__)
    value, one_card, rival = rules.card_values[kind], rules.pack.bits[kind][0], rules.sides[1][0]

    def behind(ending: Ending, holder: int) -> int:
        """Return how far seat 0, which ends the round, lies behind the side of the rival."""
        round = Round(rules, 0, 0)
        round.hands = [one_card if seat == holder else 0 for seat in range(rules.players)]
        round.outcome = Outcome(ending, 0, rules.pack.cards[kind])
        totals = rules.scoring.score(round).of_sides(rules.sides).totals
        own, other = totals[0], totals[rival]
        return other - own if rules.scoring.high_wins else own - other

    return AtStake(
        undercut=behind(Ending.KNOCK, 0) - value,
        call=-behind(Ending.CALL, rival) - value,
        bare_knock=-behind(Ending.KNOCK, rival) - value,
    )


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a hand is expected to leave over after one more card and the best discard, and what that is worth.

    ``all_melded`` is how likely nothing is left.
    """

    left: float
    worth: float
    all_melded: float


class Hands:
    """Judges hands that may come from one view. Made anew for every decision; keeps nothing beyond it."""

    def __init__(self, view: View, weights: CollectingWeights) -> None:
        self.view = view
        self.weights = weights
        self.rules = rules = view.rules
        self.pack = pack = rules.pack
        self.least = conditioned(rules).least if rules.flow.hand_condition else rules.least_deadwood
        self.values = rules.card_values
        self.stakes = at_stake(rules)
        self.others = Others(view)
        seen = pack.add_all(view.hand, [*pack.kinds(view.pool), *view.seen_discards])
        for shown in view.shown:
            if shown.seat == view.seat:
                continue  # those are in the hand already
            cards = [placed.card for meld in shown.melds for placed in meld.cards]
            seen = pack.add_all(seen, [card.kind for card in (*cards, *shown.left)])
        self._unseen = pack.subtract(pack.everything, seen)
        self._prospects: dict[int, Prospect] = {}

    @cached_property
    def unseen(self) -> dict[int, int]:
        """The kinds that may still come, and how many cards of each."""
        kinds = self.pack.kinds(self._unseen)
        return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}

    # -- what a hand leaves over -----------------------------------------------------------------------

    def after_discard(self, hand: int, kept: int | None = None) -> int:
        """Return the least that is left after a discard of any card but of the kind *kept*."""
        kinds = dict.fromkeys(self.pack.kinds(hand))
        return min(self.least(self.pack.remove(hand, kind)) for kind in kinds if kind != kept)

    def leaves_less(self, hand: int, than: int) -> bool:
        """Whether less than so much is left after some discard."""
        over = self.least(hand) - than  # no discard takes off more than it counts
        kinds = [kind for kind in dict.fromkeys(self.pack.kinds(hand)) if self.values[kind] > over]
        kinds.sort(key=lambda kind: -self.values[kind])
        return any(self.least(self.pack.remove(hand, kind)) < than for kind in kinds)

    def prospect(self, hand: int) -> Prospect:
        """Return what the next card from the stock is expected to do for a hand."""
        known = self._prospects.get(hand)
        if known is None:
            known = self._prospects[hand] = self._prospect(hand)
        return known

    def _prospect(self, hand: int) -> Prospect:
        least, values, pack = self.least, self.values, self.pack
        now = least(hand)
        loose = [
            kind for kind in dict.fromkeys(pack.kinds(hand)) if least(pack.remove(hand, kind)) == now - values[kind]
        ]
        loose.sort(key=lambda kind: -values[kind])
        highest = values[loose[0]] if loose else 0
        left = melded = cards = 0
        worth = 0.0
        for kind, count in self.unseen.items():
            longer, value = pack.add(hand, kind), values[kind]
            with_it = least(longer)
            if with_it == now + value:  # of no use but that it may count less than a card that goes for it
                rest = now - max(0, highest - value)
            else:
                rest = self._without_highest(longer, with_it, loose)
            cards += count
            left += count * rest
            worth += count * self.worth_now(rest)
            if not rest:
                melded += count
        if not cards:
            return Prospect(now, self.worth_now(now), 0.0)
        return Prospect(left / cards, worth / cards, melded / cards)

    def _without_highest(self, hand: int, left: int, loose: list[int]) -> int:
        """Return what *hand* leaves after a discard; *loose* are the cards likely to go, the highest first."""
        for kind in loose:
            if self.least(self.pack.remove(hand, kind)) == left - self.values[kind]:
                return left - self.values[kind]
        return self.after_discard(hand)

    # -- what that is worth: less is better ------------------------------------------------------------

    def worth_now(self, left: int) -> float:
        """Return what a hand counts that leaves so much over: less if one can end the round with it."""
        worth: float = left
        if self.view.announced is not None:
            return worth - self.stakes.undercut * (left < self.view.shown[0].points)
        knocking = self.rules.flow.knocking
        limit = None if knocking is None else knocking.limit_in(self.view)
        if not left or (limit is not None and left <= limit):
            worth -= self.weights.end * self.others.mean()
        return worth if left else worth - self.stakes.call

    def worth(self, hand: int) -> float:
        """Return what a hand counts at the end of this seat's turn."""
        now = self.least(hand)
        if self.view.final_turn:
            return now
        gained = now - self.prospect(hand).worth
        return now - (1 - self.others.risk) * self.weights.ahead * gained

    def danger(self, kind: int) -> float:
        """Return 0 … 1: how well a discard would fit what the next player may hold."""
        pack, melds = self.pack, self.rules.melds
        if kind >= pack.naturals:
            return 1.0
        width = len(pack.ranks)
        suit, rank = divmod(kind, width)
        there = [self.unseen.get(other, 0) / pack.copies for other in range(pack.naturals)]
        twins = [there[other * width + rank] for other in range(len(pack.suits)) if other != suit]
        sets = [prod(pair) for pair in combinations(twins, melds.min_set - 1)]
        row = there[suit * width : (suit + 1) * width]
        starts = [start for start in range(melds.starts) if melds.has_run(start, melds.min_run)]
        windows = [melds.line[start : start + melds.min_run] for start in starts]
        runs = [prod(row[other] for other in ranks if other != rank) for ranks in windows if rank in ranks]
        return (sum(sets) / max(len(sets), 1) + sum(runs) / melds.min_run) / 2


class Others:
    """What the other players may hold, by the number of their turns: they are taken to play about as well."""

    def __init__(self, view: View) -> None:
        self.view = view
        rules = view.rules
        values = [rules.card_values[kind] for kind in rules.pack.kinds(rules.pack.everything)]
        others = [seat for seat in range(view.players) if seat not in rules.side_of[view.seat] and not view.gone[seat]]
        sizes = [view.hand_sizes[seat] for seat in others]
        knocking = rules.flow.knocking
        self._limit = 0 if knocking is None else knocking.limit_in(view)
        self._count = len(sizes)
        self._mean_card = sum(values) / len(values)
        self._at_first = max(1.0, LEFT_AT_FIRST * self._mean_card * sum(sizes) / self._count)

    def mean(self, laps: int = 0) -> float:
        """Return what melds are thought to leave of another hand so many laps from now."""
        share: float = LEFT_AFTER_LAP ** (self.view.lap - 1 + laps)
        return self._at_first * max(share, LEFT_AT_LAST if self._limit is not None else LEFT_WHILE_NOBODY_ENDS)

    def below(self, points: float, laps: int = 0) -> float:
        """Return how likely one of the others has less than *points* left over so many laps from now.

        Hands are taken to lie between nothing and twice the mean, most of them near it.
        """
        share = min(points / (2 * self.mean(laps)), 1.0)
        one = 2 * share**2 if share < 0.5 else 1 - 2 * (1 - share) ** 2
        return 1 - (1 - one) ** self._count

    @cached_property
    def ends_with(self) -> float:
        """The most with which another player is thought to end the round."""
        return self.mean() / 2 if self._limit is None else float(self._limit)

    @cached_property
    def risk(self) -> float:
        """How likely another player ends the round before this seat has its next turn: they are one good card away."""
        return self.below(self.ends_with + self._mean_card)

    def mean_if_one_ends(self, laps: int) -> float:
        """Return what the others are thought to have on average if one of them ends the round."""
        return (self.ends_with / 2 + (self._count - 1) * self.mean(laps)) / self._count
