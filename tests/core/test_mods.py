"""Rule mods: what they may do at a table, which go together, and in which order they wrap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest
from core_games import NAMES, choose, moves

from rummykit.engine.match import Match
from rummykit.engine.records import Record, SeatInfo
from rummykit.engine.table import Ending
from rummykit.errors import PluginError, RecordError, SetupError
from rummykit.plugin.plugins import Plugins
from rummykit.rules import HouseRuleError, from_json, from_variant, load_text
from rummykit.rules.schema import json_schema
from rummykit.scenario import Scenario, Table
from rummykit_kit.tracing import traced
from rummykit_session.storage.recording import RecordWriter

Install = Callable[..., Path]

TIDE = """
    from enum import Enum

    from pydantic import Field

    from rummykit import hookimpl
    from rummykit.engine.actions import Discard
    from rummykit.rules import Section
    from rummykit.plugin.info import Mod
    from rummykit.refusals import Citation
    from rummykit.engine.table import Ending, Outcome


    class TideReason(Enum):
        TOO_LOW = "{cards} is under water: nothing below {needed} may be discarded."


    class TideOptions(Section):
        lowest: int = Field(5, ge=1, le=17, description="the lowest value that may be discarded")
        turns: int = Field(4, ge=1, le=99, description="turns until the tide is in and the round is over")


    @hookimpl
    def rummykit_mod():
        return Mod(
            "tide",
            "Low cards cannot be discarded, and the tide ends the round.",
            options=TideOptions,
            rules={"TIDE-01": "Low cards stay in the hand.", "TIDE-02": "The tide ends the round."},
            citations={TideReason.TOO_LOW: Citation("TIDE-01", "tide.lowest")},
        )


    @hookimpl(wrapper=True)
    def rummykit_turn(mods):
        flow = yield
        tide = mods["tide"]

        def veto(round, action):
            if isinstance(action, Discard) and action.card.rank + 1 < tide.lowest:
                return round.rules.refuse(TideReason.TOO_LOW, (action.card,), needed=tide.lowest)
            return None

        def ending(round):
            return Outcome(Ending.RULE, note="The tide is in.") if round.turn + 1 >= tide.turns else None

        return flow.with_rules(restrictions=[veto], endings=[ending])
"""

TIDE_FILE = """\
variant: rummy17
mods: [tide]
rules:
  tide:
    lowest: 9
