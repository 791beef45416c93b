"""The format of a house-rule file as JSON Schema (draft 7), which editors and their language servers read.

Pydantic makes the schema of every section; what the file has around the sections is added here. The schema knows what
one file can show by itself: keys, types, ranges, choices, presets. What several options or several files say together,
and what a plugin's own validators refuse, is for the loader.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias
from urllib.parse import quote

from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import CoreSchema

from rummykit.i18n import IN_ENGLISH, mark
from rummykit.rules.document import LONGEST_NAME, LONGEST_NOTES, LONGEST_TITLE
from rummykit.rules.grammar import Catalogue, conflict, fits
from rummykit.rules.load import preset_description
from rummykit.rules.options import Section
from rummykit.rules.shapes import expected

DRAFT = "http://json-schema.org/draft-07/schema#"

JsonSchema: TypeAlias = dict[str, Any]

KEYS = {
    "variant": mark("the game; may be left to the file that this one extends"),
    "preset": mark("the variant's preset to start from"),
    "extends": mark("another file of house rules to start from, relative to this one"),
    "title": mark("what your table is called: on the cover of its booklet, and in lists"),
    "notes": mark("what else there is to say, for the cover of the booklet"),
    "mods": mark("rule mods from plugins to switch on"),
    "players": mark("who plays, or how many"),
    "rules": mark("what your table plays differently, section by section"),
    "match": mark("how rounds make a match"),
    "stakes": mark("what is at stake"),
}
"""What the keys around the options are for."""
_NOTHING: JsonSchema = {"not": {}}


@IN_ENGLISH.spoken()
def json_schema(catalogue: Catalogue, variant: str | None = None) -> JsonSchema:
    """Return the schema of house-rule files: for one variant, or for all that are installed.

    A file that extends another may leave the variant to it; without *variant* such a file is good if it
    fits any one of them. The schema is in English.
    """
    names = list(catalogue.variants()) if variant is None else [variant]
    bodies = {name: _body(name, catalogue) for name in names}
    # Keys that mean the same in every variant; the others get their values from the variant's own part.
    keys: JsonSchema = {key: {"description": text} for key, text in KEYS.items()}
    above = {key for body in bodies.values() for key in body}
    keys = {key: about for key, about in keys.items() if key in above | {"variant", "extends", "title", "notes"}}
    keys["variant"]["enum"] = names
    keys["extends"] |= {"type": "string", "minLength": 1}
    keys["title"] |= {"type": "string", "maxLength": LONGEST_TITLE, "pattern": r"^[^\n]*\S[^\n]*$"}
    keys["notes"] |= {"type": "string", "maxLength": LONGEST_NOTES, "pattern": r"\S"}
    schema: JsonSchema = {
        "$schema": DRAFT,
        "title": "House rules of RummyKit" if variant is None else f"House rules of {variant}",
        "type": "object",
        "properties": keys | {key: {"description": key} for key in above - keys.keys()},
        "additionalProperties": False,
        "anyOf": [{"required": ["variant"]}, {"required": ["extends"]}],
    }
    conditions = [*_listed_mods(catalogue), *_conflicts(catalogue)]
    if variant is not None:
        # No branches where there is nothing to choose: editors complete a flat schema best.
        schema["properties"] |= bodies[variant]
    else:
        schema["definitions"] = {name: {"properties": body} for name, body in bodies.items()}
        conditions = [*_branches(names), *conditions]
    return schema | ({"allOf": conditions} if conditions else {})


def _branches(variants: Iterable[str]) -> Iterator[JsonSchema]:
    references = {
        name: {"$ref": f"#/definitions/{quote(name.replace('~', '~0').replace('/', '~1'))}"} for name in variants
    }
    for name, reference in references.items():
        yield {"if": {"properties": {"variant": {"const": name}}, "required": ["variant"]}, "then": reference}
    yield {"if": {"not": {"required": ["variant"]}}, "then": {"anyOf": list(references.values())}}


def _body(variant: str, catalogue: Catalogue) -> JsonSchema:
    """The keys whose values depend on the variant."""
    model = catalogue.options_model(variant)
    mods = [name for name, mod in catalogue.mods().items() if name not in model.model_fields and fits(mod, variant)]
    defaults = model()
    sections = {name: _section(kind, getattr(defaults, name)) for name, kind in model.sections().items()}
    above = {name: sections.pop(name) for name in model.top_sections()}
    sections |= {name: _section(mod, mod()) for name in mods if (mod := catalogue.mod_options(name))}
    return {
        "preset": _preset(variant, catalogue),
        "mods": {
            "description": KEYS["mods"],
            "type": ["array", "null"],
            "items": {"enum": mods} if mods else _NOTHING,
            "uniqueItems": True,
        },
        "players": _players(*catalogue.variants()[variant], sorted(catalogue.bots)),
        "rules": _mapping(KEYS["rules"], sections),
        **above,
    }


def _preset(variant: str, catalogue: Catalogue) -> JsonSchema:
    names = list(catalogue.presets(variant))
    if not names:
        return {"description": f"{variant} has no presets", **_NOTHING}
    texts = {name: preset_description(variant, name, catalogue).get("en", "") for name in names}
    told = "\n".join(f"- {name}: {' '.join(text.split())}" for name, text in texts.items())
    return {"description": f"the preset to start from\n{told}", "enum": names}


def _players(low: int, high: int, bots: Sequence[str]) -> JsonSchema:
    name = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME, "pattern": r"\S"}
    # Only bots may sit more than once; with one among them the loader alone knows.
    distinct: list[JsonSchema] = [{"uniqueItems": True}] + ([{"contains": {"enum": [*bots]}}] if bots else [])
    who = {"type": "array", "items": name, "minItems": max(low, 2), "maxItems": high, "anyOf": distinct}
    ranges = [f"{few}-{many}" for few in range(low, high) for many in range(few + 1, high + 1)]
    return {
        "description": f"who plays, or how many: {low} to {high}",
        "anyOf": [{"type": "integer", "minimum": low, "maximum": high}, {"enum": ranges}, who],
    }


def _listed_mods(catalogue: Catalogue) -> Iterator[JsonSchema]:
    """A mod's options need the mod; but a file that extends another may have it from there."""
    for name in filter(catalogue.mod_options, catalogue.mods()):
        if not any(name in catalogue.options_model(variant).model_fields for variant in catalogue.variants()):
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
    for one, other in combinations(catalogue.mods().values(), 2):
        if conflict(one, other):
            both = {"type": "array", "allOf": [{"contains": {"const": mod.id}} for mod in (one, other)]}
            yield {"not": {"properties": {"mods": both}, "required": ["mods"]}}


def _mapping(description: str, properties: Mapping[str, JsonSchema]) -> JsonSchema:
    # Null, because a key whose lines are all commented out is an empty mapping to the loader.
    return {
        "description": description,
        "type": ["object", "null"],
        "properties": dict(properties),
        "additionalProperties": False,
    }


class _Generator(GenerateJsonSchema):
    def handle_invalid_for_json_schema(self, schema: CoreSchema, error_info: str) -> JsonSchema:
        """A plugin's own type that JSON Schema has no words for: the loader alone judges it."""
        return {}


def _section(model: type[Section], defaults: Section) -> JsonSchema:
    made = model.model_json_schema(schema_generator=_Generator)
    options, values = _in_draft_7(made["properties"], made.get("$defs", {})), defaults.model_dump(mode="json")
    for name, field in model.model_fields.items():
        about = {"description": f"{field.description} ({expected(field)})", "default": values[name]}
        options[name] = options[name] | about
    return _mapping(" ".join((model.__doc__ or "").split()), options)


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
