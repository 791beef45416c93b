"""Rule booklets: complete, true, and well written, for every variant, preset and house rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from campaign import Sample, samples
from rummykit.booklet import Chapter, Example, Paragraph
from rummykit.errors import SetupError
from rummykit.melds import MeldProblem, MeldRules
from rummykit.plugin.plugins import Plugins
from rummykit.refusals import TABLE_RULES
from rummykit.rules import HouseRuleError, HouseRules, Section, TableRules, load_text
from rummykit.rules.options import OrSaid
from rummykit.rules.shapes import choices
from rummykit.scenario import resolve
from rummykit_kit.strategies import house_rules

PLUGINS = Plugins.discover()

Sections = dict[str, dict[str, Any]]

UNSEEN_OPTIONS = {
    # A run has at most the one joker of its colour, so no two stand side by side.
    "rummy17": {"jokers.side_by_side"},
}
"""Options that are there for the sake of the other variants and change nothing, so no booklet tells of them."""

NEEDED: Mapping[str, Sections] = {
    "discards.pile": {
        "turn": {"starts_with": "draw"},
        "stock": {"exhausted": "score_at_once"},
        "going_out": {"discard": "optional"},
    },
    "first_meld.scope": {"first_meld": {"max_jokers": 1}},
    "first_meld.rises_to": {"first_meld": {"rises_each_round": 10}},
    "melds.min_set": {"melds": {"twins": True}},
}
"""What else a table must play for an option to make a difference, beyond what `Section.idle_without` says."""

MUST_USE: Sections = {"discards": {"take": "only_to_meld"}}
STRICT_SWAPS: Sections = {"swaps": {"sets": "four_naturals"}}
FURTHER_TABLES: Mapping[str, list[Sections]] = {
    "deutsches_romme": [MUST_USE, STRICT_SWAPS],
    "raeuber_romme": [
        MUST_USE,
        STRICT_SWAPS,
        {"rearranging": {"allowed": False}},
        {"claims": {"allowed": "always"}},
    ],
}
"""Tables whose rules are on the sheet as what some play, but neither the default nor in a preset."""


# -- asking for booklets ---------------------------------------------------------------------------------


def chapters_of(table: TableRules) -> tuple[Chapter, ...]:
    return PLUGINS.booklet(table).chapters


def paragraphs_of(table: TableRules) -> list[Paragraph]:
    return [paragraph for chapter in chapters_of(table) for paragraph in chapter.paragraphs]


def tables(variant: str) -> list[TableRules]:
    """The default rules, every preset, and what else is on the rule sheet."""
    named = [resolve(PLUGINS, variant, preset=preset) for preset in (None, *PLUGINS.presets(variant))]
    return named + [resolve(PLUGINS, variant, **sections) for sections in FURTHER_TABLES.get(variant, ())]


# -- what makes a good one ----------------------------------------------------------------------------------


def assert_good(table: TableRules) -> None:
    chapters = chapters_of(table)
    titles = [chapter.title for chapter in chapters]
    assert len(titles) == len(set(titles))
    game = PLUGINS.assemble_for_any(table)
    known, melds = {*game.rulebook, *TABLE_RULES}, game.melds
    for chapter in chapters:
        assert chapter.paragraphs, f"{chapter.title} is empty"
        for paragraph in chapter.paragraphs:
            assert paragraph.rule in known, paragraph
            assert_prose(paragraph)
            for example in paragraph.examples:
                assert_true(example, melds)


def assert_prose(paragraph: Paragraph) -> None:
    assert paragraph.text.endswith((".", ":")), paragraph.text
    assert paragraph.text[0].isupper() or paragraph.text[0].isdigit(), paragraph.text
    if paragraph.text.endswith(":"):
        assert paragraph.examples or paragraph.table, f"Nothing follows: {paragraph.text}"
    cells = [cell for row in paragraph.table.rows for cell in row] if paragraph.table else []
    for text in (paragraph.text, *cells, *(example.caption for example in paragraph.examples)):
        assert text, paragraph
        assert not {"{", "}"} & set(text), text
        assert not {"None", "True", "False"} & set(text.replace(".", " ").split()), text
    if paragraph.table:
        assert {len(row) for row in paragraph.table.rows} == {len(paragraph.table.heading)}


def assert_true(example: Example, melds: MeldRules) -> None:
    for cards in example.cards.split("|"):
        placed = melds.placed_cards(cards)
        assert placed
        if example.is_meld and example.legal:
            assert melds.readings(placed)
        elif example.is_meld:
            with pytest.raises(MeldProblem):
                melds.readings(placed)


def test_the_booklet_of_a_game_is_good(our_game: tuple[str, str | None]) -> None:
    variant, preset = our_game
    table = resolve(PLUGINS, variant, preset=preset)
    assert_good(table)
    booklet = PLUGINS.booklet(table)
    assert booklet.subtitle == (preset or "")


@pytest.mark.untraced
@samples(normal=12, campaign=500)
def test_any_house_rules_have_a_good_booklet(
    our_variant: str, sample: Sample, tally: Callable[[str, int], None]
) -> None:
    @sample.drawn
    @given(house_rules(PLUGINS.options_model(our_variant), 2), st.sampled_from([None, *PLUGINS.presets(our_variant)]))
    def booklets(sections: Sections, preset: str | None) -> None:
        try:
            table = resolve(PLUGINS, our_variant, preset=preset, **sections)
        except (HouseRuleError, SetupError):
            assume(False)
        try:
            PLUGINS.assemble_for_any(table)
        except SetupError:
            assume(False)
        assert_good(table)
        read.append(table)

    read: list[TableRules] = []
    booklets()
    assert len(read) >= sample.number
    tally(f"booklets of {our_variant}", len(read))


@pytest.mark.parametrize(
    "sections",
    [
        {"melds": {"min_run": 6}},
        {"melds": {"min_run": 5, "min_set": 4}},
        {"melds": {"min_set": 6, "twins": True}, "deck": {"packs": 1, "jokers": 2}, "deal": {"cards": 7}},
        {"melds": {"twins": True}, "jokers": {"share": "fewer", "at_ends": False}},
        {"jokers": {"share": "half", "min_naturals": 1, "side_by_side": 3}},
        {"melds": {"min_set": 4}, "scoring": {"melds_count": True}},
        {"melds": {"min_set": 5, "twins": True}, "jokers": {"alone": True, "min_naturals": 1}, "deck": {"jokers": 6}},
        {"jokers": {"wild_ranks": [2, "A"]}, "deck": {"jokers": 0}},
        {"jokers": {"wild_ranks": [6, "K"], "share": "fewer", "at_ends": False}},
    ],
    ids=str,
)
def test_the_examples_are_what_the_table_calls_melds(our_variant: str, sections: Sections) -> None:
    known = set(options_of(PLUGINS.options_model(our_variant)))
    own = {name: options for name, options in sections.items() if {(name, option) for option in options} <= known}
    table = resolve(PLUGINS, our_variant, **own)
    assert_good(table)
    melds = PLUGINS.assemble_for_any(table).melds
    chapter = next(chapter for chapter in chapters_of(table) if chapter.title == "Melds")
    shown = [example for paragraph in chapter.paragraphs for example in paragraph.examples if example.legal]
    assert any(len(example.cards.split()) == melds.min_run for example in shown)
    assert "a run" in {example.caption for example in shown}


def test_hands_by_the_number_of_players_are_a_table(our_variant: str) -> None:
    table = resolve(PLUGINS, our_variant, deal={"cards": {2: 12, 3: 9, 4: 7}})
    found = [paragraph.table for paragraph in paragraphs_of(table) if paragraph.table]
    assert found[0].rows == (("2", "12"), ("3", "9"), ("4", "7"))


def test_a_file_that_says_how_many_may_play_has_it_in_its_booklet() -> None:
    booklet = PLUGINS.booklet(load_text("variant: rummy17\nplayers: 3-4\n", PLUGINS))
    assert booklet.players == (3, 4)
    assert booklet.chapters[1].paragraphs[0].text == "3 to 4 people can play, each for themselves."


# -- complete ---------------------------------------------------------------------------------------------


def test_every_rule_that_is_cited_is_in_a_booklet(our_variant: str) -> None:
    printed = {paragraph.rule for table in tables(our_variant) for paragraph in paragraphs_of(table)}
    game = PLUGINS.assemble_for_any(resolve(PLUGINS, our_variant))
    cited = {citation.rule for citation in game.citations.values()}
    assert sorted(cited - printed - set(TABLE_RULES)) == []


@pytest.mark.untraced
def test_every_option_is_told(our_variant: str) -> None:
    """Another value of an option gives another booklet, somewhere among the default rules and the presets."""
    untold = [
        f"{section}.{option}"
        for section, option in options_of(PLUGINS.options_model(our_variant))
        if not any(is_told(our_variant, preset, section, option) for preset in (None, *PLUGINS.presets(our_variant)))
    ]
    assert set(untold) == UNSEEN_OPTIONS.get(our_variant, set())


def options_of(model: type[HouseRules]) -> Iterator[tuple[str, str]]:
    """The options of a variant; what those of a match do to a booklet is tested with the match."""
    for section, options in model():
        if section not in model.top_level:
            yield from ((section, option) for option, _ in options)


def is_told(variant: str, preset: str | None, section: str, option: str) -> bool:
    kind = PLUGINS.options_model(variant).model_fields[section].annotation
    assert isinstance(kind, type)
    assert issubclass(kind, Section)
    base = needed(variant, kind, section, option)
    told = set()
    for value in values_of(kind.model_json_schema()["properties"][option]):
        changed = {**base, section: {**base.get(section, {}), option: value}}
        try:
            table = resolve(PLUGINS, variant, preset=preset, **changed)
        except (HouseRuleError, SetupError):
            continue
        told.add(chapters_of(table))
        if len(told) > 1:
            return True
    return False


def needed(variant: str, kind: type[Section], section: str, option: str) -> Sections:
    """What must be set so that an option is not idle."""
    model = PLUGINS.options_model(variant)
    known = {
        (name, each): field for name, there in model.sections().items() for each, field in there.model_fields.items()
    }
    found: Sections = {
        name: {each: value for each, value in options.items() if (name, each) in known}
        for name, options in NEEDED.get(f"{section}.{option}", {}).items()
    }
    for idle, other, *values in kind.idle_without:
        if idle == option:
            name = str(other) if "." in str(other) else f"{section}.{other}"
            place, _, needs = name.partition(".")
            if (place, needs) in known:
                words = choices(known[place, needs])
                plain = [value for value in values if not isinstance(value, OrSaid)]
                offered = [value for value in plain if value in words or not (words and isinstance(value, str))]
                found.setdefault(place, {}).setdefault(needs, offered[-1])
    return found


def values_of(schema: Mapping[str, Any]) -> list[Any]:
    """Some values of an option, as its JSON schema has them: all there are, or both ends of a range."""
    if "enum" in schema:
        return list(schema["enum"])
    if schema.get("type") == "boolean":
        return [False, True]
    if schema.get("type") == "integer":
        return [schema["minimum"], schema["maximum"]]
    if schema.get("type") == "null":
        return [None]
    if "const" in schema:
        return [schema["const"]]
    if schema.get("type") == "array":
        return [*([] if schema.get("minItems") else [[]]), [schema["items"]["enum"][0]]]
    return [value for part in schema.get("anyOf", schema.get("oneOf", ())) for value in values_of(part)]
