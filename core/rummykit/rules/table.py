"""What loading gives: the complete rules of one table, where they came from, and what is odd in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from rummykit.i18n import say
from rummykit.rules.document import told_apart
from rummykit.rules.options import PLAYERS, Finding, HouseRules, OrSaid, Section, unsaid
from rummykit.rules.problems import Place, Problem


@dataclass(frozen=True)
class Origin:
    """Where an option was set: in a preset, or at a place in a file.

    >>> str(Origin(Place("home.yaml", 4, 5))), str(Origin(Place("preset 'club'", 2, 3), "club"))
    ('home.yaml:4:5', "preset 'club'")
    """

    place: Place
    preset: str | None = None

    def __str__(self) -> str:
        return str(self.place) if self.preset is None else say("preset {name}", name=repr(self.preset))


@dataclass(frozen=True)
class TableRules:
    """The resolved rules of a table: every option has a value.

    ``origins`` says for each (section, option) that a preset or file sets, where that was;
    an option that is not in it has the variant's default. ``players`` is how many sit at
    the table, or their names, or None if the file leaves it open; ``player_range`` is from how many
    to how many may sit down, if it says that. ``title`` and ``notes`` are the table's own words about
    itself; ``noticed`` is what looks like a mistake in what the file says beside the options.
    """

    variant: str
    preset: str | None
    mods: tuple[str, ...]
    rules: HouseRules
    mod_rules: Mapping[str, Section]
    players: int | tuple[str, ...] | None
    origins: Mapping[tuple[str, str], Origin]
    player_range: range | None = None
    title: str | None = None
    notes: str | None = None
    noticed: tuple[Problem, ...] = field(default=(), compare=False)

    @property
    def seats(self) -> int | None:
        """How many sit at the table, if that is said; their names make no difference in play."""
        return self.players if isinstance(self.players, int | None) else len(self.players)

    @property
    def names(self) -> tuple[str, ...] | None:
        """The names of those who sit down, if the file says them; a bot that sits more than once has a number."""
        return tuple(told_apart(self.players)) if isinstance(self.players, tuple) else None

    @cached_property
    def sections(self) -> Mapping[str, Section]:
        """The sections by name, those of mods by their ids."""
        return {**dict(self.rules), **self.mod_rules}

    def value(self, name: str) -> object:
        """Return the value of the option ``section.option``; the section may be a mod's id."""
        section, _, option = name.partition(".")
        return getattr(self.sections[section], option)

    def written(self, name: str) -> str:
        """Return the value of the option ``section.option`` as it is written in a file."""
        section, _, option = name.partition(".")
        return self.sections[section].written(option)

    def located(self, found: Finding, anywhere: Place, players: Place | None = None) -> Problem:
        """Return a problem at the place of the first option that a file sets, with the places of the others.

        *players* is where those are said; *anywhere* is for what no line can be blamed for.
        """
        known = {**self.origins, PLAYERS: Origin(players)} if players else self.origins
        origins = [known[option] for option in found.options if option in known]
        # What stands in a file comes first: a player can change that, but not the preset.
        origins.sort(key=lambda origin: origin.preset is not None)
        first, *others = dict.fromkeys(origin.place for origin in origins) or [anywhere]
        return Problem(first, found.message, also=tuple(others))

    def to_json(self) -> dict[str, object]:
        """Return every option with its value as plain JSON types, for a record file.

        The result has the shape of a house-rule file, so that it can be read as one; a
        preset, title, notes or players that are not named are left out.
        """
        sections: dict[str, object] = self.rules.model_dump(mode="json")
        above = {name: sections.pop(name) for name in self.rules.top_sections()}
        sections.update((name, options.model_dump(mode="json")) for name, options in self.mod_rules.items())
        data: dict[str, object] = {"variant": self.variant}
        if self.preset is not None:
            data["preset"] = self.preset
        data |= {key: text for key, text in (("title", self.title), ("notes", self.notes)) if text is not None}
        data["mods"] = list(self.mods)
        if self.players is not None:
            data["players"] = self.players if isinstance(self.players, int) else list(self.players)
        elif self.player_range is not None:
            data["players"] = f"{self.player_range[0]}-{self.player_range[-1]}"
        return {**data, "rules": sections, **above}


