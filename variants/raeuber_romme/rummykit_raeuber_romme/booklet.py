"""The rule booklet of Räuber-Rommé: that of Deutsches Rommé, and what is different here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

import rummykit_raeuber_romme as raeuber
from rummykit.booklet import Chapter, Example, Paragraph
from rummykit.booklet.cited import Cited
from rummykit.booklet.examples import group, is_meld, row
from rummykit.booklet.laying import hand_card_limit
from rummykit.language import say, say_number
from rummykit.reasons import Citation, Reason
from rummykit.turn import Rearranging
from rummykit_deutsches_romme.booklet import ACE, RommeBooklet, Sheet
from rummykit_raeuber_romme.house_rules import RaeuberRommeRules
from rummykit_raeuber_romme.rulebook import CITATIONS


@dataclass(frozen=True)
class RaeuberSheet(Sheet):
    """The ids of the rules that no refusal cites, as Räuber-Rommé has them."""

    beginning_left: str = "RAU-01"
    without_pile: str = "RAU-06"
    joker_moves: str = "RAU-03"
    split_run: str = "RAU-EX-1"
    mixed_melds: str = "RAU-EX-2"


SHEET = RaeuberSheet()
SHEET_WITHOUT_PILE = RaeuberSheet(turn="RAU-06", end="RAU-06", stock_end="RAU-06")
NUMBERS_SHEET = RaeuberSheet(
    cards="NET-COMP-01",
    deal="NET-DEAL-01",
    beginning="NET-DEAL-01",
    later_melds="NET-FIRST-02",
    joker="NET-JOK-01",
    end="NET-END-01",
    stock_end="NET-END-02",
    score="NET-END-02",
    without_pile="NET-TURN-01",
    joker_moves="NET-JOK-01",
    split_run="NET-FIRST-02",
    mixed_melds="NET-JOK-01",
)
"""The same where colours and numbers are played, which have rules of their own."""

NUMBERS_CITATIONS: Mapping[Enum, Citation] = {
    **CITATIONS,
    **{
        reason: Citation(rule)
        for rule, reasons in {
            "NET-MELD-01": (Reason.MELD_MIXED, Reason.SET_SAME_SUIT, Reason.RUN_GAP, Reason.RUN_WRAP),
            "NET-JOK-01": (Reason.TOO_FEW_NATURALS, Reason.TOO_MANY_JOKERS, Reason.ADJACENT_JOKERS),
            "NET-FIRST-01": (
                Reason.FIRST_MELD_POINTS,
                Reason.FIRST_MELD_POINTS_WITH_JOKER,
                Reason.FIRST_MELD_JOKERS,
            ),
            "NET-FIRST-02": (
                Reason.LAYOFF_NO_FIT,
                Reason.LAYOFF_BEFORE_MELD,
                Reason.REARRANGE_NOTHING,
                Reason.REARRANGE_BEFORE_MELD,
            ),
            "NET-TURN-01": (Reason.NOTHING_PLACED, Reason.REARRANGE_NO_HAND_CARD),
            "NET-ARR-01": (Reason.REARRANGE_TO_HAND,),
            "NET-ARR-02": (Reason.REARRANGE_LEFT_OVER,),
        }.items()
        for reason in reasons
    },
}


def chapters(rules: RaeuberRommeRules) -> tuple[Chapter, ...]:
    """Return the booklet of a table of Räuber-Rommé."""
    flow, melds = raeuber.rummykit_turn(rules), raeuber.rummykit_melds(rules, raeuber.rummykit_pack(rules))
    scoring = raeuber.rummykit_scoring(rules)
    if rules.deal.faces == "numbers":
        return NumbersBooklet(rules, melds, flow, scoring, Cited(NUMBERS_CITATIONS), NUMBERS_SHEET).chapters()
    sheet = SHEET if rules.draw.use_discard_pile else SHEET_WITHOUT_PILE
    return RaeuberBooklet(rules, melds, flow, scoring, Cited(CITATIONS), sheet).chapters()


@dataclass(frozen=True)
class RaeuberBooklet(RommeBooklet):
    """The chapters that differ from those of Deutsches Rommé."""

    sheet: RaeuberSheet

    def turn(self) -> Iterator[Paragraph]:
        """Tell what a turn is made of, where it may have neither draw nor discard."""
        if self.flow.draw_mode == "play_or_draw":
            yield from self._place_or_pass()
            return
        yield from super().turn()
        if not self.flow.drawing.from_pile:
            yield Paragraph(
                self.sheet.without_pile,
                say("Nothing is discarded: when you have placed all that you want to, say so, and your turn is over."),
            )

    def _place_or_pass(self) -> Iterator[Paragraph]:
        yield self.cited.by(
            Reason.NOTHING_PLACED,
            say(
                "Your turn is one of two things: either you place at least one card from your hand on the table, or "
                "you pass. If you pass, you draw the top card of the stock, and your turn is over."
            ),
        )
        yield Paragraph(
            self.sheet.without_pile,
            say(
                "You may place as many cards as you like, in all the ways that the next chapters tell. You may also "
                "pass although you could place a card. Nothing is discarded."
            ),
        )
        yield from hand_card_limit(self.flow, self.cited)
        if self.deal.extra_card != "none":
            yield Paragraph(
                self.sheet.without_pile,
                say("Whoever was dealt the extra card may end the first turn without placing a card or drawing one."),
            )

    # -- rearranging -----------------------------------------------------------------------------------

    def rearranging(self) -> Iterator[Paragraph]:
        """Tell how melds on the table are taken apart and laid anew."""
        rearranging = self.flow.rearranging
        if rearranging is None or not rearranging.allowed:
            return
        yield self._robbing(rearranging)
        yield self._from_when_on(rearranging)
        yield self.cited.by(Reason.REARRANGE_NO_HAND_CARD, " ".join(self._hand_card(rearranging)))
        yield from self._everything_lies_there()
        if self.pack.copies > 1:
            yield self._split_run()
        if self.has_jokers:
            yield from self._moving_jokers(rearranging)

    def _robbing(self, rearranging: Rearranging) -> Paragraph:
        pack = self.pack
        return self.cited.by(
            Reason.REARRANGE_NOTHING,
            say(
                "This is where the robbers come in: you may take melds on the table apart, your own and those of the "
                "others, and lay their cards anew, together with cards from your hand."
            )
            if rearranging.on == "any"
            else say(
                "You may take your own melds on the table apart and lay their cards anew, together with cards from "
                "your hand. The melds of the others are not yours to touch."
            ),
            Example(f"{group(pack, 4, [0, 1, 2, 3])} | {row(pack, [5, 6, 7], suit=3)}", say("on the table")),
            Example(row(pack, [3], suit=3), say("in your hand"), is_meld=False),
            Example(f"{group(pack, 4, [0, 1, 2])} | {row(pack, [3, 4, 5, 6, 7], suit=3)}", say("laid anew")),
        )

    def _from_when_on(self, rearranging: Rearranging) -> Paragraph:
        if rearranging.same_turn:
            return self.cited.by(
                Reason.REARRANGE_BEFORE_MELD,
                say("Before you do so you must have melded yourself, from your hand alone, but the same turn will do."),
            )
        return self.cited.by(
            Reason.REARRANGE_SAME_TURN,
            say("Before you do so you must have melded yourself, from your hand alone and in an earlier turn."),
        )

    def _hand_card(self, rearranging: Rearranging) -> Iterator[str]:
        if rearranging.needs_hand_card:
            yield say("Every time you rearrange the table you must place at least one card from your hand with it.")
            return
        yield say("You may do so even without placing a card from your hand with it.")
        if self.flow.draw_mode == "play_or_draw":
            yield say("That alone makes no turn, however: in the end you have placed a card, or you pass.")

    def _everything_lies_there(self) -> Iterator[Paragraph]:
        yield self.cited.by(
            Reason.REARRANGE_LEFT_OVER,
            say("When you are done, every card that lay on the table must lie in a meld again."),
            Example(row(self.pack, [4, 5], suit=3), say("two cards left over: not allowed"), legal=False),
        )
        yield self.cited.by(
            Reason.REARRANGE_TO_HAND,
            say("No card that lay on the table may go to your hand, not even in exchange for another one."),
        )

    def _split_run(self) -> Paragraph:
        pack = self.pack
        return Paragraph(
            self.sheet.split_run,
            say("A second copy of a card in the middle of a long run makes two runs of it."),
            (
                Example(row(pack, range(4, 9), suit=3), say("on the table")),
                Example(row(pack, [6], suit=3), say("in your hand"), is_meld=False),
                Example(f"{row(pack, [4, 5, 6], suit=3)} | {row(pack, [6, 7, 8], suit=3)}", say("laid anew")),
            ),
        )

    def _moving_jokers(self, rearranging: Rearranging) -> Iterator[Paragraph]:
        if rearranging.jokers_bound:
            yield self.cited.by(
                Reason.REARRANGE_JOKER_BOUND,
                say(
                    "A joker may leave its meld, or stand for another card, only if you dissolve that meld: no two of "
                    "its natural cards may lie together afterwards. Otherwise it stays whole, joker and all, though "
                    "you may add to it."
                ),
            )
        else:
            yield Paragraph(
                self.sheet.joker_moves,
                say(
                    "Jokers are moved like any other card: afterwards a joker may lie in another meld and stand for "
                    "another card."
                ),
            )
        yield from self._mixed_melds()

    def _mixed_melds(self) -> Iterator[Paragraph]:
        """Tell the largest example, if so many cards may be placed and a meld needs no more natural cards."""
        pack, hand = self.pack, (row(self.pack, [4], 3), row(self.pack, [5], 1), row(self.pack, [8], 2))
        with_joker = row(pack, [4, 5, 6], jokers_at=[2])
        limit = self.flow.max_hand_cards
        if not is_meld(self.melds, with_joker) or (limit is not None and limit < len(hand)):
            return
        sets = f"{group(pack, 4, [0, 2, 3])} | {group(pack, 5, [0, 1, 2])}"
        yield Paragraph(
            self.sheet.mixed_melds,
            say("With a joker even this is possible:"),
            (
                Example(f"{row(pack, [4, 5, 6], suit=2)} | {with_joker}", say("on the table")),
                Example(" ".join(hand), say("in your hand"), is_meld=False),
                Example(f"{sets} | {row(pack, [6, 7, 8], suit=2, jokers_at=[1])}", say("laid anew")),
            ),
        )


@dataclass(frozen=True)
class NumbersBooklet(RaeuberBooklet):
    """The chapters that differ where colours and numbers take the place of suits and faces."""

    def cards(self) -> str:
        """Return what the pack is, but for its jokers."""
        return say_number(
            "You need cards with the numbers from 1 to 13 in blue, red, green and yellow, each of them once.",
            "You need cards with the numbers from 1 to 13 in blue, red, green and yellow, each of them {number} times.",
            self.pack.copies,
        )

    def dealing(self) -> Iterator[Paragraph]:
        """Tell how everybody gets his cards, and what all may know of them."""
        yield from super().dealing()
        yield Paragraph(
            "NET-INFO-01",
            say(
                "Everybody may know how many cards each of you holds, who has not melded yet, and how many cards the "
                "stock has. Sort your own cards by colour or by number, as you like."
            ),
        )

    def melding(self) -> Iterator[Paragraph]:
        """Tell what a meld is, and how it lies on the table."""
        yield from super().melding()
        yield Paragraph(
            "NET-GRID-01", say("Lay the melds visibly apart, so that everybody sees where one ends and another begins.")
        )

    def card_points(self) -> str:
        """Return what the cards count in a meld."""
        low, high = self.melds.points[ACE], self.melds.points_at(ACE)
        if low != high:
            return say(
                "Every card counts its number, but the 1 only where it begins a run: everywhere else it counts {high}.",
                high=high,
            )
        if low != ACE + 1:
            return say("Every card counts its number, but the 1 counts {points}.", points=low)
        return say("Every card counts its number.")

    def card_costs(self) -> Iterator[tuple[str, str]]:
        """Yield what the cards cost, the jokers apart."""
        first, second, *_, last = self.pack.ranks
        own_number = say("the number on the card")
        if self.scoring.ranks[ACE] == ACE + 1:
            yield say("{first} to {last}", first=first, last=last), own_number
            return
        yield say("{first} to {last}", first=second, last=last), own_number
        yield first, str(self.scoring.ranks[ACE])
