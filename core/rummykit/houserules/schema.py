"""The format of a house-rule file as JSON Schema (draft 7), which editors and their language servers read.

The schema knows what one file can show by itself: keys, types, ranges, choices, presets. What several
options or several files say together, and what a plugin's own validators refuse, is for the loader.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from types import NoneType
from typing import Annotated, Any, TypeAlias
from urllib.parse import quote

from pydantic import BaseModel, TypeAdapter
from pydantic.errors import PydanticUserError
from pydantic.fields import FieldInfo

from rummykit.houserules.fields import Kind, expected, kinds
from rummykit.houserules.grammar import MATCH, variant_sections
from rummykit.houserules.load import preset_description
from rummykit.houserules.mods import conflict, fits
from rummykit.houserules.options import Section
from rummykit.houserules.perplayers import Within
from rummykit.houserules.table import Catalogue
from rummykit.language import IN_ENGLISH

DRAFT = "http://json-schema.org/draft-07/schema#"

JsonSchema: TypeAlias = dict[str, Any]

_LONGEST_NAME = 40
_SEATS = r"^\+?0*[1-9][0-9]?$"
_NOTHING: JsonSchema = {"not": {}}


def json_schema(catalogue: Catalogue, variant: str | None = None) -> JsonSchema:
    """Return the schema of house-rule files: for one variant, or for all that are installed.

    >>> from rummykit.houserules.options import HouseRules
    >>> class Plain:
    ...     def variants(self): return {"plain": (2, 4)}
    ...     def options_model(self, variant): return HouseRules
    ...     def presets(self, variant): return {}
    ...     def mods(self): return {}
    >>> rounds = json_schema(Plain(), "plain")["properties"]["match"]["properties"]["rounds"]
    >>> rounds["type"], rounds["minimum"], rounds["maximum"], rounds["default"]
    ('integer', 1, 50, 1)

    A file that extends another may leave the variant to it; without *variant* such a file is good if it
    fits any one of them. The schema is in English.
    """
    with IN_ENGLISH.spoken():
        return _schema(catalogue, variant)


def _schema(catalogue: Catalogue, variant: str | None) -> JsonSchema:
    names = list(catalogue.variants()) if variant is None else [variant]
    schema: JsonSchema = {
        "$schema": DRAFT,
        "title": "House rules of RummyKit" if variant is None else f"House rules of {variant}",
        "type": "object",
        "properties": _header(names),
        "additionalProperties": False,
        "anyOf": [{"required": ["variant"]}, {"required": ["extends"]}],
    }
    if variant is not None:
        # No branches where there is nothing to choose: editors complete a flat schema best.
        schema["properties"] |= _body(variant, catalogue)["properties"]
    else:
        schema["definitions"] = {name: _body(name, catalogue) for name in names}
        schema["allOf"] = [*_branches(names)]
    schema.setdefault("allOf", []).extend([*_listed_mods(catalogue), *_conflicts(catalogue)])
    if not schema["allOf"]:
        del schema["allOf"]
    return schema


def _header(variants: list[str]) -> JsonSchema:
    """The keys that mean the same in every variant; the others get their values from the variant's own part."""
    return {
        "variant": {"description": "the game; may be left to the file that this one extends", "enum": variants},
        "preset": {"description": "the variant's preset to start from", "type": "string"},
        "extends": {
            "description": "another file of house rules to start from, relative to this one",
            "type": "string",
            "minLength": 1,
        },
        "mods": {"description": "rule mods from plugins to switch on"},
        "players": {"description": "who plays, or how many"},
        "rules": {"description": "what your table plays differently, section by section"},
        MATCH: {"description": "how rounds make a match, and what is at stake"},
    }


def _branches(variants: list[str]) -> Iterator[JsonSchema]:
    for name in variants:
        said = {"properties": {"variant": {"const": name}}, "required": ["variant"]}
        yield {"if": said, "then": _reference(name)}
    yield {"if": {"not": {"required": ["variant"]}}, "then": {"anyOf": [_reference(name) for name in variants]}}


def _reference(variant: str) -> JsonSchema:
    pointer = variant.replace("~", "~0").replace("/", "~1")
    return {"$ref": f"#/definitions/{quote(pointer)}"}


def _body(variant: str, catalogue: Catalogue) -> JsonSchema:
    """The keys whose values depend on the variant."""
    model = catalogue.options_model(variant)
    mods = {
        name: mod
        for name, mod in catalogue.mods().items()
        if name not in model.model_fields and fits(catalogue.mod_info(name), variant)
    }
    defaults = model()
    sections = {name: _section(kind, getattr(defaults, name)) for name, kind in variant_sections(model).items()}
    match = sections.pop(MATCH)
    sections |= {name: _section(mod, mod()) for name, mod in mods.items() if mod}
    return {
        "properties": {
            "preset": _preset(variant, catalogue),
            "mods": _mods(list(mods)),
            "players": _players(*catalogue.variants()[variant]),
            "rules": _mapping("what your table plays differently, section by section", sections),
            MATCH: match,
        }
    }


