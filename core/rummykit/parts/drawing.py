"""The first step of a turn: drawing, or placing cards instead; and what happens when the stock runs out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pydantic import Field

from rummykit.engine.actions import (
    DRAW_DISCARD,
    DRAW_STOCK,
    PASS,
    Action,
    Draw,
    EndTurn,
    Home,
    LayDown,
    Pass,
    Source,
)
from rummykit.engine.deal import shuffled, stream
from rummykit.engine.table import Ending
from rummykit.i18n import Later, say
from rummykit.parts.discarding import Discarding, Reuse, Taking
from rummykit.parts.last_card import can_end_after
from rummykit.parts.laying_down import LayingDown
from rummykit.parts.laying_off import LayingOff
from rummykit.parts.taken_card import names_kind, refuse_taking, way_to_use
from rummykit.refusals import Reason, Refusal
from rummykit.rules.options import ByOptions, Finding, Section

if TYPE_CHECKING:
    from rummykit.engine.round import Round

# The members of an Enum are looked up slowly, and every turn asks for them.
_STOCK, _DISCARD = Source.STOCK, Source.DISCARD
_STOCK_ONLY = (DRAW_STOCK,)
_BOTH = (DRAW_STOCK, DRAW_DISCARD)


class StockOptions(Section):
    """The stock, and what happens when it is used up."""

    asked = (("exhausted", "What happens when the stock is used up?"),)
    known_as = (("", "talon, draw pile, empty"),)

    exhausted: Literal["reshuffle", "finish_turn", "score_at_once", "play_on", "take_or_end"] = Field(
        "reshuffle",
        description="what happens when the stock is used up: the discards become the stock, the turn is finished and "
        "the round scored, the round is scored at once, play goes on until all pass in a row, or as long as the next "
        "player takes from the pile",
    )
    reshuffles: int = Field(2, ge=0, le=10, description="how often the discards become the stock")

    idle_without = (("reshuffles", "exhausted", "reshuffle"),)
    needs = (
        ("exhausted", "reshuffle", "discards.pile", True),
        ("exhausted", "play_on", "discards.pile", False),
        ("exhausted", "take_or_end", "discards.pile", True),
    )

    def oddities(self, rules: Any) -> Iterator[Finding]:
        """Yield a stock that never comes back, and a pile from which nobody may take."""
        if self.exhausted == "reshuffle" and not self.reshuffles:
            message = say(
                "stock.exhausted: reshuffle, but reshuffles is 0, so the discards never become the stock; write "
                "score_at_once or finish_turn for a round that ends with the stock"
            )
            yield Finding((("stock", "reshuffles"), ("stock", "exhausted")), message)
        if self.exhausted == "take_or_end" and rules.value("discards.take") == "never":
            message = say(
                "stock.exhausted: take_or_end waits for somebody to take a discard, but discards.take is never; write "
                "score_at_once or finish_turn"
            )
            yield Finding((("stock", "exhausted"), ("discards", "take")), message)


WITH_A_PILE = ("reshuffle", "finish_turn", "score_at_once")
"""What can happen when the stock is used up in a game that always has discards."""


class PileGuard(Protocol):
    """What bars the way to the discards, such as a frozen pile; a `Drawing` has at most one."""

    def refuse(self, round: Round, use: Home | None) -> Refusal | None:
        """Say why the seat on turn may not take from the pile now, whatever they do with the open card.

        Where the pile is taken whole for a *use* of that card, this is also asked of every use.
        """


@dataclass(frozen=True, slots=True)
class Drawing(ByOptions):
    """Draw one card, from the stock or, where discards make one, the pile.

    ``exhausted`` says what the last stock card does: the turn is finished and the round scored; the
    round is scored at once; the discards below the open card become the new stock, at most
    ``reshuffles`` times, shuffled or, as ``reuse`` says, only turned over; or the players go on without a
    stock, each placing cards or passing, until all pass in a row; or a round goes on without a stock as long as
    the next player takes from the pile. ``take``: an open card may be taken to keep it, always or from one's own
    first meld on, or only to be used in that turn: in a new meld, or on the table in whatever way; or never.
    ``pile``: there are discards.

    ``spread``: everybody sees all of them, in their order. ``reach`` is how far one may reach into the pile: the open
    card alone; any card together with those above it, and then the deepest one must be used before anything else (the
    open card taken alone, only as ``take`` says); or only the whole pile, where ``take`` is about the open card, which
    must then be used with cards of the hand. ``guard`` may bar the way to the pile.
    """

    take: Taking = "freely"
    exhausted: Literal["reshuffle", "finish_turn", "score_at_once", "play_on", "take_or_end"] = "finish_turn"
    reshuffles: int = 0
    reuse: Reuse = "reshuffle"
    pile: bool = True
    spread: bool = False
    reach: Literal["top", "any_depth", "whole"] = "top"
    guard: PileGuard | None = None
    name = "draw"

    @property
    def expected(self) -> Later:
        """What a player should do now."""
        if not self.pile or self.take == "never":
            return Later("draw from the stock")
        if self.reach == "top":
            return Later("draw from the stock or take the open card")
        return Later("draw from the stock or take from the discard pile")

    @property
    def must_be_used(self) -> bool:
        """Whether an open card may be taken only to be used in that turn."""
        return self.take in ("only_to_use", "only_to_meld")

    def refuse_to(self, round: Round, seat: int) -> Refusal | None:
        """Say why a seat may take nothing from the pile, whatever it would do with the card."""
        if self.take == "never":
            return round.rules.refuse(Reason.TAKE_OFF)
        if self.take == "after_first_meld" and not round.melded >> seat & 1:
            return round.rules.refuse(Reason.TAKE_BEFORE_MELD)
        return None

    def _barred(self, round: Round) -> Refusal | None:
        """Say why the seat on turn may take nothing from the pile now."""
        guarded = self.guard.refuse(round, None) if self.guard is not None else None
        return self.refuse_to(round, round.active) or guarded

    def legal(self, round: Round) -> Sequence[Action]:
        """List the draws of the seat on turn."""
        if self.exhausted == "take_or_end" and not round.stock:
            return [*self.takes(round), PASS]
        if not round.pile or not self.pile:
            return _STOCK_ONLY
        if self.take == "freely" and self.reach == "top" and self.guard is None:
            return _BOTH
        return [DRAW_STOCK, *self.takes(round)]

    def takes(self, round: Round) -> Sequence[Action]:
        """List the ways in which the seat on turn may take from the pile."""
        if not round.pile or not self.pile or self._barred(round) is not None:
            return ()
        if self.reach == "any_depth":
            return self._depths(round)
        if not self.must_be_used:
            return (DRAW_DISCARD,)
        return self._uses_of_whole(round) if self.reach == "whole" else self._uses(round)

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Say why the seat on turn may not draw so."""
        refuse = round.rules.refuse
        if not isinstance(action, Draw):
            ends = isinstance(action, Pass) and self.exhausted == "take_or_end" and not round.stock
            return None if ends else round.refuse_not_now(action)
        if action.source is Source.DISCARD:
            return self._check_taking(round, action)
        if not round.stock and self.exhausted == "take_or_end":
            return refuse(Reason.STOCK_EMPTY)
        return self._refuse_with_use(round) if action.use is not None else None

    def _check_taking(self, round: Round, action: Draw) -> Refusal | None:
        refuse, cards = round.rules.refuse, action.cards
        if not (round.pile and self.pile):
            return refuse(Reason.PILE_EMPTY)
        if cards > 1 and self.reach != "any_depth":
            return refuse(Reason.PILE_TOP_ONLY if self.reach == "top" else Reason.PILE_WHOLE_ONLY)
        if cards > len(round.pile):
            return refuse(Reason.PILE_TOO_DEEP, count=len(round.pile))
        barred = self._barred(round)
        if barred is not None:
            return barred
        if self.reach == "any_depth":
            if action.use is not None:
                return self._refuse_with_use(round)
            kept = cards == 1 and not self.must_be_used
            return None if kept else refuse_taking(self._with_cards_taken(round, cards))
        if self.must_be_used:
            return (self._check_use if self.reach == "top" else self._check_use_of_whole)(round, action.use)
        return self._refuse_with_use(round) if action.use is not None else None

    def _refuse_with_use(self, round: Round) -> Refusal:
        expected = Later("draw first, then meld in a move of its own")
        return round.rules.refuse(Reason.NOT_NOW, verb=Later(LayDown.phrase), expected=expected)

    def apply(self, round: Round, action: Action) -> None:
        """Draw; or end the round, where the stock is used up and the pile is not taken either."""
        if isinstance(action, Pass):
            round.finish(Ending.STOCK)
            return
        assert isinstance(action, Draw)
        flow = round.rules.flow
        if action.source is _DISCARD:
            self.take_discard(round, len(round.pile) if self.reach == "whole" else action.cards)
            flow.start_play(round)
            if action.use is not None:
                flow.playing.apply(round, action.use)
            return
        claiming = flow.claiming
        if claiming is None:
            self.draw_stock(round)
        else:
            claiming.after_stock_draw(round)

    def draw_stock(self, round: Round) -> None:
        """Give the seat on turn the top stock card and let it play."""
        round.drawn = _STOCK
        round.fresh = True
        self.deal_from_stock(round, round.active)
        if round.outcome is None:
            round.rules.flow.start_play(round)

    def take_discard(self, round: Round, cards: int = 1) -> None:
        """Give the seat on turn the open card, or so many *cards* of the pile from the open one down."""
        hand, pack = round.hands[round.active], round.rules.pack
        wanted = len(round.pile) - cards if self.reach == "any_depth" else len(round.pile) - 1
        kind = round.pile.pop(wanted)
        if cards > 1:
            hand = pack.add_all(hand, round.pile[1 - cards :])
            del round.pile[1 - cards :]
        round.drawn = _DISCARD
        round.taken = kind
        round.held_twin = bool(hand & pack.bits[kind][0])
        if self.must_be_used or (cards > 1 and self.reach == "any_depth"):
            round.owed = kind
        round.hands[round.active] = pack.add(hand, kind)

    def deal_from_stock(self, round: Round, seat: int) -> None:
        """Move a stock card to a hand; the last one may end the round or make this the last turn."""
        self.give_top(round, seat)
        if not round.stock:
            if self.exhausted == "finish_turn":
                round.final_turn = True
            elif self.exhausted == "score_at_once":
                round.finish(Ending.STOCK)

    def give_top(self, round: Round, seat: int) -> None:
        """Move a stock card to a hand, whatever is left then."""
        if not round.stock:
            self._refill(round)
        round.hands[seat] = round.rules.pack.add(round.hands[seat], round.stock.pop())

    def can_refill(self, round: Round) -> bool:
        """Whether the discards can become a new stock."""
        return self.exhausted == "reshuffle" and round.reshuffles < self.reshuffles and len(round.pile) > 1

    def stock_left(self, round: Round) -> int:
        """Return how many cards can still be drawn, a reshuffle included."""
        return len(round.stock) + (len(round.pile) - 1 if self.can_refill(round) else 0)

    def _refill(self, round: Round) -> None:
        round.reshuffles += 1
        if self.reuse == "turn_over":
            round.stock = round.pile[-2::-1]
        else:
            random = stream(round.seed, round.number, "reshuffle", round.reshuffles)
            round.stock = shuffled(round.pile[:-1], random)
        round.pile = round.pile[-1:]

    # -- where a taken card must be used ---------------------------------------------------------------

    def _uses(self, round: Round) -> list[Action]:
        """Return the draws together with a meld or a lay-off that uses the card, and the draw alone."""
        trial = self._with_card_taken(round)
        if way_to_use(trial) is None:
            return []
        found: list[Action] = []
        flow = round.rules.flow
        flow.laying_down.legal(trial, found)
        if self.take == "only_to_use":
            flow.laying_off.legal(trial, found)
        uses = [Draw(Source.DISCARD, use) for use in found if isinstance(use, Home) and names_kind(use, trial.taken)]
        uses = [draw for draw in uses if draw.use is None or can_end_after(trial, draw.use)]
        return [*uses, DRAW_DISCARD]

    def _check_use(self, round: Round, use: Home | None) -> Refusal | None:
        trial = self._with_card_taken(round)
        if use is None:
            return refuse_taking(trial)
        if not names_kind(use, trial.taken) or (self.take == "only_to_meld" and not isinstance(use, LayDown)):
            return self._refuse_unused(round)
        return trial.stage.check(trial, use)

    def _refuse_unused(self, round: Round) -> Refusal:
        if self.take == "only_to_meld":
            expected = Later("write 'draw discard : meld ...' with {card}", card=round.open_card)
        else:
            expected = Later("write 'draw discard : meld or layoff ...' with {card}", card=round.open_card)
        return round.rules.refuse(Reason.TAKEN_CARD_UNUSED, expected=expected)

    def _with_card_taken(self, round: Round) -> Round:
        return self._with_cards_taken(round, 1)

    def _with_cards_taken(self, round: Round, cards: int) -> Round:
        trial = round.copy()
        self.take_discard(trial, cards)
        round.rules.flow.start_play(trial)
        return trial

    # -- a pile that is taken from any depth -----------------------------------------------------------------

    def _depths(self, round: Round) -> list[Action]:
        """Return how deep the seat on turn may reach: as deep as lies a card that it could use at once."""
        found: list[Action] = []
        rules, hand = round.rules, round.hands[round.active]
        look = _OneLook.of(round, lays_off=self.take != "only_to_meld")
        bits, fewest_with = rules.pack.bits, rules.finder.fewest_with
        to_spare = hand.bit_count() - rules.flow.discarding.always_enough
        for cards, kind in enumerate(reversed(round.pile), 1):
            bit = bits[kind][0]
            hand = rules.pack.add(hand, kind) if hand & bit else hand | bit
            if cards == 1 and not self.must_be_used:
                usable: bool | None = True
            elif look is None:
                usable = None
            elif look.fits & bit:
                usable = to_spare + cards > 0 or None
            else:
                shortest = fewest_with(kind, hand)
                usable = (look.melds_freely and to_spare + cards >= shortest) or None if shortest else False
            if usable or (usable is None and way_to_use(self._with_cards_taken(round, cards)) is not None):
                found.append(_take(cards))
        return found

    # -- a pile that is taken whole ----------------------------------------------------------------------------

    def _uses_of_whole(self, round: Round) -> list[Action]:
        """Return the draws of the whole pile with a use of the open card."""
        pack, flow, kind = round.rules.pack, round.rules.flow, round.pile[-1]
        hand = pack.add(round.hands[round.active], kind)
        trial = round.copy()  # with nothing of the pile but the open card
        trial.hands[trial.active], trial.taken = hand, kind
        flow.start_play(trial)
        uses: list[Action] = [*flow.laying_down.singles(trial, hand)]
        flow.laying_down.legal(trial, uses)
        if self.take == "only_to_use":
            flow.laying_off.legal(trial, uses)
        draws = [Draw(Source.DISCARD, use) for use in dict.fromkeys(uses) if isinstance(use, Home)]
        return [draw for draw in draws if self._check_taking(round, draw) is None]

    def _check_use_of_whole(self, round: Round, use: Home | None) -> Refusal | None:
        """Refuse a use that is none, or that takes other cards than those of the hand to the open one."""
        if use is None or not names_kind(use, round.pile[-1]):
            return self._check_use(round, use) if use is not None else self._refuse_unused(round)
        pack = round.rules.pack
        hand = pack.add(round.hands[round.active], round.pile[-1])
        melds = use.melds if isinstance(use, LayDown) else ()
        for placed in [placed for meld in melds for placed in meld.cards]:
            if not hand & pack.bits[placed.card.kind][0]:
                return round.rules.refuse(Reason.NOT_IN_HAND, (placed.card,))
            hand = pack.remove(hand, placed.card.kind)
        if self.take == "only_to_meld" and not melds:
            return self._refuse_unused(round)
        barred = self.guard.refuse(round, use) if self.guard is not None else None
        trial = self._with_cards_taken(round, len(round.pile))
        return barred or trial.stage.check(trial, use)


