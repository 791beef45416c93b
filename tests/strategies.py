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


def match_options(high_wins: bool) -> st.SearchStrategy[dict[str, Any]]:
    """Draw the options of a match that make sense together, for matches that do not take too long.

    Where the highest total wins, nobody is eliminated, and players who play at random reach no target.
    """
    chips = st.fixed_dictionaries(
        {
            "ante": st.integers(0, 50),
            "knock_fee": st.integers(0, 10),
            "knock_fee_if_undercut": st.booleans(),
            "starting_chips": st.integers(50, 100),
            "allow_debt": st.booleans(),
        }
    )
    mode = _FIXED if high_wins else st.one_of(_FIXED, _TARGET, _LAST_STANDING, _BUYING_BACK, _BUYING_BACK)
    return st.tuples(mode, st.one_of(st.just({}), chips, chips)).map(lambda parts: {**parts[0], **parts[1]})


_FIXED = st.fixed_dictionaries({"match_mode": st.just("rounds"), "rounds": st.integers(1, 4)})
_TARGET = st.fixed_dictionaries({"match_mode": st.just("target"), "target_score": st.integers(50, 300)})
_LAST_STANDING = st.fixed_dictionaries(
    {
        "match_mode": st.just("last_standing"),
        "elimination_score": st.integers(50, 300),
        "all_out_rule": st.sampled_from(["lowest_total", "split", "knocker"]),
    }
)
_BUYING_BACK = st.tuples(
    _LAST_STANDING,
    st.fixed_dictionaries(
        {
            "buyback": st.just(True),
            "buyback_cost": st.integers(0, 50),
            "buyback_times": st.integers(0, 5),
            "buyback_target": st.sampled_from(["second_worst", "next_lower"]),
        }
    ),
    st.tuples(st.integers(0, 500), st.integers(0, 500)).map(
        lambda ends: {"buyback_min": min(ends), "buyback_max": max(ends)}
    ),
).map(lambda parts: {**parts[0], **parts[1], **parts[2]})


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
