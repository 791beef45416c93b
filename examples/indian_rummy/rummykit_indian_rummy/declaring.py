"""Declaring: all cards but one in melds, two of them runs, and one of those pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rummykit.cards import Card
from rummykit.engine.actions import Action, CardAction
from rummykit.engine.notation import read_meld
from rummykit.engine.state import Kept
from rummykit.engine.table import Ending, Outcome
from rummykit.i18n import Later, mark, say
from rummykit.melds import Condition, Demand, Meld, Shape, meets
from rummykit.refusals import Refusal

from rummykit_indian_rummy.rulebook import IndianReason

if TYPE_CHECKING:
    from rummykit.engine.round import Round
    from rummykit.engine.ruleset import Ruleset
    from rummykit.engine.views import View

PURE_RUN = (Demand(1, Shape.RUN, pure=True),)
TWO_RUNS = Condition((Demand(2, Shape.RUN), *PURE_RUN), mark("at least two runs, one of them pure"))
"""What a hand must have to be declared."""
PAID = Kept("paid", 0, per="seat", told=lambda points: say("pays {points} points", points=points) if points else "")
"""What everybody has paid for leaving the round, or for a wrong declaration."""


@dataclass(frozen=True, slots=True, repr=False)
class Declare(CardAction):
    """Put a card on the finish and show all others in melds: ``declare 5r : As 2s 3s | …``.

    Without a colon the solver arranges them; where it finds no way none are shown, and the declaration is wrong.
    """

    verb = "declare"
    phrase = mark("declare")
    form = mark("declare CARD : CARD CARD CARD | ... (the finish card, and your melds; they may be left out)")
    meaning = mark(
        "Put a card on the finish and show that all others are in melds: two runs at least, one of them pure."
    )
    you = mark("You put {card} on the finish and declare: {melds}.")
    they = mark("{name} puts {card} on the finish and declares: {melds}.")

    melds: tuple[Meld, ...] = ()

    def __str__(self) -> str:
        melds = " | ".join(map(str, self.melds))
        return f"declare {self.card} : {melds}" if melds else f"declare {self.card}"

    @property
    def values(self) -> Mapping[str, object]:
        """The card and the melds for the log."""
        return {"card": self.card, "melds": self.melds or Later("a hand that is not all in melds")}

    @classmethod
    def read(cls, text: str, round: Round) -> Action | Refusal | None:
        """Return the declaration; where no melds are named, with those that the solver finds."""
        card, colon, shown = text.partition(":")
        action = CardAction.read.__func__(cls, card, round)  # type: ignore[attr-defined]
        if action is None or not colon:
            return action and found(round, action.card)
        return cls(action.card, tuple(read_meld(meld, round.rules) for meld in shown.split("|")))


def found(round: Round, card: Card) -> Declare:
    """Return the declaration with a finish card as the solver arranges it, without melds if there is no way."""
    pack, hand = round.rules.pack, round.hands[round.actor]
    if not pack.count(hand, card.kind):
        return Declare(card)
    best = round.rules.arranger.meeting(TWO_RUNS.demands, pack.remove(hand, card.kind))
    return Declare(card, best.melds if best is not None and not best.left else ())


def pure_runs(rules: Ruleset, hand: int) -> list[Meld]:
    """Return every pure run that a hand can make."""
    melds = [move.melds[0] for move in rules.finder.naturals(hand)]
    return [meld for meld in melds if meld.shape is Shape.RUN]


@dataclass(frozen=True)
class Declaring:
    """A player may end the round if all cards but the finish card are in melds that meet the condition.

    ``wrong`` says what becomes of a wrong declaration, which costs a ``penalty``.
    """

    wrong: Literal["refused", "ends_round", "leaves_round"] = "refused"
    penalty: int = 80
    action = Declare
    condition = TWO_RUNS
    shows_hands = True
    keeps = (PAID,)

    def legal(self, round: Round, found_moves: list[Action]) -> None:
        """Append the right declarations, one for each finish card; where people may err, wrong ones too."""
        rules, hand = round.rules, round.hands[round.active]
        # Listed in every turn, and hardly ever right: what is quickest to see comes first.
        may_be_right = bool(pure_runs(rules, hand)) and rules.least_deadwood(hand) <= rules.highest_value
        if self.wrong == "refused" and not may_be_right:
            return
        for kind in dict.fromkeys(rules.pack.kinds(rules.flow.throwing.throwable(round))):
            action = Declare(rules.pack.cards[kind])
            if may_be_right and rules.least_deadwood(rules.pack.remove(hand, kind)) == 0:
                action = found(round, action.card)
            if action.melds or self.wrong != "refused":
                found_moves.append(action)

    def check(self, round: Round, action: Declare) -> Refusal | None:
        """Say why the seat on turn may not declare so; where people may err, only what they do not hold is refused."""
        refusal = round.rules.flow.throwing.check_card(round, action.card) or self._check_held(round, action)
        return refusal or (self.fault(round, action) if self.wrong == "refused" else None)

    def _check_held(self, round: Round, action: Declare) -> Refusal | None:
        pack = round.rules.pack
        hand = pack.remove(round.hands[round.active], action.card.kind)
        for meld in action.melds:
            refusal = round.rules.check_meld(meld)
            if refusal is not None:
                return refusal
            for placed in meld.cards:
                if not pack.count(hand, placed.card.kind):
                    return round.refuse_not_held(placed.card)
                hand = pack.remove(hand, placed.card.kind)
        return None

    def fault(self, round: Round, action: Declare) -> Refusal | None:
        """Say what is wrong with a declaration, or None if it is right."""
        rules, pack, melds = round.rules, round.rules.pack, action.melds
        rest = left = pack.remove(round.hands[round.active], action.card.kind)
        for meld in melds:
            left = pack.subtract(left, meld.heap)
        if not melds:
            best = rules.arranger.most_cards(rest)
            melds, left = best.melds, best.left
        if left:
            return rules.refuse(IndianReason.CARDS_LEFT, pack.cards_in(left))
        if not meets(melds, PURE_RUN) and rules.arranger.meeting(PURE_RUN, rest) is None:
            return rules.refuse(IndianReason.NO_PURE_RUN)
        if meets(melds, TWO_RUNS.demands):
            return None
        return rules.refuse(IndianReason.TWO_RUNS, condition=Later(TWO_RUNS.told))

    def apply(self, round: Round, action: Declare) -> None:
        """End the round; or what the house says of a wrong declaration."""
        seat, name = round.active, round.names[round.active]
        if self.wrong == "refused" or self.fault(round, action) is None:
            round.rules.flow.throwing.throw(round, action.card)
            note = Later("{name} has declared", name=name)
            round.outcome = Outcome(Ending.RULE, seat, action.card, note)
            return
        round.keep("paid", self.penalty, seat=seat)
        if self.wrong == "leaves_round":
            round.leave()
        else:
            round.outcome = Outcome(Ending.RULE, None, None, Later("{name} has declared wrongly", name=name))

    def worth(self, view: View, action: Declare) -> int:
        """A right declaration wins; of those listed the wrong ones show no melds."""
        return 1000 if action.melds else -self.penalty

    def why(self, view: View, action: Declare) -> str:
        """Say the melds."""
        return say("All your other cards are in melds: {melds}.", melds=action.melds)