# -- what is legal but odd -----------------------------------------------------------------------------------


def warnings(
    rules: TableRules, players: Sequence[int], unmet: Iterable[Iterable[Finding]], place: Place
) -> list[Problem]:
    """Return what can be played but is odd, in the order of the lines, each at the option that should be looked at.

    Defaults and presets are as they are meant to be, so only what a file itself says is warned of. *players* are the
    numbers of players that may sit down; *unmet* is, for each of them that can play, what the assembled game demands
    and no cards can give (`rummykit.parts.unmet`), and is read only as far as needed. *place* is where a warning goes
    that no line can be blamed for.
    """
    ours = {option for option, origin in rules.origins.items() if origin.preset is None}
    odd = [oddity for _, section in rules.rules for oddity in section.oddities(rules.rules)]
    found = [
        *(oddity for oddity in _idle(rules) if oddity.options[0] in ours),
        *(oddity for oddity in odd if ours & set(oddity.options)),
        *_in_every(unmet),
    ]
    problems = [*rules.noticed, *(rules.located(oddity, place) for oddity in found)]
    problems += _too_many(rules, players, ours, place) if len(players) > 1 else []
    return sorted(dict.fromkeys(problems), key=lambda problem: problem.place)


def _idle(rules: TableRules) -> Iterator[Finding]:
    """Yield the options that another one switches off, once each."""
    defaults = type(rules.rules)()
    offered = {(name, option) for name, section in rules.sections.items() for option in type(section).model_fields}
    for name, section in rules.sections.items():
        default, seen = getattr(defaults, name, None) or type(section)(), set[tuple[str, str]]()
        by_value = ((str(option), str(other), needed) for option, other, *needed in section.idle_without)
        for option, other, needed in [*by_value, *((*pair, None) for pair in section.idle(rules.rules))]:
            where, _, which = other.rpartition(".")
            idle, by = (name, option), (where or name, which)
            if idle in seen or not {idle, by} <= offered:
                continue  # a game need not offer all of it
            own = getattr(section, option)
            # As with the options of a match: what is as by default, or switched off, claims to do nothing.
            if own is False or own == getattr(default, option):
                continue
            if needed is not None and rules.value(".".join(by)) in needed:
                continue
            if any(isinstance(other, OrSaid) and rules.value(other.option) for other in needed or ()):
                continue
            seen.add(idle)
            message = say(
                "{option}: {value} does nothing while {other} is {state}",
                option=".".join(idle),
                value=section.written(option),
                other=".".join(by),
                state=rules.written(".".join(by)),
            )
            yield Finding((idle, by), message)


def _too_many(rules: TableRules, players: Sequence[int], ours: set[tuple[str, str]], place: Place) -> Iterator[Problem]:
    """Yield what only some of the players that may sit down can play, for the smallest number that cannot."""
    seen: set[tuple[tuple[str, str], ...]] = set()
    for count in players:
        # Whoever says something for each number of players has thought of those they leave out.
        for contradiction in () if any(unsaid(rules.rules, count)) else rules.rules.contradictions(count):
            if contradiction.options in seen or not ours & set(contradiction.options):
                continue
            seen.add(contradiction.options)
            problem = rules.located(contradiction, place)
            message = say("{count} players could not play this: {reason}", count=count, reason=contradiction.message)
            expected = say("a line such as `players: …` where so many never play")
            yield replace(problem, message=message, expected=expected)


def _in_every(games: Iterable[Iterable[Finding]]) -> list[Finding]:
    """Return what is in all of the games; what can be met in one is nobody's mistake."""
    found: dict[tuple[tuple[str, str], ...], Finding] | None = None
    for game in games:
        here = {oddity.options: oddity for oddity in game}
        found = here if found is None else {key: oddity for key, oddity in found.items() if key in here}
        if not found:
            break
    return list((found or {}).values())
