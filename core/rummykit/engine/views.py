"""What one seat may know. A view is built from that, never stripped from the whole state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from rummykit.cards import Card
    from rummykit.engine.actions import Action
    from rummykit.engine.round import Round
    from rummykit.engine.ruleset import Ruleset
    from rummykit.engine.scoring import ScoreItem, ShownHand
    from rummykit.engine.table import Outcome, TableMeld


class SeenMove(NamedTuple):
    """A move that everybody saw: who made it, and which card lay open before it.

    So whoever remembers knows what was discarded, taken, claimed, left and laid, and by whom. A card drawn from the
    stock is no part of it.
    """

    seat: int
    action: Action
    open_card: Card | None


@dataclass(frozen=True, slots=True)
class View:
    """The table as seen from one seat: its own hand, and what lies open."""

    rules: Ruleset
    seat: int
    players: int
    names: tuple[str, ...]
    totals: tuple[int, ...]
    """The totals of the match with which the seats came into the round."""
    number: int
    dealer: int
    active: int
    actor: int
    stage: str
    turn: int
    lap: int
    hand: int
    hand_sizes: tuple[int, ...]
    melded: tuple[bool, ...]
    gone: tuple[bool, ...]
    """Which seats have left the round."""
    table: tuple[TableMeld, ...]
    pool: int
    open_card: Card | None
    turned_up: Card | None
    """The card that lies turned up beside the stock and makes cards wild."""
    pile_size: int
    spread: tuple[int, ...]
    """The kinds of the cards in a pile that lies spread, from the bottom to the open one; none where only that is
    seen."""
    stock_size: int
    side_cards: tuple[str, ...]
    state: Mapping[str, Any]
    """What the parts of the game keep, as far as this seat knows it, by name."""
    final_turn: bool
    opened_now: bool
    owed: Card | None
    """The card taken from the discard pile that must still be used in this turn."""
    placed: int
    """Hand cards that the seat on turn has placed in this turn."""
    laid_melds: int
    """New melds that it has laid."""
    announced: Outcome | None
    """How the round will end: somebody has knocked, and the others make their last exchange."""
    outcome: Outcome | None
    shown: tuple[ShownHand, ...]
    """The hands that lie open after a knock or at the end, where hands are shown."""
    legal: tuple[Action, ...]
    """The moves of this seat, if it is the one to act."""
    past: tuple[tuple[int, Action, int], ...]
    """The `history` with the open card as its kind, or -1."""

    @classmethod
    def of(cls, round: Round, seat: int) -> View:
        """Build the view of *seat*."""
        return cls(
            rules=round.rules,
            seat=seat,
            players=round.players,
            names=round.names,
            totals=round.totals,
            number=round.number,
            dealer=round.dealer,
            active=round.active,
            actor=round.actor,
            stage=round.stage.name,
            turn=round.turn,
            lap=round.lap,
            hand=round.hands[seat],
            hand_sizes=tuple(hand.bit_count() for hand in round.hands),
            melded=tuple(round.has_melded(other) for other in range(round.players)),
            gone=tuple(bool(round.gone >> other & 1) for other in range(round.players)),
            table=tuple(round.table.values()),
            pool=round.pool,
            open_card=round.open_card,
            turned_up=round.rules.pack.cards[round.turned_up] if round.turned_up >= 0 else None,
            pile_size=len(round.pile),
            spread=_spread(round) if round.rules.flow.drawing.spread else (),
            stock_size=len(round.stock),
            side_cards=round.side_cards,
            state={
                name: kept.seen_by(seat, round.state[name], round.rules.side_of[seat])
                for name, kept in round.rules.flow.state.items()
            },
            final_turn=round.final_turn,
            opened_now=round.opened_now,
            owed=round.rules.pack.cards[round.owed] if round.owed >= 0 else None,
            placed=round.placed,
            laid_melds=round.laid_melds,
            announced=round.announced,
            outcome=round.outcome,
            shown=round.shown,
            legal=tuple(round.legal_actions()) if seat == round.actor else (),
            past=_seen(round, seat),
        )

    @property
    def history(self) -> list[SeenMove]:
        """The moves of the round so far, as everybody saw them; a last card that goes face down is left out."""
        cards = self.rules.pack.cards
        return [SeenMove(seat, action, cards[kind] if kind >= 0 else None) for seat, action, kind in self.past]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in this seat's hand."""
        return self.rules.pack.cards_in(self.hand)

    @property
    def pile(self) -> tuple[Card, ...]:
        """The cards of a pile that lies spread, from the bottom to the open one; none where only that is seen."""
        return tuple(self.rules.pack.cards[kind] for kind in self.spread)

    @property
    def seen_discards(self) -> tuple[int, ...]:
        """The kinds of the cards in the pile that everybody sees: all of them, or the open card."""
        return self.spread or (() if self.open_card is None else (self.open_card.kind,))

    @property
    def pool_cards(self) -> tuple[Card, ...]:
        """The jokers lying open in the pool."""
        return self.rules.pack.cards_in(self.pool)

    @property
    def standing(self) -> tuple[ScoreItem, ...]:
        """What the open cards would bring if the round ended now."""
        return self.rules.scoring.standing(self.players, self.table, self.side_cards)


def _spread(round: Round) -> tuple[int, ...]:
    face_down = round.outcome is not None and round.outcome.face_down
    return tuple(round.pile[:-1] if face_down else round.pile)


def _seen(round: Round, seat: int) -> tuple[tuple[int, Action, int], ...]:
    past, outcome = tuple(round.history), round.outcome
    return past[:-1] if outcome is not None and outcome.face_down and outcome.seat != seat else past


@dataclass(frozen=True, slots=True)
class BuybackView:
    """An offer to buy back, as put to one seat between two rounds: all that helps to decide it.

    Seats are those of the match. ``still_in`` are the players who are in whatever the answer is; the seat that is
    asked is not among them if it would be out without the buy-back. ``limit`` is the total at which a player is out.
    """

    rules: Ruleset
    seat: int
    names: tuple[str, ...]
    rounds: int
    """Rounds played so far."""
    totals: tuple[int, ...]
    still_in: tuple[int, ...]
    limit: int
    chips: tuple[int, ...]
    pot: int
    price: int
    new_total: int
    """What the total falls to for the price."""
    legal: tuple[Action, ...]
