"""The flow of a turn: draw, perhaps claims, play, discard (or another shape), and on to the next seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, Self, TypeVar

from pydantic import Field

from rummykit.engine.actions import CLAIM, STANDARD, VERBS, BuyBack, Claim, Draw, Late, LayDown, Pass, unfit
from rummykit.engine.scoring import ShownHand
from rummykit.engine.state import Kept, declared
from rummykit.engine.table import Ending
from rummykit.errors import PluginError, ask_part
from rummykit.i18n import Either, Later
from rummykit.memo import lazy
from rummykit.parts.discarding import Discarding, EndingTurn
from rummykit.parts.drawing import PlayOrDraw
from rummykit.parts.knocking import Knocking, has_exchanged
from rummykit.parts.last_card import refuse_stranded, still_endable
from rummykit.parts.lateness import Lateness
from rummykit.parts.laying_down import LayingDown
from rummykit.parts.laying_off import LayingOff
from rummykit.parts.rearranging import Rearranging
from rummykit.parts.taken_card import refuse_unpaid, settle, still_payable
from rummykit.refusals import Reason, Refusal
from rummykit.rules.options import Section
from rummykit.rules.shapes import Off, Unlimited

if TYPE_CHECKING:
    from rummykit.engine.actions import Action
    from rummykit.engine.round import EndingRule, Restriction, Round, Stage
    from rummykit.engine.views import View
    from rummykit.melds import Condition
    from rummykit.parts.claiming import Claiming
    from rummykit.parts.drawing import Drawing

MOST_PAIRED = 20
"""So many of the melds listed are laid in pairs, where nothing else is left to do."""
HARD_TURN_LIMIT = 2_000
"""Where no stall limit is set, a round still ends after so many turns."""

FEWEST_SECONDS, MOST_SECONDS = 10, 600
"""How long a turn may take, where there is a clock."""

P = TypeVar("P")
Telling = str | Later | Callable[[], str]
"""What the rule booklet says of a rule."""


class TurnOptions(Section):
    """The shape of a turn, and how many of them lead nowhere."""

    known_as: ClassVar[tuple[tuple[str, str], ...]] = (("", "move, stalemate, endless round"),)

    starts_with: Literal["draw", "play_or_draw"] = Field(
        "draw", description="whether a turn begins with a draw, or one either places cards or draws"
    )
    most_cards: Unlimited[int] = Field(None, ge=1, le=20, description="most hand cards placed in a turn")
    stall_limit: int = Field(
        60, ge=0, le=200, description="turns without a stock card or a meld after which hands are scored; 0 = off"
    )

    # With a pile every turn ends with a discard and so begins with a draw; no rule sheet knows another way.
    needs = (("starts_with", "play_or_draw", "discards.pile", False),)


class TimedTurnOptions(TurnOptions):
    """The shape of a turn, how many of them lead nowhere, and a clock for people at a screen."""

    asked = (
        ("seconds", "How many seconds may a turn take?"),
        ("late_penalty", "How many penalty cards does it cost to be late?"),
    )
    follow_ups = (("seconds", "late_penalty"),)
    known_as = (
        ("seconds", "clock, time limit, timer, minute"),
        ("late_penalty", "late, too slow, time is up, penalty"),
    )

    seconds: Off[int] = Field(
        None, ge=FEWEST_SECONDS, le=MOST_SECONDS, description="seconds that people at a screen have for a turn"
    )
    late_penalty: int = Field(
        0, ge=0, le=3, description="stock cards that whoever lets the time of a turn run out draws as a penalty"
    )

    idle_without = (("late_penalty", "seconds", *range(FEWEST_SECONDS, MOST_SECONDS + 1)),)


class Move(Protocol):
    """A part that rules one kind of move in the play stage, or where it says so (``when``) in others.

    Its ``action`` may be a class of its own: docs/actions.md shows what such a part may say besides.
    """

    @property
    def action(self) -> type[Any]:
        """The class of the moves it rules."""

    def legal(self, round: Round, found: list[Action]) -> None:
        """Append the legal moves of the seat on turn."""

    def check(self, round: Round, action: Any) -> Refusal | None:
        """Say why the seat on turn may not make this move."""

    def apply(self, round: Round, action: Any) -> None:
        """Make a legal move."""


@dataclass(frozen=True, eq=False)
class Playing:
    """The stage in which the seat on turn melds, lays off, swaps, rearranges, and ends its turn."""

    moves: tuple[Move, ...]
    name = "play"

    @lazy
    def expected(self) -> Either:
        """What a player may do now; a part may be there only to say that its moves are not allowed."""
        return Either(tuple(Later(move.action.phrase) for move in self.moves if getattr(move, "allowed", True)))

    @lazy
    def _by_action(self) -> dict[type[Any], Move]:
        return {move.action: move for move in self.moves}

    @lazy
    def _last_is_laid(self) -> bool:
        """Whether nobody may discard their last card."""
        return not all(getattr(move, "final_allowed", True) for move in self.moves)

    def legal(self, round: Round) -> Sequence[Action]:
        """List all moves of the seat on turn."""
        found: list[Action] = []
        for move in self.moves:
            move.legal(round, found)
        if self._last_is_laid:
            found = still_endable(round, found)
        return found if round.owed < 0 else still_payable(round, found)

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Let the part that rules the move check it."""
        move = self._by_action.get(type(action))
        if move is None:
            return round.refuse_not_now(action)
        refusal = move.check(round, action)
        if refusal is None and self._last_is_laid:
            refusal = refuse_stranded(round, action)
        return refusal if refusal is not None or round.owed < 0 else refuse_unpaid(round, action)

    def apply(self, round: Round, action: Action) -> None:
        """Let the part that rules the move make it."""
        turn = round.turn
        if round.owed < 0:
            self._by_action[type(action)].apply(round, action)
        else:
            hand = round.hands[round.active]
            self._by_action[type(action)].apply(round, action)
            if round.turn == turn:
                settle(round, action, hand)
        if not round.hands[round.active] and round.outcome is None and round.turn == turn:
            round.rules.flow.after_last_card(round)


