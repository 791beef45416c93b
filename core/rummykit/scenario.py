"""Set up any table in the notation, for tests and for trying things out.

table = Scenario("my_variant", players=2).deal(
    hands=["4r 5r 6r 9g", "1b"],
    table=["2: 7y 8y 9y"],
    open_card="12v",
)
table.play("draw stock", "pass")
assert table.refusal("layoff 10y > 1").rule == "MY-LAY-01"
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rummykit.cards import Pack
from rummykit.engine.actions import Action, Source
from rummykit.engine.notation import read_action, read_meld
from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.engine.table import TableMeld
from rummykit.errors import NotationError, SetupError
from rummykit.i18n import say
from rummykit.plugin.plugins import Plugins
from rummykit.refusals import IllegalMove, Refusal
from rummykit.rules import HouseRules, TableRules, load_data


class Scenario:
    """A variant with house rules, ready to set up tables; options are given as ``section={option: value}``.

    ``Scenario("my_variant", players=3, claims={"allowed": "never"})``
    """

    def __init__(
        self,
        variant: str,
        players: int = 2,
        *,
        plugins: Plugins | None = None,
        preset: str | None = None,
        mods: Sequence[str] = (),
        **sections: Mapping[str, Any],
    ) -> None:
        self.plugins = plugins or Plugins.discover()
        self.rules: Ruleset = self.plugins.assemble(
            resolve(self.plugins, variant, preset=preset, mods=mods, **sections), players
        )

    @classmethod
    def by(cls, rules: Ruleset, plugins: Plugins) -> Scenario:
        """Return a scenario of rules that are assembled already."""
        made = cls.__new__(cls)
        made.plugins, made.rules = plugins, rules
        return made

    def deal(
        self,
        *,
        hands: Sequence[str] = (),
        table: Sequence[str] = (),
        open_card: str = "",
        under: str = "",
        stock_top: str = "",
        stock_size: int | None = None,
        active: int = 0,
        dealer: int | None = None,
        melded: Iterable[int] = (),
        side_cards: Sequence[str] = (),
        discarder: int | None = None,
        drawn: bool = False,
        lap: int = 1,
        turned_up: str = "",
        totals: Sequence[int] = (),
        round: int = 1,
    ) -> Table:
        """Lay the cards as told; every other card goes to the stock, or where ``stock_size`` limits it, under the pile.

        A meld is written ``2: 7y 8y 9y``: the player who owns it, counted from 1, and its cards. Owners of
        melds have melded, and so have their partners. ``drawn``: the player on turn has drawn from the stock and nobody
        claimed. ``stock_top`` is drawn in the order written; of ``under`` the last lies next to the open card.
        ``turned_up`` is the card that makes ranks wild, where the game has one; by default the one that a deal brings.
        ``totals`` are those of the match with which the seats come into the round, ``round`` is its number.
        ``discarder`` is the seat that discarded the open card, by default the one before the player on turn.
        """
        pack, players = self.rules.pack, self.rules.players
        if len(hands) > players:
            raise SetupError(say("There are {hands} hands for {players} players.", hands=len(hands), players=players))
        dealer = (active - 1) % players if dealer is None else dealer
        laid = Round(self.rules, dealer, seed=0, number=round, totals=totals)
        left = _Supply(pack)
        if self.rules.deal.turn_up is not None:
            (laid.turned_up,) = left.take(turned_up or pack.cards[laid.turned_up].text)
            laid.rules = self.rules.with_turned_up(pack.cards[laid.turned_up])
        laid.hands = [pack.add_all(0, left.take(hands[seat] if seat < len(hands) else "")) for seat in range(players)]
        laid.table = {number: self._meld(number, text, left, laid.rules) for number, text in enumerate(table, 1)}
        laid.next_number = len(table) + 1
        laid.pool = left.heap & pack.joker_bits if self.rules.deal.pool_jokers else 0
        left.heap &= ~laid.pool
        top, pile = left.take(stock_top), left.take(f"{under} {open_card}")
        rest = pack.kinds(left.heap)
        if stock_size is not None:
            fewest, most = len(top), len(top) + len(rest)
            if not fewest <= stock_size <= most:
                raise SetupError(
                    say(
                        "The stock has {fewest} to {most} cards here, not {asked}.",
                        fewest=fewest,
                        most=most,
                        asked=stock_size,
                    )
                )
            pile, rest = rest[stock_size - len(top) :] + pile, rest[: stock_size - len(top)]
        laid.stock, laid.pile = rest + top[::-1], pile
        owners = {meld.owner for meld in laid.table.values()} | set(melded)
        laid.melded = sum(1 << seat for seat in {other for seat in owners for other in self.rules.side_of[seat]})
        laid.side_cards = tuple(side_cards)
        laid.lap, laid.skips_draw, laid.turn = lap, 0, -1
        written = laid.hands[:], laid.stock[:], laid.pile[:]
        self.rules.flow.start_turn(laid, active)
        if laid.hands != written[0]:
            laid.hands, laid.stock, laid.pile = written  # this game begins by dealing more cards
        laid.discarder = (active - 1) % players if discarder is None else discarder
        if drawn:
            laid.drawn, laid.fresh = Source.STOCK, True
            self.rules.flow.start_play(laid)
        return Table(laid)

    def _meld(self, number: int, text: str, left: _Supply, rules: Ruleset) -> TableMeld:
        owner, colon, cards = text.partition(":")
        if not colon or owner.strip() not in map(str, range(1, self.rules.players + 1)):
            raise NotationError(say("A meld is written 'PLAYER: CARDS', not '{text}'.", text=text))
        try:
            meld = read_meld(cards, rules)
        except IllegalMove as refused:
            raise NotationError(str(refused)) from refused
        left.take(" ".join(placed.card.text for placed in meld.cards))
        return TableMeld.new(number, int(owner) - 1, meld, rules.melds)


class Table:
    """A table in play, driven by text."""

    def __init__(self, round: Round) -> None:
        self.round = round

    def refusal(self, text: str, seat: int | None = None) -> Refusal | None:
        """Return why a move is refused, or None if it is legal."""
        action = read_action(text, self.round)
        return action if isinstance(action, Refusal) else self.round.check(action, seat)

    def is_legal(self, text: str, seat: int | None = None) -> bool:
        """Whether a move is legal."""
        return self.refusal(text, seat) is None

    def play(self, *texts: str) -> Table:
        """Play moves of whoever is to act; raise if one is refused."""
        for text in texts:
            self.round.play(self.read(text))
        return self

    def legal(self) -> list[str]:
        """Return the legal moves of the seat to act, as text."""
        return [str(action) for action in self.round.legal_actions()]

    def hand(self, seat: int) -> str:
        """Return a hand as text."""
        return self.round.rules.pack.text(self.round.hands[seat])

    def meld(self, number: int) -> str:
        """Return a meld on the table as text."""
        return str(self.round.table[number])

    def read(self, text: str) -> Action:
        """Read a move that must make sense."""
        action = read_action(text, self.round)
        if isinstance(action, Refusal):
            raise AssertionError(f"{text}: {action}")
        return action


class _Supply:
    """The cards not yet placed."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self.heap = pack.everything

    def take(self, text: str) -> list[int]:
        """Return the kinds as written: of the stock the first is drawn first, of the pile the last lies open."""
        kinds = []
        for word in text.split():
            kind = self._pack.card(word).kind
            if not self._pack.count(self.heap, kind):
                raise SetupError(say("The pack has fewer copies of {card}.", card=word))
            self.heap = self._pack.remove(self.heap, kind)
            kinds.append(kind)
        return kinds


def resolve(
    plugins: Plugins,
    variant: str,
    *,
    preset: str | None = None,
    mods: Sequence[str] = (),
    **sections: Mapping[str, Any],
) -> TableRules:
    """Return the rules of a table from option values, checked just as a house-rule file is."""
    file: dict[str, object] = {
        "variant": variant,
        "mods": list(mods),
        **({"preset": preset} if preset else {}),
        "rules": {name: options for name, options in sections.items() if name not in HouseRules.top_level},
        **{name: options for name, options in sections.items() if name in HouseRules.top_level},
    }
    return load_data(file, plugins, name="options")