def _preset(variant: str, catalogue: Catalogue) -> JsonSchema:
    names = list(catalogue.presets(variant))
    if not names:
        return {"description": f"{variant} has no presets", **_NOTHING}
    texts = {name: preset_description(variant, name, catalogue).get("en", "") for name in names}
    told = "\n".join(f"- {name}: {' '.join(text.split())}" for name, text in texts.items())
    return {"description": f"the preset to start from\n{told}", "enum": names}


def _mods(names: list[str]) -> JsonSchema:
    item: JsonSchema = {"enum": names} if names else _NOTHING
    return {
        "description": "rule mods from plugins to switch on",
        "type": ["array", "null"],
        "items": item,
        "uniqueItems": True,
    }


def _players(low: int, high: int) -> JsonSchema:
    name = {"type": "string", "minLength": 1, "maxLength": _LONGEST_NAME, "pattern": r"\S"}
    who = {"type": "array", "items": name, "minItems": max(low, 2), "maxItems": high, "uniqueItems": True}
    return {
        "description": f"who plays, or how many: {low} to {high}",
        "anyOf": [{"type": "integer", "minimum": low, "maximum": high}, who],
    }


def _listed_mods(catalogue: Catalogue) -> Iterator[JsonSchema]:
    """A mod's options need the mod; but a file that extends another may have it from there."""
    for name, mod in catalogue.mods().items():
        if mod and not any(name in catalogue.options_model(variant).model_fields for variant in catalogue.variants()):
            yield {
                "if": {
                    "properties": {"rules": {"type": "object", "required": [name]}},
                    "required": ["rules"],
                    "not": {"required": ["extends"]},
                },
                "then": {"properties": {"mods": {"type": "array", "contains": {"const": name}}}, "required": ["mods"]},
            }


def _conflicts(catalogue: Catalogue) -> Iterator[JsonSchema]:
    """Two mods that cannot be played together are not in one list."""
    for one, other in combinations([catalogue.mod_info(name) for name in catalogue.mods()], 2):
        if conflict(one, other):
            both = {"type": "array", "allOf": [{"contains": {"const": mod.id}} for mod in (one, other)]}
            yield {"not": {"properties": {"mods": both}, "required": ["mods"]}}


def _section(model: type[Section], defaults: BaseModel) -> JsonSchema:
    values = defaults.model_dump(mode="json")
    options = {name: _option(field, values[name]) for name, field in model.model_fields.items()}
    return _mapping(" ".join((model.__doc__ or "").split()), options)


def _mapping(description: str, properties: Mapping[str, JsonSchema]) -> JsonSchema:
    # Null, because a key whose lines are all commented out is an empty mapping to the loader.
    return {
        "description": description,
        "type": ["object", "null"],
        "properties": dict(properties),
        "additionalProperties": False,
    }


def _option(field: FieldInfo, default: object) -> JsonSchema:
    forms = [_form(kind) for kind in kinds(field)]
    about: JsonSchema = {"description": f"{field.description} ({expected(field)})", "default": default}
    return {**about, **forms[0]} if len(forms) == 1 else {**about, "anyOf": forms}


def _form(kind: Kind) -> JsonSchema:
    if kind.within:
        return _per_players(kind.within)
    if kind.form in (None, NoneType):
        return {"type": "null"}
    try:
        annotation: Any = Annotated[kind.form, *kind.metadata] if kind.metadata else kind.form
        made = TypeAdapter(annotation).json_schema()
    except (PydanticUserError, TypeError):
        # A plugin's own type that JSON Schema has no words for: the loader alone judges it.
        return {}
    form = _in_draft_7(made, made.pop("$defs", {}))
    assert isinstance(form, dict)
    return form


def _per_players(within: Within) -> JsonSchema:
    number = {"type": "integer", "minimum": within.low, "maximum": within.high}
    each = {
        "type": "object",
        "propertyNames": {"pattern": _SEATS},
        "additionalProperties": number,
        "minProperties": 1,
    }
    return {"anyOf": [number, each]}


def _in_draft_7(part: Any, definitions: Mapping[str, Any]) -> Any:
    """Rewrite what pydantic makes, which is a later draft: definitions put in place, tuples in the old form."""
    if isinstance(part, list):
        return [_in_draft_7(item, definitions) for item in part]
    if not isinstance(part, dict):
        return part
    if reference := part.get("$ref"):
        name = str(reference).rpartition("/")[2]
        # Each definition is put in place once on the way down, so that a type that holds itself ends.
        rest = {other: value for other, value in definitions.items() if other != name}
        return _in_draft_7(definitions[name], rest) if name in definitions else {}
    renamed = {"items" if key == "prefixItems" else key: value for key, value in part.items() if key != "title"}
    return {key: _in_draft_7(value, definitions) for key, value in renamed.items()}