@dataclass(frozen=True, eq=False)
class DrawingOrElse:
    """The stage in which the seat on turn draws, or makes another move that may take the place of the draw."""

    drawing: Drawing
    moves: tuple[Move, ...]
    name = "draw"

    @lazy
    def expected(self) -> Either:
        """What a player should do now."""
        return Either((self.drawing.expected, *(Later(move.action.phrase) for move in self.moves)))

    @lazy
    def _by_action(self) -> dict[type[Any], Move]:
        return {move.action: move for move in self.moves}

    def legal(self, round: Round) -> Sequence[Action]:
        """List the draws and the other moves."""
        found = list(self.drawing.legal(round))
        for move in self.moves:
            move.legal(round, found)
        return found

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Let the part that rules the move check it."""
        move = self._by_action.get(type(action))
        return self.drawing.check(round, action) if move is None else move.check(round, action)

    def apply(self, round: Round, action: Action) -> None:
        """Let the part that rules the move make it."""
        (self._by_action.get(type(action)) or self.drawing).apply(round, action)


def _when(move: Move) -> Sequence[str]:
    """Return the stages in which a part of the turn is asked."""
    when: Sequence[str] = getattr(move, "when", ("play",))
    return when


@dataclass(frozen=True, eq=False)
class TurnFlow:
    """How a turn goes: its drawing, its claims if there are any, and the moves of play.

    ``draw_mode``: a turn begins with a draw, or a player either places cards or draws. ``stall_limit`` ends a
    round after so many turns without a stock card or a meld (0: never, but see `HARD_TURN_LIMIT`).
    ``max_hand_cards`` limits the hand cards placed in a turn. ``lateness`` is what becomes of a turn that takes too
    long, where there is a clock. A mod adds ``restrictions`` and ``endings`` with `with_rules`.
    """

    drawing: Drawing
    claiming: Claiming | None
    moves: tuple[Move, ...]
    draw_mode: Literal["draw_then_play", "play_or_draw"] = "draw_then_play"
    stall_limit: int = 0
    max_hand_cards: int | None = None
    lateness: Lateness | None = None
    restrictions: tuple[Restriction, ...] = ()
    endings: tuple[EndingRule, ...] = ()
    told: Mapping[str, Telling] = field(default_factory=dict)

    @classmethod
    def by(cls, turn: TurnOptions, drawing: Drawing, claiming: Claiming | None, *moves: Move) -> TurnFlow:
        """Return a turn of these parts, as house rules ask for it."""
        return cls(
            drawing=drawing,
            claiming=claiming,
            moves=moves,
            draw_mode="draw_then_play" if turn.starts_with == "draw" else "play_or_draw",
            stall_limit=turn.stall_limit,
            max_hand_cards=turn.most_cards,
            lateness=Lateness.by(turn) if getattr(turn, "seconds", None) is not None else None,
        )

    def with_rules(
        self,
        restrictions: Sequence[Restriction] = (),
        endings: Sequence[EndingRule] = (),
        told: Mapping[str, Telling] | None = None,
    ) -> Self:
        """Return the flow with further vetoes and endings.

        ``told`` is what the rule booklet says of them, by rule id: a text, a message, or a function that says it, or
        nothing ("") for a rule that does not hold at this table. A rule without it is told as on the rule sheet.
        """
        return replace(
            self,
            restrictions=(*self.restrictions, *restrictions),
            endings=(*self.endings, *endings),
            told={**self.told, **(told or {})},
        )

    @lazy
    def playing(self) -> Playing:
        """The play stage."""
        return Playing(tuple(move for move in self.moves if "play" in _when(move)))

    @lazy
    def play_or_draw(self) -> PlayOrDraw:
        """The stage in which a player either places cards or draws."""
        return PlayOrDraw()

    @lazy
    def opening(self) -> Stage:
        """The stage in which a turn begins."""
        if self.draw_mode != "draw_then_play":
            return self.play_or_draw
        others = tuple(move for move in self.moves if "draw" in _when(move))
        return DrawingOrElse(self.drawing, others) if others else self.drawing

    @lazy
    def known(self) -> frozenset[type[Any]]:
        """The kinds of moves that there are in this game."""
        kinds = {Draw, Claim, Pass, BuyBack, *(move.action for move in self.moves), *self._declared}
        return frozenset(kinds if self.lateness is None else kinds | {Late})

    @lazy
    def verbs(self) -> Mapping[str, type[Action]]:
        """The kinds of moves by the word that a player types first: those of any game, and those of this one."""
        problem = unfit([*(move.action for move in self.moves), *self._declared])
        if problem is not None:
            raise PluginError(problem[0].upper() + problem[1:])
        return {**VERBS, **{kind.verb: kind for kind in self.known}}

    @lazy
    def own(self) -> Mapping[type[Action], object]:
        """The kinds of moves that this game alone has, each with the part that rules it."""
        rulers = {kind: part for part in self._parts for kind in getattr(part, "actions", ())}
        rulers |= {move.action: move for move in self.moves}
        return {kind: part for kind, part in rulers.items() if kind not in STANDARD}

    def worth(self, view: View, action: Action) -> float | None:
        """Return what a move of this game's own is worth by the part that rules it, or None if that does not say."""
        worth = self._said_by_part(action, "worth")
        return None if worth is None else ask_part(worth, view, action)

    def why(self, view: View, action: Action) -> str | None:
        """Return why a move of this game's own is good, in a sentence, or None if its part does not say."""
        why = self._said_by_part(action, "why")
        return None if why is None else ask_part(why, view, action)

    def _said_by_part(self, action: Action, what: str) -> Callable[..., Any] | None:
        part = self.own.get(type(action))
        return None if part is self else getattr(part, what, None)  # a flow may declare moves of its stages, too

    @lazy
    def _parts(self) -> tuple[object, ...]:
        return (self, self.drawing, self.claiming, *self.moves)

    @lazy
    def _declared(self) -> tuple[type[Any], ...]:
        """The kinds of moves that stages of a part list beside its own."""
        return tuple(kind for part in self._parts for kind in getattr(part, "actions", ()))

    @lazy
    def offered(self) -> frozenset[type[Any]]:
        """The kinds of moves that can ever be made; a part may be there only to say that its moves are not allowed."""
        kinds = {move.action for move in self.moves if getattr(move, "allowed", True)} | {*self._declared}
        begins_with_draw = self.draw_mode == "draw_then_play"
        if begins_with_draw:
            kinds.add(Draw)
        if self.claiming is not None:
            kinds.add(Claim)
        may_end = self.drawing.exhausted == "take_or_end"
        if self.claiming is not None or self.knocking is not None or not begins_with_draw or may_end:
            kinds.add(Pass)
        return frozenset(kinds)

    @lazy
    def state(self) -> Mapping[str, Kept]:
        """What the parts of the turn keep in a round, by name."""
        return declared(self._parts)

    @lazy
    def lays_out(self) -> bool:
        """Whether melds are laid on the table in a turn; if not, there is neither `laying_down` nor `laying_off`."""
        return any(move.action is LayDown for move in self.moves)

    @lazy
    def knocking(self) -> Knocking | None:
        """The part that rules knocks, if there is one."""
        return next((move for move in self.moves if isinstance(move, Knocking)), None)

    @lazy
    def exchanges(self) -> bool:
        """Whether a knock gives the others a last exchange."""
        return self.knocking is not None and self.knocking.improve != "none"

    @lazy
    def shows_hands(self) -> bool:
        """Whether hands are shown, meld by meld, when a round is over."""
        return any(getattr(move, "shows_hands", False) for move in self.moves)

    @lazy
    def hand_condition(self) -> Condition | None:
        """What a move that ends the round with a whole hand asks of its melds; None if any will do."""
        return next(filter(None, (getattr(move, "condition", None) for move in self.moves)), None)

    @lazy
    def laying_down(self) -> LayingDown:
        """The part that rules new melds."""
        return self._part(LayingDown)

    @lazy
    def laying_off(self) -> LayingOff:
        """The part that rules lay-offs."""
        return self._part(LayingOff)

    @lazy
    def discarding(self) -> Discarding | EndingTurn:
        """The part that ends a turn: by a discard, or without one where there are none."""
        return next(move for move in self.moves if isinstance(move, Discarding | EndingTurn))

    @lazy
    def throwing(self) -> Discarding:
        """The part that rules discards, in a game that has them."""
        return self._part(Discarding)

    @lazy
    def rearranging(self) -> Rearranging | None:
        """The part that rules rearrangements, if there is one."""
        return next((move for move in self.moves if isinstance(move, Rearranging)), None)

    def _part(self, kind: type[P]) -> P:
        found = next((move for move in self.moves if isinstance(move, kind)), None)
        if found is None:
            raise LookupError(f"The turn of this game has no part {kind.__name__}.")
        return found

    # -- from turn to turn ---------------------------------------------------------------------------

    def begin(self, round: Round) -> None:
        """Change the beginning of a round whose first seat has been put on turn; here it is a turn like any other."""

    def start_turn(self, round: Round, seat: int) -> None:
        """Put *seat* on turn."""
        round.active = round.actor = seat
        round.turn += 1
        round.drawn = None
        round.taken = round.owed = -1
        round.opening = ()
        round.placed = round.laid_melds = round.pool_taken = 0
        round.held_twin = round.opened_now = round.claimed = round.fresh = False
        round.claimants = ()
        if round.skips_draw >> seat & 1:
            round.skips_draw ^= 1 << seat
            round.stage = self.playing
        else:
            round.stage = self.opening
            if not round.stock and not self.drawing.can_refill(round):
                if self.drawing.exhausted == "play_on":
                    round.stage = self.play_or_draw
                elif self.drawing.exhausted != "take_or_end" or not self.drawing.takes(round):
                    round.finish(Ending.STOCK)
        if not round.turn:
            self.begin(round)

    def after_last_card(self, round: Round) -> None:
        """Go on after the seat on turn has laid its last card, which need not be discarded."""
        if getattr(self.discarding, "floats", False):
            self.end_turn(round)
        else:
            round.finish(Ending.OUT, round.active)

    def start_play(self, round: Round) -> None:
        """Let the seat on turn play on."""
        round.actor = round.active
        round.stage = self.playing

    def end_turn(self, round: Round) -> None:
        """Close the turn and put the next seat on turn, or end the round."""
        seat = round.active
        if round.final_turn:
            round.finish(Ending.STOCK)
            return
        round.stall = 0 if round.fresh else round.stall + 1
        if not round.stock and self._all_passed(round):
            round.finish(Ending.PASSED)
            return
        if (self.stall_limit and round.stall >= self.stall_limit) or round.turn >= HARD_TURN_LIMIT:
            round.finish(Ending.STALL)
            return
        round.lap_seen |= 1 << seat
        if round.lap_seen | round.gone == (1 << round.players) - 1:
            round.lap += 1
            round.lap_seen = 0
        if self.endings and round.end_by_mod():
            return
        self.start_turn(round, self.next_seat(round, seat) if round.gone else (seat + 1) % round.players)

    def next_seat(self, round: Round, seat: int) -> int:
        """Return the seat that is on turn after *seat*: the next one clockwise that has not left the round."""
        seat = (seat + 1) % round.players
        while round.gone >> seat & 1:
            seat = (seat + 1) % round.players
        return seat

    def _all_passed(self, round: Round) -> bool:
        """Whether nobody has placed a card since all were on turn last, where that ends a round without a stock."""
        return self.drawing.exhausted == "play_on" and round.stall >= round.players - round.gone.bit_count()

    # -- what several parts ask ----------------------------------------------------------------------------

    def has_exchanged(self, round: Round, seat: int) -> bool:
        """Whether *seat* has made its last exchange after a knock, where there is one."""
        return self.exchanges and has_exchanged(round, seat)

    def placing(self, round: Round) -> list[Action]:
        """List the moves that do not end the turn."""
        found: list[Action] = []
        for move in self.playing.moves:
            if move is not self.discarding:
                move.legal(round, found)
        return found if self.discarding.final_allowed else still_endable(round, found)

    def unlisted(self, round: Round, listed: Sequence[Action]) -> Iterator[Action]:
        """Yield moves that a listing leaves out: two melds at once, longer first melds, and rearrangements."""
        melds = [action for action in listed if isinstance(action, LayDown)][:MOST_PAIRED]
        for one, other in combinations_with_replacement(melds, 2):
            yield LayDown((*one.melds, *other.melds))
        if melds:
            yield from self.laying_down.unlisted(round)
        part, hand = self.rearranging, round.hands[round.active]
        if part is not None and part.allowed:
            table = list(round.table.values())
            for keep in range(hand.bit_count()):
                action = part.many_cards(round.rules, table, round.active, hand, round.placed, keep)
                if action is not None:
                    yield action

    def why_no_claim(self, round: Round, seat: int, claim: Claim = CLAIM) -> Refusal | None:
        """Return why *seat* may not claim the open card now, or not so; None if it may."""
        if self.claiming is None:
            return round.rules.refuse(Reason.CLAIMS_OFF)
        return self.claiming.why_not(round, seat, claim)

    def show(self, round: Round, seat: int) -> ShownHand:
        """Return a hand that lies open, in the melds that leave least over."""
        knocking = self.knocking
        return knocking.show(round, seat) if knocking else ShownHand.of(round.rules, seat, round.hands[seat])

    def over_card_limit(self, round: Round, more: int) -> Refusal | None:
        """Refuse *more* hand cards on the table than a turn allows."""
        limit, count = self.max_hand_cards, round.placed + more
        if limit is None or count <= limit:
            return None
        return round.rules.refuse(Reason.CARDS_PER_TURN, needed=limit, count=count)
