"""The log of a match: every move in words, the sheet after every round, the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rummykit.engine.match import Match
from rummykit.engine.records import Record
from rummykit.engine.ruleset import Ruleset
from rummykit.events import RoundOver, SeatsDrawn, TableEvent, begin, make
from rummykit.i18n import say, say_number
from rummykit.plugin.plugins import Plugins
from rummykit.rules import TableRules
from rummykit_cli.render.plain import Screen
from rummykit_cli.render.sheet import match_table, round_sheet, tell_hints, tell_length, tell_winners
from rummykit_cli.render.telling import tell, tell_seats

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

    def tell_seats(self, match: Match) -> None:
        """Say what the draw for the seats brought, as long as nobody has moved."""
        for event in () if match.moves else begin(match):
            if isinstance(event, SeatsDrawn):
                self.screen.line(tell_seats(event, match.names))

    def tell_house_rules(self, rules: Ruleset, most: int | None = None) -> None:
        """Say how long the match is and what is played differently at this table, or only the first of it."""
        length = tell_length(rules.match)
        if length:
            self.screen.line(length)
        options = changed_options(rules.table_rules)
        if not options:
            return
        self.screen.line(say("At this table:"))
        for option in options[:most]:
            self.screen.item(option)
        left = len(options[most:]) if most is not None else 0
        if left:
            self.screen.item(
                say_number("and {number} more: type 'rule' for it", "and {number} more: type 'rule' for them", left)
            )

    def tell_all(self, events: Iterable[TableEvent], match: Match) -> None:
        """Tell what happened; at the end of a round print its sheet."""
        for event in events:
            if isinstance(event, RoundOver):
                self.screen.line()
                for part in round_sheet(event, match):
                    self.screen.console.print(part)
            elif (sentence := tell(event, match.names)) is not None:
                self.tell(sentence)

    def tell_again(self, sentences: Sequence[str]) -> None:
        """Tell what happened before a game was resumed."""
        if sentences:
            self.screen.line(say("What happened last:"))
        for sentence in sentences:
            self.told.append(sentence)
            self.screen.item(sentence)

    def tell(self, sentence: str) -> None:
        """Tell everybody a sentence."""
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
        self.screen.line(
            say(
                "Seed {seed}, record {record}, state {state}.",
                seed=match.seed,
                record=record_hash,
                state=match.fingerprint(),
            )
        )


def told_last(record: Record, plugins: Plugins) -> tuple[Match, list[str]]:
    """Replay a record; return the match and the last that was told, from the last move on of whoever is asked now."""
    match, told = record.start(plugins), list[str]()
    since: dict[int, int] = {}
    for action in record.actions(match):
        since[match.actor] = len(told)
        told += [sentence for event in make(match, action) if (sentence := tell(event, match.names)) is not None]
    people = [seat for seat, info in enumerate(record.seats) if info.bot is None]
    asked = [match.actor] if not match.is_over and match.actor in people else people
    first = max((since.get(seat, 0) for seat in asked), default=0)
    return match, told[first:][-MOST_TOLD:]


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
