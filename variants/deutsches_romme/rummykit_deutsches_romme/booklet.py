"""The rule booklet of Deutsches Rommé: exactly what a table plays, in prose.

What many games share is told by `rummykit.booklet`. A relative derives from `RommeBooklet` and tells its own chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import rummykit_deutsches_romme as romme
from rummykit.booklet import Chapter, Example, Paragraph, Table
from rummykit.booklet.cited import Cited
from rummykit.booklet.claims import claiming
from rummykit.booklet.dealing import extra_card, hands, possible_players, starter, stock, who_can_play
from rummykit.booklet.drawing import discarding, drawing, going_out, stock_end
from rummykit.booklet.examples import group, row
from rummykit.booklet.first_meld import first_meld
from rummykit.booklet.laying import hand_card_limit, laying_off, melds_stay, swapping
from rummykit.booklet.match import match_chapter
from rummykit.booklet.meld_rules import joker_limits, sets_and_runs
from rummykit.cards import JOKER_SIGN, Pack
from rummykit.deal import Deal
from rummykit.language import say, say_number
from rummykit.melds import MeldRules
from rummykit.reasons import Reason
from rummykit.turn import TurnFlow
from rummykit_deutsches_romme.house_rules import DeutschesRommeRules, RommeRules
from rummykit_deutsches_romme.rulebook import CITATIONS
from rummykit_deutsches_romme.scoring import BadPoints

ACE, SEVEN, KING = 0, 6, 12
"""Indices of the ranks in the examples."""


def chapters(rules: DeutschesRommeRules) -> tuple[Chapter, ...]:
    """Return the booklet of a table of Deutsches Rommé."""
    flow, melds = romme.rummykit_turn(rules), romme.rummykit_melds(rules, romme.rummykit_pack(rules))
    booklet = RommeBooklet(rules, melds, flow, romme.rummykit_scoring(rules), Cited(CITATIONS), Sheet())
    return booklet.chapters()


@dataclass(frozen=True)
class Sheet:
    """The ids of the rules that no refusal cites, as Deutsches Rommé has them."""

    cards: str = "ROM-COMP-01"
    seats: str = "ROM-SETUP-01"
    cut: str = "ROM-SETUP-02"
    joker_kept: str = "ROM-SETUP-03"
    deal: str = "ROM-SETUP-04"
    beginning: str = "ROM-TURN-01"
    beginning_left: str = "CLUB-DEAL-01"
    turn: str = "ROM-TURN-02"
    later_melds: str = "ROM-FIRST-02"
    joker: str = "ROM-MELD-03"
    end: str = "ROM-END-01"
    at_once: str = "ROM-HAND-01"
    stock_end: str = "ROM-TURN-02"
    score: str = "ROM-SCORE-01"


@dataclass(frozen=True)
class RommeBooklet:
    """The chapters of a booklet, told from the parts of the game as it is played."""

    rules: RommeRules
    melds: MeldRules
    flow: TurnFlow
    scoring: BadPoints
    cited: Cited
    sheet: Sheet

    @cached_property
    def players(self) -> list[int]:
        """How many can play by these rules."""
        who = romme.rummykit_variant()
        return possible_players(self.rules, who.min_players, who.max_players)

    @cached_property
    def deal(self) -> Deal:
        """The deal, of which only the size of a hand depends on the players."""
        return romme.rummykit_deal(self.rules, self.players[0])

    @property
    def pack(self) -> Pack:
        """The cards that are played with."""
        return self.melds.pack

    @property
    def has_jokers(self) -> bool:
        """Whether there are jokers."""
        return bool(self.pack.plain_jokers)

    def chapters(self) -> tuple[Chapter, ...]:
        """Return all chapters that have something to say, in the order in which one learns the game."""
        told = (
            (say("Material"), self.material()),
            (say("The deal"), self.dealing()),
            (say("The turn"), self.turn()),
            (say("Claiming"), claiming(self.flow, self.deal, self.cited)),
            (say("Melds"), self.melding()),
            (say("The first meld"), self.first_meld()),
            (say("Laying off"), laying_off(self.flow, self.pack, self.cited)),
            (say("Rearranging the table"), self.rearranging()),
            (say("Jokers"), self.jokers() if self.has_jokers else ()),
            (say("The end of the round"), self.end()),
            (say("Scoring"), self.counting_up()),
        )
        chapters = (Chapter(title, tuple(paragraphs)) for title, paragraphs in told)
        match = match_chapter(self.rules.match, high_wins=self.scoring.high_wins, rule=self.sheet.score)
        return (*(chapter for chapter in chapters if chapter.paragraphs), match)

    # -- before the game -------------------------------------------------------------------------------

    def material(self) -> Iterator[Paragraph]:
        """Tell what lies on the table, and what everybody is after."""
        sentences = [self.cards()]
        if self.has_jokers:
            sentences.append(
                say_number("One joker goes with them.", "{number} jokers go with them.", self.pack.plain_jokers)
            )
        sentences.append(say("That makes {cards} cards in all.", cards=len(self.pack)))
        yield Paragraph(self.sheet.cards, " ".join(sentences))
        yield from who_can_play(self.players, self.sheet.cards)
        yield Paragraph(
            self.sheet.cards,
            say(
                "You want to be the first to get rid of all your cards by laying them on the table. Whatever you still "
                "hold when another player does so brings you bad points."
            ),
        )

    def cards(self) -> str:
        """Return what the pack is, but for its jokers."""
        if self.pack.copies == 1:
            return say("You need one pack of 52 French playing cards.")
        return say(
            "You need {number} packs of 52 French playing cards, shuffled together, so every card is there more than "
            "once.",
            number=self.pack.copies,
        )

    def dealing(self) -> Iterator[Paragraph]:
        """Tell how everybody gets his seat and his cards."""
        deal, sheet = self.deal, self.sheet
        yield Paragraph(
            sheet.seats,
            say(
                "Draw cards for your seats. Whoever draws the highest card chooses a seat and is the first dealer; the "
                "others sit down to the left in the order of their cards."
            ),
        )
        yield Paragraph(sheet.cut, say("Before the deal the player to the right of the dealer cuts the cards."))
        if deal.cut_joker_keep and self.has_jokers:
            yield Paragraph(
                sheet.joker_kept,
                say("If the card at the cut is a joker, whoever cuts keeps it, and is dealt one card less."),
            )
        yield from hands(self.rules.deal.hand_size, self.players, sheet.deal)
        if deal.guaranteed_jokers:
            yield Paragraph(sheet.deal, say("One card of every hand is a joker: it is dealt first, before the others."))
        yield from extra_card(deal, self._beginning(deal.extra_card))
        yield from stock(deal, sheet.deal, pile=self.flow.drawing.from_pile)
        yield from starter(deal, self._beginning(deal.starter))

    def _beginning(self, seat: str) -> str:
        return self.sheet.beginning_left if seat == "left" else self.sheet.beginning

    # -- on the table ----------------------------------------------------------------------------------

    def turn(self) -> Iterator[Paragraph]:
        """Tell what a turn is made of."""
        yield from drawing(self.flow, self.cited)
        yield Paragraph(
            self.sheet.turn,
            say(
                "Then you may place cards from your hand on the table, in all the ways that the next chapters tell, in "
                "any order and as often as you like. You never have to."
            ),
        )
        yield from hand_card_limit(self.flow, self.cited)
        yield from discarding(self.flow, self.cited)

    def melding(self) -> Iterator[Paragraph]:
        """Tell what a meld is."""
        yield from sets_and_runs(self.melds, self.cited)
        if self.flow.rearranging is None or not self.flow.rearranging.allowed:
            yield from melds_stay(self.cited)

    def first_meld(self) -> Iterator[Paragraph]:
        """Tell what the first meld must reach, and what comes after it."""
        first = self.flow.laying_down.first
        yield from first_meld(self.flow, self.cited, jokers=self.has_jokers, counting=self.card_points())
        if first.min_points:
            yield from self._enough_points(first.min_points)
        if self.flow.drawing.taken_must_be_used != "never":
            yield self.cited.by(
                Reason.TAKEN_CARD_UNUSED, say("An open card that you have just taken may be part of your first meld.")
            )
        if not first.is_free:
            yield Paragraph(
                self.sheet.later_melds,
                say("After your first meld, and in the same turn already, you may lay melds of any value."),
            )

    def _enough_points(self, least: int) -> Iterator[Paragraph]:
        """Show melds that are good enough and some that are not, if there is a short example."""
        limit = self.flow.max_hand_cards or len(self.pack)
        examples: list[Example] = []
        for melds in self._first_melds():
            cards = " | ".join(melds)
            worths = [self.melds.readings(self.pack.placed_cards(meld))[0].points for meld in melds]
            if sum(worths) < least:
                too_few = say("too few: {sum} points", sum=added_up(worths))
                examples = [Example(cards, too_few, legal=False, is_meld=False)]
            elif sum(len(meld.split()) for meld in melds) <= limit:
                examples.append(Example(cards, say("enough: {sum} points", sum=added_up(worths))))
                yield self.cited.by(
                    Reason.FIRST_MELD_POINTS, say("So add up what you want to lay, for example:"), *examples
                )
                return

    def _first_melds(self) -> Iterator[Sequence[str]]:
        """Yield melds of more and more points, each card at most once."""
        kings, high = group(self.pack, KING, [1, 2, 3]), row(self.pack, range(KING - 4, KING + 1))
        yield (row(self.pack, [5, 6, 7], suit=3),)
        yield (kings,)
        yield kings, row(self.pack, [3, 4, 5])
        yield kings, high
        yield kings, high, row(self.pack, range(KING - 5, KING), suit=1)

    def card_points(self) -> str:
        """Return what the cards count in a meld."""
        ace, high_ace = self.melds.points[ACE], self.melds.points_at(ACE)
        if ace != high_ace:
            return say(
                "King, queen and jack count {faces} points each, and the other cards as many as they show. An ace "
                "counts {low} where it begins a run, and {high} everywhere else.",
                faces=self.melds.points[KING],
                low=ace,
                high=high_ace,
            )
        return say(
            "King, queen and jack count {faces} points each, an ace {ace}, and the other cards as many as they show.",
            faces=self.melds.points[KING],
            ace=ace,
        )

    def rearranging(self) -> Iterable[Paragraph]:
        """Tell how melds are taken apart; here they are not."""
        return ()

    def jokers(self) -> Iterator[Paragraph]:
        """Tell what a joker is good for, and how it changes hands."""
        yield Paragraph(
            self.sheet.joker,
            say(
                "A joker replaces any card. In a set it is one of the cards that are missing there; in a run it is the "
                "card in whose place it lies. If it could lie at either end of a run, say where."
            ),
        )
        yield from joker_limits(self.melds, self.cited)
        yield from swapping(self.flow, self.pack, self.cited)

    # -- the end ---------------------------------------------------------------------------------------

    def end(self) -> Iterator[Paragraph]:
        """Tell how a round ends."""
        yield from going_out(self.flow, self.cited, self.sheet.end)
        if self.flow.laying_down.at_once.when != "never":
            yield Paragraph(self.sheet.at_once, " ".join(self._at_once()))
        yield from stock_end(self.flow, self.sheet.stock_end)

    def _at_once(self) -> Iterator[str]:
        laying_down, factor = self.flow.laying_down, self.scoring.at_once_factor
        free_of_rules = laying_down.at_once.waives_first_meld and not laying_down.first.is_free
        if laying_down.at_once.when == "table_empty":
            yield say(
                "The great feat is the Hand-Rommé: you keep all your cards, and then get rid of them in a single turn "
                "before any other player has melded."
            )
        else:
            yield say(
                "The great feat is the Hand-Rommé: you keep all your cards, and then get rid of them in a single "
                "turn, no matter what the others have melded."
            )
        if free_of_rules:
            yield say("If you lay all its melds at once, they need not meet the rules for a first meld.")
        if laying_down.no_meld_laps:
            yield say("But it is not possible in the laps in which nobody may meld.")
        if factor > 1:
            yield say("The bad points of all others are multiplied by {factor}.", factor=factor)
        elif not free_of_rules:
            yield say("All it brings you is the admiration of the others.")

    def counting_up(self) -> Iterator[Paragraph]:
        """Tell what the cards cost that are left in a hand, with a sum worked out."""
        heading = (say("Card"), say("Bad points"))
        rows = [*self.card_costs()]
        if self.has_jokers:
            rows.append((say("Joker"), str(self.scoring.joker)))
        yield Paragraph(
            self.sheet.score,
            say(
                "Whoever has no card left wins the round and has no bad points. All others add up what they still "
                "hold. The fewer bad points you have, the better."
            ),
            table=Table(heading, tuple(rows)),
        )
        yield self._worked_example()

    def card_costs(self) -> Iterator[tuple[str, str]]:
        """Yield what the cards cost, the jokers apart."""
        ranks = self.scoring.ranks
        yield say("King, queen, jack"), str(ranks[KING])
        yield say("10 to 2"), say("the number on the card")
        yield say("Ace"), str(ranks[ACE])

    def _worked_example(self) -> Paragraph:
        cards = [self.pack.natural(rank, suit) for suit, rank in enumerate((ACE, KING, SEVEN))]
        if self.has_jokers:
            cards.append(self.pack.card(JOKER_SIGN))
        costs = [self.scoring.card_penalty(card) for card in cards]
        total, factor = sum(costs), self.scoring.at_once_factor
        text = say("If you are left with these cards, they cost you {sum} bad points.", sum=added_up(costs))
        if self.scoring.at_once.when != "never" and factor > 1:
            doubled = say(
                "After a Hand-Rommé of another player it would be {factor} × {total} = {product}.",
                factor=factor,
                total=total,
                product=factor * total,
            )
            text = f"{text} {doubled}"
        return Paragraph(
            self.sheet.score, text, (Example(" ".join(map(str, cards)), say("left in your hand"), is_meld=False),)
        )


def added_up(numbers: Sequence[int]) -> str:
    """Return a sum as one writes it, or a single number as it is.

    >>> added_up([20, 11]), added_up([30])
    ('20 + 11 = 31', '30')
    """
    total = str(sum(numbers))
    return total if len(numbers) == 1 else f"{' + '.join(map(str, numbers))} = {total}"
