"""What is legal in a table's rules but odd: options that do nothing, and demands that nobody can meet.

A warning is a :class:`Problem` at the option that should be looked at. Defaults and presets
are as they are meant to be, so only what a file itself says is warned of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rummykit.houserules.options import HouseRules, Oddity, Section, unsaid
from rummykit.houserules.problems import Place, Problem
from rummykit.houserules.resolve import located
from rummykit.houserules.table import TableRules
from rummykit.houserules.unmet import unmet
from rummykit.language import say
from rummykit.reasons import plain

if TYPE_CHECKING:
    from rummykit.ruleset import Ruleset


def warnings(rules: TableRules, players: Sequence[int], games: Iterable[Ruleset], place: Place) -> list[Problem]:
    """Return what is odd, in the order of the lines.

    *players* are the numbers of players that may sit down; *games* is the game assembled for
    those of them that can play it, and is read only as far as needed. *place* is where a
    warning goes that no line can be blamed for.
    """
    ours = {option for option, origin in rules.origins.items() if origin.preset is None}
    count = players[0] if len(players) == 1 else None
    found = [
        *(oddity for oddity in _idle(rules) if oddity.options[0] in ours),
        *(oddity for oddity in rules.rules.oddities(count) if ours & set(oddity.options)),
        *_in_every(games),
    ]
    problems = [located(oddity, rules.origins, None, place) for oddity in found]
    problems += _too_many(rules, players, ours, place) if count is None else []
    return sorted(dict.fromkeys(problems), key=lambda problem: problem.place)


def _idle(rules: TableRules) -> Iterator[Oddity]:
    """Yield the options that another one switches off, once each."""
    sections: list[tuple[str, Section, Section]] = [
        *((name, section, getattr(type(rules.rules)(), name)) for name, section in rules.rules),
        *((name, section, type(section)()) for name, section in rules.mod_rules.items()),
    ]
    for name, section, default in sections:
        seen = set()
        for option, other, *needed in section.idle_without:
            option, path = str(option), other if "." in str(other) else f"{name}.{other}"
            own, others = getattr(section, option), rules.value(str(path))
            # As with the options of a match: what is as by default, or switched off, claims to do nothing.
            if own is False or own == getattr(default, option) or others in needed or option in seen:
                continue
            seen.add(option)
            where, _, which = str(path).partition(".")
            message = say(
                "{option}: {value} does nothing while {other} is {state}",
                option=option,
                value=plain(own),
                other=which,
                state=plain(others),
            )
            yield Oddity(((name, option), (where, which)), message)


def _too_many(rules: TableRules, players: Sequence[int], ours: set[tuple[str, str]], place: Place) -> Iterator[Problem]:
    """Yield what only some of the players that may sit down can play, for the smallest number that cannot."""
    seen: set[tuple[tuple[str, str], ...]] = set()
    for count in players:
        # Whoever says something for each number of players has thought of those he leaves out.
        for contradiction in () if _says_nothing(rules.rules, count) else rules.rules.contradictions(count):
            if contradiction.options in seen or not ours & set(contradiction.options):
                continue
            seen.add(contradiction.options)
            problem = located(contradiction, rules.origins, None, place)
            yield Problem.at(
                problem.place,
                say("{count} players could not play this: {reason}", count=count, reason=contradiction.message),
                expected=say("a line such as `players: …` where so many never play"),
                also=problem.also,
            )


def _says_nothing(rules: HouseRules, players: int) -> bool:
    return next(unsaid(rules, players), None) is not None


def _in_every(games: Iterable[Ruleset]) -> list[Oddity]:
    """Return what cannot be met in any of the games; what can be met in one is nobody's mistake."""
    found: dict[tuple[tuple[str, str], ...], Oddity] | None = None
    for game in games:
        here = {oddity.options: oddity for oddity in unmet(game)}
        found = here if found is None else {key: oddity for key, oddity in found.items() if key in here}
        if not found:
            break
    return list((found or {}).values())
