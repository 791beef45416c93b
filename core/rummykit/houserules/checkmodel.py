"""Whether a variant's or a mod's options are well made; for the tests of plugins.

>>> from rummykit.houserules.options import HouseRules
>>> check_model(HouseRules)
[]
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from rummykit.houserules.fields import kinds
from rummykit.houserules.options import HouseRules, Section

RESERVED = frozenset({"variant", "preset", "extends", "mods", "rules", "players", "description"})
"""The words of the file format itself; no section and no option may be called so."""


def check_model(model: type[HouseRules] | type[Section]) -> list[str]:
    """Return what is badly made in a model, one sentence each; empty if all is well.

    Every option needs a description, a default and, if it is a number, both bounds. One
    word means one thing: no two options share a name, and none is called like a section.
    ``idle_without`` and ``questions`` name only options that there are.
    """
    found = list(_section(model.__name__, model) if issubclass(model, Section) else _sections(model))
    if not found:
        try:
            model()
        except ValidationError as error:
            # Pydantic names the option; the author of a model can read its words.
            found.append(f"{model.__name__} has a default that is not valid: {error}")
    return found


def _sections(model: type[HouseRules]) -> Iterator[str]:
    yield from _config(model)
    homes: dict[str, str] = {}
    for name, field in model.model_fields.items():
        section = field.annotation
        if name in RESERVED:
            yield f"section {name} has the name of a key of the file format"
        if not (isinstance(section, type) and issubclass(section, Section)):
            yield f"{name} is not a Section"
            continue
        if field.is_required():
            yield f"section {name} has no default"
        yield from _section(name, section)
        for option in section.model_fields:
            if option in homes:
                yield f"option {option} is in two sections, {homes[option]} and {name}"
            if option in model.model_fields:
                yield f"option {name}.{option} has the name of a section"
            homes[option] = name
    known = {f"{section}.{option}" for option, section in homes.items()}
    for name, field in model.model_fields.items():
        needs = getattr(field.annotation, "idle_without", ())
        for other in {str(other) for _, other, *_ in needs if "." in str(other)} - known:
            yield f"idle_without of {name} names {other}, which is no option"
    yield from (f"questions name {name}, which is no option" for name in model.questions if name not in known)


def _section(name: str, section: type[Section]) -> Iterator[str]:
    yield from _config(section)
    for option, field in section.model_fields.items():
        yield from (f"option {name}.{option} {complaint}" for complaint in _option(option, field))
    for named in {str(named) for need in section.idle_without for named in need[:2]} - set(section.model_fields):
        if "." not in named:
            yield f"idle_without of {name} names {named}, which is no option of it"


def _option(name: str, field: FieldInfo) -> Iterator[str]:
    if name in RESERVED:
        yield "has the name of a key of the file format"
    if not field.description:
        yield "has no description"
    if field.is_required():
        yield "has no default"
    if any(kind.form in (int, float) and not (kind.low and kind.high) and not kind.within for kind in kinds(field)):
        yield "is a number without both bounds"


def _config(model: type[BaseModel]) -> Iterator[str]:
    config = model.model_config
    if not (config.get("frozen") and config.get("strict") and config.get("extra") == "forbid"):
        yield f"{model.__name__} must stay frozen, strict and closed to unknown options"
