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

from random import Random
from typing import Any, Literal, get_args, get_origin

from hypothesis import assume
from hypothesis import strategies as st
from pydantic.fields import FieldInfo

from rummykit.cards import FRENCH_RANKS, Card, Pack
from rummykit.engine.deal import shuffled
from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.melds import Meld
from rummykit.parts import MatchOptions, StakesOptions
from rummykit.plugin.plugins import Plugins
from rummykit.rules import HouseRules, Section
from rummykit.rules.shapes import ByRank, Form, RankList, Ranks, RankValues, forms
from rummykit_kit.setup import Setup

Options = dict[str, dict[str, Any]]
"""Sections of house rules with the options that differ from their defaults."""

LARGEST_SEED = 2**32


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


def house_rules(model: type[HouseRules], players: int | None = None) -> st.SearchStrategy[Options]:
    """Draw sections with some options changed; what is left out stays at its default.

    The options of the match are left to `match_options`. What is drawn may contradict itself: then `resolve` or
    `Plugins.assemble` says so. With *players*, hands are kept small enough for most packs.
    """
    sections = {
        name: options_of(field.annotation)
        for name, field in model.model_fields.items()
        if name not in model.top_level and isinstance(field.annotation, type)
    }
    return st.fixed_dictionaries(sections).map(lambda options: _playable(options, players))


def options_of(section: type[Section]) -> st.SearchStrategy[dict[str, Any]]:
    """Draw values for some options of a section, more often than not for none."""
    options = {name: values_of(field) for name, field in section.model_fields.items() if is_bounded(field)}
    # Mostly a few changes: extreme mixtures of everything hide what a single option does.
    return st.one_of(st.just({}), st.fixed_dictionaries({}, optional=options))


def values_of(field: FieldInfo) -> st.SearchStrategy[Any]:
    """Draw a value that an option accepts, by its type and its range.

    >>> from rummykit.parts import MatchOptions
    >>> strategy = values_of(MatchOptions.model_fields["target"])
    >>> strategy
    one_of(integers(min_value=50, max_value=10000), none())
    """
    return st.one_of([_values(form) for form in forms(field) if _has_values(form)])


def is_bounded(field: FieldInfo) -> bool:
    """Whether it is said which values an option accepts."""
    return all(map(_has_values, forms(field)))


def _has_values(form: Form) -> bool:
    return bool(
        form.within
        or form.choices
        or form.items
        or form.type in (bool, None, type(None))
        or None not in (form.low, form.high)
    )


def _values(form: Form) -> st.SearchStrategy[Any]:
    if isinstance(form.within, RankValues):
        numbers = st.integers(form.within.low, form.within.high)
        return st.dictionaries(st.sampled_from(FRENCH_RANKS), numbers, min_size=1).map(ByRank.of)
    if isinstance(form.within, RankList):
        return st.lists(st.sampled_from(FRENCH_RANKS), max_size=form.within.most, unique=True).map(Ranks.of)
    if form.within:
        return st.integers(form.within.low, form.within.high)
    if form.type is bool:
        return st.booleans()
    if form.type in (None, type(None)):
        return st.none()
    if form.choices:
        return st.sampled_from(get_args(form.type) if get_origin(form.type) is Literal else form.choices)
    if form.items:
        return st.lists(st.sampled_from(form.items), min_size=1, unique=True)
    assert form.low is not None
    assert form.high is not None
    return st.integers(int(form.low), int(form.high)) if form.type is int else st.floats(form.low, form.high)


def _playable(sections: Options, players: int | None) -> Options:
    """Keep hands small enough for the pack; every other contradiction is left for the loader to find."""
    cards = sections.get("deal", {}).get("cards")
    if players is not None and isinstance(cards, int):
        sections["deal"]["cards"] = min(cards, 80 // players)
    return {name: options for name, options in sections.items() if options}


def match_options(high_wins: bool) -> st.SearchStrategy[Options]:
    """Draw the sections ``match`` and ``stakes`` so that they make sense together, for matches that are not too long.

    Where the highest total wins, nobody is eliminated, and players who play at random reach no target.
    """
    chips = st.fixed_dictionaries(
        {
            "ante": st.integers(0, 25),
            "ante_each_round": st.integers(0, 25),
            "fee": st.integers(0, 10),
            "per_point": st.integers(0, 10),
            "fee_if_undercut": st.booleans(),
            "chips": st.integers(50, 100),
            "debt": st.booleans(),
        }
    )
    modes = (_FIXED,) if high_wins else (_FIXED, _TARGET, _LAST_STANDING, _BUYING_BACK, _BUYING_BACK)
    return st.tuples(st.one_of(*modes), st.one_of(st.just({}), chips, chips)).map(
        lambda parts: {"match": parts[0][0], "stakes": {**parts[0][1], **parts[1]}}
    )


_NO_STAKES: st.SearchStrategy[dict[str, Any]] = st.just({})
_FIXED = st.tuples(
    st.fixed_dictionaries({"rounds": st.one_of(st.integers(1, 4), st.just("each_deals_once"))}), _NO_STAKES
)
_TARGET = st.tuples(st.fixed_dictionaries({"target": st.integers(50, 300)}), _NO_STAKES)
_ELIMINATION = st.fixed_dictionaries(
    {"elimination": st.integers(50, 300), "all_out": values_of(MatchOptions.model_fields["all_out"])}
)
_LAST_STANDING = st.tuples(_ELIMINATION, _NO_STAKES)
_BUYBACK = st.fixed_dictionaries(
    {
        "buyback": st.just(True),
        "buyback_price": st.integers(0, 50),
        "buyback_times": st.integers(0, 5),
        "buyback_target": values_of(StakesOptions.model_fields["buyback_target"]),
    }
)
_ENDS = st.tuples(st.integers(0, 500), st.integers(0, 500)).map(
    lambda ends: {"buyback_from": min(ends), "buyback_to": max(ends)}
)
_BUYING_BACK = st.tuples(_ELIMINATION, st.tuples(_BUYBACK, _ENDS).map(lambda parts: {**parts[0], **parts[1]}))


def setups(plugins: Plugins, variant: str, players: int | None = None) -> st.SearchStrategy[Setup]:
    """Draw how a game of a variant is set up: house rules, a preset or none, players, a deal, and luck."""
    fewest, most = plugins.variants()[variant]
    seats = st.integers(fewest, most) if players is None else st.just(players)
    model, presets = plugins.options_model(variant), st.sampled_from([None, *plugins.presets(variant)])
    seeds = st.integers(0, LARGEST_SEED)

    def with_players(number: int) -> st.SearchStrategy[Setup]:
        drawn = st.tuples(house_rules(model, number), presets, seeds, seeds)
        return drawn.map(lambda parts: Setup(variant, number, parts[1], parts[0], parts[2], parts[3]))

    return seats.flatmap(with_players)


@st.composite
def rounds(draw: st.DrawFn, rules: Ruleset, most_moves: int = 200) -> Round:
    """Draw a round somewhere in play: dealt by chance and played on for a drawn number of moves."""
    random = Random(draw(st.integers(0, LARGEST_SEED)))
    round = Round(rules, draw(st.integers(0, rules.players - 1)), int(random.random() * LARGEST_SEED))
    for _ in range(draw(st.integers(0, most_moves))):
        legal = round.legal_actions()
        if not legal:
            break
        round.apply(legal[int(random.random() * len(legal))])
    return round
