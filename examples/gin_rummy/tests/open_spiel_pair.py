"""One hand of Gin Rummy in two engines: ours, and OpenSpiel's, which is dealt our cards and makes our moves.

At every decision all that both know is compared: hands, open card, stock, deadwood, and the set of legal moves; at the
end the points. Where the two sets of rules differ, the difference is named here, and nothing else is let pass:

- `PEER_RUNS`: OpenSpiel spreads no run of more than five cards in one piece; it is spread in two. We list both.
- `Pair.overlooked`: OpenSpiel decides whether a knock is possible by one arrangement of the eleven cards, the one with
  least deadwood before the discard, and so overlooks knocks that its own list of discards for a knock has.
- `PEER_ENDS`: of the cards laid off at one end of a run OpenSpiel sees the first only, so it offers no third one.
- Of a card that fits a set and a run OpenSpiel says no more than that it is laid off, and treats it as part of both. We
  lay it off on the run, after which the same cards fit.
- `Pair._is_stale`: after a knock with the last discard OpenSpiel goes on showing the least deadwood of the other hand,
  where after any other knock it shows what is in the hand, until the first card has left it. The points are the same.
- `PEER_UPCARDS`: OpenSpiel breaks a hand off when the open card is drawn for the fiftieth time. We have no such limit:
  the comparison of such a hand ends there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import pyspiel
from rummykit.engine.actions import DRAW_DISCARD, DRAW_STOCK, PASS, Action, Discard, Draw, Knock, LayDown, LayOff
from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.melds import Shape

from rummykit_gin_rummy.showdown import deadwood

gin = pyspiel.gin_rummy

HAND = 10
PEER_RUNS = 5
PEER_ENDS = 2
PEER_UPCARDS = gin.MAX_NUM_DRAW_UPCARD_ACTIONS

UTILS = gin.GinRummyUtils(13, 4, 10)
OUR_SUITS = "shdc"
CARDS = [13 * "scdh".index(OUR_SUITS[kind // 13]) + kind % 13 for kind in range(52)]
"""OpenSpiel's number of every kind of card."""
BITS = {card: 1 << kind for kind, card in enumerate(CARDS)}
"""Our bit of every card by OpenSpiel's number."""
MELDS = {frozenset(meld): number for number, meld in UTILS.int_to_meld.items()}

Choice = Callable[[Round, Sequence[Action], Random], Action]
"""Picks one of the moves that both engines allow."""


