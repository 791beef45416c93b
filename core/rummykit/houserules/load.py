"""Load house rules: from a file, a text, a variant's name or a game record.

A file names a variant and what differs from its defaults::

    variant: my_variant
    preset: club            # optional: start from one of the variant's presets
    extends: family.yaml    # optional: start from another file, path relative to this one
    mods: [open_hands]      # optional: mods to switch on
    players: [Anna, Ben]    # optional: names, or how many
    rules:
      melds:
        longest_run: 5
    match:
      match_mode: rounds
      rounds: 3

Later layers win: defaults, preset, parent files, this file. Every function raises
HouseRuleError with all problems it found; only a YAML syntax error stops at the first.
Contradictions between options are looked for once every single value is right.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from rummykit.errors import nearest
from rummykit.houserules.document import KEYS, PRESET_KEYS, RECORD_KEYS, Document, Named, Players, read_document
from rummykit.houserules.grammar import Grammar
from rummykit.houserules.layers import Layer, missing_options, read_layer
from rummykit.houserules.nodes import from_data
from rummykit.houserules.problems import HouseRuleError, Place, Problem, shown
from rummykit.houserules.resolve import Choice, check_players, read_layers, resolve
from rummykit.houserules.sources import SourceError, read_text
from rummykit.houserules.table import Catalogue, TableRules
from rummykit.houserules.yamlnodes import parse
from rummykit.language import say

MAX_PARENTS = 20


def load_file(path: Path, catalogue: Catalogue) -> TableRules:
    """Load a file of house rules."""
    try:
        text = read_text(path)
    except SourceError as error:
        place = Place(str(path), error.line, error.column)
        raise HouseRuleError([Problem.at(place, error.reason)]) from None
    return _load(text, str(path), path.parent, [path], catalogue)


def load_text(text: str, catalogue: Catalogue, *, name: str = "<text>", base: Path | None = None) -> TableRules:
    """Load house rules from a text; ``name`` stands for the file in messages.

    ``base`` is the directory that `extends` starts from; without it only full paths work.
    """
    return _load(text, name, base, [], catalogue)


def from_variant(variant: str, catalogue: Catalogue, *, preset: str | None = None) -> TableRules:
    """Return a variant's rules as they are, or those of one of its presets."""
    nowhere = Place("")
    document = Document(
        nowhere,
        frozenset({"variant"}),
        variant=Named(variant, nowhere, nowhere),
        preset=None if preset is None else Named(preset, nowhere, nowhere),
    )
    return _table(Choice([document], nowhere), catalogue, [])


def from_json(data: object, catalogue: Catalogue, *, name: str) -> TableRules:
    """Return the rules that :meth:`TableRules.to_json` wrote; ``name`` is the record's file.

    A record stays as it was played: an option that is missing or not known is a problem,
    never filled in or dropped (but see :attr:`Section.added_later`), and the preset is only
    a name here.
    """
    problems: list[Problem] = []
    place = Place(name)
    document = read_document(from_data(data, place, problems), RECORD_KEYS, problems)
    problems.extend(
        Problem.at(place, say("{name} is missing", name=key))
        for key in ("mods", "rules", "match")
        if key not in document.present
    )
    choice = Choice([document], place)
    variant = choice.variant(catalogue, problems)
    if variant is None:
        raise HouseRuleError(problems)
    problems.extend(check_players(choice, variant, catalogue))
    ((_, grammar),) = choice.grammars(variant, catalogue, problems, as_played=True)
    layer = read_layer(document, grammar, RECORD_KEYS, problems)
    if not problems:
        problems.extend(missing_options(document, grammar, layer))
    if problems:
        raise HouseRuleError(problems)
    return resolve(choice, grammar, choice.preset(None, problems), [(None, layer)])


def preset_description(variant: str, preset: str, catalogue: Catalogue) -> Mapping[str, str]:
    """Return what a preset says of itself, by language; a single text counts as English."""
    problems: list[Problem] = []
    document = _preset_document(preset, catalogue.presets(variant)[preset], problems)
    if problems:
        raise HouseRuleError(problems)
    return dict(document.description)


