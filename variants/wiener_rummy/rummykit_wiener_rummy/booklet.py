"""The rule booklet of Wiener Rummy: exactly what a table plays, in prose.

What many games share is told by `rummykit.booklet`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import rummykit_wiener_rummy as wiener
from rummykit.booklet import Chapter, Paragraph
from rummykit.booklet.cited import Cited
from rummykit.booklet.claims import claiming
from rummykit.booklet.dealing import extra_card, hands, possible_players, starter, stock, who_can_play
from rummykit.booklet.drawing import discarding, drawing
from rummykit.booklet.match import match_chapter
from rummykit.booklet.meld_rules import joker_limits, sets_and_runs
from rummykit.cards import Pack
from rummykit.deal import Deal
from rummykit.language import say, say_number
from rummykit.melds import MIN_LENGTH, MeldRules
from rummykit.reasons import Reason
from rummykit.turn import TurnFlow
from rummykit_wiener_rummy.booklet_ending import RoundEnd
from rummykit_wiener_rummy.booklet_hands import DrawnHands
from rummykit_wiener_rummy.booklet_scoring import CountingUp
from rummykit_wiener_rummy.house_rules import WienerRummyRules
from rummykit_wiener_rummy.rulebook import CITATIONS
from rummykit_wiener_rummy.scoring import RULE as SCORE
from rummykit_wiener_rummy.scoring import HandPoints

CARDS, DEAL, TURN = "WIE-COMP-01", "WIE-DEAL-01", "WIE-TURN-01"
ANTE, FEE, OUT, BUYBACK, LAST_PLAYER = "WIE-PARTY-01", "WIE-PARTY-02", "WIE-PARTY-03", "WIE-PARTY-04", "WIE-PARTY-05"


def chapters(rules: WienerRummyRules) -> tuple[Chapter, ...]:
    """Return the booklet of a table of Wiener Rummy."""
    melds = wiener.rummykit_melds(rules, wiener.rummykit_pack(_dealt(rules)))
    return WienerBooklet(rules, melds, wiener.rummykit_turn(rules), wiener.rummykit_scoring(rules)).chapters()


def _dealt(rules: WienerRummyRules) -> Any:
    """Return the rules for the pack and the deal of Deutsches Rommé, which look at no section that we do not share."""
    return rules


@dataclass(frozen=True)
class WienerBooklet:
    """The chapters of a booklet, told from the parts of the game as it is played."""

    rules: WienerRummyRules
    melds: MeldRules
    flow: TurnFlow
    scoring: HandPoints
    cited = Cited(CITATIONS)

    @cached_property
    def players(self) -> list[int]:
        """How many can play by these rules."""
        who = wiener.rummykit_variant()
        return possible_players(self.rules, who.min_players, who.max_players)

    @cached_property
    def deal(self) -> Deal:
        """The deal, of which only the size of a hand depends on the players."""
        return wiener.rummykit_deal(_dealt(self.rules), self.players[0])

    @property
    def pack(self) -> Pack:
        """The cards that are played with."""
        return self.melds.pack

    @cached_property
    def drawn(self) -> DrawnHands:
        """The hands of the examples."""
        return DrawnHands(self.pack, self.scoring, self.deal.hand_size, self.rules.knocking.knock_limit)

    def chapters(self) -> tuple[Chapter, ...]:
        """Return all chapters that have something to say, in the order in which one learns the game."""
        ending = RoundEnd(self.flow, self.drawn, self.cited)
        told = (
            (say("Material"), self.material()),
            (say("The deal"), self.dealing()),
            (say("The turn"), self.turn()),
            (say("Claiming"), claiming(self.flow, self.deal, self.cited)),
            (say("Melds"), self.melding()),
            (say("Jokers"), self.jokers()),
            (say("Knocking"), ending.knocking()),
            (say("Calling Rommé"), ending.calling()),
            (say("The end of the round"), ending.showing()),
            (say("Scoring"), CountingUp(self.drawn, self.players[-1]).paragraphs()),
        )
        chapters = (Chapter(title, tuple(paragraphs)) for title, paragraphs in told)
        return (*(chapter for chapter in chapters if chapter.paragraphs), self.match())

    # -- before the game -------------------------------------------------------------------------------

    def material(self) -> Iterator[Paragraph]:
        """Tell what lies on the table, and what everybody is after."""
        sentences = [
            say("You need one pack of 52 French playing cards.")
            if self.pack.copies == 1
            else say(
                "You need {number} packs of 52 French playing cards, shuffled together, so every card is there more "
                "than once.",
                number=self.pack.copies,
            )
        ]
        if self.pack.plain_jokers:
            sentences.append(
                say_number("One joker goes with them.", "{number} jokers go with them.", self.pack.plain_jokers)
            )
        if len(sentences) > 1 or self.pack.copies > 1:
            sentences.append(say("That makes {cards} cards in all.", cards=len(self.pack)))
        yield Paragraph(CARDS, " ".join(sentences))
        yield from who_can_play(self.players, CARDS)
        yield Paragraph(
            TURN,
            say(
                "You collect cards that belong together, called melds, but you keep them in your hand and show them "
                "only when the round ends. Until then nobody knows how near you are. Whatever is in no meld then "
                "brings you bad points."
            ),
        )

    def dealing(self) -> Iterator[Paragraph]:
        """Tell how everybody gets his seat and his cards."""
        yield Paragraph(
            DEAL,
            say(
                "Draw cards for your seats. Whoever draws the highest card chooses a seat and is the first dealer; the "
                "others sit down to the left in the order of their cards."
            ),
        )
        yield Paragraph(DEAL, say("Before the deal the player to the right of the dealer cuts the cards."))
        if self.deal.cut_joker_keep and self.pack.plain_jokers:
            yield Paragraph(
                DEAL, say("If the card at the cut is a joker, whoever cuts keeps it, and is dealt one card less.")
            )
        yield from hands(self.rules.deal.hand_size, self.players, DEAL)
        if self.deal.guaranteed_jokers:
            yield Paragraph(DEAL, say("One card of every hand is a joker: it is dealt first, before the others."))
        yield from extra_card(self.deal, DEAL)
        yield from stock(self.deal, DEAL)
        yield from starter(self.deal, DEAL)

    # -- the game --------------------------------------------------------------------------------------

    def turn(self) -> Iterator[Paragraph]:
        """Tell what a turn is made of."""
        yield from drawing(self.flow, self.cited)
        yield self.cited.by(
            Reason.NOTHING_LAID_OUT,
            say(
                "Nothing is laid on the table while the round lasts. Sort the melds in your hand as you like, and "
                "change them as often as you like."
            ),
        )
        yield from discarding(self.flow, self.cited)
        yield Paragraph(TURN, say("With your discard you may also end the round: by a knock, or by calling Rommé."))

    def melding(self) -> Iterator[Paragraph]:
        """Tell what a meld is."""
        yield Paragraph(
            CARDS,
            say(
                "There are two kinds of melds, sets and runs, and both have at least {fewest} cards. A card counts in "
                "one meld only, even if it would fit into two.",
                fewest=MIN_LENGTH,
            ),
        )
        # The first of the shared paragraphs speaks of laying melds out.
        yield from sets_and_runs(self.melds, self.cited)[1:]

    def jokers(self) -> Iterator[Paragraph]:
        """Tell what a joker is good for."""
        if not self.pack.plain_jokers:
            return
        yield Paragraph(
            CARDS,
            say(
                "A joker replaces any card that you miss: in a set one of a suit that is not there yet, in a run the "
                "card in whose place you hold it. You need not say which one it is before you show your hand, and "
                "until then you may change your mind."
            ),
        )
        yield from joker_limits(self.melds, self.cited)

    def match(self) -> Chapter:
        """Tell how rounds make a match."""
        return match_chapter(
            self.rules.match,
            high_wins=self.scoring.high_wins,
            rule=LAST_PLAYER if self.rules.match.match_mode == "last_standing" else SCORE,
            ante_rule=ANTE,
            fee_rule=FEE,
            elimination_rule=OUT,
            buyback_rule=BUYBACK,
        )
