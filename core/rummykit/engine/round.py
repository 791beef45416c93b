"""One round: the state of the table, and the three faces of legality.

`check` says why a move is refused, `legal_actions` lists moves, `apply` plays one. They agree: what is
listed passes the check, and what passes the check can be applied. The parts of the turn flow do the
work; the round keeps the state they share. It is mutable, with a cheap `copy`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Protocol

from rummykit.cards import Card
from rummykit.engine.actions import Action, Claim, Late, LayDown, LayOff, Rearrange, SwapJoker
from rummykit.engine.deal import MOST_REDEALS, shuffled, stream
from rummykit.engine.table import Ending, Outcome, TableMeld
from rummykit.errors import PluginError, ask_part, did_you_mean, name_of
from rummykit.i18n import Later, say
from rummykit.refusals import IllegalMove, Reason, Refusal

if TYPE_CHECKING:
    from random import Random

    from rummykit.engine.actions import Source
    from rummykit.engine.deal import Deal
    from rummykit.engine.ruleset import Ruleset
    from rummykit.engine.scoring import ShownHand
    from rummykit.engine.views import View
    from rummykit.melds import Meld

Restriction = Callable[["Round", Action], Refusal | None]
"""A veto on moves, brought by a mod."""
EndingRule = Callable[["Round"], Outcome | None]
"""A further way for a round to end, asked after every turn, brought by a mod."""


class Stage(Protocol):
    """What the table waits for: a draw, a claim, a play. One list, one check and one apply each."""

    @property
    def name(self) -> str:
        """The stage's name, in views and messages."""

    @property
    def expected(self) -> object:
        """What a player should do now, as half a sentence: a text, or something that `str` says when it is read."""

    def legal(self, round: Round) -> Sequence[Action]:
        """List the moves of the seat to act."""

    def check(self, round: Round, action: Action) -> Refusal | None:
        """Say why the seat to act may not make this move."""

    def apply(self, round: Round, action: Action) -> None:
        """Make a legal move."""


