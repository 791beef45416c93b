"""The books of a match: what every round brings, who is still in, what is paid, who may buy back, and who deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from rummykit.errors import SetupError
from rummykit.i18n import say

if TYPE_CHECKING:
    from rummykit.engine.match_format import StakesOptions
    from rummykit.engine.ruleset import Ruleset
    from rummykit.engine.scoring import RoundScore, ScoreItem


@dataclass(frozen=True, slots=True)
class Standing:
    """The totals, and who is still in. Seats are those of the match.

    ``finisher`` ended the last round, or nobody did; ``last_out`` are the seats that it put out and that have not
    bought back. ``side_of`` has for every seat the seats of its side; without it everybody plays alone.
    """

    rounds: int
    totals: tuple[int, ...]
    still_in: tuple[int, ...]
    last_out: tuple[int, ...] = ()
    finisher: int | None = None
    side_of: tuple[tuple[int, ...], ...] = ()

    def side(self, seat: int) -> tuple[int, ...]:
        """Return the seats of a seat's side."""
        return self.side_of[seat] if self.side_of else (seat,)

    @property
    def sides_left(self) -> int:
        """How many sides are still in."""
        return len({self.side(seat) for seat in self.still_in})


class Event(Enum):
    """What a line of the sheet tells of."""

    ANTE = "ante"
    ROUND = "round"
    BUYBACK = "buyback"
    DECLINED = "declined"
    """A player was asked and did not buy back."""
    BONUS = "bonus"
    """What the match added to the points of its rounds when it was over."""
    PER_POINT = "per_point"
    """The others paid the winners for the points between them."""
    POT = "pot"
    """The winners took the pot."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """What happened, and how everybody stands after it. Seats are those of the match.

    ``round`` is the number of the round played last. ``seat`` ended the round, or was asked whether to buy back.
    ``points`` are those of a round, None for a seat that did not play in it, or of a bonus, and empty on other lines.
    ``out`` are the seats that the round put out. ``title`` is that of a bonus: English, to be said where it is shown.
    """

    event: Event
    round: int
    totals: tuple[int, ...]
    chips: tuple[int, ...]
    pot: int
    seat: int | None = None
    points: tuple[int | None, ...] = ()
    out: tuple[int, ...] = ()
    title: str = ""


class Ledger:
    """The chips of every seat and the pot; together they never change.

    >>> from rummykit.parts import StakesOptions
    >>> ledger = Ledger(StakesOptions(ante=5, chips=20), players=2)
    >>> ledger.collect_antes((0, 1), 5)
    >>> ledger.chips, ledger.pot
    ([15, 15], 10)
    """

    def __init__(self, stakes: StakesOptions, players: int) -> None:
        self.stakes = stakes
        self.chips = [stakes.chips] * players
        self.pot = 0

    def can_pay(self, seat: int, amount: int) -> bool:
        """Whether a seat can pay an amount in full."""
        return self.stakes.debt or self.chips[seat] >= amount

    def put_in(self, seat: int, amount: int) -> None:
        """Move chips from a seat to the pot."""
        self.pot += self._taken(seat, amount)

    def collect_antes(self, seats: Sequence[int], amount: int) -> None:
        """Let seats put an ante into the pot."""
        for seat in seats:
            self.put_in(seat, amount)

    def collect_fee(self, finisher: int, points: Mapping[int, int], high_wins: bool, more: int = 0) -> None:
        """Pay whoever ended the round the fee, and *more* besides; *points* has what each seat in it scored.

        A player pays nothing to their partner, who is left out of *points*.
        """
        own = points[finisher]
        undercut = any(other > own if high_wins else other < own for other in points.values())
        fee = more + (0 if undercut and not self.stakes.fee_if_undercut else self.stakes.fee)
        for seat in points:
            if seat != finisher:
                self.chips[finisher] += self._taken(seat, fee)

    def pay_winners(self, winners: Sequence[int], owed: Mapping[int, int]) -> None:
        """Let other seats pay what each of them owes; the winners share it."""
        self._share(sum(self._taken(seat, amount) for seat, amount in owed.items()), winners)

    def pay_out(self, winners: Sequence[int]) -> None:
        """Share the pot out."""
        self._share(self.pot, winners)
        self.pot = 0

    def _share(self, amount: int, winners: Sequence[int]) -> None:
        """Share chips evenly; those that cannot be divided go to the first winners, one each."""
        share, odd = divmod(amount, len(winners))
        for at, seat in enumerate(winners):
            self.chips[seat] += share + (at < odd)

    def _taken(self, seat: int, amount: int) -> int:
        if not self.can_pay(seat, amount):
            amount = self.chips[seat]
        self.chips[seat] -= amount
        return amount


@dataclass(frozen=True, slots=True)
class Offer:
    """A buy-back that a seat is asked about: what it pays, and the total it would have then."""

    seat: int
    price: int
    new_total: int


class Books:
    """The books of one match, from the scores of its rounds, wherever these were played.

    The deal moves clockwise among the players still in, or to the one of them who did best or worst in the round, of
    equals to the first clockwise (`Deal.next_dealer`). After a round come the fee, the points, the eliminations, the
    offers to buy back (the worst total first, equal ones clockwise from the dealer's left), the antes, and the next
    deal. While an `offer` is open, no round is in play.

    All seats here are those of the match. A round has seats of its own, numbered from 0 among those who play in it;
    ``seated[seat]`` is the match seat of a round seat.

    Whatever belongs to a side, each of its seats has: partners have the same points and the same total, are out
    together, buy back once for both, and win together. Chips are everybody's own.
    """

    def __init__(self, rules: Ruleset, names: Sequence[str], dealer: int) -> None:
        if len(names) != rules.players:
            raise SetupError(
                say(
                    "The rules are set up for {players} players, but {named} are named.",
                    players=rules.players,
                    named=len(names),
                )
            )
        self.rules = rules
        self.format = rules.match
        self.names = tuple(names)
        self.scores: list[RoundScore] = []
        """The score of every round; whoever did not play in it has no points there."""
        self.bonuses: tuple[ScoreItem, ...] = ()
        """What the match added when it was over."""
        self.sheet: list[SheetLine] = []
        self.still_in = self.seated = tuple(range(rules.players))
        self.bought = [0] * rules.players
        """How often each seat has bought back."""
        self.lowered = [0] * rules.players
        """By how much buy-backs have lowered each total."""
        self.offer: Offer | None = None
        self.is_over = False
        self.dealer = self.first_dealer = dealer
        self._ledger = Ledger(self.format.stakes, rules.players)
        self._unasked: list[int] = []
        self._last_out: tuple[int, ...] = ()
        self._finisher: int | None = None
        self._collect_antes(self.format.stakes.ante + self.format.stakes.ante_each_round)

    # -- how it stands ---------------------------------------------------------------------------------

    @property
    def totals(self) -> tuple[int, ...]:
        """The running totals; once the match is over, with its bonuses."""
        return tuple(
            sum(score.totals[seat] for score in self.scores) + sum(item.points[seat] for item in self.bonuses) - lowered
            for seat, lowered in enumerate(self.lowered)
        )

    @property
    def chips(self) -> tuple[int, ...]:
        """The chips of every seat; less than none is a debt."""
        return tuple(self._ledger.chips)

    @property
    def pot(self) -> int:
        """The chips in the pot."""
        return self._ledger.pot

    @property
    def standing(self) -> Standing:
        """How the match stands after the last finished round."""
        return Standing(
            len(self.scores), self.totals, self.still_in, self._last_out, self._finisher, self.rules.side_of
        )

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the best total of those still in; equal totals share the win, as partners always do."""
        return self.format.winners(self.standing, self.rules.scoring.high_wins)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of the match that play together, side by side; a player alone is a side of one."""
        return self.rules.sides

    # -- from round to round ---------------------------------------------------------------------------

    def settle(self, score: RoundScore, finisher: int | None) -> None:
        """Enter a round: fee, points, eliminations, in this order; then ask who may buy back.

        The seats of the *score* and the *finisher*, who ended the round or is nobody, are those of the round.
        """
        if self.rules.has_partners:
            score = score.of_sides(self.rules.for_players(len(self.seated)).sides)
        points = dict(zip(self.seated, score.totals, strict=True))
        self._finisher = None if finisher is None else self.seated[finisher]
        if self._finisher is not None:
            partners = set(self.rules.side_of[self._finisher]) - {self._finisher}
            paying = {seat: scored for seat, scored in points.items() if seat not in partners}
            self._ledger.collect_fee(self._finisher, paying, self.rules.scoring.high_wins, score.fee)
        self.scores.append(score.spread(self.seated, self.rules.players))
        totals = self.totals
        self._last_out = tuple(seat for seat in self.still_in if self.format.puts_out(totals[seat]))
        self.still_in = tuple(seat for seat in self.still_in if seat not in self._last_out)
        self._write(
            Event.ROUND, self._finisher, tuple(points.get(seat) for seat in range(self.rules.players)), self._last_out
        )
        if self.format.buys_back:
            asked = (min(side, key=self._from_dealer) for side in {self.rules.side_of[seat] for seat in self.seated})
            self._unasked = sorted(asked, key=lambda seat: (-totals[seat], self._from_dealer(seat)))
        self._go_on()

    def answer_offer(self, accept: bool) -> None:
        """Enter whether the seat that is asked buys back, for its whole side."""
        offer = self.offer
        assert offer is not None
        if accept:
            side, less = self.rules.side_of[offer.seat], self.totals[offer.seat] - offer.new_total
            self._ledger.put_in(offer.seat, offer.price)
            for seat in side:
                self.lowered[seat] += less
                self.bought[seat] += 1
            self.still_in = tuple(sorted({*self.still_in, *side}))
            self._last_out = tuple(seat for seat in self._last_out if seat not in side)
        self._write(Event.BUYBACK if accept else Event.DECLINED, offer.seat)
        self._go_on()

    def shown(self, points: int) -> int:
        """Return points as the sheet writes them: bad ones with a minus, where the table writes them so."""
        return -points if getattr(self.rules.scoring, "minus", False) else points

    def _from_dealer(self, seat: int) -> int:
        """Count the seats clockwise from the dealer's left neighbour."""
        return (seat - self.dealer - 1) % self.rules.players

    def _go_on(self) -> None:
        """Make the next offer; if there is none, end the match or pass the deal on."""
        self.offer = self._next_offer()
        if self.offer is not None:
            return
        if self.format.is_over(self.standing):
            self.is_over = True
            for item in self.format.bonuses(self.scores, self.rules.scoring.high_wins):
                self.bonuses += (item,)
                self._write(Event.BONUS, points=item.points, title=item.title)
            self._pay_winners(sorted(self.winners, key=self._from_dealer))
            return
        self.dealer = self._next_dealer()
        self.seated = self.still_in
        self._collect_antes(self.format.stakes.ante_each_round)

    def _collect_antes(self, amount: int) -> None:
        if amount:
            self._ledger.collect_antes(self.still_in, amount)
            self._write(Event.ANTE)

    def _pay_winners(self, winners: Sequence[int]) -> None:
        """Pay for the points between the totals, and pay out the pot."""
        price, totals = self.format.stakes.per_point, self.totals
        if price:
            sign = 1 if self.rules.scoring.high_wins else -1
            best = max(sign * totals[seat] for seat in winners)
            others = (seat for seat in range(self.rules.players) if seat not in winners)
            # Winners who share what nobody survived may have done worse than somebody who was out before.
            self._ledger.pay_winners(winners, {seat: price * max(0, best - sign * totals[seat]) for seat in others})
            self._write(Event.PER_POINT)
        if self.pot:
            self._ledger.pay_out(winners)
            self._write(Event.POT)

    def _next_dealer(self) -> int:
        """Return who deals the next round: of those still in the next one clockwise, or who did best or worst."""
        rule, high_wins, points = self.rules.deal.next_dealer, self.rules.scoring.high_wins, self.scores[-1].totals
        sign = 0 if rule == "clockwise" else 1 if (rule == "loser") == high_wins else -1
        return min(self.still_in, key=lambda seat: (sign * points[seat], self._from_dealer(seat)))

    def _next_offer(self) -> Offer | None:
        while self._unasked:
            seat, standing = self._unasked.pop(0), self.standing
            # Those who are out are asked first, so here nobody can come back any more.
            if seat in self.still_in and self.format.is_over(standing):
                return None
            if self.format.objection(seat, standing, self.bought[seat], self._ledger) is None:
                return Offer(seat, self.format.stakes.buyback_price, self.format.new_total(seat, standing))
        return None

    def _write(
        self,
        event: Event,
        seat: int | None = None,
        points: tuple[int | None, ...] = (),
        out: tuple[int, ...] = (),
        title: str = "",
    ) -> None:
        line = SheetLine(event, len(self.scores), self.totals, self.chips, self.pot, seat, points, out, title)
        self.sheet.append(line)
