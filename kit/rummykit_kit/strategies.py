"""Hypothesis strategies for cards, hands, tables, house rules and games of any variant.

>>> from hypothesis import given, settings
>>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
>>> pack = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2)
>>> @settings(max_examples=10, database=None)
... @given(hands(pack, size=7))
... def a_hand_is_written_and_read(hand):
...     assert hand.bit_count() == 7
...     assert pack.heap(pack.text(hand)) == hand
>>> a_hand_is_written_and_read()
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Literal, get_args, get_origin

from hypothesis import assume
from hypothesis import strategies as st
from pydantic.fields import FieldInfo

from rummykit.cards import Card, Pack
from rummykit.deal import shuffled
from rummykit.houserules import HouseRules, MatchOptions, Section
from rummykit.houserules.fields import Kind, kinds
from rummykit.melds import Meld
from rummykit.plugins import Plugins
from rummykit.round import Round
from rummykit.ruleset import Ruleset
from rummykit_kit.setup import Setup

Options = dict[str, dict[str, Any]]
"""Sections of house rules with the options that differ from their defaults."""

LARGEST_SEED = 2**32


# -- cards ---------------------------------------------------------------------------------------------


def cards(pack: Pack) -> st.SearchStrategy[Card]:
    """Draw a card of a pack."""
    return st.sampled_from(pack.cards)


def hands(pack: Pack, size: int | None = None) -> st.SearchStrategy[int]:
    """Draw a heap of cards that are in the pack together: of one size, or of any."""
    kinds = pack.kinds(pack.everything)
    sizes = st.integers(0, len(kinds)) if size is None else st.just(size)
    chosen = sizes.flatmap(lambda number: st.permutations(range(len(kinds))).map(lambda order: order[:number]))
    return chosen.map(lambda places: pack.add_all(0, [kinds[place] for place in places]))


@st.composite
def melds(draw: st.DrawFn, rules: Ruleset) -> Meld:
    """Draw a meld of a game, some with jokers where they stand for any card."""
    found = _disjoint_melds(rules, draw(st.integers(0, LARGEST_SEED)))
    assume(found)
    return draw(st.sampled_from(found))


@st.composite
def tables(draw: st.DrawFn, rules: Ruleset, most: int = 6) -> list[str]:
    """Draw what lies on a table, as `Scenario.deal` reads it: ``["1: 4r 5r 6r", "2: 7y 8y 9y"]``."""
    found = _disjoint_melds(rules, draw(st.integers(0, LARGEST_SEED)))
    chosen = found[: draw(st.integers(0, most))]
    return [f"{draw(st.integers(1, rules.players))}: {meld}" for meld in chosen]


def _disjoint_melds(rules: Ruleset, seed: int) -> list[Meld]:
    """Return melds that can lie on the table together: those found in handfuls of a shuffled pack."""
    pack, random = rules.pack, Random(seed)
    left, found = shuffled(pack.kinds(pack.everything), random), list[Meld]()
    while left:
        handful, left = pack.add_all(0, left[:14]), left[14:]
        melds = rules.finder.naturals(handful)
        if handful & pack.joker_bits and not pack.suit_jokers:
            melds += rules.finder.with_jokers(handful)
        if melds:
            found += melds[int(random.random() * len(melds))].melds
    return found


# -- house rules -----------------------------------------------------------------------------------------


def house_rules(model: type[HouseRules], players: int | None = None) -> st.SearchStrategy[Options]:
    """Draw sections with some options changed; what is left out stays at its default.

    The options of the match are left to `match_options`. What is drawn may contradict itself: then `resolve` or
    `Plugins.assemble` says so. With *players*, hands are kept small enough for most packs.
    """
    sections = {
        name: options_of(field.annotation)
        for name, field in model.model_fields.items()
        if name != "match" and isinstance(field.annotation, type)
    }
    drawn = st.fixed_dictionaries(sections)
    return drawn if players is None else drawn.map(lambda options: _playable(options, players))


def options_of(section: type[Section]) -> st.SearchStrategy[dict[str, Any]]:
    """Draw values for some options of a section, more often than not for none."""
    options = {name: values_of(field) for name, field in section.model_fields.items() if is_bounded(field)}
    # Mostly a few changes: extreme mixtures of everything hide what a single option does.
    return st.one_of(st.just({}), st.fixed_dictionaries({}, optional=options))


def values_of(field: FieldInfo) -> st.SearchStrategy[Any]:
    """Draw a value that an option accepts, by its type and its range.

    >>> from rummykit.houserules import MatchOptions
    >>> strategy = values_of(MatchOptions.model_fields["rounds"])
    >>> strategy
    integers(min_value=1, max_value=50)
    """
    return st.one_of([_values(kind) for kind in kinds(field) if _has_values(kind)])


def is_bounded(field: FieldInfo) -> bool:
    """Whether it is said which values an option accepts."""
    return all(map(_has_values, kinds(field)))


def _has_values(kind: Kind) -> bool:
    return bool(kind.within or kind.choices or kind.form in (bool, None, type(None)) or (kind.low and kind.high))


def _values(kind: Kind) -> st.SearchStrategy[Any]:
    if kind.within:
        return st.integers(kind.within.low, kind.within.high)
    if kind.form is bool:
        return st.booleans()
    if kind.form in (None, type(None)):
        return st.none()
    if kind.choices:
        return st.sampled_from(get_args(kind.form) if get_origin(kind.form) is Literal else kind.choices)
    assert kind.low is not None
    assert kind.high is not None
    low, high = kind.low, kind.high
    if kind.form is int:
        first = int(str(low.number)) + (low.kind == "gt")
        return st.integers(first, int(str(high.number)) - (high.kind == "lt"))
    return st.floats(
        float(str(low.number)),
        float(str(high.number)),
        exclude_min=low.kind == "gt",
        exclude_max=high.kind == "lt",
    )


def _playable(sections: Options, players: int) -> Options:
    """Keep hands small enough for the pack; every other contradiction is left for the loader to find."""
    hand_size = sections.get("deal", {}).get("hand_size")
    if isinstance(hand_size, int):
        sections["deal"]["hand_size"] = min(hand_size, 80 // players)
    return sections


# -- matches ---------------------------------------------------------------------------------------------


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
        "all_out_rule": values_of(MatchOptions.model_fields["all_out_rule"]),
    }
)
_BUYING_BACK = st.tuples(
    _LAST_STANDING,
    st.fixed_dictionaries(
        {
            "buyback": st.just(True),
            "buyback_cost": st.integers(0, 50),
            "buyback_times": st.integers(0, 5),
            "buyback_target": values_of(MatchOptions.model_fields["buyback_target"]),
        }
    ),
    st.tuples(st.integers(0, 500), st.integers(0, 500)).map(
        lambda ends: {"buyback_min": min(ends), "buyback_max": max(ends)}
    ),
).map(lambda parts: {**parts[0], **parts[1], **parts[2]})


# -- games -----------------------------------------------------------------------------------------------


def setups(plugins: Plugins, variant: str, players: int | None = None) -> st.SearchStrategy[Setup]:
    """Draw how a game of a variant is set up: house rules, a preset or none, players, a deal, and luck."""
    fewest, most = plugins.variants()[variant]
    seats = st.integers(fewest, most) if players is None else st.just(players)
    model, presets = plugins.options_model(variant), _presets(plugins, variant)
    seeds = st.integers(0, LARGEST_SEED)

    def with_players(number: int) -> st.SearchStrategy[Setup]:
        drawn = st.tuples(house_rules(model, number).map(_changed), presets, seeds, seeds)
        return drawn.map(lambda parts: Setup(variant, number, parts[1], parts[0], parts[2], parts[3]))

    return seats.flatmap(with_players)


def _presets(plugins: Plugins, variant: str) -> st.SearchStrategy[str | None]:
    return st.sampled_from([None, *plugins.presets(variant)])


def _changed(sections: Mapping[str, Mapping[str, Any]]) -> Options:
    return {name: dict(options) for name, options in sections.items() if options}


@st.composite
def rounds(draw: st.DrawFn, rules: Ruleset, most_moves: int = 200) -> Round:
    """Draw a round somewhere in play: dealt by chance, and so many moves later as are drawn."""
    random = Random(draw(st.integers(0, LARGEST_SEED)))
    round = Round(rules, draw(st.integers(0, rules.players - 1)), int(random.random() * LARGEST_SEED))
    for _ in range(draw(st.integers(0, most_moves))):
        legal = round.legal_actions()
        if not legal:
            break
        round.apply(legal[int(random.random() * len(legal))])
    return round
