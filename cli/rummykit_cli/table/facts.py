"""What lies open on the table, in words: the title, the players, the bonus cards, the middle, the melds."""

from __future__ import annotations

from collections.abc import Iterator

from rich.style import Style
from rich.text import Text

from rummykit.cards import Placed
from rummykit.engine.match import Match
from rummykit.engine.views import View
from rummykit.i18n import say
from rummykit_cli.render import plain
from rummykit_cli.table.widgets.ink import Ink
from rummykit_cli.table.widgets.melds import MeldTexts
from rummykit_session.table_state import (
    SeatState,
    TableState,
    bonus_words,
    heading,
    owner_words,
    seat_notes,
)
from rummykit_session.words import own_melds, shown_name, tell_shown


def title(match: Match, table: TableState) -> str:
    """Return the line above everything."""
    parts = [match.rules.title, *heading(table)]
    if match.round.final_turn:
        parts.append(say("LAST TURN, the stock is empty"))
    return " - ".join(parts)


def players(table: TableState) -> Text:
    """Return the players: ``>`` before the one on turn, ``?`` before another one who is asked something."""
    width = max(len(shown_name(seat.name)) for seat in table.seats)
    return Text("\n").join(_player(at, seat, table, width) for at, seat in enumerate(table.seats))


def _player(at: int, seat: SeatState, table: TableState, width: int) -> Text:
    sign = "?" if at == table.actor and not seat.on_turn else ">" if seat.on_turn else " "
    line = f"{sign} {shown_name(seat.name):<{width}}  {', '.join(seat_notes(seat))}"
    return Text(line, Style(bold=seat.on_turn or at == table.actor))


def middle(match: Match, table: TableState, ink: Ink, *, pool: bool) -> Text:
    """Return stock and open card, and if they are not shown elsewhere the jokers of the *pool*."""
    pack = match.rules.pack
    text = plain.middle(table, lambda card: ink.style(pack, Placed(card)))
    if pool and table.pool is not None:
        jokers = ink.cards(pack, tuple(map(Placed, table.pool)))
        text.append(f"\n{say(plain.POOL)}  ").append_text(jokers if table.pool else Text(say("no joker left")))
    return text


def bonus(table: TableState) -> Text:
    """Return the bonus cards and who would earn them now."""
    return Text("\n").join(Text(bonus_words(one, table)) for one in table.bonus)


def melds(match: Match, table: TableState, ink: Ink) -> Iterator[MeldTexts]:
    """Yield the melds on the table in writing."""
    pack = match.rules.pack
    for meld in table.melds:
        cards = [Text(placed.spoken, ink.style(pack, placed)) for placed in meld.cards]
        yield meld.number, cards, Text(f"({owner_words(meld, table)})", ink.look.faint)


def below_melds(match: Match, table: TableState, view: View | None) -> Iterator[str]:
    """Yield what else is to say about melds: that there are none, hands that are shown, the own hand in melds."""
    if match.rules.flow.lays_out:
        if not table.melds:
            yield say("no melds yet")
    elif view is not None:
        yield f"{say(plain.IN_MELDS)}: {own_melds(view)}"
    if view is not None:
        yield from (tell_shown(hand, view.names) for hand in view.shown)
