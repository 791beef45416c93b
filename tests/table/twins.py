"""A twin of a game in which all hidden cards lie elsewhere: whoever may not know them sees no difference."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from rummykit_cli.table.app import TableApp
from rummykit_session.bench import Bench
from rummykit_session.choices import lay_offs, swaps, takes
from table.tables import screen_text


def same_as_twin(app: TableApp) -> int:
    """Assert that all that is on the screen, or would be offered there, is the same in a twin; return its length."""
    seen = _everything(app)
    with _twin(app):
        assert _everything(app) == seen
    app.sitting._look()
    app._table.show_table()
    return len(seen)


def _everything(app: TableApp) -> str:
    sitting = app.sitting
    sitting._look()
    app._table.show_table()
    parts = [screen_text(app)]
    view = sitting.view
    if view is not None and sitting.on_turn:
        offered = [*lay_offs(sitting.match, view, view.cards), *swaps(view, ()), *takes(view, ())]
        bench = Bench(sitting.match, view)
        parts += [choice.label for choice in offered] + [f"{row}" for row in bench.rows] + [bench.standing[0]]
    return "\n".join(parts)


@contextmanager
def _twin(app: TableApp) -> Iterator[None]:
    """Give the other hands and the stock each other's cards for a while; hands that are shown to all stay."""
    match, sitting = app.sitting.match, app.sitting
    round, pack = match.round, match.round.rules.pack
    known = {hand.seat for hand in round.shown}
    if sitting.seat in match.seated:
        known.add(match.seated.index(sitting.seat))
    hands, stock = round.hands[:], round.stock[:]
    hidden = [*stock, *(kind for seat, hand in enumerate(hands) if seat not in known for kind in pack.kinds(hand))]
    Random(len(stock)).shuffle(hidden)
    round.stock = hidden[: len(stock)]
    at = len(stock)
    for seat, hand in enumerate(hands):
        if seat not in known:
            round.hands[seat] = pack.add_all(0, hidden[at : at + hand.bit_count()])
            at += hand.bit_count()
    try:
        yield
    finally:
        round.hands, round.stock = hands, stock