"""


@pytest.fixture
def tide(install: Install) -> Plugins:
    install("rummy-tide", "tide = tide_module", TIDE)
    plugins = Plugins.discover()
    assert plugins.problems == ()
    return plugins


def tidal_table(plugins: Plugins, hand: str) -> Table:
    scenario = Scenario("rummy17", plugins=plugins)
    scenario.rules = plugins.assemble(load_text(TIDE_FILE, plugins), 2)
    return scenario.deal(hands=[hand, "1b 2b"], drawn=True)


def test_a_mod_is_off_unless_a_file_lists_it(tide: Plugins) -> None:
    assert tide.mod_options("tide") is not None
    rules = tide.assemble(from_variant("rummy17", tide), 2)
    assert rules.flow.restrictions == ()
    assert "TIDE-01" not in rules.rulebook


def test_a_mod_refuses_with_its_own_reason_rule_and_option(tide: Plugins) -> None:
    table = tidal_table(tide, "3r 9r 17g")
    refusal = table.refusal("discard 3r")
    assert refusal is not None
    assert str(refusal) == ("3r is under water: nothing below 9 may be discarded. [TIDE-01; tide.lowest = 9]")
    assert refusal.as_json() == {
        "reason": "too_low",
        "sentence": "3r is under water: nothing below 9 may be discarded.",
        "rule": "TIDE-01",
        "option": "tide.lowest",
        "value": 9,
        "cards": ["3r"],
    }
    assert table.round.rules.rulebook["TIDE-01"] == "Low cards stay in the hand."
    assert table.legal() == ["discard 9r", "discard 17g"]
    assert table.refusal("discard 9r") is None


def test_a_mod_cannot_leave_a_player_without_a_move(tide: Plugins) -> None:
    table = tidal_table(tide, "3r 4g")
    assert table.legal() == ["discard 3r", "discard 4g"]
    assert table.refusal("discard 3r") is None


def test_a_mod_ends_a_round(tide: Plugins) -> None:
    match = Match(tide.assemble(load_text(TIDE_FILE, tide), 2), seed=3, names=NAMES[:2])
    for action in moves(match):
        assert match.check(action) is None
        match.apply(action)
    assert match.round.outcome is not None
    assert match.round.outcome.ending is Ending.RULE
    assert match.round.outcome.note == "The tide is in."
    assert match.round.turn == 3
    assert len(match.scores) == 1


def test_a_game_with_a_mod_is_recorded_with_it(tide: Plugins, tmp_path: Path) -> None:
    match = Match(tide.assemble(load_text(TIDE_FILE, tide), 2), seed=3, names=NAMES[:2])
    writer = RecordWriter.create(tmp_path / "game", match, [SeatInfo("Anna"), SeatInfo("Ben")])
    for action in moves(match):
        writer.play(match, action)
    writer.close()
    record = Record.read(tmp_path / "game")
    assert record.replay(tide).fingerprint() == match.fingerprint()
    without = Plugins(tuple(plugin for plugin in tide.loaded if plugin.name != "tide"))
    with pytest.raises(RecordError) as caught:
        record.replay(without)
    assert str(caught.value).endswith(
        "the game needs tide, which came from the installed package rummy-tide 1.0: install that again."
    )


def test_a_wrong_option_of_a_mod_is_found_in_its_line(tide: Plugins) -> None:
    with pytest.raises(HouseRuleError) as caught:
        load_text(TIDE_FILE.replace("9", "99"), tide, name="tide.yaml")
    assert str(caught.value).startswith("tide.yaml:5:13: ")


def test_a_mod_needs_a_rule_for_its_reason(install: Install) -> None:
    install("rummy-tide", "tide = tide_module", TIDE.replace("TideReason.TOO_LOW: Citation", "None: Citation"))
    table = tidal_table(Plugins.discover(), "3r 9r")
    with pytest.raises(PluginError, match=r"The variant rummy17 cites no rule for TOO_LOW."):
        table.refusal("discard 3r")


def test_random_games_with_a_mod_always_have_a_move(tide: Plugins) -> None:

    for seed in range(5):
        match, random = Match(tide.assemble(load_text(TIDE_FILE, tide), 2), seed, NAMES[:2]), Random(seed)
        while not match.is_over:
            action = choose(match, random)
            assert match.check(action) is None
            match.apply(action)
        assert match.round.legal_actions() == ()


# -- mods that go together ---------------------------------------------------------------------------------

MOD = """
    from dataclasses import replace

    from rummykit import hookimpl
    from rummykit.plugin.info import Mod

    @hookimpl
    def rummykit_mod():
        return Mod("{id}", "A mod.", {more})

    @hookimpl(wrapper=True)
    def rummykit_deal():
        deal = yield
        return replace(deal, side_cards=None, hand_size=deal.hand_size * 10 + {digit})
