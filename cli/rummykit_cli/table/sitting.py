"""A game at one screen: who sits there and what he may see, what everybody was told, and what he is about to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.text import Text

from rummykit.cards import Card
from rummykit.engine.actions import Action, LayDown
from rummykit.engine.match import Match
from rummykit.engine.views import BuybackView, View
from rummykit.events import RoundOver, TableEvent
from rummykit.i18n import mark, say, say_number
from rummykit.refusals import Reason, Refusal
from rummykit_cli.plain import next_hint, own_draws, time_left
from rummykit_cli.render.log import MOST_OPTIONS, house_rules, seat_draw, told_last
from rummykit_cli.render.palettes import Palette
from rummykit_cli.render.sheet import round_sheet
from rummykit_cli.render.telling import tell
from rummykit_cli.table.fan import Fan
from rummykit_session.events import Refused
from rummykit_session.forming import MAY_GROW, Forming, Way, forming
from rummykit_session.session import Session
from rummykit_session.thinking import BotAnswer
from rummykit_session.words import shown_name

MOST_MISSED = 6
"""So many moves are told above the sheet of a round."""


@dataclass(frozen=True)
class LogLine:
    """A line of the log; *fresh* if the person at the screen has not moved since."""

    text: str
    fresh: bool


class Sitting:
    """What the screens share. Nothing here is told to anybody but the person who sits at the screen."""

    def __init__(self, session: Session, palette: Palette) -> None:
        self.session = session
        self.palette = palette
        self.seat = self._only_person()
        self.staged: Way = ()
        """Groups set aside for a first meld."""
        self.note = ""
        """What was answered to the last key or line."""
        self._wait_note: str | None = None
        """The last note that said who is to act instead."""
        self._formed: tuple[object, Forming] = (None, Forming(""))
        self.refusal: Refusal | None = None
        """The last refusal, to ask about."""
        self.sheets: list[list[RenderableType]] = []
        """What finished rounds brought, not shown yet."""
        self._typed: dict[int, list[str]] = {}
        self._told: list[str] = []
        self._seen: dict[int, int] = {}
        self._drawn: dict[int, tuple[Card, ...]] = {}
        self._fans: dict[int, tuple[int, Fan]] = {}
        self._view: View | BuybackView | None = None
        self._told += [line.text for line in house_rules(self.match.rules, MOST_OPTIONS)]
        self._told += [*(line.text for line in seat_draw(session)), *told_last(session)]
        self._look()

    def _only_person(self) -> int | None:
        people = [seat for seat in range(len(self.session.seats)) if seat not in self.session.bots]
        return people[0] if len(people) == 1 else None

    # -- what may be seen ------------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The match."""
        return self.session.match

    @property
    def view(self) -> View | None:
        """The round as the person at the screen sees it; None if nobody sits there, or has no cards in the round."""
        return self._view if isinstance(self._view, View) else None

    @property
    def offer(self) -> BuybackView | None:
        """The offer to buy back that is put to the person at the screen."""
        return self._view if isinstance(self._view, BuybackView) else None

    @property
    def on_turn(self) -> bool:
        """Whether the person at the screen is to act."""
        return self.seat is not None and not self.match.is_over and self.match.actor == self.seat

    @property
    def time_left(self) -> str:
        """How much time the person at the screen has left for the turn; nothing where no clock runs."""
        left = self.session.seconds_left if self.on_turn else None
        return "" if left is None else time_left(left)

    @property
    def fan(self) -> Fan:
        """The hand of the person at the screen."""
        return self._fans[self.seat][1] if self.seat in self._fans else Fan()

    @property
    def entries(self) -> list[LogLine]:
        """The log, for the person at the screen."""
        seen = self._seen.get(self.seat, 0) if self.seat is not None else 0
        return [LogLine(text, at >= seen) for at, text in enumerate(self._told)]

    @property
    def forming(self) -> Forming:
        """What the picked cards form; worked out, and its moves checked, once for as long as nothing changes."""
        view, picked = self.view, tuple(self.fan.picked)
        if view is None:
            return Forming("")
        if self._formed[0] != (position := (self.session.moves, id(view), picked, self.staged)):
            self._formed = position, forming(self.match, view, picked, self.staged)
        return self._formed[1]

    @property
    def typed(self) -> list[str]:
        """The lines that the person at the screen has typed in this game; nobody finds those of another."""
        return self._typed.setdefault(self.seat, []) if self.seat is not None else []

    def remember(self, line: str) -> None:
        """Keep a line that was typed, to be had again."""
        if line not in self.typed[-1:]:
            self.typed.append(line)

    def can_meld(self, forming: Forming) -> bool:
        """Whether the picked cards and what is set aside can be laid, or set aside for a first meld."""
        refusal = forming.refusal
        return bool(forming.ways or self.staged) and (refusal is None or refusal.reason in MAY_GROW)

    def why(self, forming: Forming) -> Refusal | None:
        """Return the refusal that somebody asks about: of the picked cards if they are not a meld, or else the last."""
        return forming.complaint or self.refusal

    def said_of(self, forming: Forming) -> str:
        """Return what the picked cards form, without a refusal that the note tells already."""
        complaint = forming.complaint
        return forming.besides if complaint is not None and self.note == _refused(complaint) else forming.said

    def _look(self) -> None:
        """See the table anew from the seat at the screen, and hold the cards that are in the hand now."""
        match, seat = self.match, self.seat
        may_look = seat is not None and (seat in match.seated or (match.offer is not None and match.actor == seat))
        self._view = match.view(seat) if may_look and seat is not None else None
        if seat is None or self.view is None:
            self._fans.pop(seat if seat is not None else -1, None)
            return
        dealt, fan = self._fans.get(seat, (0, Fan()))
        if dealt != self.view.number:
            order, fan = fan.order, Fan()
            fan.order = order
        self._fans[seat] = self.view.number, fan
        fan.update(self._held(self.view), self.view.pool_cards, self._drawn.get(seat, ()))

    def _held(self, view: View) -> Iterator[Card]:
        aside = Counter(placed.card for meld in self.staged for placed in meld.cards)
        yield from (Counter(view.cards) - aside).elements()

    def stand_up(self) -> None:
        """Leave the screen to nobody: no hand is shown."""
        self.seat, self.note, self.refusal, self.staged = None, "", None, ()
        self._look()

    def sit_down(self, seat: int) -> None:
        """Give the screen to somebody else, who finds nothing on it but his own."""
        self.seat, self.refusal, self.staged = seat, None, ()
        self._look()
        self.note = say("You drew {cards}.", cards=self._drawn[seat]) if seat in self._drawn else ""

    # -- moves -----------------------------------------------------------------------------------------------

    def play(self, action: Action) -> bool:
        """Make a move of the person at the screen and tell it; False if it is refused, which is noted."""
        match, mover = self.match, self.match.actor
        if self.seat is None or (self.seat not in match.seated and self.seat != mover):
            self.wait_for_turn()
            return False
        waits = self.why_not_staged(action)
        if waits is not None:
            refusal = match.check(action, self.seat)
            if refusal is None:
                self.note = waits
            else:
                self.refuse(refusal)
            return False
        events = self.session.play(action, self.seat)
        if isinstance(events[0], Refused):
            self.refuse(events[0].refusal)
            return False
        self.tell(events, mover)
        return True

    def make_for_bot(self, answer: BotAnswer) -> None:
        """Make the move that was found for a bot, and tell it."""
        mover = self.match.actor
        self.tell(self.session.make_for_bot(answer), mover)

    def tick(self) -> None:
        """Look at the clock, and tell what it brings."""
        mover = self.match.actor
        if events := self.session.tick():
            self.tell(events, mover)

    def tell(self, events: Sequence[TableEvent], mover: int) -> None:
        """Tell what a move has brought, and see the table anew."""
        match, own = self.match, mover == self.seat
        for event in events:
            if isinstance(event, RoundOver):
                title, *body = round_sheet(event, match)
                self.sheets.append([title, *([] if own else self._missed()), *body])
                self._told.append(str(title))
            elif (sentence := tell(event, match.names)) is not None:
                self._told.append(sentence)
        if self.note == self._wait_note and match.actor != mover:
            self.note = ""  # it names somebody who has moved since
        if own:
            self.note, self.refusal, self.staged = "", None, ()
            self.fan.clear()
            self._seen[mover] = len(self._told)
            self._drawn.pop(mover, None)
            for cards in own_draws(mover, events):
                self._drawn[mover] = cards
                self.note = say("You drew {cards}.", cards=cards)
        self._look()

    def _missed(self) -> list[RenderableType]:
        """Return the latest moves, as far as the person at the screen saw none of them.

        The sheet covers the table before they can read the log.
        """
        seen = self._seen.get(self.seat, 0) if self.seat is not None else 0
        return [Text("\n".join([*self._told[seen:][-MOST_MISSED:], ""]))]

    def stage(self, way: Way) -> None:
        """Set a group aside for a first meld."""
        self.staged += way
        self.fan.clear()
        self.note = ""
        self._look()

    def why_not_staged(self, action: Action | None = None) -> str | None:
        """Return why a move, or any that lays nothing, has to wait for the groups set aside; None if it need not.

        They would fall back into the hand without a word, and the turn might be over.
        """
        if not self.staged or (isinstance(action, LayDown) and set(self.staged) <= set(action.melds)):
            return None
        return say_number(
            "{melds} is set aside for your first meld: first lay it down with m, or put it back with esc.",
            "{melds} are set aside for your first meld: first lay them down with m, or put them back with esc.",
            len(self.staged),
            melds=" | ".join(meld.spoken for meld in self.staged),
        )

    def put_back(self) -> None:
        """Put picked cards back; if there are none, the group that was set aside last."""
        if self.fan.picked:
            self.fan.clear()
        else:
            self.staged = self.staged[:-1]
            self._look()
        self.note = ""

    def refuse(self, refusal: Refusal) -> None:
        """Tell why a move is refused, and remember it for whoever asks why."""
        self.refusal = refusal
        self.note = _refused(refusal)
        if refusal.reason is Reason.NOT_YOUR_TURN:
            self._wait_note = self.note

    def wait_for_turn(self) -> None:
        """Refuse any move because somebody else is to act."""
        match = self.match
        self.refuse(match.rules.refuse(Reason.NOT_YOUR_TURN, actor=shown_name(match.names[match.actor])))

    # -- help ------------------------------------------------------------------------------------------------

    def hint(self) -> None:
        """Note the next step of a hint; only the person who is to act has any, and with all cards in the hand."""
        if not self.on_turn:
            self.wait()
        elif self.staged:
            self.note = say("A hint looks at your whole hand: first put back with esc what is set aside.")
        else:
            self.note = next_hint(self.session, mark("Press h again for more."))

    def wait(self) -> None:
        """Note whose turn it is instead."""
        if self.match.is_over:
            self.note = say("The match is over.")
        else:
            name = shown_name(self.match.names[self.match.actor])
            self.note = say("Wait until it is your turn: now it is {name}'s.", name=name)
        self._wait_note = self.note

    @property
    def can_undo(self) -> bool:
        """Whether the person at the screen can take a move back now."""
        return self.on_turn and self.session.why_no_undo() is None

    def undo(self) -> None:
        """Take the last move back."""
        self._told.append(str(tell(self.session.undo(), self.match.names)))
        self.note, self.refusal, self.staged = "", None, ()
        self._look()


def _refused(refusal: Refusal) -> str:
    return say("Refused: {refusal}", refusal=refusal)
