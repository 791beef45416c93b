"""Load house rules: from a file, a text, a variant's name or a game record.

A file names a variant and what differs from its defaults::

    variant: my_variant
    preset: club            # optional: start from one of the variant's presets
    extends: family.yaml    # optional: start from another file, path relative to this one
    title: Our table        # optional, for lists and the cover of the booklet; and so `notes`
    mods: [open_hands]      # optional: mods to switch on
    players: [Anna, greedy] # optional: people and bots, or how many: 4, or 2-4
    rules:
      melds:
        longest_run: 5
    match:
      rounds: 3

Later layers win: defaults, preset, parent files, this file; all these files start from one preset. The layers are laid
over each other and validated once. Every function raises HouseRuleError with all problems it found; only a YAML
syntax error stops at the first. Contradictions between options are looked for once every single
value is right.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import combinations, pairwise
from pathlib import Path

from rummykit.errors import nearest
from rummykit.i18n import either, listed, mark, say
from rummykit.rules.document import (
    KEYS,
    PRESET_KEYS,
    RECORD_KEYS,
    Document,
    Located,
    Seats,
    meant_bot,
    numbers,
    read_document,
    told_apart,
)
from rummykit.rules.grammar import Catalogue, Grammar, ModDeclaration, conflict, fits, one_of
from rummykit.rules.merge import merge, read_layer
from rummykit.rules.options import HouseRules, impossible, unsaid
from rummykit.rules.problems import HouseRuleError, Place, Problem, Problems, shown
from rummykit.rules.shapes import ByPlayers
from rummykit.rules.table import Origin, TableRules
from rummykit.rules.yamlfile import MAX_BYTES, from_data, parse, place, read_text
from rummykit.rules.yamlfile import name as name_of

USUALLY_MOST = 6
"""More players hardly ever sit down; a file that does not think of them is told so when they do."""
MAX_PARENTS = 20
_KEYS = "|".join((*KEYS, *HouseRules.top_level))
_RULES = rf"""(?m)^[\ufeff\s{{]*["']?(?:{_KEYS})["']?\s*:"""
"""A line as in a file of house rules, whatever else is wrong with it."""


def load_file(path: Path, catalogue: Catalogue) -> TableRules:
    """Load a file of house rules."""
    return _Loading(catalogue).files(read_text(path), str(path), path.parent, [path])


def load_text(text: str, catalogue: Catalogue, *, name: str = "<text>", base: Path | None = None) -> TableRules:
    """Load house rules from a text; ``name`` stands for the file in messages.

    ``base`` is the directory that `extends` starts from; without it only full paths work.
    """
    return _Loading(catalogue).files(text, name, base, [])


def load_data(data: object, catalogue: Catalogue, *, name: str) -> TableRules:
    """Load house rules from plain values, in the shape of a file; ``name`` stands for the file in messages.

    Whoever writes a program knows how many will play, so an option may be said for some numbers of players only.
    """
    return _from_data(data, catalogue, name, as_played=False)


def from_variant(variant: str, catalogue: Catalogue, *, preset: str | None = None) -> TableRules:
    """Return a variant's rules as they are, or those of one of its presets."""
    said = {"variant": variant} if preset is None else {"variant": variant, "preset": preset}
    return load_data(said, catalogue, name="")


def from_json(data: object, catalogue: Catalogue, *, name: str) -> TableRules:
    """Return the rules that :meth:`TableRules.to_json` wrote; ``name`` is the record's file.

    A record stays as it was played: an option that is missing or not known is a problem,
    never filled in or dropped, and the preset is only a name here.
    """
    return _from_data(data, catalogue, name, as_played=True)


def _from_data(data: object, catalogue: Catalogue, name: str, *, as_played: bool) -> TableRules:
    loading, anywhere = _Loading(catalogue, as_played), Place(name)
    document = read_document(from_data(data, anywhere, loading.problems), loading.keys, loading.problems)
    return loading.table([document], anywhere)


def preset_description(variant: str, preset: str, catalogue: Catalogue) -> Mapping[str, str]:
    """Return what a preset says of itself, by language; a single text counts as English."""
    problems = Problems()
    document = _preset_document(preset, catalogue.presets(variant), problems)
    if problems:
        raise HouseRuleError(problems)
    return dict(document.description)


def _preset_document(preset: str, presets: Mapping[str, str], problems: Problems) -> Document:
    return _document(presets[preset], f"preset {preset!r}", PRESET_KEYS, problems)


def _document(text: str, name: str, keys: tuple[str, ...], problems: Problems) -> Document:
    node, found = parse(text, name)
    problems.extend(found)
    return read_document(node, keys, problems)


# What is said of a name that is not known, and what is expected where there are no names; both to be said.
_VARIANT = (mark("unknown variant {name}"), mark("no variant, there are none"))
_PRESET = (mark("unknown preset {name}"), mark("no preset, there are none"))
_MOD = (mark("unknown mod {name}"), mark("no mod, there are none"))


class _Loading:
    """The loading of one table, with the problems found so far.

    In a record, ``as_played``, nothing may be missing, the preset is only a name, and mods go together as they are
    listed, because they did when the game was played.
    """

    def __init__(self, catalogue: Catalogue, as_played: bool = False) -> None:
        self.catalogue = catalogue
        self.as_played = as_played
        self.keys = RECORD_KEYS if as_played else KEYS
        self.problems = Problems()
        self.characters = 0

    # -- files that extend files -----------------------------------------------------------------------

    def files(self, text: str, name: str, base: Path | None, files: list[Path]) -> TableRules:
        """Load a text and the files it extends, one parent at a time: each may extend the next."""
        self.characters = len(text)
        documents, chain = [_document(text, name, self.keys, self.problems)], name
        while extends := documents[0].extends:
            try:
                path, text = self._parent(extends, base, files, chain)
                parent = _document(text, str(path), self.keys, self.problems)
            except HouseRuleError as error:
                self.problems.extend(error.problems)
                # The lost parent may have named the variant, so its absence is not reported as well.
                documents.insert(0, Document(extends.key, frozenset({"variant"})))
                break
            files.append(path)
            chain += f" → {path}"
            documents.insert(0, parent)
            base = path.parent
        table = self.table(documents, documents[-1].place)
        if table.seats is None and table.player_range is None and (found := [*self._gaps(table)]):
            raise HouseRuleError(found)
        return table

    def _parent(self, extends: Located[str], base: Path | None, files: list[Path], chain: str) -> tuple[Path, str]:
        chain += f" → {extends.value}"

        def refuse(reason: str) -> HouseRuleError:
            file = shown(extends.value)
            message = say("cannot extend {file}: {reason} ({chain})", file=file, reason=reason, chain=chain)
            return HouseRuleError([Problem(extends.key, message)])

        if base is None and not os.path.isabs(extends.value):
            raise refuse(say("a text that is not in a file has no directory to start from"))
        path = Path(os.path.normpath((base or Path()) / extends.value))
        try:
            text = read_text(path)
        except HouseRuleError as error:
            raise refuse(error.problems[0].message) from None
        # What is in a file of another kind is nobody's business here.
        if not re.search(_RULES, text):
            raise refuse(say("this is no file of house rules"))
        # By the file itself, not its name: two names, or a link, may be one file.
        if os.path.realpath(path) in map(os.path.realpath, files):
            raise refuse(say("the files extend each other in a circle"))
        self.characters += len(text)
        if self.characters > MAX_BYTES:
            raise refuse(say("these files are larger than 1 MiB together"))
        if len(files) > MAX_PARENTS:
            raise refuse(say("there are more than {most} files in a row", most=MAX_PARENTS))
        return path, text

    # -- tables ----------------------------------------------------------------------------------------

    def table(self, documents: Sequence[Document], anywhere: Place) -> TableRules:
        """Return the rules that a chain of files, the outermost parent first, makes.

        *anywhere* is where a problem goes that no line can be blamed for.
        """
        variant = self._variant(documents, anywhere)
        model = self.catalogue.options_model(variant)
        if self.as_played:
            needed = ("mods", "rules", *model.top_sections())
            self._report_missing(anywhere, (key for key in needed if key not in documents[0].present))
        grammars = self._grammars(documents, variant, model)
        grammar = grammars[-1]
        layers = [
            read_layer(document, each, self.keys, self.problems)
            for document, each in zip(documents, grammars, strict=True)
        ]
        if self.as_played and not self.problems:
            there = {line.option for line in layers[0]}
            self._report_missing(anywhere, (".".join(option) for option in grammar.options if option not in there))
        players = seats = self._players(documents, variant)
        preset = self._preset(documents, variant)
        if preset is not None and not self.as_played:
            usual = _preset_document(preset, self.catalogue.presets(variant), self.problems)
            layers.insert(0, read_layer(usual, Grammar(variant, model, {}), PRESET_KEYS, self.problems, preset))
            seats = players or usual.players
        rules, mod_rules, origins = merge(grammar, layers, anywhere, self.problems)
        if rules is None or self.problems:
            raise HouseRuleError(self.problems)
        value = seats.value if seats else None
        title, notes = _last(document.title for document in documents), _last(document.notes for document in documents)
        table = TableRules(
            variant=variant,
            preset=preset,
            mods=tuple(grammar.mods),
            rules=rules,
            mod_rules=mod_rules,
            players=None if isinstance(value, range) else value,
            origins=origins,
            player_range=value if isinstance(value, range) else None,
            title=title.value if title else None,
            notes=notes.value if notes else None,
            noticed=(*self._odd_names(documents), *self._never_seated(variant, rules, origins)),
        )
        # What cannot be played although every option alone is right.
        for count in numbers(players.value) if players else [None]:
            found = impossible(rules, count)
            self.problems += [table.located(why, anywhere, players.key if players else None) for why in found]
        if self.problems:
            raise HouseRuleError(self.problems)
        return table

    def _report_missing(self, where: Place, names: Iterable[str]) -> None:
        self.problems += [Problem(where, say("{name} is missing", name=missing)) for missing in names]

    # -- what a file says beside the options -----------------------------------------------------------

    def _know(self, what: tuple[str, str], named: Located[str], known: Mapping[str, object]) -> None:
        """Report a name that is not one of the known ones."""
        if named.value not in known:
            unknown, none = what
            expected = one_of(known) if known else say(none)
            close = self._in_two_lines(what, named.value) or nearest(named.value, known)
            self.problems.report(named.place, say(unknown, name=shown(named.value)), expected=expected, nearest=close)

    def _in_two_lines(self, what: tuple[str, str], name: str) -> str | None:
        """Return the lines for a variant and its preset, where one was written for both, or for the wrong one."""
        variant, _, preset = name.rpartition(":")
        having = [other for other in self.catalogue.variants() if preset in self.catalogue.presets(other)]
        having = [variant] if variant in having else having
        if what is _MOD or not having or (what is _PRESET and not variant):
            return None
        return f"variant: {having[0]}, preset: {preset}"

    def _variant(self, documents: Sequence[Document], anywhere: Place) -> str:
        """Return the variant, which every file must agree on; raise what was found if there is none."""
        known = self.catalogue.variants()
        said = [document.variant for document in documents if document.variant]
        for named in said:
            self._know(_VARIANT, named, known)
            if named.value != said[0].value:
                one, other = shown(named.value), shown(said[0].value)
                message = say("the variant {variant} is not {other} of the extended file", variant=one, other=other)
                self.problems.report(named.key, message, also=(said[0].key,))
        if said and said[-1].value in known:
            return said[-1].value
        if not any("variant" in document.present for document in documents):
            expected = say("a line such as `variant: …`")
            self.problems.report(anywhere, say("the variant is missing"), expected=expected)
        keys = (*KEYS, *HouseRules.top_level)
        for key in (key for document in documents for key, _ in document.others if name_of(key) not in keys):
            name = name_of(key)
            message = say("unknown key {name}", name=shown(name))
            self.problems.report(place(key), message, expected=", ".join(keys), nearest=nearest(name, keys))
        raise HouseRuleError(self.problems)

    def _preset(self, documents: Sequence[Document], variant: str) -> str | None:
        """Return the preset that the files start from; report one that there is not, or that a parent does not have."""
        said = [document.preset for document in documents if document.preset]
        if self.as_played:
            return said[-1].value if said else None
        presets = self.catalogue.presets(variant)
        for named in said:
            self._know(_PRESET, named, presets)
        for parent, child in pairwise(said):
            if parent.value != child.value:
                one, other = shown(child.value), shown(parent.value)
                message = say("the preset {preset} is not {other} of the extended file", preset=one, other=other)
                expected = say("the same preset, or none; a file that starts anew does not extend another")
                self.problems.report(child.key, message, expected=expected, also=(parent.key,))
        return said[-1].value if said and said[-1].value in presets else None

    def _grammars(self, documents: Sequence[Document], variant: str, model: type[HouseRules]) -> list[Grammar]:
        """Return what each document may hold: a file may use its parents' mods."""
        installed, listed = frozenset(self.catalogue.mods()), list[str]()
        found: list[Grammar] = []
        for document in documents:
            if document.mods is not None:
                listed = self._mods(document.mods, variant, model)
            mods = {mod: self.catalogue.mod_options(mod) for mod in listed}
            found.append(Grammar(variant, model, mods, installed - mods.keys(), self._others))
        return found

    def _others(self, section: str) -> Iterator[str]:
        """Yield the variants that have a section."""
        for variant in self.catalogue.variants():
            if section in self.catalogue.options_model(variant).sections():
                yield variant

    def _mods(self, listed: Sequence[Located[str]], variant: str, model: type[HouseRules]) -> list[str]:
        """Return the mods that a file lists, as they wrap; report those that there are not, or do not go together."""
        installed, usable = self.catalogue.mods(), dict[str, Place]()
        for mod in listed:
            self._know(_MOD, mod, installed)
            if mod.value in model.model_fields:
                name = shown(mod.value)
                message = say("the mod {name} has the name of a section of {variant}", name=name, variant=variant)
                self.problems.report(mod.place, message)
            elif mod.value in installed:
                usable[mod.value] = mod.place
        if self.as_played:
            return list(usable)
        for name, where in usable.items():
            if not fits(installed[name], variant):
                message = mark("the mod {name} is not for {variant}, only for {others}")
                others = either(installed[name].variants)
                self.problems.report(where, say(message, name=shown(name), variant=variant, others=others))
        for one, other in combinations(usable, 2):
            if conflict(installed[one], installed[other]):
                message = mark("the mods {one} and {other} cannot be played together")
                message = say(message, one=shown(one), other=shown(other))
                self.problems.report(usable[other], message, also=(usable[one],))
        try:
            return _wrapping_order(list(usable), installed)
        except CycleError as error:
            circle: list[str] = error.args[1]
            message = mark("no order suits these mods, each should wrap before the next: {mods}")
            first, *also = sorted({usable[name] for name in circle})
            self.problems.report(first, say(message, mods=" → ".join(circle)), also=tuple(also))
            return list(usable)

    def _players(self, documents: Sequence[Document], variant: str) -> Located[Seats] | None:
        """Return who plays; report every file that seats more or fewer players than the variant takes."""
        low, high = self.catalogue.variants()[variant]
        said = [document.players for document in documents if document.players]
        for document in documents if not self.as_played else ():
            self._distinct(document.names)
        for players in said:
            fewest, most = numbers(players.value)[0], numbers(players.value)[-1]
            if not low <= fewest <= most <= high:
                number = shown(str(fewest if fewest < low else most))[1:-1]
                message = say("{variant} cannot be played by {players}", variant=variant, players=number)
                expected = say("{players} players", players=low)
                if low < high:
                    expected = say("from {low} to {high} players", low=low, high=high)
                self.problems.report(players.key, message, expected=expected)
        return said[-1] if said else None

    def _distinct(self, names: Sequence[Located[str]]) -> None:
        """Report names that could not be told apart; only a bot may sit at a table more than once, with a number."""
        bots, seated = self.catalogue.bots, told_apart([who.value for who in names])
        taken: dict[str, Place] = {}
        for who, seat in zip(names, seated, strict=True):
            name = seat if who.value in bots else who.value
            if name in taken:
                message, close = say("two players are called {name}", name=shown(name)), meant_bot(who.value, bots)
                self.problems.report(who.place, message, nearest=close, also=(taken[name],))
            taken.setdefault(name, who.place)

    def _odd_names(self, documents: Sequence[Document]) -> Iterator[Problem]:
        """Yield the people of the last file that names any by whose name a bot was probably meant, or another one."""
        names = next((document.names for document in reversed(documents) if document.players), ())
        spoken: dict[str, Located[str]] = {}
        for who in names if not self.as_played else ():
            first = spoken.setdefault(who.value.casefold(), who)
            if first.value != who.value:
                message = say("{name} and {other} sound the same", name=shown(first.value), other=shown(who.value))
                yield Problem(who.place, message, also=(first.place,))
            if bot := meant_bot(who.value, self.catalogue.bots):
                message = say("{name} is a person here, not a bot", name=shown(who.value))
                yield Problem(who.place, message, nearest=bot)

    def _never_seated(
        self, variant: str, rules: HouseRules, origins: Mapping[tuple[str, str], Origin]
    ) -> Iterator[Problem]:
        """Yield every line of a file that has a value for more or fewer players than ever sit down."""
        low, high = self.catalogue.variants()[variant]
        for (section, option), origin in origins.items() if not self.as_played else ():
            value = rules.value(f"{section}.{option}")
            never = [count for count in value if not low <= count <= high] if isinstance(value, ByPlayers) else []
            if never and origin.preset is None:
                message = say("{variant} is never played by {players}", variant=variant, players=listed(never))
                expected = say("values for {low} to {high} players", low=low, high=high)
                yield Problem(origin.place, message, expected=expected)

    def _gaps(self, table: TableRules) -> Iterator[Problem]:
        """Yield every line that leaves out a usual number of players, though nothing says that so many never play."""
        low, high = self.catalogue.variants()[table.variant]
        told: set[Place] = set()
        for count in range(low, min(high, USUALLY_MOST) + 1):
            for gap in unsaid(table.rules, count):
                origin = table.origins.get(gap.options[0])
                if origin and origin.preset is None and origin.place not in told:
                    told.add(origin.place)
                    expected = say("a value for them too, or a line such as `players: …` where so many never play")
                    yield Problem(origin.place, gap.message, expected=expected)


def _last(said: Iterable[Located[str] | None]) -> Located[str] | None:
    """Return what the nearest file says, if any does."""
    return next((text for text in reversed([*said]) if text), None)


def _wrapping_order(listed: Sequence[str], mods: Mapping[str, ModDeclaration]) -> list[str]:
    """Return mods in the order in which they wrap: as they declare it, and otherwise as they are listed.

    Raises `graphlib.CycleError` if they declare what cannot be.

    >>> from rummykit.plugin.info import Mod
    >>> rain, sun = Mod("rain", "Wet."), Mod("sun", "Dry.", before=("rain",))
    >>> _wrapping_order(["rain", "sun"], {"rain": rain, "sun": sun})
    ['sun', 'rain']
    """
    earlier = {mod: {other for other in mods[mod].after if other in listed} for mod in listed}
    for mod in listed:
        for later in mods[mod].before:
            if later in listed:
                earlier[later].add(mod)
    TopologicalSorter(earlier).prepare()
    ordered, left = list[str](), list(listed)
    while left:
        ordered.append(next(mod for mod in left if not earlier[mod].intersection(left)))
        left.remove(ordered[-1])
    return ordered
