"""Which mods a file may list together, and in which order they wrap the hooks of a variant.

>>> rain, sun = ModInfo("rain", "Wet."), ModInfo("sun", "Dry.", before=("rain",))
>>> wrapping_order(["rain", "sun"], {"rain": rain, "sun": sun})
['sun', 'rain']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import combinations

from rummykit.houserules.document import Named
from rummykit.houserules.problems import Problem, shown
from rummykit.info import ModInfo
from rummykit.language import either, say


def fits(mod: ModInfo, variant: str) -> bool:
    """Say whether a mod is for a variant."""
    return not mod.variants or variant in mod.variants


def conflict(one: ModInfo, other: ModInfo) -> bool:
    """Say whether two mods cannot be played together; it is enough if one of them says so."""
    return other.id in one.conflicts or one.id in other.conflicts


def check_mods(listed: Sequence[Named], variant: str, mods: Mapping[str, ModInfo]) -> Iterator[Problem]:
    """Yield what is wrong with the mods that a file lists, all of which there are."""
    for name in listed:
        mod = mods[name.name]
        if not fits(mod, variant):
            message = say(
                "the mod {name} is not for {variant}, only for {others}",
                name=shown(name.name),
                variant=variant,
                others=either(mod.variants),
            )
            yield Problem.at(name.place, message)
    for one, other in combinations(listed, 2):
        if conflict(mods[one.name], mods[other.name]):
            message = say(
                "the mods {one} and {other} cannot be played together", one=shown(one.name), other=shown(other.name)
            )
            yield Problem.at(other.place, message, also=[one.place])
    try:
        wrapping_order([name.name for name in listed], mods)
    except CycleError as error:
        places = {name.name: name.place for name in listed}
        circle: list[str] = error.args[1]
        message = say("no order suits these mods, each should wrap before the next: {mods}", mods=" → ".join(circle))
        first, *others = sorted({places[name] for name in circle})
        yield Problem.at(first, message, also=others)


def wrapping_order(listed: Sequence[str], mods: Mapping[str, ModInfo]) -> list[str]:
    """Return mods in the order in which they wrap: as they declare it, and otherwise as they are listed.

    Raises `graphlib.CycleError` if they declare what cannot be.
    """
    sorter: TopologicalSorter[str] = TopologicalSorter(dict.fromkeys(listed, ()))
    for name in listed:
        sorter.add(name, *(earlier for earlier in mods[name].after if earlier in listed))
        for later in mods[name].before:
            if later in listed:
                sorter.add(later, name)
    sorter.prepare()
    ordered: list[str] = []
    ready: set[str] = set()
    while len(ordered) < len(listed):
        ready.update(sorter.get_ready())
        following = min(ready, key=listed.index)
        ready.remove(following)
        ordered.append(following)
        sorter.done(following)
    return ordered
