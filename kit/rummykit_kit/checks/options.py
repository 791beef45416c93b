"""Checks of the house rules: the options, their values, and the presets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import yaml
from pydantic import ValidationError

from rummykit.errors import PluginError, RummyKitError, SetupError
from rummykit.rules import (
    HouseRuleError,
    HouseRules,
    check_model,
    from_json,
    from_variant,
    load_text,
    preset_description,
)
from rummykit.rules.options import unsaid
from rummykit_kit.broken import TOLD_ELSEWHERE, Broken, Unplayable
from rummykit_kit.search import for_all
from rummykit_kit.setup import Setup, as_written
from rummykit_kit.strategies import house_rules, is_bounded

if TYPE_CHECKING:
    from rummykit.rules import TableRules
    from rummykit_kit.setup import Subject


def options_well_made(subject: Subject) -> None:
    """Every option has a description, a default that is valid, and a range."""
    try:
        model = subject.plugins.options_model(subject.variant)
    except PluginError as error:
        raise Broken(f"The options cannot be loaded: {error}") from None
    faults = check_model(model)
    if faults:
        raise Broken("\n".join(faults))


def _model(subject: Subject) -> type[HouseRules]:
    try:
        model = subject.plugins.options_model(subject.variant)
        model()
    except (PluginError, ValidationError):
        raise Unplayable(f"The options cannot be loaded. {TOLD_ELSEWHERE}") from None
    return model


def options_round_trip(subject: Subject) -> None:
    """Every value in the range of an option is accepted, and is the same after it was written to a file and read."""
    model = _model(subject)
    subject.require_presets()

    def hold(sections: dict[str, dict[str, Any]]) -> None:
        _assert_accepted(model, sections)
        _assert_round_trip(subject, sections)

    for_all(subject, house_rules(model), subject.games * 2, hold)
    for section, field in model.model_fields.items():
        for option, about in getattr(field.annotation, "model_fields", {}).items():
            if is_bounded(about):
                hold({section: {option: about.default}})


def _assert_accepted(model: type[HouseRules], sections: dict[str, dict[str, Any]]) -> None:
    try:
        model.model_validate(sections)
    except ValidationError as error:
        why = error.errors()[0]
        option = ".".join(map(str, why["loc"]))
        raise Broken(f"{option}: {why['input']} is in the range of the option, but refused: {why['msg']}.") from None


def _assert_round_trip(subject: Subject, sections: dict[str, dict[str, Any]]) -> None:
    rules = {name: {option: as_written(value) for option, value in found.items()} for name, found in sections.items()}
    top = {name: rules.pop(name) for name in HouseRules.top_level if name in rules}
    text = yaml.safe_dump({"variant": subject.variant, "rules": rules, **top})
    try:
        read = load_text(text, subject.plugins)
    except HouseRuleError:
        return  # fine one by one and impossible together
    for name, options in sections.items():
        for option, value in options.items():
            if read.value(f"{name}.{option}") != value:
                raise Broken(f"{name}.{option}: {value} is read as {read.value(f'{name}.{option}')}.")
    written = yaml.safe_dump(read.to_json(), sort_keys=False)
    try:
        again = load_text(written, subject.plugins)
        recorded = from_json(yaml.safe_load(written), subject.plugins, name="record")
    except HouseRuleError as error:
        raise Broken(f"What was read cannot be read again once it is written:\n{error}\n\n{written}") from None
    for other in (again, recorded):
        if other.rules.model_dump() != read.rules.model_dump():
            raise Broken(f"House rules are different once they are written and read:\n\n{text}")


def sets_up(subject: Subject) -> None:
    """By its default rules the game can be set up for every number of players it names."""
    _model(subject)
    subject.require_presets()
    try:
        table_rules = from_variant(subject.variant, subject.plugins)
    except RummyKitError as error:
        raise Broken(f"The default rules do not load: {error}") from None
    fewest, most = subject.plugins.variants()[subject.variant]
    _assert_playable(subject, table_rules, "The default rules", range(fewest, most + 1))


def presets_valid(subject: Subject) -> None:
    """Every preset loads, says what it is, and can be played by every number of players it is for."""
    _model(subject)
    try:
        presets = subject.plugins.presets(subject.variant)
    except PluginError as error:
        raise Broken(f"The presets cannot be loaded: {error}") from None
    numbers = _playing_numbers(subject)
    for preset in presets:
        try:
            description = preset_description(subject.variant, preset, subject.plugins)
            table_rules = from_variant(subject.variant, subject.plugins, preset=preset)
        except RummyKitError as error:
            raise Broken(f"The preset '{preset}' does not load:\n{error}") from None
        if not description:
            raise Broken(f"The preset '{preset}' has no description.")
        seats = table_rules.player_range or numbers if table_rules.seats is None else [table_rules.seats]
        _assert_playable(subject, table_rules, f"The preset '{preset}'", seats)


def _playing_numbers(subject: Subject) -> list[int]:
    """Return the numbers of players by which the default rules can be played; `sets_up` complains of the others."""
    fewest, most = subject.plugins.variants()[subject.variant]
    numbers = range(fewest, most + 1)
    return [players for players in numbers if Setup(subject.variant, players).rules_of_match(subject.plugins)]


def _assert_playable(subject: Subject, table_rules: TableRules, what: str, numbers: Iterable[int]) -> None:
    # An option may be said for some numbers of players only, and then the game is for those.
    meant = [players for players in numbers if not list(unsaid(table_rules.rules, players))]
    if not meant:
        raise Broken(f"{what} cannot be played by any number of players.")
    for players in meant:
        try:
            subject.plugins.assemble(table_rules, players)
        except (SetupError, PluginError) as error:
            raise Broken(f"{what} cannot be played by {players}: {error}") from None
