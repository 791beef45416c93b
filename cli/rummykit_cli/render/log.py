"""The log of a match: every move in words, the sheet after every round, the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rummykit.engine.match import Match
from rummykit.engine.ruleset import Ruleset
from rummykit.events import Dealt, RoundOver, SeatsDrawn, TableEvent
from rummykit.i18n import Numbered, mark, say, say_number
from rummykit.rules import TableRules
from rummykit_cli.render.plain import Line, Screen
from rummykit_cli.render.sheet import match_table, round_sheet, tell_hints, tell_length, tell_winners
from rummykit_cli.render.telling import tell, tell_seats
from rummykit_session.session import Session

MOST_OPTIONS = 6
"""How many house rules are told before the first move; 'rule' tells all of them."""

MOST_TOLD = 8
"""How much is told again to whoever goes on with a game."""


class Log:
    """Prints a match as it goes on; what it prints everybody at the table may see."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.told: list[str] = []
        """What has been told so far, for those who were not at the screen."""

    def open(self, session: Session) -> None:
        """Tell what is played at this table, who drew for the seats, and what happened before a game was resumed."""
        self.screen.lines(house_rules(session.match.rules, MOST_OPTIONS))
        self.screen.lines(seat_draw(session))
        again = told_last(session)
        if again:
            self.screen.line(say("What happened last:"))
        for sentence in again:
            self.told.append(sentence)
            self.screen.item(sentence)

    def tell_all(self, events: Iterable[TableEvent], match: Match) -> None:
        """Tell what happened; at the end of a round print its sheet."""
        for event in events:
            if isinstance(event, RoundOver):
                self.screen.line()
                for part in round_sheet(event, match):
                    self.screen.console.print(part)
            elif (sentence := tell(event, match.names)) is not None:
                self.told.append(sentence)
                self.screen.line(sentence)

    def close(self, match: Match, record_hash: str, hints: Sequence[int] = ()) -> None:
        """Tell how the match went and who won, and the hashes by which the game can be recognised."""
        self.screen.line()
        if len(match.scores) > 1 or match.format.has_chips:
            self.screen.console.print(match_table(match))
            self.screen.line()
        self.screen.line(tell_winners(match), style="bold")
        if any(hints):
            self.screen.line(tell_hints(match, hints))
        hashes = mark("Seed {seed}, record {record}, state {state}.")
        self.screen.line(say(hashes, seed=match.seed, record=record_hash, state=match.fingerprint()))


def told_last(session: Session) -> list[str]:
    """Return the last that was told before a game was resumed, from the last move on of whoever is asked now."""
    match, people = session.match, [seat for seat in range(len(session.seats)) if seat not in session.bots]
    asked = [match.actor] if not match.is_over and match.actor in people else people
    first = max((session.last_moves.get(seat, 0) for seat in asked), default=0)
    events = session.events[first : session.resumed_at]
    return [sentence for event in events if (sentence := tell(event, match.names)) is not None][-MOST_TOLD:]


def seat_draw(session: Session) -> Iterator[Line]:
    """Say what the draw for the seats brought, and what a card turned up makes wild, as long as nobody has moved."""
    names = session.match.names
    for event in () if session.last_moves else session.events:
        if isinstance(event, SeatsDrawn):
            yield Line(tell_seats(event, names))
        elif isinstance(event, Dealt) and (wild := tell(event, names)) is not None:
            yield Line(wild)


def house_rules(rules: Ruleset, most: int | None = None) -> Iterator[Line]:
    """Say how long the match is and what is played differently at this table, or only the first of it."""
    if length := tell_length(rules.match, rules.players):
        yield Line(length)
    options = changed_options(rules.table_rules)
    if not options:
        return
    yield Line(say("At this table:"))
    yield from map(Line.item, options[:most])
    left = len(options[most:]) if most is not None else 0
    if left:
        more = Numbered("and {number} more: type 'rule' to see it", "and {number} more: type 'rule' to see them")
        yield Line.item(say_number(*more, left))


def changed_options(rules: TableRules) -> list[str]:
    """Return in words what a preset, a file or a record has set to something other than the default."""
    defaults, changed = type(rules.rules)(), []
    for section, option in rules.origins:
        value = rules.value(f"{section}.{option}")
        of_variant = getattr(defaults, section, None)  # a mod has a section of its own
        if of_variant is None or value != getattr(of_variant, option):
            options = rules.mod_rules[section] if of_variant is None else of_variant
            meaning = say(type(options).model_fields[option].description or option)
            changed.append(_in_words(meaning, value, rules.written(f"{section}.{option}")))
    return changed


def _in_words(meaning: str, value: object, written: str) -> str:
    if isinstance(value, bool):
        written = say("yes") if value else say("no")
    short, _, remark = meaning.partition(";")
    # A remark such as "0 = off" is worth its place only with the value it explains.
    return f"{meaning if f'{written} =' in remark else short}: {written}"
