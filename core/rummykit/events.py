"""What happens at a table, as data: all that a log, a screen, an export or a server has to tell.

`begin` and `make` return what happened with every card in it; `TableEvent.seen_by` leaves out what some seats, or
lookers-on, may not know. Seats are those of the match.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal

from rummykit.cards import Card, Placed
from rummykit.engine.actions import (
    LATE,
    Action,
    BuyBack,
    Call,
    Claim,
    Discard,
    Draw,
    EndTurn,
    Home,
    Knock,
    Late,
    LayDown,
    LayOff,
    Pass,
    Rearrange,
    Source,
    SwapJoker,
    cards_of,
    is_own,
)
from rummykit.engine.books import Books, Event
from rummykit.engine.scoring import RoundScore, ScoreItem, ShownHand
from rummykit.engine.table import Outcome
from rummykit.melds import Meld
from rummykit.parts.rearranging import additions, hand_cards_of
from rummykit.refusals import Refusal

if TYPE_CHECKING:
    from rummykit.engine.match import Match
    from rummykit.engine.round import Round

NumberedMeld = tuple[int, Meld]
"""A meld and the number by which it is known on the table."""


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something that happened. ``seat`` is whoever did it, or to whom it happened."""

    def seen_by(self, hands: Collection[int]) -> TableEvent | None:
        """Return what those know of it who see the hands of these seats; None if they learn nothing of it."""
        return self

    @property
    def name(self) -> str:
        """The kind of event in one word, such as ``laid_off``."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", type(self).__name__).lower()

    def to_json(self) -> dict[str, Any]:
        """Return the event as plain data: cards and melds by their text."""
        return {"event": self.name} | {field.name: _plain(getattr(self, field.name)) for field in fields(self)}


def _plain(value: object) -> Any:
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, TableEvent):
        return value.to_json()
    if isinstance(value, Refusal):
        return value.as_json()
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, Outcome | RoundScore | ShownHand):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    return str(value)


# -- between the moves -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatsDrawn(TableEvent):
    """Everybody drew a card for the seats; the highest deals first."""

    cards: tuple[Card, ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class Dealt(TableEvent):
    """A round begins. ``hands`` are those that may be known, by seat; ``turned_up`` makes the ranks ``wild``.

    ``redealt`` are the seats whose hands were thrown in, one for every time that the round was dealt anew.
    """

    number: int
    dealer: int
    hands: Mapping[int, tuple[Card, ...]]
    turned_up: Card | None = None
    wild: tuple[str, ...] = ()
    redealt: tuple[int, ...] = ()

    def seen_by(self, hands: Collection[int]) -> Dealt:
        """Leave out the other hands."""
        return replace(self, hands={seat: cards for seat, cards in self.hands.items() if seat in hands})


@dataclass(frozen=True, slots=True)
class Received(TableEvent):
    """Cards came from the stock into a hand: drawn, or taken as a penalty. Only their holder knows which."""

    seat: int
    number: int
    cards: tuple[Card, ...] | None

    def seen_by(self, hands: Collection[int]) -> Received:
        """Leave the cards out unless the hand is known."""
        return self if self.seat in hands else replace(self, cards=None)


@dataclass(frozen=True, slots=True)
class Reshuffled(TableEvent):
    """The discards were turned over and shuffled, and are the stock."""

    cards: int


@dataclass(frozen=True, slots=True)
class RoundOver(TableEvent):
    """A round ended and was scored. Seats in ``outcome`` and ``shown`` are those of the match."""

    number: int
    outcome: Outcome
    shown: tuple[ShownHand, ...]
    score: RoundScore


@dataclass(frozen=True, slots=True)
class Out(TableEvent):
    """A player is out of the match, with a total as it is shown."""

    seat: int
    total: int


@dataclass(frozen=True, slots=True)
class BoughtBack(TableEvent):
    """A player was asked whether to buy back, and answered; ``again`` if that brings them back into the match."""

    seat: int
    accepted: bool
    price: int
    total: int
    new_total: int
    again: bool


@dataclass(frozen=True, slots=True)
class MatchOver(TableEvent):
    """The match is over; ``bonuses`` are what it added to the points of its rounds."""

    winners: tuple[int, ...]
    bonuses: tuple[ScoreItem, ...]


# -- moves -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Melded(TableEvent):
    """Melds were laid down."""

    seat: int
    melds: tuple[NumberedMeld, ...]


@dataclass(frozen=True, slots=True)
class LaidOff(TableEvent):
    """A card was laid off on a meld."""

    seat: int
    card: Placed
    meld: int


@dataclass(frozen=True, slots=True)
class Drew(TableEvent):
    """A card was drawn: ``taken`` is the one of the pile, None for one of the stock; ``use`` where it was laid at once.

    ``above`` and ``beneath`` are the cards of the pile that came with it, in the order in which they lay there.
    """

    seat: int
    taken: Card | None
    use: Melded | LaidOff | None = None
    above: tuple[Card, ...] = ()
    beneath: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Claimed(TableEvent):
    """The open card was claimed, with so many penalty cards; ``use`` where it was laid at once."""

    seat: int
    card: Card
    penalty: int
    use: Melded | LaidOff | None = None


@dataclass(frozen=True, slots=True)
class Passed(TableEvent):
    """A player left the open card to others, kept the hand after a knock, drew instead of placing, or did nothing."""

    seat: int
    instead_of: Literal["claiming", "exchanging", "placing", "playing"]
    card: Card | None


@dataclass(frozen=True, slots=True)
class Swapped(TableEvent):
    """Cards were swapped for jokers of melds, and the jokers laid; where ``then`` is empty, they went to the hand."""

    seat: int
    swaps: tuple[tuple[Card, int], ...]
    then: tuple[Melded | LaidOff, ...]


@dataclass(frozen=True, slots=True)
class Lengthened(TableEvent):
    """Cards were added to a meld, which has a new number now."""

    seat: int
    cards: tuple[Placed, ...]
    meld: int
    now: int


@dataclass(frozen=True, slots=True)
class Rearranged(TableEvent):
    """Melds were taken up and laid anew, with ``cards`` of the hand.

    If none was really taken apart, ``longer`` says what was added to each, and ``melds`` has the new ones alone.
    """

    seat: int
    apart: tuple[int, ...]
    melds: tuple[NumberedMeld, ...]
    cards: tuple[Card, ...]
    longer: tuple[Lengthened, ...] = ()


@dataclass(frozen=True, slots=True)
class Discarded(TableEvent):
    """A card was discarded, face down if it is None; ``goes_out`` if it was the last one."""

    seat: int
    card: Card | None
    goes_out: bool


@dataclass(frozen=True, slots=True)
class Knocked(TableEvent):
    """A player discarded a card and knocked, or called with all cards in melds, and showed the hand."""

    seat: int
    card: Card
    hand: ShownHand
    called: bool


@dataclass(frozen=True, slots=True)
class Acted(TableEvent):
    """A move was made of a kind that the game has brought itself."""

    seat: int
    action: Action


@dataclass(frozen=True, slots=True)
class TurnEnded(TableEvent):
    """A turn was ended without a discard."""

    seat: int


@dataclass(frozen=True, slots=True)
class WasLate(TableEvent):
    """The time of a player was over: the turn was ended, with so many ``cards`` from the stock, penalty cards included.

    ``returned`` is the card that went back on the pile because it was taken only to be used. ``answering``: it was the
    time to answer whether to claim the open card, which goes on to the others.
    """

    seat: int
    cards: int = 0
    returned: Card | None = None
    answering: bool = False


# -- making moves ------------------------------------------------------------------------------------------


def begin(match: Match) -> list[TableEvent]:
    """Return what happens before the first move."""
    return [*([SeatsDrawn(match.seat_draw, match.first_dealer)] if match.seat_draw else []), _dealt(match)]


def make(match: Match, action: Action, apply: Callable[[Action], None] | None = None) -> list[TableEvent]:
    """Make a legal move, with *apply* if something is to be done besides, and return what happened."""
    round, seat, played, reshuffles = match.round, match.actor, len(match.scores), match.round.reshuffles
    first = bought_back(match, action) if isinstance(action, BuyBack) else moved(action, round, seat)
    hands, seated, stock, pile = list(round.hands), match.seated, len(round.stock), list(round.pile)
    if isinstance(first, WasLate) and first.returned is not None:
        hands[round.active] = round.rules.pack.remove(hands[round.active], first.returned.kind)
    (apply or match.apply)(action)
    events = [first]
    if round.reshuffles > reshuffles:
        events.append(Reshuffled(len(round.stock)))
    if isinstance(action, Draw | Pass | Claim | Late):
        takes = isinstance(action, Claim) or (isinstance(action, Draw) and action.source is Source.DISCARD)
        for at, before in enumerate(hands):
            taken = Counter(pile[len(round.pile) :] if takes and seated[at] == seat else [])
            use = action.use if taken and isinstance(action, Claim) else None
            laid = Counter(placed.card.kind for placed in cards_of(use))
            events += _received(round, seated[at], before, round.hands[at], taken, laid)
    elif is_own(action) and (len(round.stock) < stock or round.reshuffles > reshuffles):
        from_pile = Counter(pile) - Counter(round.pile) if round.reshuffles == reshuffles else Counter[int]()
        for at, before in enumerate(hands):
            events += _received(round, seated[at], before, round.hands[at], from_pile)
    if len(match.scores) > played:
        events += _round_over(match, round, seated)
    if match.is_over:
        events.append(MatchOver(tuple(match.winners), match.bonuses))
    elif match.round is not round:
        events.append(_dealt(match))
    return events


def _dealt(match: Match) -> Dealt:
    round, pack = match.round, match.rules.pack
    hands = {match.seated[at]: pack.cards_in(hand) for at, hand in enumerate(round.hands)}
    redealt = tuple(match.seated[seat] for seat in round.redealt)
    if round.turned_up < 0:
        return Dealt(round.number, match.dealer, hands, redealt=redealt)
    wild = tuple(pack.ranks[rank] for rank in round.rules.melds.wild_ranks)
    return Dealt(round.number, match.dealer, hands, pack.cards[round.turned_up], wild, redealt)


_NOTHING: Counter[int] = Counter()


def _received(
    round: Round, seat: int, before: int, after: int, taken: Counter[int], laid: Counter[int] = _NOTHING
) -> Iterator[Received]:
    pack = round.rules.pack
    came = Counter(pack.kinds(after)) - (Counter(pack.kinds(before)) + taken - laid)
    if came:
        yield Received(seat, came.total(), tuple(pack.cards[kind] for kind in sorted(came.elements())))


def _round_over(match: Match, round: Round, seated: tuple[int, ...]) -> Iterator[TableEvent]:
    outcome = round.outcome
    assert outcome is not None
    shown = tuple(replace(hand, seat=seated[hand.seat]) for hand in round.shown)
    by = None if outcome.seat is None else seated[outcome.seat]
    yield RoundOver(len(match.scores), replace(outcome, seat=by), shown, match.scores[-1])
    line = [line for line in match.sheet if line.event is Event.ROUND][-1]
    for seat in line.out:
        yield Out(seat, match.shown(match.totals[seat]))


def bought_back(match: Books, action: BuyBack) -> BoughtBack:
    """Return how the seat that is asked answers an offer to buy back."""
    offer = match.offer
    assert offer is not None
    again = action.accept and offer.seat not in match.still_in
    return BoughtBack(offer.seat, action.accept, offer.price, match.totals[offer.seat], offer.new_total, again)


def moved(action: Action, before: Round, seat: int) -> TableEvent:
    """Return what a legal move of a round will be, *before* it is made."""
    if is_own(action):
        return Acted(seat, action)
    match action:
        case Draw(source=Source.STOCK):
            return Drew(seat, None)
        case Draw():
            return _took(action, before, seat)
        case Claim():
            claiming = before.rules.flow.claiming
            assert claiming is not None
            assert before.open_card is not None
            use = None if action.use is None else _laid(action.use, before.next_number, seat)
            return Claimed(seat, before.open_card, claiming.penalty, use)
        case Pass():
            return Passed(seat, _instead_of(before), before.open_card)
        case LayDown() | LayOff():
            return _laid(action, before.next_number, seat)
        case SwapJoker(swaps=swaps, homes=homes):
            return _swapped(tuple(swaps), homes, before, seat)
        case Rearrange():
            return _rearranged(action, before, seat)
        case Knock(card=card) | Call(card=card):
            hand = before.rules.pack.remove(before.hands[before.active], card.kind)
            return Knocked(seat, card, ShownHand.of(before.rules, seat, hand), isinstance(action, Call))
        case Discard(card=card):
            goes_out = before.hands[before.active].bit_count() == 1
            face_down = goes_out and before.rules.flow.throwing.last_face_down
            return Discarded(seat, None if face_down else card, goes_out)
        case EndTurn():
            return TurnEnded(seat)
        case Late():
            return _was_late(before, seat)
    raise TypeError(f"{action!r} is not a move of a round")


def _took(action: Draw, before: Round, seat: int) -> Drew:
    pile, drawing = [before.rules.pack.cards[kind] for kind in before.pile], before.rules.flow.drawing
    wanted = len(pile) - action.cards
    above, beneath = tuple(pile[wanted + 1 :]), tuple(pile[:wanted]) if drawing.reach == "whole" else ()
    use = None if action.use is None else _laid(action.use, before.next_number, seat)
    return Drew(seat, pile[wanted], use, above, beneath)


def _instead_of(before: Round) -> Literal["claiming", "exchanging", "placing", "playing"]:
    flow = before.rules.flow
    if before.stage is flow.claiming:
        return "claiming"
    if before.announced is not None and flow.exchanges:
        return "exchanging"
    return "placing" if before.stage is flow.play_or_draw and before.stock else "playing"


def _was_late(before: Round, seat: int) -> WasLate:
    answering, owed, at = before.stage is before.rules.flow.claiming, before.owed, before.actor
    returned = None if answering or owed < 0 else before.rules.pack.cards[owed]
    after = before.copy()
    after.apply(LATE)
    cards = after.hands[at].bit_count() - before.hands[at].bit_count() + (returned is not None)
    return WasLate(seat, cards, returned, answering)


def _laid(home: Home, next_number: int, seat: int) -> Melded | LaidOff:
    if isinstance(home, LayDown):
        return Melded(seat, tuple(enumerate(home.melds, next_number)))
    return LaidOff(seat, home.placed, home.number)


def _swapped(swaps: tuple[tuple[Card, int], ...], homes: tuple[Home, ...], before: Round, seat: int) -> Swapped:
    then, number = [], before.next_number
    for home in homes:
        then.append(_laid(home, number, seat))
        number += len(home.melds) if isinstance(home, LayDown) else 0
    return Swapped(seat, swaps, tuple(then))


def _rearranged(action: Rearrange, before: Round, seat: int) -> Rearranged:
    melds = list(enumerate(action.melds, before.next_number))
    longer = []
    for addition in additions(before.table.values(), action) or ():
        now = next(number for number, meld in melds if meld == addition.meld)
        melds.remove((now, addition.meld))
        longer.append(Lengthened(seat, addition.cards, addition.number, now))
    cards = before.rules.pack.cards_in(hand_cards_of(before, action))
    return Rearranged(seat, tuple(action.numbers), tuple(melds), cards, tuple(longer))