"""


def install_mods(install: Install, **declared: str) -> Plugins:
    """Install mods, each with what it declares; the n-th writes the digit n behind the hand size."""
    for digit, (name, more) in enumerate(declared.items(), 1):
        install(f"mod-{name}", f"{name} = module_{name}", MOD.format(id=name, more=more, digit=digit))
    plugins = Plugins.discover()
    assert plugins.problems == ()
    return plugins


def listed(mods: Sequence[str], plugins: Plugins) -> tuple[str, ...]:
    return load_text(f"variant: rummy17\nmods: [{', '.join(mods)}]\n", plugins).mods


def problems(mods: Sequence[str], plugins: Plugins, variant: str = "rummy17") -> list[str]:
    with pytest.raises(HouseRuleError) as caught:
        load_text(f"variant: {variant}\nmods: [{', '.join(mods)}]\n", plugins, name="ours.yaml")
    return str(caught.value).splitlines()


def test_mods_wrap_in_the_order_of_the_list(install: Install) -> None:
    plugins = install_mods(install, one="", two="", three="")
    assert listed(["two", "three", "one"], plugins) == ("two", "three", "one")


@pytest.mark.parametrize(
    ("declared", "order"),
    [
        ({"one": "after=['three']", "two": "", "three": ""}, ("two", "three", "one")),
        ({"one": "", "two": "", "three": "before=['one', 'two']"}, ("three", "one", "two")),
        ({"one": "after=['two']", "two": "after=['three']", "three": ""}, ("three", "two", "one")),
        ({"one": "after=['gone']", "two": "before=['away']", "three": ""}, ("one", "two", "three")),
    ],
)
def test_mods_wrap_as_they_declare(install: Install, declared: dict[str, str], order: tuple[str, ...]) -> None:
    plugins = install_mods(install, **declared)
    assert listed(["one", "two", "three"], plugins) == order


def test_the_last_of_the_order_wraps_outermost(install: Install) -> None:
    plugins = install_mods(install, one="after=['two']", two="")
    rules = load_text("variant: deutsches_romme\nmods: [one, two]\nrules: {deal: {cards: 7}}\n", plugins)
    with traced(plugins.chosen(rules)) as calls, pytest.raises(SetupError):
        # Seven, then the digit of the second mod, then that of the first: more cards than there are.
        plugins.assemble(rules, 2)
    deal = next(call for call in calls if call.hook == "rummykit_deal")
    assert [asked.plugin for asked in deal.asked] == ["one", "two", "deutsches_romme"]
    assert [asked.wraps for asked in deal.asked] == [True, True, False]
    assert "hand_size=721" in deal.outcome


def test_a_circle_of_mods(install: Install) -> None:
    plugins = install_mods(install, one="after=['two']", two="after=['three']", three="after=['one']")
    (problem,) = problems(["one", "two", "three"], plugins)
    assert problem.startswith("ours.yaml:2:8: no order suits these mods, each should wrap before the next: ")
    assert problem.endswith(" (see also ours.yaml:2:13, ours.yaml:2:18)")
    assert listed(["one", "two"], plugins) == ("two", "one")


@pytest.mark.parametrize("declared", [{"one": "conflicts=['two']", "two": ""}, {"one": "", "two": "conflicts=['one']"}])
def test_mods_that_cannot_be_played_together(install: Install, declared: dict[str, str]) -> None:
    plugins = install_mods(install, **declared)
    (problem,) = problems(["one", "two"], plugins)
    assert problem == ("ours.yaml:2:13: the mods 'one' and 'two' cannot be played together (see also ours.yaml:2:8)")
    assert listed(["two"], plugins) == ("two",)


def test_a_mod_that_is_not_for_the_variant(install: Install) -> None:
    plugins = install_mods(install, one="variants=['deutsches_romme', 'raeuber_romme']", two="variants=['rummy17']")
    (problem,) = problems(["two", "one"], plugins)
    assert problem == "ours.yaml:2:13: the mod 'one' is not for rummy17, only for deutsches_romme or raeuber_romme"
    assert listed(["two"], plugins) == ("two",)


def test_a_mod_that_names_one_other_without_a_list(install: Install) -> None:
    install("mod-one", "one = module_one", MOD.format(id="one", more="conflicts=('two')", digit=1))
    (problem,) = Plugins.discover().problems
    assert "TypeError: conflicts of the mod one is a text; write ('two',)" in problem.sentence


def test_an_unknown_mod_is_told_with_the_nearest(install: Install) -> None:
    plugins = install_mods(install, one="", three="")
    (problem,) = problems(["one", "thre"], plugins)
    assert problem == "ours.yaml:2:13: unknown mod 'thre'; expected one of one, three; did you mean three?"


def test_a_file_is_judged_by_its_own_list(install: Install, tmp_path: Path) -> None:
    plugins = install_mods(install, one="conflicts=['two']", two="")
    (tmp_path / "parent.yaml").write_text("variant: rummy17\nmods: [one]\n", "utf-8")
    child = load_text("extends: parent.yaml\nmods: [two]\n", plugins, base=tmp_path)
    assert child.mods == ("two",)


def test_a_record_keeps_the_order_in_which_it_was_played(install: Install) -> None:
    plugins = install_mods(install, one="after=['two'], conflicts=['two']", two="")
    data = {**from_variant("rummy17", plugins).to_json(), "mods": ["one", "two"]}
    assert from_json(data, plugins, name="game").mods == ("one", "two")


def test_the_schema_knows_which_mods_fit_and_which_conflict(install: Install) -> None:
    plugins = install_mods(install, one="variants=['deutsches_romme']", two="conflicts=['three']", three="")
    schema = json_schema(plugins, "rummy17")
    assert schema["properties"]["mods"]["items"] == {"enum": ["three", "two"]}
    assert json_schema(plugins, "deutsches_romme")["properties"]["mods"]["items"]["enum"] == ["one", "three", "two"]
    (conflict,) = [part for part in schema["allOf"] if "not" in part]
    assert {"contains": {"const": "two"}} in conflict["not"]["properties"]["mods"]["allOf"]


# -- the booklet ---------------------------------------------------------------------------------------------

BARE = """
    from dataclasses import replace

    import rummykit_rummy17.game as parent
    from rummykit import hookimpl
    import rummykit_rummy17

    for name in dir(parent):
        if name.startswith("rummykit_") and name != "rummykit_booklet":
            globals()[name] = getattr(parent, name)

    @hookimpl
    def rummykit_variant():
        return replace(rummykit_rummy17.rummykit_variant(), id="bare", titles={"en": "Bare"}, game=None)
