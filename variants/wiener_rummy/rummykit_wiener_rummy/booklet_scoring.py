"""The chapter about scoring of the rule booklet, with a round worked out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rummykit.booklet import Example, Paragraph, Table
from rummykit.language import say, say_number
from rummykit_deutsches_romme.booklet import ACE, KING, added_up
from rummykit_wiener_rummy.booklet_hands import Cards, DrawnHands
from rummykit_wiener_rummy.scoring import RULE, HandPoints

NAMES = ("Anna", "Ben", "Cem")


@dataclass(frozen=True)
class CountingUp:
    """What the cards cost that are in no meld; the example has three players, or two if there can be no more."""

    hands: DrawnHands
    players: int

    @property
    def scoring(self) -> HandPoints:
        """How hands are scored."""
        return self.hands.scoring

    def paragraphs(self) -> Iterator[Paragraph]:
        """Tell the chapter."""
        yield Paragraph(RULE, " ".join(self._what_counts()), table=self._card_costs())
        if self.scoring.undercut_penalty:
            yield Paragraph(
                RULE,
                say_number(
                    "Knock with care: if another hand counts less than yours, you are undercut, and that brings you "
                    "{number} bad point more.",
                    "Knock with care: if another hand counts less than yours, you are undercut, and that brings you "
                    "{number} bad points more.",
                    self.scoring.undercut_penalty,
                ),
            )
        if self.scoring.rummy_bonus:
            yield Paragraph(
                RULE,
                say_number(
                    "If somebody calls Rommé, each of the others has {number} bad point more.",
                    "If somebody calls Rommé, each of the others has {number} bad points more.",
                    self.scoring.rummy_bonus,
                ),
            )
        yield self._after_a_knock()
        if self.scoring.rummy_bonus:
            yield self._after_a_call()

    def _what_counts(self) -> Iterator[str]:
        yield say(
            "Everybody adds up the cards that are in no meld, whoever knocked too. The fewer bad points you have, the "
            "better."
        )
        if self.scoring.above_lowest:
            yield say(
                "But only the difference counts: the points of the lowest hand are taken off from everybody's, so "
                "the lowest hand itself costs nothing."
            )

    def _card_costs(self) -> Table:
        ranks = self.scoring.ranks
        rows = [
            (say("King, queen, jack"), str(ranks[KING])),
            (say("10 to 2"), say("the number on the card")),
            (say("Ace"), str(ranks[ACE])),
        ]
        if self.hands.pack.plain_jokers:
            rows.append((say("Joker"), str(self.scoring.joker)))
        return Table((say("Card"), say("Bad points")), tuple(rows))

    # -- a round worked out ----------------------------------------------------------------------------

    def left_over(self) -> list[Cards]:
        """Return what is in no meld when the first player has knocked, whom the second one undercuts if that costs."""
        first, last = self.hands.few_left, ("As", "Kc")
        if first and self.scoring.undercut_penalty:
            low = ("2h",)
            second: Cards = low if self.hands.worth(low) < self.hands.worth(first) else ()
            return [first, second, last][: self.players]
        return [first, ("9h", "4s"), last] if self.players > 2 else [first, last]

    def _after_a_knock(self) -> Paragraph:
        lefts = self.left_over()
        worths = [self.hands.worth(left) for left in lefts]
        lowest, knocker = min(worths), NAMES[0]
        off = lowest if self.scoring.above_lowest else 0
        fine = self.scoring.undercut_penalty if lowest < worths[0] else 0
        named = list(zip(NAMES, lefts, strict=False))
        if fine:
            text = say(
                "For example, {name} has knocked and is undercut by {other}. These cards are in no meld:",
                name=knocker,
                other=NAMES[1],
            )
        else:
            text = say("For example, {name} has knocked, and these cards are in no meld:", name=knocker)
        return Paragraph(
            RULE,
            text,
            tuple(
                Example(" ".join(left), say("left over: {name}", name=name), is_meld=False)
                for name, left in named
                if left
            ),
            Table(
                (say("Player"), say("Bad points")),
                tuple((name, self._sum(left, off, fine if name == knocker else 0)) for name, left in named),
            ),
        )

    def _sum(self, left: Cards, off: int, fine: int) -> str:
        """Return the sum of a hand as one writes it: its cards, less the lowest hand, and a fine."""
        values = self.hands.values(left)
        terms = " + ".join(map(str, values)) or "0"
        if off:
            terms += f" − {off}"
        if fine:
            terms += f" + {fine}"
        total = str(sum(values) - off + fine)
        return terms if terms == total else f"{terms} = {total}"

    def _after_a_call(self) -> Paragraph:
        last = self.left_over()[-1]
        return Paragraph(
            RULE,
            say(
                "If {caller} had called Rommé instead, {other} would have {sum} bad points.",
                caller=NAMES[0],
                other=NAMES[len(self.left_over()) - 1],
                sum=added_up([*self.hands.values(last), self.scoring.rummy_bonus]),
            ),
        )
