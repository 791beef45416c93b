"""Asking one's partner whether to go out; the answer binds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.engine.actions import Action
from rummykit.engine.state import Kept
from rummykit.i18n import Later, mark, say

from rummykit_canasta.rulebook import CanastaReason

if TYPE_CHECKING:
    from rummykit.engine.round import Round
    from rummykit.engine.views import View
    from rummykit.refusals import Refusal

    from rummykit_canasta.going_out import GoingOut

ANSWER, YES, NO = "answer", "yes", "no"
MANY_CARDS = 4
"""With more cards than this in the partner's hand a bot asks."""
MUCH = 60
"""With more points than this in the hand, beyond its melds, a bot says no."""


@dataclass(frozen=True, slots=True, repr=False)
class Ask(Action):
    """Ask the partner: ``ask``."""

    verb = form = "ask"
    phrase = mark("ask your partner")
    meaning = mark("Ask your partner whether you may go out; the answer binds you.")
    you = mark("You ask your partner whether you may go out.")
    they = mark("{name} asks whether to go out.")


@dataclass(frozen=True, slots=True, repr=False)
class Agree(Action):
    """Say that the partner is to go out: ``yes``."""

    verb = form = YES
    phrase = mark("say yes")
    meaning = mark("Answer that your partner is to go out in this turn.")
    you = mark("You answer yes: go out.")
    they = mark("{name} answers yes: go out.")


@dataclass(frozen=True, slots=True, repr=False)
class Decline(Action):
    """Say that the partner is not to go out: ``no``."""

    verb = form = NO
    phrase = mark("say no")
    meaning = mark("Answer that your partner is not to go out in this turn.")
    you = mark("You answer no: play on.")
    they = mark("{name} answers no: play on.")


def _told(answer: str) -> str:
    words = {YES: mark("asked: must go out in this turn"), NO: mark("asked: may not go out in this turn")}
    return say(words[answer]) if answer else ""


@dataclass(frozen=True)
class Answering:
    """The stage in which the partner answers."""

    name = "answer"
    expected = Later("say whether your partner is to go out: yes or no")

    def legal(self, round: Round) -> Sequence[Action]:
        """List the two answers."""
        return (Agree(), Decline())

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Refuse anything else."""
        return None if isinstance(action, Agree | Decline) else round.refuse_not_now(action)

    def apply(self, round: Round, action: Action) -> None:
        """Note the answer, and let the player who asked play on."""
        round.keep(ANSWER, action.verb)
        round.rules.flow.start_play(round)


ANSWERING = Answering()


@dataclass(frozen=True)
class Asking:
    """A player who could go out may ask their partner first, once in a turn."""

    going_out: GoingOut
    allowed: bool = True
    action = Ask
    actions = (Agree, Decline)
    keeps = (Kept(ANSWER, "", told=_told),)

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append the question where it makes sense."""
        if self.check(round, Ask()) is None:
            found.append(Ask())

    def check(self, round: Round, action: Ask) -> Refusal | None:
        """Say why the seat on turn may not ask."""
        refuse = round.rules.refuse
        if not self.allowed or len(round.rules.side_of[round.active]) < 2:
            return refuse(CanastaReason.ASK_OFF)
        if round.state[ANSWER]:
            return refuse(CanastaReason.ASKED)
        if round.hands[round.active].bit_count() < 2 and not round.final_turn:
            return refuse(CanastaReason.LAST_CARD)
        return None if self.going_out.is_possible(round) else refuse(CanastaReason.NOTHING_TO_ASK)

    def apply(self, round: Round, action: Ask) -> None:
        """Put the question to the partner."""
        (round.actor,) = (seat for seat in round.rules.side_of[round.active] if seat != round.active)
        round.stage = ANSWERING

    def worth(self, view: View, action: Action) -> float:
        """Return what a question or an answer is worth: whoever holds much wants to play on."""
        if isinstance(action, Ask):
            (partner,) = (seat for seat in view.rules.side_of[view.seat] if seat != view.seat)
            return float(view.hand_sizes[partner] > MANY_CARDS)
        best = view.rules.arranger.least_left(view.hand, view.rules.card_values)
        left = sum(view.rules.card_values[kind] for kind in view.rules.pack.kinds(best.left))
        return float((left <= MUCH) == isinstance(action, Agree))

    def why(self, view: View, action: Action) -> str:
        """Return why."""
        if isinstance(action, Ask):
            return say("Your partner still holds many cards, which would count against you.")
        if isinstance(action, Agree):
            return say("You hold little beside your melds.")
        return say("You hold much that would count against you.")