"""

TALKING = """
    from rummykit import hookimpl
    from rummykit.booklet import Chapter, Paragraph
    from rummykit.plugin.info import Mod

    @hookimpl
    def rummykit_mod():
        return Mod("talking", "A mod.", rules={"TALK-01": "Talk."})

    @hookimpl(wrapper=True)
    def rummykit_booklet():
        chapters = yield
        return [*chapters, Chapter("Talking", (Paragraph("TALK-01", "You talk."),))]
"""


CHANGING = """
    from dataclasses import replace
    from rummykit import hookimpl
    from rummykit.i18n import Later
    from rummykit.plugin.info import Mod

    @hookimpl
    def rummykit_mod():
        rules = {"CH-01": "Four cards.", "CH-02": "Hum.", "CH-03": "Never said.", "CH-04": "Sing."}
        return Mod("changing", "A mod.", rules=rules)

    @hookimpl(wrapper=True)
    def rummykit_deal():
        deal = yield
        return replace(deal, hand_size=4)

    @hookimpl(wrapper=True)
    def rummykit_turn():
        flow = yield
        told = {"CH-01": Later("Only {number} cards.", number=4), "CH-02": lambda: "All hum.", "CH-03": ""}
        return flow.with_rules(told=told)

    class Doubled:
        def __init__(self, within):
            self.within = within

        high_wins = False

        def score(self, round):
            return self.within.score(round)

        def standing(self, *given):
            return self.within.standing(*given)

        def card_penalty(self, card):
            return 2 * self.within.card_penalty(card)

        def finish_factor(self, card):
            return self.within.finish_factor(card)

    @hookimpl(wrapper=True)
    def rummykit_scoring():
        scoring = yield
        return Doubled(scoring)
"""


def test_a_booklet_tells_what_mods_have_made_of_the_game(install: Install) -> None:
    install("changing-mod", "changing = changing_module", CHANGING)
    plugins = Plugins.discover()
    booklet = plugins.booklet(load_text("variant: deutsches_romme\nmods: [changing]\n", plugins))
    chapters = {chapter.title: chapter.paragraphs for chapter in booklet.chapters}
    assert "until everybody has 4." in chapters["The deal"][2].text
    costs = chapters["Scoring"][0].table
    assert costs is not None
    assert costs.rows[:2] == (("King to 10", "20"), ("9", "18"))
    own = [(paragraph.rule, paragraph.text) for paragraph in chapters["The mods of this table"]]
    assert own == [("CH-01", "Only 4 cards."), ("CH-02", "All hum."), ("CH-04", "Sing.")]


@pytest.mark.parametrize(("variant", "text"), [("rummy17", "You talk."), ("bare", "Talk.")])
def test_a_mod_adds_to_the_booklet(install: Install, variant: str, text: str) -> None:
    install("bare-game", "bare = bare_module", BARE)
    install("talking-mod", "talking = talking_module", TALKING)
    plugins = Plugins.discover()
    booklet = plugins.booklet(load_text(f"variant: {variant}\nmods: [talking]\n", plugins))
    paragraphs = [paragraph for chapter in booklet.chapters for paragraph in chapter.paragraphs]
    assert [paragraph.text for paragraph in paragraphs if paragraph.rule == "TALK-01"] == [text]
    assert len(paragraphs) > 20
