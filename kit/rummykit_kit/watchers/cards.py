"""Checks of the cards: where they are, and what lies on the table."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from rummykit_kit.broken import Broken
from rummykit_kit.game import Game, Watcher

if TYPE_CHECKING:
    from rummykit.actions import Action
    from rummykit.cards import Pack
    from rummykit.round import Round
    from rummykit.table import TableMeld


class CardsConserved(Watcher):
    """No card is lost, and none comes from nowhere."""

    name = "cards_conserved"
    sentence = "Every card of the pack is in exactly one place, after every move."

    def dealt(self, game: Game) -> None:
        """Count the cards."""
        assert_cards_conserved(game.round)

    def before(self, game: Game, action: Action) -> None:
        """Count them after every trial."""
        if game.examined:
            for trial in game.examination.trials:
                with game.trying(trial.action):
                    assert_cards_conserved(trial.round, trial.action)

    def after(self, game: Game, action: Action) -> None:
        """Count them after the move."""
        assert_cards_conserved(game.round, action)


def assert_cards_conserved(round: Round, after: Action | None = None) -> None:
    """Raise `Broken` unless hands, stock, pile, pool and table make up the pack, after the deal or after a move."""
    pack = round.rules.pack
    heaps = [*round.hands, round.pool, *[meld.meld.heap for meld in round.table.values()]]
    places = [kind for heap in heaps for kind in pack.kinds(heap)] + round.stock + round.pile
    if sorted(places) != _whole(pack):
        raise Broken(f"{_when(after)} {_difference(round, places)}.")
    if round.rules.deal.pool_jokers and any(hand & pack.joker_bits for hand in round.hands):
        raise Broken(f"{_when(after)} a joker of the pool is in a hand.")


def _when(after: Action | None) -> str:
    return "After the deal" if after is None else f"After '{after}'"


@lru_cache(maxsize=4)
def _whole(pack: Pack) -> list[int]:
    return sorted(pack.kinds(pack.everything))


def _difference(round: Round, places: list[int]) -> str:
    pack = round.rules.pack
    there, wanted = Counter(places), Counter(pack.kinds(pack.everything))
    missing = " ".join(pack.cards[kind].text for kind in (wanted - there).elements())
    added = " ".join(pack.cards[kind].text for kind in (there - wanted).elements())
    found = [f"{missing} is nowhere"] if missing else []
    return " and ".join(found + ([f"there is one {added} too many"] if added else []))


class TableLegal(Watcher):
    """What lies on the table stays there, in melds."""

    name = "table_legal"
    sentence = "Every meld on the table is one by the meld rules, and no card leaves the table."

    def __init__(self) -> None:
        self._known: dict[int, TableMeld] = {}
        """Those found legal before, by their identity; they are kept, so that no other object can have it."""
        self._lay: Counter[int] = Counter()
        """The cards on the table before the move."""

    def before(self, game: Game, action: Action) -> None:
        """Look at the table after every trial."""
        if game.examined:
            for trial in game.examination.trials:
                with game.trying(trial.action):
                    self._look(trial.round, trial.action)

    def after(self, game: Game, action: Action) -> None:
        """Look at the table after the move."""
        self._lay = self._look(game.round, action)

    def _look(self, round: Round, after: Action) -> Counter[int]:
        """Look at the table, and return the cards on it."""
        lie = _cards_on(round)
        gone = self._lay - lie
        if gone:
            cards = " ".join(round.rules.pack.cards[kind].text for kind in gone.elements())
            raise Broken(f"{_when(after)} {cards} has left the table.")
        for meld in round.table.values():
            if id(meld) not in self._known:
                _assert_meld(meld, round, _when(after))
                self._known[id(meld)] = meld
        return lie


def _assert_meld(meld: TableMeld, round: Round, when: str) -> None:
    rules = round.rules.melds
    if rules.problem(meld.meld) is not None or meld.meld not in rules.readings(meld.meld.cards):
        raise Broken(f"{when} meld {meld.number} on the table ({meld}) is no meld.")
    if sorted(map(str, meld.meld.cards)) != sorted(str(placed) for placed, _ in meld.laid):
        raise Broken(f"{when} meld {meld.number} ({meld}) has other cards than those that are noted as laid.")


def _cards_on(round: Round) -> Counter[int]:
    return Counter(placed.card.kind for meld in round.table.values() for placed in meld.meld.cards)
