"""The deal: who gets how many cards, what lies open, and the shuffling behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from secrets import randbits
from typing import TYPE_CHECKING, Literal, TypeVar

from rummykit.errors import PluginError, SetupError
from rummykit.i18n import say

if TYPE_CHECKING:
    from rummykit.cards import Card, Pack

T = TypeVar("T")
Seat = Literal["none", "dealer", "left"]
NextDealer = Literal["clockwise", "winner", "loser"]
Redeal = Literal["never", "three_pairs", "no_face_card"]
MOST_REDEALS = 20
"""So often at most a round is dealt anew; then the hands stay as they are, whatever they are."""
FACES = range(10, 13)
"""The ranks of jack, queen and king."""
SEED_BITS = 128


def stream(*key: object) -> Random:
    """Return a random generator for one purpose, always the same for the same key.

    >>> stream(17, "deal").random() == stream(17, "deal").random()
    True
    """
    return Random(":".join(map(str, key)))


def new_seed() -> int:
    """Return a random seed, too long for anybody to guess it and so learn the cards."""
    return randbits(SEED_BITS)


def bot_stream(seed: int, seat: int, moves: int) -> Random:
    """Return the generator for a bot's move, after so many *moves* of the match.

    It tells nothing of the seed, from which a bot could deal everybody's cards: `Random` can be read back to what it
    was made from, a hash cannot.
    """
    return Random(sha256(f"{seed}:bot:{seat}:{moves}".encode()).digest())


def shuffled(items: list[T] | tuple[T, ...], random: Random) -> list[T]:
    """Return the items in random order.

    Written out because only `Random.random` is promised to stay the same across Python versions,
    and old records must replay.

    >>> shuffled([1, 2, 3], stream("x")) == shuffled([1, 2, 3], stream("x"))
    True
    """
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = int(random.random() * (last + 1))
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def opposite(players: int) -> tuple[tuple[int, ...], ...]:
    """Return the sides of an even number of players of whom those opposite each other are partners.

    >>> opposite(4), opposite(6)
    (((0, 2), (1, 3)), ((0, 3), (1, 4), (2, 5)))
    """
    half = players // 2
    return tuple((seat, seat + half) for seat in range(half))


@dataclass(frozen=True, slots=True)
class SideCards:
    """A small pack beside the table, of which some cards lie open for the round."""

    names: tuple[str, ...]
    open: int


def its_rank(card: Card) -> tuple[int, ...]:
    """Return the rank that a card turned up makes wild: its own, or for a joker the lowest one."""
    return (max(card.rank, 0),)


@dataclass(frozen=True, slots=True)
class TurnUp:
    """A stock card that is turned up beside the stock after the deal and makes ranks wild for the round.

    ``wild`` says which ranks, as indices into those of the pack. ``in_hand`` is what any wild card costs that is left
    in a hand; without it, what it costs when it is not wild.
    """

    wild: Callable[[Card], Iterable[int]] = its_rank
    in_hand: int | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """How a round is dealt.

    ``pool_jokers``: the jokers are not shuffled in but lie open beside the stock.
    Whoever gets the extra card does not draw in their first turn. ``guaranteed_jokers`` go into every hand, as
    part of it; so does a joker that the dealer's right neighbour finds when cutting (``cut_joker_keep``).
    ``seats_drawn``: the players draw for their seats before the first deal. ``sides`` are the seats that play together,
    each seat in one of them; without them everybody plays alone. ``turn_up``: a card is turned up beside the stock, and
    makes ranks wild. ``next_dealer``: the deal moves on clockwise, or goes to whoever did best or worst in the round.
    ``redeal``: a hand that makes the dealer deal anew, at once, until nobody has such a hand.
    """

    hand_size: int
    extra_card: Seat = "none"
    starter: Literal["dealer", "left", "random"] = "left"
    upcard: bool = True
    pool_jokers: bool = False
    guaranteed_jokers: int = 0
    cut_joker_keep: bool = False
    seats_drawn: bool = False
    side_cards: SideCards | None = None
    sides: tuple[tuple[int, ...], ...] = ()
    turn_up: TurnUp | None = None
    next_dealer: NextDealer = "clockwise"
    redeal: Redeal = "never"

    def extra_seat(self, dealer: int, players: int) -> int | None:
        """Return the seat that gets one card more, if any."""
        return {"none": None, "dealer": dealer, "left": (dealer + 1) % players}[self.extra_card]

    def starting_seat(self, dealer: int, players: int, random: Random) -> int:
        """Return the seat that acts first."""
        if self.starter == "random":
            return int(random.random() * players)
        return dealer if self.starter == "dealer" else (dealer + 1) % players

    def cut(self, stock: list[int], is_joker: Callable[[int], bool], random: Random) -> int | None:
        """Cut the shuffled pack; return where, if the card found there is a joker that is kept."""
        if not self.cut_joker_keep:
            return None
        at = int(random.random() * len(stock))
        return at if is_joker(stock[at]) else None

    def is_dealt_anew(self, pack: Pack, hand: int) -> bool:
        """Whether this hand makes the dealer deal anew."""
        if self.redeal == "three_pairs":
            second_copies = hand >> pack.naturals & pack.first_copies if pack.copies > 1 else 0
            return second_copies.bit_count() >= 3
        if self.redeal == "no_face_card":
            return not any(card.rank in FACES for card in pack.cards_in(hand))
        return False

    def check_sides(self, players: int) -> None:
        """Raise `PluginError` unless every seat is on exactly one side, and there are at least two sides.

        >>> Deal(7, sides=((0, 2), (1,))).check_sides(4)  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        rummykit.errors.PluginError: The sides ((0, 2), (1,)) leave out seat 3; name each ...
        """
        if not all(isinstance(side, tuple) for side in self.sides):
            raise PluginError(f"The sides {self.sides} are not tuples of seats, such as {opposite(4)}.")
        named = [seat for side in self.sides for seat in side]
        if not self.sides or (sorted(named) == list(range(players)) and all(self.sides) and len(self.sides) > 1):
            return
        seats = range(players)
        faults = [f"leave out seat {seat}" for seat in seats if seat not in named]
        faults += [f"name seat {seat} twice" for seat in seats if named.count(seat) > 1]
        faults += [f"name seat {seat}, which nobody has" for seat in named if seat not in seats]
        faults.append("are not two or more, each with a seat")
        raise PluginError(
            f"The sides {self.sides} {faults[0]}; name each of the seats 0 to {players - 1} once, on two sides or more."
        )

    def check(self, players: int, cards: int) -> None:
        """Raise `SetupError` unless the pack can serve the hands and leave a stock."""
        needed = players * self.hand_size + (self.extra_card != "none") + self.upcard + (self.turn_up is not None)
        if needed >= cards:
            raise SetupError(
                say(
                    "{players} players with {hand_size} cards each need {needed} cards and at least one for the stock, "
                    "but the pack has {cards}.",
                    players=players,
                    hand_size=self.hand_size,
                    needed=needed,
                    cards=cards,
                )
            )
