"""The rule booklet of Gin Rummy: exactly what a table plays, in prose.

What many games share is told by `rummykit.booklet`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rummykit.booklet import Chapter, Example, Paragraph, Table
from rummykit.booklet.cited import Cited
from rummykit.booklet.dealing import hands, stock
from rummykit.booklet.drawing import discarding, drawing
from rummykit.booklet.match import match_chapter
from rummykit.booklet.meld_rules import sets_and_runs
from rummykit.language import say, say_number
from rummykit.melds import MIN_LENGTH, MeldRules
from rummykit.reasons import Reason

import rummykit_gin_rummy as gin
from rummykit_gin_rummy.flow import WALL, GinFlow
from rummykit_gin_rummy.house_rules import GinRummyRules
from rummykit_gin_rummy.rulebook import CITATIONS, GinReason
from rummykit_gin_rummy.scoring import GIN, KNOCK, UNDERCUT, GinPoints

CARDS, DEAL, TURN = "GIN-COMP-01", "GIN-DEAL-01", "GIN-TURN-01"
DEALT = 10

MELDS = "5s 6s 7s 8s | Qh Qd Qc"
LEFT_OVER = ("3c", "2d", "Ah")
"""Seven cards in melds, and three that make a hand of them: six points of deadwood."""


def chapters(rules: GinRummyRules) -> tuple[Chapter, ...]:
    """Return the booklet of a table of Gin Rummy."""
    melds = gin.rummykit_melds(gin.rummykit_pack())
    booklet = GinBooklet(rules, melds, gin.rummykit_turn(rules), gin.rummykit_scoring(rules))
    return booklet.chapters()


@dataclass(frozen=True)
class GinBooklet:
    """The chapters of a booklet, told from the parts of the game as it is played."""

    rules: GinRummyRules
    melds: MeldRules
    flow: GinFlow
    scoring: GinPoints
    cited = Cited(CITATIONS)

    def chapters(self) -> tuple[Chapter, ...]:
        """Return all chapters, in the order in which one learns the game."""
        told = (
            (say("Material"), self.material()),
            (say("The deal"), self.dealing()),
            (say("Melds"), self.melding()),
            (say("The turn"), self.turn()),
            (say("Knocking"), self.knocking()),
            (say("After a knock"), self.showdown()),
            (say("Void hands"), self.void_hands()),
            (say("Scoring"), self.counting()),
        )
        match = match_chapter(self.rules.match, high_wins=self.scoring.high_wins, rule="GIN-MATCH-01")
        return (*(Chapter(title, tuple(paragraphs)) for title, paragraphs in told), match)

    # -- before the hand -------------------------------------------------------------------------------

    def material(self) -> Iterator[Paragraph]:
        """Tell what one needs, and what the cards count."""
        rows = (
            (say("King, queen, jack"), str(gin.PIPS[-1])),
            (say("10 to 2"), say("the number on the card")),
            (say("Ace"), str(gin.PIPS[0])),
        )
        yield Paragraph(
            CARDS,
            say("Two play with one pack of 52 French playing cards, without jokers. The cards count:"),
            table=Table((say("Card"), say("Points")), rows),
        )

    def dealing(self) -> Iterator[Paragraph]:
        """Tell how a hand begins."""
        yield from hands(DEALT, [2], DEAL)
        yield from stock(gin.rummykit_deal(), DEAL)
        yield self.cited.by(
            GinReason.UPCARD_FIRST,
            say(
                "The card turned up is the first upcard. The player who has not dealt may take it or pass; if he "
                "passes, the dealer may take it or pass. Whoever takes it discards a card, and the turns go on from "
                "there."
            ),
        )
        yield self.cited.by(
            GinReason.UPCARD_PASSED,
            say("If both pass, the player who has not dealt begins by drawing the top card of the stock."),
        )

    def melding(self) -> Iterator[Paragraph]:
        """Tell what a meld is."""
        yield self.cited.by(
            Reason.MELD_MIXED,
            say(
                "There are two kinds of melds, sets and runs, and both have at least {fewest} cards. A card counts in "
                "one meld only. Whatever is in no meld is called deadwood.",
                fewest=MIN_LENGTH,
            ),
        )
        # The first of the shared paragraphs speaks of laying melds out.
        yield from sets_and_runs(self.melds, self.cited)[1:]

    # -- the hand --------------------------------------------------------------------------------------

    def turn(self) -> Iterator[Paragraph]:
        """Tell what a turn is made of."""
        yield from drawing(self.flow, self.cited)
        yield from discarding(self.flow, self.cited)
        if self.flow.throwing.taken_allowed:
            yield Paragraph(
                "GIN-TURN-03",
                say("But if both players do so with the same card, one right after the other, the hand is void."),
            )
        yield Paragraph(TURN, say("Melds stay in your hand until somebody knocks."))

    def knocking(self) -> Iterator[Paragraph]:
        """Tell when one may knock."""
        if self.flow.knocking.oklahoma:
            yield from self._oklahoma()
        else:
            yield self.cited.by(Reason.KNOCK_TOO_MUCH, self._when_to_knock(), *self._knock_examples())
        yield Paragraph(
            "GIN-KNOCK-03",
            say("Who can spread all ten cards in melds has gin."),
            (Example("5s 6s 7s 8s | Qh Qd Qc | 2d 3d 4d", say("gin")),),
        )

    def _when_to_knock(self) -> str:
        limit = self.flow.knocking.limit
        if not limit:
            return say("You may end the hand with a knock only if your discard leaves you no deadwood.")
        return say_number(
            "You may end the hand with a knock if your discard leaves you at most {number} point of deadwood.",
            "You may end the hand with a knock if your discard leaves you at most {number} points of deadwood.",
            limit,
        )

    def _knock_examples(self) -> Iterator[Example]:
        limit, left = self.flow.knocking.limit or 0, sum(self._values())
        caption = say("{points} points of deadwood", points=left)
        yield Example(f"{MELDS} | {' '.join(LEFT_OVER)}", caption, legal=left <= limit, is_meld=False)

    def _values(self) -> list[int]:
        return [self.scoring.card_penalty(self.melds.pack.card(card)) for card in LEFT_OVER]

    def _oklahoma(self) -> Iterator[Paragraph]:
        yield self.cited.by(
            GinReason.OKLAHOMA_TOO_MUCH,
            say(
                "The first upcard decides with how much deadwood you may knock in this hand: at most what it counts. "
                "If it is an ace, only gin ends the hand."
            ),
        )
        if self.flow.knocking.spades_double:
            yield Paragraph("GIN-OKLA-02", say("If the first upcard is a spade, the hand counts double."))

    def showdown(self) -> Iterator[Paragraph]:
        """Tell what both do after a knock."""
        yield self.cited.by(
            GinReason.SPREAD_TOO_MUCH,
            say(
                "Who has knocked spreads melds on the table, meld by meld and of his own choice, until what is left in "
                "his hand is no more than he may knock with."
            ),
        )
        yield self.cited.by(
            Reason.LAYOFF_NO_FIT,
            say(
                "Then the other player may lay off: add single cards to those melds where they fit, several of them "
                "one after the other. Against gin nothing is laid off."
            ),
        )
        yield self.cited.by(
            GinReason.LAYOFF_OVER,
            say("At last he spreads his own melds. What he keeps in his hand is his deadwood, even if it is a meld."),
        )

    def void_hands(self) -> Iterator[Paragraph]:
        """Tell when nobody scores."""
        yield self.cited.by(
            GinReason.WALL_NO_STOCK,
            say(
                "The last {number} cards of the stock are not drawn. When no more are left after a discard, and nobody "
                "has knocked, the hand is void, and nobody scores.",
                number=WALL,
            ),
        )
        if self.flow.knock_with_last_discard:
            yield self.cited.by(
                GinReason.WALL_KNOCK_ONLY,
                say("But the other player may still take that last discard if he knocks with it at once."),
            )
        if self.flow.stall_limit:
            yield Paragraph(
                "GIN-VOID-03",
                say_number(
                    "A hand is also void when a turn has gone by without a card from the stock.",
                    "A hand is also void when {number} turns in a row have gone by without a card from the stock.",
                    self.flow.stall_limit,
                ),
            )

    # -- after the hand --------------------------------------------------------------------------------

    def counting(self) -> Iterator[Paragraph]:
        """Tell who scores what."""
        yield Paragraph(
            KNOCK, say("If whoever knocked has less deadwood than the other player, he scores the difference.")
        )
        yield Paragraph(
            GIN,
            say_number(
                "For gin you score the deadwood of the other player and {number} point more.",
                "For gin you score the deadwood of the other player and {number} points more.",
                self.scoring.gin_bonus,
            ),
        )
        yield Paragraph(UNDERCUT, f"{self._who_undercuts()} {self._undercut_scores()}")

    def _who_undercuts(self) -> str:
        if self.scoring.tie_undercuts:
            return say("If the other player has no more deadwood, whoever knocked is undercut, except with gin.")
        return say("If the other player has less deadwood, whoever knocked is undercut; with as much nobody scores.")

    def _undercut_scores(self) -> str:
        return say_number(
            "Then the other player scores the difference and {number} point more.",
            "Then the other player scores the difference and {number} points more.",
            self.scoring.undercut_bonus,
        )
