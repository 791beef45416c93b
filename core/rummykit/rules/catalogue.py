"""What the loader knows of the installed plugins, and which mods a file may list together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import combinations
from typing import Protocol

from rummykit.i18n import either, say
from rummykit.rules.document import Named
from rummykit.rules.options import HouseRules, Section
from rummykit.rules.problems import Problems, shown


class ModDeclaration(Protocol):
    """What a mod says of itself: what it fits, and how it goes with others; `rummykit.plugin.info.Mod` explains it."""

    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def variants(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def conflicts(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def after(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def before(self) -> tuple[str, ...]: ...  # noqa: D102


class Catalogue(Protocol):
    """What the loader needs to know of the installed plugins."""

    def variants(self) -> Mapping[str, tuple[int, int]]:
        """Return every variant's name with the fewest and the most players it takes."""
        ...

    def options_model(self, variant: str) -> type[HouseRules]:
        """Return the options of a variant."""
        ...

    def presets(self, variant: str) -> Mapping[str, str]:
        """Return the presets of a variant: their names, and their YAML texts."""
        ...

    def mods(self) -> Mapping[str, ModDeclaration]:
        """Return every mod's name with what it says of itself: what it fits, and how it goes with others."""
        ...

    def mod_options(self, name: str) -> type[Section] | None:
        """Return the options of a mod, None if it has none."""
        ...


def fits(mod: ModDeclaration, variant: str) -> bool:
    """Say whether a mod is for a variant."""
    return not mod.variants or variant in mod.variants


def conflict(one: ModDeclaration, other: ModDeclaration) -> bool:
    """Say whether two mods cannot be played together; it is enough if one of them says so."""
    return other.id in one.conflicts or one.id in other.conflicts


def in_order(
    listed: Sequence[Named], variant: str, mods: Mapping[str, ModDeclaration], problems: Problems
) -> list[str]:
    """Return the mods that a file lists, all of which there are, as they wrap; report those that do not go together."""
    for name in listed:
        mod = mods[name.name]
        if not fits(mod, variant):
            message = say(
                "the mod {name} is not for {variant}, only for {others}",
                name=shown(name.name),
                variant=variant,
                others=either(mod.variants),
            )
            problems.report(name.place, message)
    for one, other in combinations(listed, 2):
        if conflict(mods[one.name], mods[other.name]):
            message = say(
                "the mods {one} and {other} cannot be played together", one=shown(one.name), other=shown(other.name)
            )
            problems.report(other.place, message, also=(one.place,))
    names = {name.name: name.place for name in listed}
    try:
        return wrapping_order(list(names), mods)
    except CycleError as error:
        circle: list[str] = error.args[1]
        message = say("no order suits these mods, each should wrap before the next: {mods}", mods=" → ".join(circle))
        first, *others = sorted({names[name] for name in circle})
        problems.report(first, message, also=tuple(others))
        return list(names)


def wrapping_order(listed: Sequence[str], mods: Mapping[str, ModDeclaration]) -> list[str]:
    """Return mods in the order in which they wrap: as they declare it, and otherwise as they are listed.

    Raises `graphlib.CycleError` if they declare what cannot be.

    >>> from rummykit.plugin.info import Mod
    >>> rain, sun = Mod("rain", "Wet."), Mod("sun", "Dry.", before=("rain",))
    >>> wrapping_order(["rain", "sun"], {"rain": rain, "sun": sun})
    ['sun', 'rain']
    """
    earlier = {name: {other for other in mods[name].after if other in listed} for name in listed}
    for name in listed:
        for later in mods[name].before:
            if later in listed:
                earlier[later].add(name)
    sorter = TopologicalSorter(earlier)
    sorter.prepare()
    ordered: list[str] = []
    ready: set[str] = set()
    while sorter.is_active():
        ready.update(sorter.get_ready())
        ordered.append(min(ready, key=listed.index))
        ready.remove(ordered[-1])
        sorter.done(ordered[-1])
    return ordered
