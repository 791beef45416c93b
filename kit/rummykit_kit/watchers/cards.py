"""Checks of the cards: where they are, and what lies on the table."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rummykit_kit.broken import Broken
from rummykit_kit.game import Game, Watcher

if TYPE_CHECKING:
    from rummykit.actions import Action
    from rummykit.round import Round
    from rummykit.table import TableMeld


class CardsConserved(Watcher):
    """No card is lost, and none comes from nowhere."""

    name = "cards_conserved"
    sentence = "Every card of the pack is in exactly one place, after every move."

    def dealt(self, game: Game) -> None:
        """Count the cards."""
        assert_cards_conserved(game.round, "After the deal")

    def before(self, game: Game, action: Action) -> None:
        """Count them after every trial."""
        if game.examined:
            for trial in game.examination.trials:
                assert_cards_conserved(trial.round, f"After '{trial.action}' was tried out")

    def after(self, game: Game, action: Action) -> None:
        """Count them after the move."""
        assert_cards_conserved(game.round, f"After '{action}'")


def assert_cards_conserved(round: Round, when: str) -> None:
    """Raise `Broken` unless hands, stock, pile, pool and table make up the pack."""
    pack, heap = round.rules.pack, 0
    heaps = [*round.hands, round.pool, *[meld.meld.heap for meld in round.table.values()]]
    places = [kind for heap_ in heaps for kind in pack.kinds(heap_)] + round.stock + round.pile
    if len(places) == len(pack):
        for kind in places:
            heap = pack.add(heap, kind)
    if heap != pack.everything:
        raise Broken(f"{when} {_difference(round, places)}.")
    if round.rules.deal.pool_jokers and any(hand & pack.joker_bits for hand in round.hands):
        raise Broken(f"{when} a joker of the pool is in a hand.")


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

    def before(self, game: Game, action: Action) -> None:
        """Note what lies there, and look at the table after every trial."""
        self._lay = _cards_on(game.round)
        if game.examined:
            for trial in game.examination.trials:
                self._look(trial.round, f"After '{trial.action}' was tried out")

    def after(self, game: Game, action: Action) -> None:
        """Look at the table after the move."""
        self._look(game.round, f"After '{action}'")

    def _look(self, round: Round, when: str) -> None:
        gone = self._lay - _cards_on(round)
        if gone:
            cards = " ".join(round.rules.pack.cards[kind].text for kind in gone.elements())
            raise Broken(f"{when} {cards} has left the table.")
        for meld in round.table.values():
            if id(meld) not in self._known:
                _assert_meld(meld, round, when)
                self._known[id(meld)] = meld


def _assert_meld(meld: TableMeld, round: Round, when: str) -> None:
    rules = round.rules.melds
    if rules.problem(meld.meld) is not None or meld.meld not in rules.readings(meld.meld.cards):
        raise Broken(f"{when} meld {meld.number} on the table ({meld}) is no meld.")
    if sorted(map(str, meld.meld.cards)) != sorted(str(placed) for placed, _ in meld.laid):
        raise Broken(f"{when} meld {meld.number} ({meld}) has other cards than those that are noted as laid.")


def _cards_on(round: Round) -> Counter[int]:
    return Counter(placed.card.kind for meld in round.table.values() for placed in meld.meld.cards)
