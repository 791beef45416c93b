"""What is legal in a table's rules but odd: options that do nothing, and demands that nobody can meet.

A warning is a :class:`Problem` at the option that should be looked at. Defaults and presets
are as they are meant to be, so only what a file itself says is warned of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rummykit.i18n import say
from rummykit.rules.options import HouseRules, Oddity, Section, unsaid
from rummykit.rules.problems import Place, Problem
from rummykit.rules.table import TableRules


def warnings(
    rules: TableRules, players: Sequence[int], unmet: Iterable[Iterable[Oddity]], place: Place
) -> list[Problem]:
    """Return what is odd, in the order of the lines.

    *players* are the numbers of players that may sit down; *unmet* is, for each of them that can play, what the
    assembled game demands and no cards can give (`rummykit.parts.unmet`), and is read only as far as needed. *place* is
    where a warning goes that no line can be blamed for.
    """
    ours = {option for option, origin in rules.origins.items() if origin.preset is None}
    count = players[0] if len(players) == 1 else None
    found = [
        *(oddity for oddity in _idle(rules) if oddity.options[0] in ours),
        *(
            oddity
            for _, section in rules.rules
            for oddity in section.oddities(rules.rules)
            if ours & set(oddity.options)
        ),
        *_in_every(unmet),
    ]
    problems = [rules.located(oddity, place) for oddity in found]
    problems += _too_many(rules, players, ours, place) if count is None else []
    return sorted(dict.fromkeys(problems), key=lambda problem: problem.place)


def _idle(rules: TableRules) -> Iterator[Oddity]:
    """Yield the options that another one switches off, once each."""
    defaults = type(rules.rules)()
    sections: list[tuple[str, Section, Section]] = [
        *((name, section, getattr(defaults, name)) for name, section in rules.rules),
        *((name, section, type(section)()) for name, section in rules.mod_rules.items()),
    ]
    for name, section, default in sections:
        seen = set()
        for option, other, *needed in section.idle_without:
            option, path = str(option), other if "." in str(other) else f"{name}.{other}"
            if option not in type(section).model_fields or not rules.has(str(path)):
                continue  # a game need not offer all of it
            own, others = getattr(section, option), rules.value(str(path))
            # As with the options of a match: what is as by default, or switched off, claims to do nothing.
            if own is False or own == getattr(default, option) or others in needed or option in seen:
                continue
            seen.add(option)
            where, _, which = str(path).partition(".")
            message = say(
                "{option}: {value} does nothing while {other} is {state}",
                option=f"{name}.{option}",
                value=section.written(option),
                other=path,
                state=rules.written(str(path)),
            )
            yield Oddity(((name, option), (where, which)), message)


def _too_many(rules: TableRules, players: Sequence[int], ours: set[tuple[str, str]], place: Place) -> Iterator[Problem]:
    """Yield what only some of the players that may sit down can play, for the smallest number that cannot."""
    seen: set[tuple[tuple[str, str], ...]] = set()
    for count in players:
        # Whoever says something for each number of players has thought of those they leave out.
        for contradiction in () if _says_nothing(rules.rules, count) else rules.rules.contradictions(count):
            if contradiction.options in seen or not ours & set(contradiction.options):
                continue
            seen.add(contradiction.options)
            problem = rules.located(contradiction, place)
            yield Problem(
                problem.place,
                say("{count} players could not play this: {reason}", count=count, reason=contradiction.message),
                expected=say("a line such as `players: …` where so many never play"),
                also=problem.also,
            )


def _says_nothing(rules: HouseRules, players: int) -> bool:
    return next(unsaid(rules, players), None) is not None


def _in_every(games: Iterable[Iterable[Oddity]]) -> list[Oddity]:
    """Return what is in all of the games; what can be met in one is nobody's mistake."""
    found: dict[tuple[tuple[str, str], ...], Oddity] | None = None
    for game in games:
        here = {oddity.options: oddity for oddity in game}
        found = here if found is None else {key: oddity for key, oddity in found.items() if key in here}
        if not found:
            break
    return list((found or {}).values())
