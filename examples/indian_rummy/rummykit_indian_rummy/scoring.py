"""What a round costs everybody: nothing the winner, a fixed price whoever has left it, and the others their hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.engine.scoring import Paper, RoundScore, ScoreItem, ShownHand
from rummykit.engine.table import Ending, Outcome
from rummykit.i18n import mark, say
from rummykit.solver import Arrangement

from rummykit_indian_rummy.declaring import TWO_RUNS, Declaring, pure_runs
from rummykit_indian_rummy.dropping import Dropping

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.engine.round import Round
    from rummykit.engine.ruleset import Ruleset
    from rummykit.engine.table import TableMeld

HAND, DROPPED, WRONG = "IND-SCORE-01", "IND-DROP-01", "IND-DECL-02"


@dataclass(frozen=True)
class IndianPoints:
    """Bad points for cards that do not count as melded; wild cards count nothing, a hand no more than ``most``."""

    ranks: tuple[int, ...]
    most: int | None = 80
    high_wins = False

    def arrange(self, rules: Ruleset, hand: int) -> Arrangement:
        """Return the melds that count: all with two runs, one of them pure, else a pure run alone, else none."""
        values, pack = rules.card_values, rules.pack
        ways = [Arrangement((), hand, 0)]
        runs = pure_runs(rules, hand)
        ways += [Arrangement((run,), pack.subtract(hand, run.heap), run.points) for run in runs]
        whole = rules.arranger.meeting(TWO_RUNS.demands, hand, values) if runs else None
        return min([*ways, *([whole] if whole else [])], key=lambda way: _cost(rules, way.left))

    def score(self, round: Round) -> RoundScore:
        """Score a finished round; without a winner everybody's hand counts."""
        outcome, paid = round.outcome, round.state["paid"]
        assert outcome is not None
        left = [seat for seat in range(round.players) if round.gone >> seat & 1]
        wrong = [seat for seat in range(round.players) if paid[seat] and seat not in left]
        hands: list[int | None] = [None] * round.players
        for seat in range(round.players):
            if not wrong and seat not in left and seat != outcome.seat:
                hands[seat] = ShownHand.of(round.rules, seat, round.hands[seat]).points
        declared = {seat for seat, action, _ in round.history if action.verb == "declare"}
        return self._score(hands, paid, [seat for seat in range(round.players) if paid[seat] and seat in declared])

    def on_paper(self, paper: Paper) -> tuple[Outcome, RoundScore]:
        """Ask who dropped, who declared, whether that was right, and what the others have left."""
        moves, seats = paper.rules.flow.moves, range(len(paper.names))
        dropping = next((move for move in moves if isinstance(move, Dropping)), None)
        declaring = next(move for move in moves if isinstance(move, Declaring))
        paid, wrong, winner = [0] * len(seats), tuple[int, ...](), None
        if dropping is not None:
            early = paper.all_who("early", say("Who dropped before their first draw?"))
            late = paper.all_who("late", say("Who dropped later?"))
            for seat in seats:
                paid[seat] = dropping.first if seat in early else dropping.later if seat in late else 0
        if declaring.wrong != "refused":
            wrong = paper.all_who("wrong", say("Who declared wrongly?"))
            for seat in wrong:
                paid[seat] = declaring.penalty
        over = bool(wrong) and declaring.wrong == "ends_round"
        still_in = [seat for seat in seats if not paid[seat]]
        if not over and len(still_in) == 1:
            (winner,) = still_in
        elif not over:
            winner = paper.who("winner", say("Who won the round, by declaring or as the last one left?"))
        hands: list[int | None] = [None] * len(seats)
        counted = [seat for seat in still_in if not over and seat != winner]
        if counted:
            card = _turned_up(paper)
            for seat in counted:
                hands[seat] = paper.left(seat, turned_up=card).points
        outcome = Outcome(Ending.RULE if over or winner is not None else Ending.STOCK, winner)
        return outcome, self._score(hands, paid, wrong)

    def _score(self, hands: Sequence[int | None], paid: Sequence[int], wrong: Sequence[int]) -> RoundScore:
        counted = [0 if hand is None else hand if self.most is None else min(hand, self.most) for hand in hands]
        dropped = [0 if seat in wrong else points for seat, points in enumerate(paid)]
        declared = [points if seat in wrong else 0 for seat, points in enumerate(paid)]
        items = [
            ScoreItem("hand", mark("Points in the hand"), HAND, tuple(counted)),
            ScoreItem("dropped", mark("Dropped"), DROPPED, tuple(dropped)),
            ScoreItem("wrong", mark("Wrong declaration"), WRONG, tuple(declared)),
        ]
        return RoundScore.of([items[0], *[item for item in items[1:] if item.earners]], [1] * len(paid))

    def standing(self, players: int, table: Sequence[TableMeld], side_cards: Sequence[str]) -> tuple[ScoreItem, ...]:
        """Nothing that lies open brings points."""
        return ()

    def card_penalty(self, card: Card) -> int:
        """Return what a card counts that is not wild."""
        return 0 if card.is_joker else self.ranks[card.rank]

    def finish_factor(self, card: Card) -> int:
        """No last card is better than another."""
        return 1


def _cost(rules: Ruleset, cards: int) -> int:
    return sum([rules.card_values[kind] for kind in rules.pack.kinds(cards)])


def _turned_up(paper: Paper) -> Card:
    """Ask which rank was wild; return a card that makes it so."""
    pack = paper.rules.pack
    (rank,) = paper.which("wild", say("Which rank was wild?"), {rank: say(rank) for rank in pack.ranks})
    return pack.natural(pack.ranks.index(rank), 0)