def _load(text: str, name: str, base: Path | None, files: list[Path], catalogue: Catalogue) -> TableRules:
    node, problems = parse(text, name)
    documents = [read_document(node, KEYS, problems)]
    names = [name]
    # One parent at a time: each may extend the next.
    while extends := documents[0].extends:
        try:
            base, parent_name, parent = _parent(extends, base, files, names, problems)
        except HouseRuleError as error:
            problems.extend(error.problems)
            # The lost parent may have named the variant, so its absence is not reported as well.
            documents.insert(0, Document(extends.key, frozenset({"variant"})))
            break
        names.append(parent_name)
        documents.insert(0, parent)
    return _table(Choice(documents, documents[-1].place), catalogue, problems)


def _parent(
    extends: Named, base: Path | None, files: list[Path], names: list[str], problems: list[Problem]
) -> tuple[Path, str, Document]:
    chain = " → ".join([*names, extends.name])

    def refuse(reason: str) -> HouseRuleError:
        message = say("cannot extend {file}: {reason} ({chain})", file=shown(extends.name), reason=reason, chain=chain)
        return HouseRuleError([Problem.at(extends.key, message)])

    if base is None and not os.path.isabs(extends.name):
        raise refuse(say("a text that is not in a file has no directory to start from"))
    path = Path(os.path.normpath((base or Path()) / extends.name))
    try:
        # By the file itself, not its name: two names, or a link, may be one file.
        real = Path(os.path.realpath(path))
        if real in [Path(os.path.realpath(file)) for file in files]:
            raise refuse(say("the files extend each other in a circle"))
        if len(files) > MAX_PARENTS:
            raise refuse(say("there are more than {most} files in a row", most=MAX_PARENTS))
        text = read_text(path)
    except SourceError as error:
        raise refuse(error.reason) from None
    except (OSError, ValueError) as error:
        raise refuse(str(error)) from None
    files.append(path)
    node, found = parse(text, str(path))
    problems.extend(found)
    return path.parent, str(path), read_document(node, KEYS, problems)


def _table(choice: Choice, catalogue: Catalogue, problems: list[Problem]) -> TableRules:
    variant = choice.variant(catalogue, problems)
    if variant is None:
        problems.extend(
            Problem.at(
                key.place,
                say("unknown key {name}", name=shown(key.name)),
                expected=", ".join(KEYS),
                nearest=nearest(key.name, KEYS),
            )
            for document in choice.documents
            for key in document.strays
        )
        raise HouseRuleError(problems)
    presets = catalogue.presets(variant)
    preset = choice.preset(presets, problems)
    problems.extend(check_players(choice, variant, catalogue))
    pairs = choice.grammars(variant, catalogue, problems)
    layers = read_layers(pairs, KEYS, problems)
    usual: Players | None = None
    if preset is not None and preset in presets:
        layer, usual = _preset_layer(preset, presets[preset], variant, catalogue, problems)
        layers.insert(0, (preset, layer))
    if problems:
        raise HouseRuleError(problems)
    return resolve(choice, pairs[-1][1], preset, layers, usual)


def _preset_layer(
    preset: str, text: str, variant: str, catalogue: Catalogue, problems: list[Problem]
) -> tuple[Layer, Players | None]:
    """Return what a preset sets, and how many it is for where nobody says otherwise."""
    grammar = Grammar(variant, catalogue.options_model(variant), {})
    try:
        document = _preset_document(preset, text, problems)
    except HouseRuleError as error:
        problems.extend(error.problems)
        return {}, None
    return read_layer(document, grammar, PRESET_KEYS, problems), document.players


def _preset_document(preset: str, text: str, problems: list[Problem]) -> Document:
    node, found = parse(text, f"preset {preset!r}")
    problems.extend(found)
    return read_document(node, PRESET_KEYS, problems)
