"""Hypothesis strategies for house rules of any variant, drawn from its options model."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args, get_origin

from annotated_types import Ge, Le
from hypothesis import strategies as st
from pydantic.fields import FieldInfo

from rummykit.houserules import HouseRules, Section, Within


def house_rules(model: type[HouseRules], players: int) -> st.SearchStrategy[dict[str, dict[str, Any]]]:
    """Draw sections with some options changed; what is left out stays at its default."""
    sections = {
        name: _section(field.annotation)
        for name, field in model.model_fields.items()
        if name != "match" and isinstance(field.annotation, type)
    }
    return st.fixed_dictionaries(sections).map(lambda drawn: _playable(drawn, players))


def _section(section: type[Section]) -> st.SearchStrategy[dict[str, Any]]:
    options = {name: _values(field.annotation, field.metadata, field) for name, field in section.model_fields.items()}
    # Mostly a few changes: extreme mixtures of everything hide what a single option does.
    return st.one_of(st.just({}), st.fixed_dictionaries({}, optional=options))


def _values(kind: Any, metadata: list[Any], field: FieldInfo) -> st.SearchStrategy[Any]:
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if kind is bool:
        return st.booleans()
    within = next((limit for limit in metadata if isinstance(limit, Within)), None)
    if within is not None:
        return st.integers(within.low, within.high)
    if type(None) in get_args(kind):
        inner = next(part for part in get_args(kind) if part is not type(None))
        limits = [limit for part in get_args(inner)[1:] for limit in getattr(part, "metadata", [part])]
        base = get_args(inner)[0] if get_origin(inner) is Annotated else inner
        return st.none() | _values(base, limits, field)
    assert kind is int, f"no strategy for {field}"
    low = next(limit.ge for limit in metadata if isinstance(limit, Ge))
    high = next(limit.le for limit in metadata if isinstance(limit, Le))
    return st.integers(int(low), int(high))


def _playable(sections: dict[str, dict[str, Any]], players: int) -> dict[str, dict[str, Any]]:
    """Keep hands small enough for the pack; every other contradiction is left for the loader to find."""
    hand_size = sections.get("deal", {}).get("hand_size")
    if hand_size is not None:
        sections["deal"]["hand_size"] = min(hand_size, 80 // players)
    return sections
