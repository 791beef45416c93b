"""`rummy rules explain` tells all there is to know of an option."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from cli.command import PLUGINS, rummy
from rummykit.booklet import Booklet
from rummykit.errors import RummyKitError
from rummykit.plugin.plugins import Plugin, Plugins
from rummykit.rules import TableRules, from_variant, shapes
from rummykit_cli.commands.rules.explain import Explanation, all_homes, explain_option, explanation, find
from rummykit_cli.commands.rules.readings import readings
from rummykit_cli.commands.rules.tables import is_possible, others


def test_an_option_of_several_variants(home: Path) -> None:
    result = rummy(home, "rules", "explain", "first_meld.min")
    assert result.code == 0
    assert result.out.splitlines()[:3] == [
        "first_meld.min",
        "  meaning: points the first meld must reach",
        "  values:  a whole number from 0 to 100",
    ]
    for part in (
        "0: played by rummy17 - ",
        "30: played by deutsches_romme:club - The first time you meld, the cards that you lay must count at least 30 "
        "points together, or at least 40 if there is a joker among them.",
        "30: played by raeuber_romme:brettspielnetz and raeuber_romme:tiles - ",
        "40: played by deutsches_romme and raeuber_romme - The first time you meld, the cards that you lay must ",
        "count at least 40 points together.",
        "[ROM-FIRST-01]",
        "R17-MELD-03: A first meld needs no minimum",
        "ROM-FIRST-01: The melds laid down first",
    ):
        assert part in result.text


def test_one_variant_as_json(home: Path) -> None:
    result = rummy(home, "rules", "explain", "deal.starter", "--variant", "deutsches_romme", "--json")
    (found,) = json.loads(result.out)
    assert found["variant"] == "deutsches_romme"
    assert (found["section"], found["option"]) == ("deal", "starter")
    assert found["choices"] == ["dealer", "left", "random"]
    assert (found["default"], found["presets"]) == ("dealer", {"club": "left"})
    assert [reading["value"] for reading in found["readings"]] == ["dealer", "left", "random"]
    assert [reading["played_by"] for reading in found["readings"]] == [
        ["deutsches_romme"],
        ["deutsches_romme:club"],
        [],
    ]
    texts = [" ".join(text["text"] for text in reading["texts"]) for reading in found["readings"]]
    assert all(
        word in text for word, text in zip(["The dealer begins", "to the left", "Draw lots"], texts, strict=True)
    )


def test_a_value_that_nobody_plays(capsys: pytest.CaptureFixture[str]) -> None:
    explain_option("deal.starter", "deutsches_romme", False)
    out = capsys.readouterr().out
    assert "  random: no game or preset plays it; possible in deutsches_romme\n    - Draw lots to see who begins" in out


@pytest.mark.parametrize("variant", ["deutsches_romme", "raeuber_romme", "wiener_rummy"])
def test_jokers_alone_are_read_even_where_the_pack_has_too_few(variant: str) -> None:
    (home,) = find("jokers.alone", variant, [*all_homes(PLUGINS)])
    read = explanation(home, PLUGINS)
    words = "at least 3 jokers may also be a set all by themselves"
    assert words in " ".join(read.texts(True))
    assert words not in " ".join(read.texts(False)) != ""


def test_an_option_is_read_as_if_its_needs_were_played(capsys: pytest.CaptureFixture[str]) -> None:
    # Claims are off by default, so that what they cost would change nothing.
    explain_option("claims.penalty", "deutsches_romme", True)
    (found,) = json.loads(capsys.readouterr().out)
    texts = {reading["value"]: reading["texts"][0]["text"] for reading in found["readings"]}
    assert "costs nothing" in texts[0]
    assert "top card of the stock" in texts[1]


@pytest.mark.parametrize(
    ("option", "variant", "value", "word"),
    [
        ("rounds", "rummy17", 5, "5 rounds"),  # instead of a single round
        ("buyback_from", "deutsches_romme", 81, "is 81 to 99 points"),  # needs buyback, which needs elimination
        ("discards.pile", "raeuber_romme", False, "stock"),  # contradicts two other defaults
        ("unfinished", "wiener_rummy", "lowest", "lowest hand wins"),  # needs a winner, which elimination contradicts
        ("ante", "rummy17", 1, "pot"),  # nobody plays one, but of none nothing is said
    ],
)
def test_what_contradicts_the_defaults_is_read_where_it_can_be_played(
    option: str, variant: str, value: object, word: str
) -> None:
    (home,) = find(option, variant, [*all_homes(PLUGINS)])
    assert word in " ".join(explanation(home, PLUGINS).texts(value))


@pytest.mark.parametrize(
    ("option", "value", "variant", "sentence"),
    [
        ("match.rounds", None, "wiener_rummy", "You play round after round and add up your bad points."),
        ("match.target", None, "wiener_rummy", "You play round after round and add up your bad points."),
        ("match.rounds", 1, "deutsches_romme", "You play a single round."),
    ],
)
def test_how_long_is_played_is_read_as_the_game_has_it(
    option: str, value: int | None, variant: str, sentence: str
) -> None:
    (home,) = find(option, variant, [*all_homes(PLUGINS)])
    found = explanation(home, PLUGINS)
    assert sentence in " ".join(found.texts(value or "off"))
    assert not found.unless


def test_an_option_that_does_nothing_in_a_game_is_not_played_there(home: Path) -> None:
    result = rummy(home, "rules", "explain", "claims.penalty")
    idle = "does nothing in deutsches_romme and raeuber_romme without a change of claims.allowed"
    assert f"0: {idle} -" in result.text
    assert "0: played by rummy17 -" in result.text
    assert "1: played by deutsches_romme:club -" in result.text
    (found,) = json.loads(rummy(home, "rules", "explain", "claims.penalty", "--variant", "raeuber_romme", "--json").out)
    assert found["unless"] == {"raeuber_romme": ["claims.allowed"]}


def test_an_option_of_a_mod() -> None:
    page = (Path(__file__).parents[2] / "docs" / "write-a-mod.md").read_text("utf-8")
    module = ModuleType("rummykit_tidy")
    code = [block.split("```")[0] for block in page.split("```python\n") if block.startswith("# tidy.py")]
    exec("".join(code), vars(module))
    plugins = Plugins((*PLUGINS.loaded, Plugin("tidy", "rummykit-tidy 1.0", "1.0", module, mod=module.rummykit_mod())))
    (home,) = find("last_lap", None, [*all_homes(plugins)])
    found = explanation(home, plugins)
    assert (found.values, found.played_by(9)) == ([9, 10, 9], ["tidy"])
    assert found.rules == {"TIDY-01": "Red cards are not discarded.", "TIDY-02": "A round has a last lap."}


def test_what_a_preset_plays_is_read_inside_it(home: Path) -> None:
    # A claim of the club costs a penalty card, whatever one costs by default.
    (found,) = json.loads(
        rummy(home, "rules", "explain", "claims.allowed", "--variant", "deutsches_romme", "--json").out
    )
    (club,) = (reading for reading in found["readings"] if reading["played_by"] == ["deutsches_romme:club"])
    said = " ".join(text["text"] for text in club["texts"])
    assert "A claim has its price" in said
    assert "costs nothing" not in said
    booklet = PLUGINS.booklet(from_variant("deutsches_romme", PLUGINS, preset="club"))
    assert all(text["text"] in texts_of(booklet) for text in club["texts"])


class Remembering(Plugins):
    """Plugins that write the booklet of a table once; tests read thousands."""

    def booklet(self, table_rules: TableRules) -> Booklet:
        table = json.dumps(table_rules.to_json())
        if table not in WRITTEN:
            WRITTEN[table] = super().booklet(table_rules)
        return WRITTEN[table]


WRITTEN: dict[str, Booklet] = {}
OURS = Remembering(PLUGINS.loaded)


@cache
def explained(variant: str) -> list[Explanation]:
    """Return all there is to know of every option of a variant."""
    return [explanation(home, OURS) for home in all_homes(OURS) if home.owner == variant]


def texts_of(booklet: Booklet) -> set[str]:
    return {paragraph.text for chapter in booklet.chapters for paragraph in chapter.paragraphs}


def test_nothing_is_said_of_a_game_that_its_booklet_does_not_say(our_variant: str) -> None:
    games = {our_variant: None, **{f"{our_variant}:{preset}": preset for preset in PLUGINS.presets(our_variant)}}
    told = {game: texts_of(OURS.booklet(from_variant(our_variant, OURS, preset=games[game]))) for game in games}
    false = []
    for found in explained(our_variant):
        for game, reading in found.in_games.items():
            if reading and game not in found.unless:
                false += [
                    (game, found.home.path, said.prose) for said in reading.said if said.prose not in {"", *told[game]}
                ]
    assert false == []


def test_a_value_of_which_the_booklet_says_nothing(home: Path) -> None:
    result = rummy(home, "rules", "explain", "claims.allowed", "--variant", "deutsches_romme")
    assert "never: played by deutsches_romme - The booklet says nothing of it: what it says of other" in result.text


def test_what_is_not_said_of_play_has_a_reading_too(home: Path) -> None:
    result = rummy(home, "rules", "explain", "title")
    assert "title meaning: what your table is called: on the cover of its booklet, and in lists" in result.text
    assert "play is the same, whatever it says" in result.text
    (found,) = json.loads(rummy(home, "rules", "explain", "notes", "--json").out)
    assert found == {"key": "notes", "meaning": "what else there is to say, for the cover of the booklet"}
    shown = rummy(home, "rules", "explain", "scoring.shown", "--variant", "deutsches_romme").text
    assert "minus_points: played by deutsches_romme:club - " in shown


ALIKE = {
    "match.rounds": "where nothing else is said, `off` is a single round",
    "wiener_rummy ace.points": "nothing is laid, so a meld counts nothing; 10 is what an ace in the hand follows",
    "wiener_rummy jokers.per_meld": "the pack has two jokers, so two or more are no limit",
    "wiener_rummy jokers.side_by_side": "the pack has two jokers, so two or more are no limit",
    "rummy17 jokers.side_by_side": "a run takes only the joker of its colour, of which there is one",
    "indian_rummy jokers.per_meld": "the pack has two jokers, so two or more are no limit to them",
    "rum500 jokers.per_meld": "the pack has no jokers; it is read with two, so two or more are no limit",
    "rum500 jokers.side_by_side": "the pack has no jokers; it is read with two, so two or more are no limit",
}
"""Options of which some values read the same, and why; all others tell each value from its neighbours."""


def test_every_value_reads_otherwise_than_its_neighbours(our_variant: str) -> None:
    table = from_variant(our_variant, PLUGINS)
    alike = []
    for found in explained(our_variant):
        home = found.home
        if found.untold or home.path in ALIKE or f"{our_variant} {home.path}" in ALIKE:
            continue
        played = [home.default, *found.presets.values()]
        beside = [value for one in played for value in others(home.field, one) if is_possible(table, home.key, value)]
        read = readings(table, home.key, home.field, [*played, *beside], OURS)
        texts = Counter(tuple(said.text for said in reading.said) for reading in read)
        alike += [f"{home.path}: {reading.value}" for reading in read if texts[tuple(s.text for s in reading.said)] > 1]
    assert alike == [], "the booklet should tell them apart, or ALIKE say why not"


def test_every_option_can_be_explained(our_variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    # One of each section is enough here: the sections differ, the options in them do not.
    for name, section in PLUGINS.options_model(our_variant)():
        option, field = next(iter(type(section).model_fields.items()))
        explain_option(f"{name}.{option}", our_variant, False)
        out = " ".join(capsys.readouterr().out.split())
        assert out.startswith(f"{name}.{option} meaning: {field.description} values: {shapes.expected(field)} ")


OF_ELIMINATION = {
    "match.elimination",
    "match.all_out",
    "stakes.buyback",
    "stakes.buyback_limit",
    "stakes.buyback_price",
    "stakes.buyback_from",
    "stakes.buyback_to",
    "stakes.buyback_times",
    "stakes.buyback_target",
}
UNTOLD = {
    "rummy17": OF_ELIMINATION | {"jokers.side_by_side"},
    "canasta": OF_ELIMINATION | {"turn.stall_limit"},
    "gin_rummy": OF_ELIMINATION,
    "indian_rummy": {"jokers.side_by_side"},
    "rum500": {"turn.stall_limit"},
}
"""Options that change nothing: where high totals win, nobody is out; where there are two jokers, or a run takes only
the one of its colour, no more of them can stand side by side; and where a card taken from the pile must be used, every
turn brings something new."""


def test_every_option_tells_what_another_value_changes(our_variant: str) -> None:
    untold = set()
    for found in explained(our_variant):
        read = [*found.readings.values(), *filter(None, found.in_games.values())]
        assert any(reading.said for reading in read) == (found.untold is None), found.home.path
        if found.untold:
            untold.add(found.home.path)
    assert untold == UNTOLD.get(our_variant, set())


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("buyback_price", "No other value can be played. match.elimination: 100 is for bad points, but in Rummy 17"),
        ("jokers.side_by_side", "The rules of rummy17 read the same, whatever its value."),
    ],
)
def test_an_option_that_changes_nothing_says_so(home: Path, option: str, sentence: str) -> None:
    result = rummy(home, "rules", "explain", option, "--variant", "rummy17")
    assert f"played by rummy17 - {sentence}" in result.text
    (found,) = json.loads(rummy(home, "rules", "explain", option, "--variant", "rummy17", "--json").out)
    assert found["untold"].startswith(sentence)


@pytest.mark.parametrize(
    ("option", "variant", "words"),
    [
        ("debt", "rummy17", {True: "Nobody has to bring chips", False: "Nobody may owe chips"}),
        (
            "debt",
            "wiener_rummy",
            {True: "is written down and settled", False: "able to pay the price in full"},
        ),
        ("fee_if_undercut", "raeuber_romme", {True: "You pay even if you did", False: "Nothing is paid if"}),
        (
            "first_meld.scope",
            "deutsches_romme",
            {
                "some_subset": "several melds at once",
                "whole_turn": "All melds that you lay",
                "one_meld": "one of your melds",
            },
        ),
    ],
)
def test_an_option_is_read_where_another_one_gives_it_a_part(
    option: str, variant: str, words: dict[object, str]
) -> None:
    (home,) = find(option, variant, [*all_homes(PLUGINS)])
    found = explanation(home, PLUGINS)
    assert all(words[value] in " ".join(found.texts(value)) for value in words)


def test_the_rules_that_a_match_option_decides(capsys: pytest.CaptureFixture[str]) -> None:
    explain_option("buyback_from", "wiener_rummy", True)
    (found,) = json.loads(capsys.readouterr().out)
    assert next(iter(found["rules"])) == "WIE-PARTY-04"
    explain_option("buyback_from", "rummy17", True)
    (found,) = json.loads(capsys.readouterr().out)
    assert next(iter(found["rules"])) == "MATCH-02"


@pytest.mark.parametrize(
    ("name", "variant", "sentence"),
    [
        ("min_with_jokr", None, "There is no option 'min_with_jokr'. Did you mean min_with_joker?"),
        ("deal.min_with_joker", None, "There is no option 'deal.min_with_joker'. Did you mean min_with_joker?"),
        ("first_meld_min", None, "'first_meld_min' is now first_meld.min."),
        ("melds.ace_wrap", None, "'melds.ace_wrap' is now ace.runs or melds.wrap."),
        ("pool", None, "'pool' is a section, not an option; its options are min_run, "),
        ("knocking.limit", "rummy17", "rummy17 has no option 'knocking.limit', only wiener_rummy."),
        ("deal.cards", "rumy17", "Did you mean rummy17?"),
        ("xyzzy", None, "There is no option 'xyzzy'."),
    ],
)
def test_an_option_that_is_none(name: str, variant: str | None, sentence: str) -> None:
    with pytest.raises(RummyKitError) as caught:
        explain_option(name, variant, False)
    assert sentence in str(caught.value)


def test_the_command_ends_with_code_2(home: Path) -> None:
    result = rummy(home, "rules", "explain", "frst_meld_min")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("Error: There is no option")


def test_the_page_shows_real_answers(home: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "house-rules.md").read_text("utf-8")
    blocks = [block.split("```")[0].partition("\n") for block in page.split("```console\n")[1:]]
    shown = {command.removeprefix("$ rummy "): answer for command, _, answer in blocks}
    explain, find_, diff = (
        next(command for command in shown if f"rules {word}" in command) for word in ("explain", "find", "diff")
    )
    assert rummy(home, *explain.split()).out == shown[explain]
    assert rummy(home, *find_.split()).out == shown[find_]
    # The page leaves chapters out, but what it has is real.
    real = rummy(home, *diff.split()).out.splitlines()
    assert [line for line in shown[diff].splitlines() if line not in real] == []
