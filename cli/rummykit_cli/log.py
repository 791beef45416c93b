"""The log of a match: every move in words, the sheet after every round, the end."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console

from rummykit.actions import Action, BuyBack
from rummykit.houserules import TableRules
from rummykit.match import Match
from rummykit.reasons import plain
from rummykit_cli.screen import Screen
from rummykit_cli.sheet import match_table, round_line, score_table, tell_winners
from rummykit_cli.words import tell, tell_buyback, tell_end, tell_out, tell_shown


class Log:
    """Prints a match as it goes on; what it prints everybody at the table may see."""

    def __init__(self, console: Console) -> None:
        self.screen = Screen(console)
        self.told: list[str] = []
        """What has been told so far, for those who were not at the screen."""

    def tell_house_rules(self, rules: TableRules) -> None:
        """Say which options this table has set."""
        options = changed_options(rules)
        if options:
            self.screen.line(f"At this table: {', '.join(options)}.")

    def make(self, match: Match, action: Action, make: Callable[[Action], None]) -> None:
        """Make a move with *make* and tell it; after the last move of a round print its sheet."""
        told = tell_buyback(action, match) if isinstance(action, BuyBack) else tell(action, match.round)
        round, played = match.round, len(match.scores)
        make(action)
        if told:
            self._tell(told)
        if len(match.scores) > played and round.outcome is not None:
            self.screen.line()
            self.screen.line(f"Round {played + 1} is over: {tell_end(round.outcome, round.names)}.", style="bold")
            for hand in round.shown:
                self.screen.line(tell_shown(hand, round.names))
            self.screen.console.print(score_table(match, played))
            if match.scores[played].remark:
                self.screen.line(match.scores[played].remark, style="bold")
            for seat in round_line(match, played).out:
                self._tell(tell_out(match, seat))

    def _tell(self, told: str) -> None:
        self.told.append(told)
        self.screen.line(told)

    def close(self, match: Match, record_hash: str) -> None:
        """Tell how the match went and who won, and the hashes by which the game can be recognised."""
        self.screen.line()
        if len(match.scores) > 1 or match.format.has_chips:
            self.screen.console.print(match_table(match))
            self.screen.line()
        self.screen.line(tell_winners(match), style="bold")
        self.screen.line(f"Seed {match.seed}, record {record_hash}, state {match.fingerprint()}.")


def changed_options(rules: TableRules) -> list[str]:
    """Return the options that a preset, a file or a record has set to something other than the default."""
    defaults, changed = type(rules.rules)(), []
    for section, option in rules.origins:
        value = rules.value(f"{section}.{option}")
        of_variant = getattr(defaults, section, None)  # a mod has a section of its own
        if of_variant is None or value != getattr(of_variant, option):
            changed.append(f"{option} = {plain(value)}")
    return changed