class Round:
    """The state of one round. Seats are numbered clockwise from 0."""

    rules: Ruleset
    seed: int
    number: int
    """The round's place in the match, from 1."""
    players: int
    dealer: int
    names: tuple[str, ...]
    totals: tuple[int, ...]
    """The totals of the match with which the seats came into the round."""
    redealt: tuple[int, ...]
    """The seats whose hands were thrown in, one for every time that the round was dealt anew."""
    history: list[tuple[int, Action, int]]
    """Who made which move, and which kind lay open before it, or -1: what everybody could see and remember."""

    hands: list[int]
    """A heap of cards per seat."""
    stock: list[int]
    """Kinds, face down; the last one is drawn first."""
    pile: list[int]
    """Kinds of the discards; the last one lies open."""
    turned_up: int
    """The kind of the card that lies turned up beside the stock and makes cards wild, or -1."""
    table: dict[int, TableMeld]
    next_number: int
    pool: int
    """The heap of jokers lying open in the pool."""
    side_cards: tuple[str, ...]
    state: dict[str, Any]
    """What the parts of the game keep, by name; see `rummykit.engine.state.Kept`."""

    stage: Stage
    active: int
    """The seat on turn."""
    actor: int
    """The seat asked to act: the one on turn, or one that may claim."""
    turn: int
    """The number of the turn, from 0; a claim that takes the turn begins another one."""
    lap: int
    """The number of the lap, from 1; a lap is over when everybody has ended a turn in it."""
    lap_seen: int
    """A bit per seat that has ended a turn in this lap."""
    melded: int
    """A bit per seat that has made its first meld."""
    gone: int
    """A bit per seat that has left the round: it has no turns and no claims any more."""
    skips_draw: int
    """A bit per seat that will not draw in its next turn."""
    discarder: int
    """The seat that discarded the open card, or -1 for the upcard."""
    final_turn: bool
    stall: int
    reshuffles: int
    announced: Outcome | None
    """How the round will end, from a knock on until all others have made their last exchange."""
    outcome: Outcome | None

    # What the current turn has brought so far.
    drawn: Source | None
    taken: int
    """The kind taken from the discard pile in this turn, or -1."""
    held_twin: bool
    """Whether an equal card was in the hand before."""
    owed: int
    """The kind taken from the discard pile that must still be used in this turn, or -1."""
    opened_now: bool
    """Whether the active seat made its first meld in this turn."""
    opening: tuple[Meld, ...]
    """The melds laid in this turn, from the first meld on, where that must be met by all of them."""
    placed: int
    """Hand cards placed on the table in this turn."""
    laid_melds: int
    """New melds laid in this turn."""
    pool_taken: int
    """The heap of jokers taken from the pool in this turn."""
    claimants: tuple[int, ...]
    """Seats still to be asked for a claim, in order."""
    claimed: bool
    fresh: bool
    """Whether this turn brought something new: a stock card or cards on the table."""

    def __init__(
        self,
        rules: Ruleset,
        dealer: int,
        seed: int,
        number: int = 1,
        names: Sequence[str] = (),
        totals: Sequence[int] = (),
    ) -> None:
        """Shuffle and deal."""
        deal, pack, players = rules.deal, rules.pack, rules.players
        random = stream(seed, number, "deal")
        self.rules, self.seed, self.number = rules, seed, number
        self.players, self.dealer = players, dealer
        self.names = tuple(names) or tuple(say("player {number}", number=seat + 1) for seat in range(players))
        self.totals = tuple(totals) or (0,) * players
        self.history = []
        self.pool = pack.joker_bits if deal.pool_jokers else 0
        extra = deal.extra_seat(dealer, players)
        self.skips_draw = 0 if extra is None else 1 << extra
        self._deal_hands(deal, extra, random)
        thrown_in = list[int]()
        while len(thrown_in) < MOST_REDEALS and (bad := self._bad_hands(deal)):
            thrown_in.append(bad[0])
            self._deal_hands(deal, extra, random)
        self.redealt = tuple(thrown_in)
        self.pile = [self.stock.pop()] if deal.upcard else []
        self.turned_up = -1
        if deal.turn_up is not None:
            self.turned_up = self.stock.pop()
            self.rules = rules = rules.with_turned_up(pack.cards[self.turned_up])
        side = deal.side_cards
        self.side_cards = tuple(shuffled(side.names, random)[: side.open]) if side else ()
        self.table, self.next_number = {}, 1
        self.state = {name: kept.begin(players) for name, kept in rules.flow.state.items()}
        self.turn = -1
        self.lap, self.lap_seen, self.melded, self.gone, self.discarder = 1, 0, 0, 0, -1
        self.final_turn = False
        self.stall = self.reshuffles = 0
        self.announced = self.outcome = None
        rules.flow.start_turn(self, deal.starting_seat(dealer, players, random))

    def _deal_hands(self, deal: Deal, extra: int | None, random: Random) -> None:
        self.stock = shuffled(self.rules.shuffled_in, random)
        self.hands = [0] * self.players
        self._deal_jokers(deal, random)
        for seat in range(self.players):
            for _ in range(deal.hand_size - self.hands[seat].bit_count()):
                self.give_from_stock(seat)
        if extra is not None:
            self.give_from_stock(extra)

    def _bad_hands(self, deal: Deal) -> list[int]:
        """Return the seats whose hands make the dealer deal anew."""
        if deal.redeal == "never":
            return []
        return [seat for seat, hand in enumerate(self.hands) if deal.is_dealt_anew(self.rules.pack, hand)]

    def _deal_jokers(self, deal: Deal, random: Random) -> None:
        """Give out the jokers that belong to a hand before the deal: one found when cutting, guaranteed ones."""
        pack = self.rules.pack
        found = deal.cut(self.stock, lambda kind: pack.cards[kind].is_joker, random)
        if found is not None:
            cutter = (self.dealer - 1) % self.players
            self.hands[cutter] = pack.add(self.hands[cutter], self.stock.pop(found))
        for seat in range(self.players):
            while self.hands[seat].bit_count() < deal.guaranteed_jokers:
                at = next(i for i, kind in enumerate(self.stock) if pack.cards[kind].is_joker)
                self.hands[seat] = pack.add(self.hands[seat], self.stock.pop(at))

    # -- the three faces -----------------------------------------------------------------------------

    def legal_actions(self) -> Sequence[Action]:
        """Return the moves of the seat to act, without repeats.

        Left out, though `check` accepts them: several melds in one move (except where a first meld needs them to reach
        its points: then the combinations of as few melds as will do, and one way to lay the whole hand where
        that is a special feat), several joker swaps in one move, a hand joker in the place of a card that the
        hand holds, and rearrangements of the table. Of these one is listed where a card can be placed by them,
        but neither by a new meld nor by adding to one: not the best, only one that is found quickly, and at
        the same table always the same. And that a player is `Late` is no choice.
        """
        if self.outcome is not None:
            return ()
        actions = self.stage.legal(self)
        return self._not_vetoed(actions) if self.rules.flow.restrictions else actions

    def check(self, action: Action, seat: int | None = None) -> Refusal | None:
        """Return why *seat* (by default the one to act) may not make this move, or None if it may."""
        refuse = self.rules.refuse
        if self.outcome is not None:
            return refuse(Reason.ROUND_OVER)
        seat = self.actor if seat is None else seat
        if isinstance(action, Late) and seat == self.actor:
            return self.refuse_unknown(Late)  # no mod has a say in it
        if isinstance(action, Claim):
            refusal = self.rules.flow.why_no_claim(self, seat, action)
        elif seat == self.actor:
            refusal = self.stage.check(self, action)
        else:
            refusal = self.refuse_unknown(type(action)) or self._refuse_out_of_turn(action, seat)
        return refusal or self._veto(action)

    def _refuse_out_of_turn(self, action: Action, seat: int) -> Refusal:
        reason = Reason.SWAP_OUT_OF_TURN if isinstance(action, SwapJoker) else Reason.NOT_YOUR_TURN
        if self.announced is not None and self.rules.flow.has_exchanged(self, seat):
            reason = Reason.EXCHANGE_ONCE
        return self.rules.refuse(reason, actor=self.names[self.actor])

    def apply(self, action: Action) -> None:
        """Make a move of the seat to act.

        The move must come from `legal_actions` or have passed `check`; it is not examined again.
        """
        self.history.append((self.actor, action, self.pile[-1] if self.pile else -1))
        if type(action) is Late:
            assert self.rules.flow.lateness is not None
            self.rules.flow.lateness.apply(self)
        else:
            self.stage.apply(self, action)

    def play(self, action: Action, seat: int | None = None) -> None:
        """Check a move, then make it; raise `IllegalMove` if it is refused."""
        refusal = self.check(action, seat)
        if refusal is not None:
            raise IllegalMove(refusal)
        self.apply(action)

    # A mod's veto may narrow a choice, but never leave a player without one.

    def _veto(self, action: Action) -> Refusal | None:
        veto = self._first_veto(action)
        if veto is None:
            return None
        listed = self.stage.legal(self)
        return veto if self._free(listed) or self._free(self._unlisted(listed)) else None

    def _not_vetoed(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Leave out what is vetoed; of a kind of which nothing is left, look for moves that a listing leaves out."""
        free = self._free(actions)
        lost = {type(action) for action in actions} - {type(action) for action in free}
        if lost & _PLACING and not _PLACING & {type(action) for action in free}:
            lost.add(Rearrange)
        if lost & {LayDown, Rearrange} or not free:
            more = self._free(self._unlisted(actions))
            free += [action for action in more if type(action) in lost] if free else more
        return free or actions

    def _unlisted(self, listed: Sequence[Action]) -> list[Action]:
        """Return legal moves beside those listed, for a table at which these are vetoed."""
        known, found = {_cards_of(action) for action in listed}, list[Action]()
        for action in self.rules.flow.unlisted(self, listed):
            if _cards_of(action) not in known and self.stage.check(self, action) is None:
                known.add(_cards_of(action))
                found.append(action)
        return found

    def _free(self, actions: Sequence[Action]) -> list[Action]:
        return [action for action in actions if self._first_veto(action) is None]

    def _first_veto(self, action: Action) -> Refusal | None:
        for restriction in self.rules.flow.restrictions:
            veto = ask_part(restriction, self, action)
            if veto is not None:
                if not isinstance(veto, Refusal):
                    raise PluginError(f"{name_of(restriction)} returned {veto!r} instead of a Refusal or None.")
                return veto
        return None

    # -- what the parts share ----------------------------------------------------------------------------

    def give_from_stock(self, seat: int) -> None:
        """Move the top stock card to a hand."""
        self.hands[seat] = self.rules.pack.add(self.hands[seat], self.stock.pop())

    def end_by_mod(self) -> bool:
        """Ask the endings that mods brought; return whether one has ended the round."""
        for ending in self.rules.flow.endings:
            outcome = ask_part(ending, self)
            if outcome is not None:
                if not isinstance(outcome, Outcome):
                    raise PluginError(f"{name_of(ending)} returned {outcome!r} instead of an Outcome or None.")
                self.outcome = outcome
                return True
        return False

    def finish(
        self, ending: Ending, seat: int | None = None, last_card: Card | None = None, *, face_down: bool = False
    ) -> None:
        """End the round; which card was last is not told where it lies face down."""
        self.outcome = Outcome(ending, seat, None if face_down else last_card, face_down=face_down)

    def leave(self) -> None:
        """Take the seat on turn out of the round, which ends its turn; the round is over where only one side is left.

        Its cards stay in its hand and count in the scoring, which may ask who has left (``gone``).
        """
        self.gone |= 1 << self.active
        left = [seat for seat in range(self.players) if not self.gone >> seat & 1]
        if all(seat in self.rules.side_of[left[0]] for seat in left):
            self.outcome = Outcome(Ending.RULE, left[0], note=Later("all the others have left the round"))
        else:
            self.rules.flow.end_turn(self)

    def keep(self, name: str, value: object, seat: int | None = None) -> None:
        """Replace what is kept under a name: of a *seat*, with its partners where it is the side's, or as a whole.

        `PluginError` for a name that no part declares in its ``keeps``.
        """
        if name not in self.state:
            near = did_you_mean(name, self.state)
            raise PluginError(f"Nothing is kept as '{name}': no part has a Kept of that name in its `keeps`.{near}")
        if seat is not None:
            kept = list(self.state[name])
            for each in self.rules.side_of[seat] if self.rules.flow.state[name].per == "side" else (seat,):
                kept[each] = value
            value = tuple(kept)
        self.state[name] = value

    def has_melded(self, seat: int) -> bool:
        """Whether *seat* has made its first meld."""
        return bool(self.melded >> seat & 1)

    @property
    def shown(self) -> tuple[ShownHand, ...]:
        """The hands that lie open, arranged in melds: after a knock that of the knocker, at the end all of them.

        Only where hands are shown at all; in other games there are none. Whoever has left the round shows nothing, and
        neither does the last one left.
        """
        if not self.rules.flow.shows_hands:
            return ()
        seats: Iterable[int] = ()
        if self.outcome is not None:
            seats = [seat for seat in range(self.players) if not self.gone >> seat & 1]
            seats = seats if len(seats) > 1 else ()
        elif self.announced is not None and self.announced.seat is not None:
            seats = (self.announced.seat,)
        return tuple(self.rules.flow.show(self, seat) for seat in seats)

    @property
    def open_card(self) -> Card | None:
        """The open card on the discard pile; none under a last card that lies face down."""
        if self.outcome is not None and self.outcome.face_down:
            return None
        return self.rules.pack.cards[self.pile[-1]] if self.pile else None

    def refuse_not_now(self, action: Action) -> Refusal:
        """Return the refusal of a move that belongs to another moment of the turn, or to another game."""
        absent, refuse = self.refuse_unknown(type(action)), self.rules.refuse
        return absent or refuse(Reason.NOT_NOW, verb=Later(action.phrase), expected=self.stage.expected)

    def refuse_unknown(self, kind: type[Action]) -> Refusal | None:
        """Return the refusal of a kind of move that this game does not have, or None if it has it."""
        if kind in self.rules.flow.known:
            return None
        knocking = self.rules.flow.knocking
        lay_offs = Reason.KNOCK_LAYOFFS if knocking and knocking.lay_off_on_knocker else Reason.LAYOFF_OFF
        reason = {LayDown: Reason.NOTHING_LAID_OUT, LayOff: lay_offs}.get(kind, Reason.NOT_IN_GAME)
        return self.rules.refuse(reason, verb=kind.verb)

    def refuse_not_held(self, card: Card) -> Refusal:
        """Return the refusal of a card that is not in the hand; if it lies on the table it stays there."""
        rearranging = self.rules.flow.rearranging
        reason = Reason.TABLE_CARD if rearranging is not None and rearranging.allowed else Reason.REGROUP
        for meld in self.table.values():
            if any(placed.card == card for placed in meld.meld.cards):
                return self.rules.refuse(reason, (card,), number=meld.number)
        return self.rules.refuse(Reason.NOT_IN_HAND, (card,))

    # -- copies, views and identity ------------------------------------------------------------------------

    def copy(self) -> Round:
        """Return an independent copy; what never changes is shared."""
        twin = Round.__new__(Round)
        twin.__dict__.update(self.__dict__)
        twin.hands = self.hands[:]
        twin.stock = self.stock[:]
        twin.pile = self.pile[:]
        twin.table = self.table.copy()
        twin.history = self.history[:]
        twin.state = self.state.copy()
        return twin

    def view(self, seat: int) -> View:
        """Return what *seat* may know, and nothing else."""
        from rummykit.engine.views import View

        return View.of(self, seat)

    def fingerprint(self) -> str:
        """Return a short hash of the whole state, hidden cards included."""
        pack = self.rules.pack
        plain = {name: value for name, value in vars(self).items() if name not in _NOT_PLAIN}
        parts = [f"{name}={value!r}" for name, value in sorted(plain.items())]
        parts += [f"turned_up={self.turned_up}"] * (self.turned_up >= 0)
        parts += [f"stage={self.stage.name}", f"drawn={self.drawn}"]
        parts += [f"announced={self.announced}", f"outcome={self.outcome}"]
        parts += [f"{name}={value!r}" for name, value in sorted(self.state.items())]
        parts += [f"hand={pack.text(hand)}" for hand in self.hands]
        parts += [
            f"meld={meld.number}/{meld.owner}/{meld}/{[seat for _, seat in meld.laid]}" for meld in self.table.values()
        ]
        return sha256("\n".join(parts).encode()).hexdigest()[:16]


_PLACING: set[type[Action]] = {LayDown, LayOff, SwapJoker, Rearrange}


def _cards_of(action: Action) -> object:
    """Return what two ways to write the same lay-down have in common."""
    return (LayDown, *sorted(map(str, action.melds))) if isinstance(action, LayDown) else action


_NOT_PLAIN = {
    "turned_up",
    "rules",
    "names",
    "totals",
    "redealt",
    "history",
    "state",
    "hands",
    "table",
    "stage",
    "drawn",
    "announced",
    "outcome",
}