@cache
def _take(cards: int) -> Draw:
    return Draw(Source.DISCARD, cards=cards)


@dataclass(frozen=True, slots=True)
class _OneLook:
    """What shows at one look whether a card can be used: what fits the table, and whether melds need no points."""

    fits: int
    melds_freely: bool

    @classmethod
    def of(cls, round: Round, *, lays_off: bool) -> _OneLook | None:
        """Return what is seen at one look; None where house rules or other moves take a closer one."""
        flow = round.rules.flow
        laying = flow.laying_down
        if laying.pool is not None or flow.max_hand_cards is not None or round.lap <= laying.no_meld_laps:
            return None
        if not all(isinstance(move, LayingDown | LayingOff | Discarding) for move in flow.moves):
            return None
        free = laying.first_for(round, round.active).is_free or bool(round.melded >> round.active & 1)
        return cls(flow.laying_off.fitting(round) if lays_off else 0, free)


@dataclass(frozen=True)
class PlayOrDraw:
    """Place at least one hand card and play on, or pass: that draws a stock card, if there is one, and ends the turn.

    Passing is always allowed as long as no card was placed.
    """

    name = "play_or_draw"
    expected = Later("place cards from your hand, or pass")

    def legal(self, round: Round) -> Sequence[Action]:
        """List all moves that place cards, and the pass."""
        return [*round.rules.flow.placing(round), PASS]

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Say why the seat on turn may not begin so."""
        if isinstance(action, Pass):
            return None
        if isinstance(action, EndTurn):
            return round.rules.refuse(Reason.NOTHING_PLACED)
        return round.rules.flow.playing.check(round, action)

    def apply(self, round: Round, action: Action) -> None:
        """Place cards and go on playing, or draw and end the turn."""
        flow = round.rules.flow
        if isinstance(action, Pass):
            if round.stock:
                round.fresh = True
                flow.drawing.deal_from_stock(round, round.active)
            if round.outcome is None:
                flow.end_turn(round)
            return
        flow.playing.apply(round, action)
        if round.placed and round.outcome is None:
            flow.start_play(round)