class Pair:
    """The same hand in both engines."""

    def __init__(self, rules: Ruleset, game: pyspiel.Game, seed: int) -> None:
        # OpenSpiel's first player is the one who does not deal.
        self.round = Round(rules, dealer=1, seed=seed)
        self.state = game.new_initial_state()
        self.limit = rules.flow.knocking.limit_in(self.round)
        self.seen: Counter[str] = Counter()
        """What the hand has brought."""
        self._upcards = 0
        pack = rules.pack
        for kind in (*pack.kinds(self.round.hands[0]), *pack.kinds(self.round.hands[1]), self.round.pile[-1]):
            self.state.apply_action(CARDS[kind])

    def play(self, choose: Choice, random: Random) -> Counter[str]:
        """Play to the end, comparing at every decision; return what the hand has brought."""
        while self.round.outcome is None:
            self._compare_tables()
            self._make(choose(self.round, self._compare_moves(), random))
            if self._upcards == PEER_UPCARDS:
                assert self.state.is_terminal()
                self.seen["broken off by OpenSpiel"] += 1
                return self.seen
        assert self.state.is_terminal()
        self._compare_points()
        return self.seen

    # -- what lies on the table ------------------------------------------------------------------------

    def _compare_tables(self) -> None:
        round, state = self.round, self.state
        assert not state.is_terminal()
        assert state.current_player() == round.actor
        assert state.stock_size() == len(round.stock)
        assert state.knock_card() == self.limit
        assert round.hands == [sum([BITS[card] for card in hand]) for hand in state.hands()]
        if state.upcard() is not None:
            assert state.upcard() == CARDS[round.pile[-1]]
        for seat, theirs in enumerate(state.deadwood()):
            self._compare_deadwood(seat, theirs)

    def _compare_deadwood(self, seat: int, theirs: int) -> None:
        """Before a knock deadwood is the least that melds leave; after it, what has not been spread or laid off."""
        round, least = self.round, self.round.rules.least_deadwood
        hand = round.hands[seat]
        if round.announced is not None and not self._is_stale(seat):
            assert deadwood(round, hand) == theirs
        elif hand.bit_count() == HAND:
            assert least(hand) == theirs
        else:
            best = min(least(hand ^ 1 << kind) for kind in round.rules.pack.kinds(hand))
            assert best <= theirs  # see `Pair.overlooked`
            self.seen["deadwood overrated by OpenSpiel"] += best < theirs

    def _is_stale(self, seat: int) -> bool:
        announced = self.round.announced
        assert announced is not None
        untouched = seat != announced.seat and self.round.hands[seat].bit_count() == HAND
        return untouched and bool(self.seen["knock with the last discard"])

    # -- legal moves -----------------------------------------------------------------------------------

    def _compare_moves(self) -> Sequence[Action]:
        """Compare what is legal; return what both allow, a lay-off on a run before the same on a set."""
        ours, theirs = self.round.legal_actions(), set(self.state.legal_actions())
        name = self.round.stage.name
        if name == "play":
            return self._compare_play(ours, theirs)
        if name == "last_upcard":
            return self._compare_last_upcard(ours, theirs)
        ours = [action for action in ours if not _is_long_run(action)]
        if name == "lay_off":
            ours = [action for action in ours if not self._is_third_at_an_end(action, theirs)]
        assert {_peer(action) for action in ours} == theirs
        if name == "lay_off":
            return [action for action in ours if not self._fits_a_run_too(action, ours)]
        return ours

    def _compare_play(self, ours: Sequence[Action], theirs: set[int]) -> Sequence[Action]:
        discards = [action for action in ours if isinstance(action, Discard)]
        knocks = [action for action in ours if isinstance(action, Knock)]
        assert len(discards) + len(knocks) == len(ours)
        assert {_peer(action) for action in discards} == theirs - {gin.KNOCK_ACTION}
        if not knocks:
            assert gin.KNOCK_ACTION not in theirs
        elif gin.KNOCK_ACTION in theirs:
            after = self.state.child(gin.KNOCK_ACTION)
            assert {_peer(action) for action in knocks} == set(after.legal_actions())
        else:
            self.overlooked(self.round.hands[self.round.actor], knocks)
            return discards
        return ours

    def _compare_last_upcard(self, ours: Sequence[Action], theirs: set[int]) -> Sequence[Action]:
        assert theirs <= {gin.PASS_ACTION, gin.KNOCK_ACTION}
        assert gin.PASS_ACTION in theirs
        assert PASS in ours
        if DRAW_DISCARD in ours and gin.KNOCK_ACTION not in theirs:
            trial = self.round.copy()
            trial.apply(DRAW_DISCARD)
            self.overlooked(trial.hands[trial.actor], trial.legal_actions())
            return [PASS]
        assert (DRAW_DISCARD in ours) == (gin.KNOCK_ACTION in theirs)
        return ours

    def overlooked(self, hand: int, knocks: Sequence[Action]) -> None:
        """Let pass that OpenSpiel has no knock, if it allows the same discards for a knock as we do."""
        cards = [CARDS[kind] for kind in self.round.rules.pack.kinds(hand)]
        assert {_peer(action) for action in knocks} == set(UTILS.legal_discards(cards, self.limit))
        assert UTILS.min_deadwood(cards) > self.limit
        self.seen["knock overlooked by OpenSpiel"] += 1

    def _is_third_at_an_end(self, action: Action, theirs: set[int]) -> bool:
        if not isinstance(action, LayOff) or _peer(action) in theirs:
            return False
        target = self.round.table[action.number]
        rank = action.placed.card.rank
        before = [placed.card.rank for placed, seat in target.laid if seat == target.owner]
        assert target.meld.shape is Shape.RUN
        assert max(rank - max(before), min(before) - rank) > PEER_ENDS
        self.seen["lay-off not offered by OpenSpiel"] += 1
        return True

    def _fits_a_run_too(self, action: Action, others: Sequence[Action]) -> bool:
        """Whether the card of a lay-off on a set could be laid off on a run as well."""
        if not isinstance(action, LayOff) or not self.round.table[action.number].is_set:
            return False
        return any(
            isinstance(other, LayOff) and other.placed == action.placed and not self.round.table[other.number].is_set
            for other in others
        )

    # -- moves -----------------------------------------------------------------------------------------

    def _make(self, action: Action) -> None:
        round, state, name = self.round, self.state, self.round.stage.name
        if name == "last_upcard" and isinstance(action, Draw):
            state.apply_action(gin.KNOCK_ACTION)
            self.seen["knock with the last discard"] += 1
        elif name == "play" and isinstance(action, Knock):
            state.apply_action(gin.KNOCK_ACTION)
            state.apply_action(_peer(action))
        else:
            state.apply_action(_peer(action))
        if action is DRAW_STOCK:
            state.apply_action(CARDS[round.stock[-1]])
        self._upcards += name == "draw" and action is DRAW_DISCARD
        self.seen["lay-off"] += isinstance(action, LayOff)
        round.apply(action)

    # -- the end ---------------------------------------------------------------------------------------

    def _compare_points(self) -> None:
        round = self.round
        assert round.outcome is not None
        score = round.rules.scoring.score(round)
        first, second = score.totals
        assert self.state.returns() == [first - second, second - first]
        if round.outcome.seat is None:
            self.seen[f"void by {round.outcome.ending.value}"] += 1
            return
        self.seen["knock"] += 1
        for item in score.items:
            self.seen[item.key] += 1
        own, other = (deadwood(round, round.hands[seat]) for seat in (round.outcome.seat, 1 - round.outcome.seat))
        self.seen["equal deadwood"] += own == other


def _peer(action: Action) -> int:
    """Return OpenSpiel's number of a move; a knock and a lay-off are known by their card."""
    if isinstance(action, Discard | Knock):
        return CARDS[action.card.kind]
    if isinstance(action, LayOff):
        return CARDS[action.placed.card.kind]
    if isinstance(action, LayDown):
        (meld,) = action.melds
        return int(gin.MELD_ACTION_BASE + MELDS[frozenset(CARDS[placed.card.kind] for placed in meld.cards)])
    return int(_BARE[action])


_BARE = {DRAW_DISCARD: gin.DRAW_UPCARD_ACTION, DRAW_STOCK: gin.DRAW_STOCK_ACTION, PASS: gin.PASS_ACTION}


def _is_long_run(action: Action) -> bool:
    return isinstance(action, LayDown) and len(action.melds[0]) > PEER_RUNS
