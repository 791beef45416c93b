"""The chapters of the rule booklet about the end of a round: knocking, calling Rommé, and showing the hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rummykit.booklet import Example, Paragraph
from rummykit.booklet.cited import Cited
from rummykit.booklet.examples import group, row
from rummykit.language import say, say_number
from rummykit.reasons import Reason
from rummykit.turn import Knocking, TurnFlow
from rummykit_deutsches_romme.booklet import added_up
from rummykit_wiener_rummy.booklet_hands import DrawnHands
from rummykit_wiener_rummy.scoring import RULE as SCORE

CALL, TURN = "WIE-END-01", "WIE-TURN-01"

SEVEN, EIGHT, NINE = 6, 7, 8
"""Indices of ranks."""


@dataclass(frozen=True)
class RoundEnd:
    """How a round ends."""

    flow: TurnFlow
    hands: DrawnHands
    cited: Cited

    @property
    def knocks(self) -> Knocking:
        """How one knocks."""
        assert self.flow.knocking is not None
        return self.flow.knocking

    def knocking(self) -> Iterator[Paragraph]:
        """Tell when one may knock, and what the others may still do."""
        yield self.cited.by(Reason.KNOCK_TOO_MUCH, " ".join(self._when_to_knock()), *self._knock_examples())
        yield self.cited.by(Reason.EXCHANGE_ONCE, " ".join(self._last_exchange()))

    def _when_to_knock(self) -> Iterator[str]:
        limit = self.knocks.limit
        if limit is None:
            yield say("You may end the round with a knock, whatever you hold after your discard.")
        elif limit == 0:
            yield say("You may end the round with a knock if the cards in no meld count nothing after your discard.")
        else:
            yield say_number(
                "You may end the round with a knock if the cards in no meld count at most {number} point after your "
                "discard.",
                "You may end the round with a knock if the cards in no meld count at most {number} points after your "
                "discard.",
                limit,
            )
        yield say(
            "Lay that discard down, knock on the table, show your hand, and say how many points are in no meld. You "
            "may do so as early as in your first turn."
        )

    def _knock_examples(self) -> Iterator[Example]:
        """Show a hand that one may knock with and, if there is a limit, one that is too bad."""
        hands = self.hands
        left, much = hands.few_left, hands.much_left
        if left:
            caption = say("you may knock: {sum} points are in no meld", sum=added_up(hands.values(left)))
        else:
            caption = say("you may knock: all cards are in melds")
        yield Example(hands.with_left(left), caption, is_meld=False)
        if much:
            caption = say("too much: {sum} points are in no meld", sum=added_up(hands.values(much)))
            yield Example(hands.with_left(much), caption, legal=False, is_meld=False)

    def _last_exchange(self) -> Iterator[str]:
        match self.knocks.improve:
            case "none":
                yield say("After a knock all others show their hands at once, and nobody draws any more.")
                return
            case "stock":
                yield say(
                    "After a knock each of the others, clockwise from the player who knocked, may improve once more: "
                    "draw the top card of the stock and discard a card. The open card may not be taken any more, and "
                    "without a card in the stock there is no exchange."
                )
            case "stock_or_discard":
                yield say(
                    "After a knock each of the others, clockwise from the player who knocked, may improve once more: "
                    "draw the top card of the stock or take the open card, and discard a card. If the stock has no "
                    "card left, there is only the open card."
                )
        yield say("You may also leave your hand as it is. Nobody else may knock or call in this last exchange.")
        if self.flow.claiming:
            yield say("Nothing can be claimed in it either.")

    def calling(self) -> Iterator[Paragraph]:
        """Tell when one may call Rommé."""
        yield self.cited.by(
            Reason.CALL_CARDS_LEFT,
            say(
                "If your discard leaves you with nothing but melds, you may call Rommé: lay the discard down, say "
                "“Rommé”, and show your hand. You need that discard even if all your cards are in melds."
            ),
            Example(self.hands.with_left(()), say("all in melds after the discard: Rommé")),
        )
        yield Paragraph(CALL, say("After a call all others show their hands at once, and nobody draws any more."))

    def showing(self) -> Iterator[Paragraph]:
        """Tell what happens when hands are shown, and what if nobody knocks or calls."""
        run, two_sevens = row(self.hands.pack, [SEVEN, EIGHT, NINE], suit=2), group(self.hands.pack, SEVEN, [0, 1])
        sevens, two_in_a_row = group(self.hands.pack, SEVEN, [0, 1, 2]), row(self.hands.pack, [EIGHT, NINE], suit=2)
        yield Paragraph(
            SCORE,
            say(
                "When the round is over, everybody shows the hand in melds, so that the cards left over count as "
                "little as possible."
            ),
            (
                Example(
                    f"{run} | {two_sevens}",
                    say("better: only {sum} points are left over", sum=self._sum(two_sevens)),
                    is_meld=False,
                ),
                Example(
                    f"{sevens} | {two_in_a_row}",
                    say("worse: {sum} points are left over", sum=self._sum(two_in_a_row)),
                    is_meld=False,
                ),
            ),
        )
        yield self.cited.by(
            Reason.LAYOFF_OFF, say("Nothing is laid off: your cards do not go with the melds of another player.")
        )
        yield from (Paragraph(TURN, text) for text in self._without_knock())
        yield Paragraph(SCORE, say("If a round ends without a knock or a call, all hands are shown and count as well."))

    def _sum(self, cards: str) -> str:
        return added_up(self.hands.values(cards.split()))

    def _without_knock(self) -> Iterator[str]:
        match self.flow.drawing.exhaustion:
            case "finish_turn_then_score":
                yield say(
                    "When the last card of the stock has been drawn, the player on turn plays this turn to its end, "
                    "and may still knock or call. After that the round is over."
                )
            case "immediate_score":
                yield say("As soon as somebody draws the last card of the stock, the round is over.")
            case "reshuffle" if self.flow.drawing.max_reshuffles:
                yield say_number(
                    "When the stock is used up, the discards below the open card are shuffled and become the new "
                    "stock, but only once in a round. When there is no card to draw after that, the round is over "
                    "before the next turn.",
                    "When the stock is used up, the discards below the open card are shuffled and become the new "
                    "stock, but at most {number} times in a round. When there is no card to draw after that, the "
                    "round is over before the next turn.",
                    self.flow.drawing.max_reshuffles,
                )
            case _:
                yield say("When the stock is used up, the turn is played to its end, and then the round is over.")
        if self.flow.stall_limit:
            yield say_number(
                "A round is also over when a turn has gone by in which nobody drew from the stock.",
                "A round is also over when {number} turns in a row have gone by in which nobody drew from the stock.",
                self.flow.stall_limit,
            )
