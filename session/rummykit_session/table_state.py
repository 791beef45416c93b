"""The table at one moment of a game, as far as somebody may know it, and how it is told."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from rummykit.cards import Card, Placed, Row
from rummykit.engine.match import Match
from rummykit.engine.round import Round
from rummykit.engine.table import TableMeld
from rummykit.engine.views import View
from rummykit.i18n import listed, say, say_number
from rummykit_session.words import chips, shown_name, side_name


@dataclass(frozen=True, slots=True)
class SeatState:
    """A player: what everybody sees of him, and his hand if it is known."""

    name: str
    side: tuple[int, ...]
    """The seats that play together with him, his own among them."""
    partners: tuple[str, ...]
    playing: bool
    """Whether he plays in this round; if not, he is out of the match."""
    cards: int
    hand: tuple[Card, ...] | None
    """None where it is hidden."""
    melded: bool
    dealer: bool
    on_turn: bool
    total: int | None
    """His points so far; None before the first round is over."""
    chips: int | None
    """None where no chips are in play."""
    notes: tuple[str, ...]
    """What the game keeps of him, in words, where there is something to say."""


@dataclass(frozen=True, slots=True)
class MeldState:
    """A meld on the table. Here as everywhere, seats are those of the match."""

    number: int
    owner: int
    cards: tuple[Placed, ...]
    added: tuple[tuple[int, tuple[Placed, ...]], ...] = ()
    """The cards that others than its owner laid off on it, by seat, where cards count for whoever laid them."""


@dataclass(frozen=True, slots=True)
class BonusState:
    """A bonus card, who would earn it now, and with what count; None if it is decided at the end only."""

    title: str
    leaders: tuple[int, ...]
    count: int | None
    open: bool


@dataclass(frozen=True, slots=True)
class TableState:
    """The whole table."""

    round: int
    lap: int
    seats: tuple[SeatState, ...]
    actor: int | None
    """Who is to act; None when the round is over and nobody is asked whether to buy back."""
    melds: tuple[MeldState, ...]
    pool: tuple[Card, ...] | None
    """The jokers in the pool; None in a game without."""
    has_pile: bool
    open_card: Card | None
    spread: tuple[Card, ...]
    """The discards from the bottom to the open card, where all of them are seen."""
    pile: int
    stock: int
    bonus: tuple[BonusState, ...]
    notes: tuple[str, ...]
    """What the game keeps of the whole table, in words, where there is something to say."""
    pot: int | None


def table_of(match: Match, round: Round, seated: Sequence[int], known: Collection[int]) -> TableState:
    """Return the table of a round with these players, who may be fewer than those of the match.

    Only the hands of the *known* seats and those that lie open are in it; all else comes from a view.
    """
    view = round.view(_bystander(round))
    has_chips = match.format.has_chips
    offer = match.offer if match.round is round else None
    return TableState(
        round=view.number,
        lap=view.lap,
        seats=tuple(_seats(match, round, view, seated, known)),
        actor=offer.seat if offer else None if view.outcome else seated[view.actor],
        melds=tuple(_meld(meld, view, seated) for meld in view.table),
        pool=view.pool_cards if view.rules.deal.pool_jokers else None,
        has_pile=view.rules.flow.drawing.pile,
        open_card=view.open_card,
        spread=view.pile,
        pile=view.pile_size,
        stock=view.stock_size,
        bonus=tuple(_bonus(view, seated)) if view.side_cards else (),
        notes=_notes(view, None),
        pot=match.pot if has_chips else None,
    )


def lying_open(match: Match) -> TableState:
    """Return what everybody at the table sees, and no hand that is not shown to all."""
    return table_of(match, match.round, match.seated, known=())


def _bystander(round: Round) -> int:
    """Return a seat that is not to act: what lies open is the same for all, but its view lists no moves."""
    return (round.actor + 1) % round.players


def _seats(
    match: Match, round: Round, view: View, seated: Sequence[int], known: Collection[int]
) -> Iterator[SeatState]:
    pack, lying_open = view.rules.pack, {hand.seat for hand in view.shown}
    for seat, name in enumerate(match.names):
        at = seated.index(seat) if seat in seated else None
        hand = None
        if at is not None and (seat in known or at in lying_open):
            hand = pack.cards_in(round.hands[at])
        yield SeatState(
            name=name,
            side=match.rules.side_of[seat],
            partners=tuple(match.names[other] for other in match.rules.side_of[seat] if other != seat),
            playing=at is not None,
            cards=0 if at is None else view.hand_sizes[at],
            hand=hand,
            melded=at is not None and view.melded[at],
            dealer=at == view.dealer,
            on_turn=at == view.active and view.outcome is None,
            total=match.shown(match.totals[seat]) if match.scores else None,
            chips=match.chips[seat] if match.format.has_chips else None,
            notes=() if at is None else _notes(view, at),
        )


def _meld(meld: TableMeld, view: View, seated: Sequence[int]) -> MeldState:
    added: dict[int, tuple[Placed, ...]] = {}
    if view.rules.flow.lays_out and view.rules.flow.laying_off.credit == "layer":
        for placed, seat in meld.laid:
            if seat != meld.owner:
                added[seated[seat]] = (*added.get(seated[seat], ()), placed)
    return MeldState(meld.number, seated[meld.owner], meld.meld.cards, tuple(added.items()))


def _notes(view: View, seat: int | None) -> tuple[str, ...]:
    """Return what the game keeps openly of a seat, or of the whole table, in words."""
    found = []
    if seat is None and view.turned_up is not None:
        ranks = listed([say(view.rules.pack.ranks[rank]) for rank in view.rules.melds.wild_ranks])
        found.append(say("{card} is turned up; wild this round: {ranks}", card=view.turned_up, ranks=ranks))
    if seat is None:
        found.append(_first_meld_now(view))
    if seat is not None and view.gone[seat]:
        found.append(say("has left the round"))
    for name, kept in view.rules.flow.state.items():
        if kept.public and kept.told is not None and (kept.per == "table") == (seat is None):
            found.append(kept.told(view.state[name] if seat is None else view.state[name][seat]))
    return tuple(filter(None, found))


def _first_meld_now(view: View) -> str:
    """Return what a first meld needs now, where that rises by round or by lap and somebody has not melded yet."""
    waiting = [seat for seat, melded in enumerate(view.melded) if not (melded or view.gone[seat])]
    if not (view.rules.flow.lays_out and waiting and view.outcome is None):
        return ""
    laying = view.rules.flow.laying_down
    if not (laying.first.rises_each_round or laying.first.rises_each_lap):
        return ""
    now = laying.first_for(view, waiting[0])
    points, with_joker = now.min_points, now.min_points_with_joker
    if with_joker is None or with_joker == points or not view.rules.pack.joker_bits:
        return say("first meld {points} points", points=points)
    return say("first meld {points} points, {with_joker} with a joker", points=points, with_joker=with_joker)


def _bonus(view: View, seated: Sequence[int]) -> Iterator[BonusState]:
    for item in view.standing:
        leaders = item.earners
        count = item.counts[leaders[0]] if item.counts and leaders else None
        yield BonusState(item.title, tuple(seated[at] for at in leaders), count, open=not item.counts)


# -- in words ----------------------------------------------------------------------------------------------


def heading(table: TableState) -> list[str]:
    """Return where in a match the table is: the round, the lap, what the game keeps, and what is in the pot."""
    parts = [say("round {number}", number=table.round), say("lap {number}", number=table.lap), *table.notes]
    return parts + ([] if table.pot is None else [say("{chips} in the pot", chips=chips(table.pot))])


def seat_notes(seat: SeatState, width: int = 0) -> list[str]:
    """Return what is worth telling of a player; the number of cards takes at least so much room."""
    if not seat.playing:
        notes = [say("out")]
    else:
        notes = [say_number("{number} card", "{number} cards", seat.cards, number=f"{seat.cards:>{width}}")]
        notes += [say("with {names}", names=[shown_name(name) for name in seat.partners])] if seat.partners else []
        notes += [say("melded")] if seat.melded else []
        notes += [say("dealer")] if seat.dealer else []
        notes += seat.notes
    notes += [] if seat.total is None else [say("{points} points so far", points=seat.total)]
    return notes + ([] if seat.chips is None else [chips(seat.chips)])


def bonus_words(bonus: BonusState, table: TableState) -> str:
    """Return who would earn a bonus card now."""
    title, leaders = say(bonus.title), [shown_name(table.seats[seat].name) for seat in bonus.leaders]
    if bonus.open:
        return say("{title}: open", title=title)
    if not leaders:
        return say("{title}: nobody yet", title=title)
    if len(leaders) == sum(seat.playing for seat in table.seats):
        return say("{title}: all ({count})", title=title, count=bonus.count)
    return f"{title}: {', '.join(leaders)} ({bonus.count})"


def stock_words(table: TableState) -> str:
    """Return how many cards the stock has."""
    return say_number("stock {number} card", "stock {number} cards", table.stock)


def owner_words(meld: MeldState, table: TableState) -> str:
    """Return whose meld it is, a player's or a side's, and where that counts who has laid which cards of it besides."""
    owner = side_name([seat.name for seat in table.seats], table.seats[meld.owner].side)
    added = [
        say("{cards} by {name}", cards=Row(cards), name=shown_name(table.seats[seat].name))
        for seat, cards in meld.added
    ]
    return "; ".join([owner, *added])


def open_card_words(table: TableState) -> str:
    """Return which card lies open, where there is a discard pile; of a spread one all cards, the open one last."""
    if len(table.spread) > 1:
        return say("discards {cards}", cards=Row(table.spread))
    return say("open card {card}", card=table.open_card) if table.open_card else say("no open card")
