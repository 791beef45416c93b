"""Lay presets and files over the defaults, and check what only the whole can show."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import ValidationError

from rummykit.errors import nearest
from rummykit.houserules.document import Document, Named, Players
from rummykit.houserules.grammar import Grammar, one_of
from rummykit.houserules.layers import Layer, read_layer, reason
from rummykit.houserules.mods import check_mods, wrapping_order
from rummykit.houserules.options import PLAYERS, Contradiction, Oddity, impossible
from rummykit.houserules.problems import HouseRuleError, Place, Problem, shown
from rummykit.houserules.table import Catalogue, Origin, TableRules
from rummykit.language import mark, say


@dataclass(frozen=True)
class Choice:
    """What a chain of files, the outermost parent first, says beside the options."""

    documents: Sequence[Document]
    place: Place
    """Where a problem goes that no line of a file can be blamed for."""

    def variant(self, catalogue: Catalogue, problems: list[Problem]) -> str | None:
        """Return the variant if it is said, known, and the same in every file."""
        said = [document.variant for document in self.documents if document.variant]
        for name in said:
            problems.extend(unknown(VARIANT, name, catalogue.variants()))
            if name.name != said[0].name:
                message = say(
                    "the variant {variant} is not {other} of the extended file",
                    variant=shown(name.name),
                    other=shown(said[0].name),
                )
                problems.append(Problem.at(name.key, message, also=[said[0].key]))
        if not any("variant" in document.present for document in self.documents):
            expected = say("a line such as `variant: …`")
            problems.append(Problem.at(self.place, say("the variant is missing"), expected=expected))
        return said[-1].name if said and said[-1].name in catalogue.variants() else None

    def preset(self, names: Mapping[str, str] | None, problems: list[Problem]) -> str | None:
        """Return the innermost preset; ``names`` are the known ones, None to take any."""
        said = [document.preset for document in self.documents if document.preset]
        for name in said if names is not None else ():
            problems.extend(unknown(PRESET, name, names))
        return said[-1].name if said else None

    def grammars(
        self, variant: str, catalogue: Catalogue, problems: list[Problem], *, as_played: bool = False
    ) -> list[tuple[Document, Grammar]]:
        """Return every document with what it may hold: a file may use its parents' mods.

        ``as_played``: the mods go together as they are listed, because they did when the game was played.
        """
        installed, model = catalogue.mods(), catalogue.options_model(variant)
        found: list[tuple[Document, Grammar]] = []
        listed: Sequence[str] = ()
        for document in self.documents:
            for mod in document.mods or ():
                problems.extend(unknown(MOD, mod, installed))
                if mod.name in model.model_fields:
                    message = say(
                        "the mod {name} has the name of a section of {variant}", name=shown(mod.name), variant=variant
                    )
                    problems.append(Problem.at(mod.place, message))
            if document.mods is not None:
                usable = [mod for mod in document.mods if mod.name in installed and mod.name not in model.model_fields]
                listed = [mod.name for mod in usable]
                if not as_played:
                    infos = {name: catalogue.mod_info(name) for name in listed}
                    wrong = list(check_mods(usable, variant, infos))
                    problems.extend(wrong)
                    listed = listed if wrong else wrapping_order(listed, infos)
            mods = {mod: installed[mod] for mod in listed}
            found.append((document, Grammar(variant, model, mods, frozenset(installed) - frozenset(mods))))
        return found


class Unknown(NamedTuple):
    """What is said of a name that is not known, and what is expected where there are no names; both to be said."""

    message: str
    none: str


VARIANT = Unknown(mark("unknown variant {name}"), mark("no variant, there are none"))
PRESET = Unknown(mark("unknown preset {name}"), mark("no preset, there are none"))
MOD = Unknown(mark("unknown mod {name}"), mark("no mod, there are none"))


def unknown(what: Unknown, name: Named, known: Mapping[str, object] | None) -> Iterator[Problem]:
    """Yield a problem if a name is not one of the known ones."""
    if name.name not in (known or {}):
        yield Problem.at(
            name.place,
            say(what.message, name=shown(name.name)),
            expected=one_of(known) if known else say(what.none),
            nearest=nearest(name.name, known or ()),
        )


def check_players(choice: Choice, variant: str, catalogue: Catalogue) -> list[Problem]:
    """Report every file that seats more or fewer players than the variant takes."""
    low, high = catalogue.variants()[variant]
    return [
        Problem.at(
            document.players.key,
            say(
                "{variant} cannot be played by {players}",
                variant=variant,
                players=shown(str(document.players.count))[1:-1],
            ),
            expected=say("from {low} to {high} players", low=low, high=high)
            if low < high
            else say("{players} players", players=low),
        )
        for document in choice.documents
        if document.players and not low <= document.players.count <= high
    ]


def resolve(
    choice: Choice,
    grammar: Grammar,
    preset: str | None,
    layers: Sequence[tuple[str | None, Layer]],
    usual: Players | None = None,
) -> TableRules:
    """Build the rules from layers, the strongest last; each comes with its preset's name, if it is one.

    ``usual`` players sit down where no file says who plays.
    """
    data: dict[str, dict[str, object]] = grammar.model().model_dump(mode="json")
    data |= {name: mod().model_dump(mode="json") for name, mod in grammar.mods.items() if mod}
    origins: dict[tuple[str, str], Origin] = {}
    for name, layer in layers:
        for (section, option), setting in layer.items():
            # A parent's options for a mod that this file switches off have no meaning.
            if section in data:
                data[section][option] = setting.value
                origins[section, option] = Origin(setting.place, name)
    mod_data = {name: data.pop(name) for name in grammar.mods if name in data}
    try:
        rules = grammar.model.model_validate_json(json.dumps(data))
        mod_rules = {
            name: mod.model_validate_json(json.dumps(mod_data[name])) for name, mod in grammar.mods.items() if mod
        }
    except ValidationError as error:
        # Every value is valid by itself, so this is a check of the plugin's own over several.
        raise HouseRuleError(
            Problem.at(choice.place, reason(details)) for details in error.errors(include_url=False)
        ) from None
    seats = next((document.players for document in reversed(choice.documents) if document.players), None)
    found = [
        located(contradiction, origins, seats.key if seats else None, choice.place)
        for contradiction in impossible(rules, seats.count if seats else None)
    ]
    if found:
        raise HouseRuleError(found)
    who = seats or usual
    players = who.value if who else None
    return TableRules(grammar.variant, preset, tuple(grammar.mods), rules, mod_rules, players, origins)


def located(
    contradiction: Contradiction | Oddity,
    origins: Mapping[tuple[str, str], Origin],
    players: Place | None,
    fallback: Place,
) -> Problem:
    """Return a problem at the place of the first option that a file sets, with the places of the others."""
    known = {**origins, PLAYERS: Origin(players)} if players else origins
    found = [known[option] for option in contradiction.options if option in known]
    # What stands in a file comes first: a player can change that, but not the preset.
    found.sort(key=lambda origin: origin.preset is not None)
    places = list(dict.fromkeys(origin.place for origin in found)) or [fallback]
    return Problem.at(places[0], contradiction.message, also=places[1:])


def read_layers(
    pairs: Sequence[tuple[Document, Grammar]], keys: tuple[str, ...], problems: list[Problem]
) -> list[tuple[str | None, Layer]]:
    """Check the options of every document against its grammar."""
    return [(None, read_layer(document, grammar, keys, problems)) for document, grammar in pairs]
