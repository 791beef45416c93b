"""`rummy rules ask` asks what matters, explains what is wrong, and writes what differs."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import Mock

import pytest
from pydantic import Field

from cli.command import COMMAND, PLUGINS, Result, environment, rummy
from rummykit.engine.deal import bot_stream
from rummykit.engine.match import Match
from rummykit.errors import PluginError
from rummykit.i18n import Language
from rummykit.parts import MatchOptions, StakesOptions
from rummykit.rules import HouseRules, Section, check_model, from_variant, load_file
from rummykit.rules.shapes import ByPlayers
from rummykit_cli.commands.rules.ask import Talk, ask_rules, questions
from rummykit_cli.commands.rules.new import answered_file
from rummykit_cli.commands.rules.tables import with_values

LAST = "\n" * 20
"""Enter to every question that is left."""


def ask(home: Path, variant: str, *answers: str, options: tuple[str, ...] = ()) -> Result:
    return rummy(home, "rules", "ask", variant, "-o", "ours.yaml", *options, typed="\n".join(answers))


REVIEW = "review"
"""Stands for the last question: whether the file may be written."""


def last_asked(text: str) -> str:
    """Return the option, or the section, about which a text has asked last."""
    asked = [*re.finditer(r"^\d+ \w+ \d+: [^(]*\((\S+)\)$", text, re.MULTILINE)]
    return asked[-1][1] if asked and "\n   1 " not in text[asked[-1].end() :] else REVIEW


class Person:
    """Answers questions by what they are about, whatever their order, and keeps to Enter in all others."""

    def __init__(self, answers: Mapping[str, list[str]]) -> None:
        self.left = {about: list(given) for about, given in answers.items()}
        self.asked: list[str] = []

    def answer(self, text: str) -> str:
        self.asked.append(last_asked(text))
        given = self.left.get(self.asked[-1])
        return given.pop(0) if given else ""

    def at(self, home: Path, variant: str, preset: str | None = None) -> str:
        """Sit at the command until it has written its file; return all it said in one line."""
        out = StringIO()

        answers = Mock(isatty=lambda: False, readline=lambda: f"{self.answer(out.getvalue())}\n")
        with pytest.MonkeyPatch.context() as patched, redirect_stdout(out), redirect_stderr(out):
            patched.setattr("sys.stdin", answers)
            patched.setenv("COLUMNS", "100")
            assert ask_rules(variant, preset, home / "ours.yaml", force=False) == 0, out.getvalue()
        assert not any(self.left.values()), f"never asked: {self.left}"
        return " ".join(out.getvalue().split())


TABLES: dict[str, tuple[dict[str, list[str]], dict[str, object]]] = {
    "deutsches_romme": (
        {
            "deck.jokers": ["2"],
            "first_meld.min": ["35"],
            "first_meld.max_jokers": ["unlimited"],
            "ace.points": ["11"],
            "discards.take": ["only_to_use"],
            "claims.allowed": ["3"],
            "claims.penalty": ["2"],
            "swaps.joker_goes": ["meld_or_lay_off"],
            "hand_romme.when": ["2"],
            "hand_romme.factor": ["3"],
            "scoring.winner": ["2"],
            "match": ["1"],
            "match.rounds": ["5"],
        },
        {
            "deck.jokers": 2,
            "first_meld.min": 35,
            "ace.points": 11,
            "discards.take": "only_to_use",
            "claims.allowed": "only_to_use",
            "claims.penalty": 2,
            "swaps.joker_goes": "meld_or_lay_off",
            "hand_romme.factor": 3,
            "scoring.winner": "collects",
            "match.rounds": 5,
        },
    ),
    "raeuber_romme": (
        {
            "deck.jokers": ["4"],
            "deal.cards": ["{2: 14, 3-6: 11}"],
            "first_meld.min": ["30"],
            "first_meld.max_jokers": ["2"],
            "rearranging.needs_hand_card": ["no"],
            "rearranging.joker_leaves": ["2"],
            "ace.runs": ["1"],
            "discards.take": ["2"],
            "going_out.discard": ["2"],
            "match": ["2"],
            "match.target": ["300"],
        },
        {
            "deck.jokers": 4,
            "deal.cards": ByPlayers.of({2: 14, **dict.fromkeys(range(3, 7), 11)}),
            "first_meld.min": 30,
            "first_meld.max_jokers": 2,
            "rearranging.needs_hand_card": False,
            "rearranging.joker_leaves": "if_dissolved",
            "ace.runs": "low",
            "discards.take": "after_first_meld",
            "going_out.discard": "optional",
            "match.rounds": None,
            "match.target": 300,
        },
    ),
    "rummy17": (
        {
            "deal.cards": ["9"],
            "claims.allowed": ["never"],
            "first_meld.min": ["20"],
            "lay_offs.on": ["2"],
            "pool.min_run": ["3"],
            "pool.per_turn": ["2"],
            "scoring.double_17": ["3"],
            "match": ["1"],
            "match.rounds": ["4"],
        },
        {
            "deal.cards": 9,
            "claims.allowed": "never",
            "first_meld.min": 20,
            "lay_offs.on": "own",
            "pool.min_run": 3,
            "pool.per_turn": 2,
            "scoring.double_17": "finisher_only",
            "match.rounds": 4,
        },
    ),
    "wiener_rummy": (
        {
            "deck.jokers": ["4"],
            "deal.cards": ["9"],
            "knocking.limit": ["10"],
            "knocking.improve": ["1"],
            "scoring.hands": ["2"],
            "scoring.undercut": ["10"],
            "scoring.call_bonus": ["25"],
            "match": ["elimination"],
            "match.elimination": ["201"],
            "stakes.buyback": ["y"],
            "stakes.buyback_price": ["10"],
        },
        {
            "deck.jokers": 4,
            "deal.cards": 9,
            "knocking.limit": 10,
            "knocking.improve": "none",
            "scoring.hands": "difference_to_lowest",
            "scoring.undercut": 10,
            "scoring.call_bonus": 25,
            "match.elimination": 201,
            "stakes.buyback": True,
            "stakes.buyback_price": 10,
        },
    ),
}
"""What a person answers, and what their table then plays."""


@pytest.mark.parametrize("variant", TABLES)
def test_who_answers_gets_a_file_that_plays_what_they_said(home: Path, variant: str) -> None:
    answers, played = TABLES[variant]
    person = Person(answers)
    said = person.at(home, variant)
    assert set(answers) <= set(person.asked)
    rules = load_file(home / "ours.yaml", PLUGINS)
    assert {path: rules.value(path) for path in played} == played
    of_file = {".".join(key) for key in rules.origins}
    assert of_file <= set(played), "only what was asked is in the file"
    told = said.partition("So your table plays:")[2]
    assert f"{next(iter(played.values()))} instead of" in told
    match = Match(PLUGINS.assemble(rules, 2), 1, ["Anna", "Ben"])
    bot, first, moves = PLUGINS.bots["greedy"].make(), match.round, 0
    while first.outcome is None and moves < 400:
        match.apply(bot(first.view(first.actor), bot_stream(1, first.actor, moves)))
        moves += 1
    assert first.outcome is not None, "a round by these rules can be played to its end"


def test_in_german(home: Path) -> None:
    person = Person({"first_meld.min": ["dreißig", "30"], "claims.allowed": ["4"], "claims.penalty": ["1"]})
    with Language.of("de", ["rummykit", "rummykit_session", "rummykit_cli", *PLUGINS.packages]).spoken():
        said = person.at(home, "deutsches_romme")
    for words in (
        "Hausregeln für Deutsches Rommé.",
        "von 11: Wie viele Punkte braucht eine Erstauslage? (first_meld.min)",
        "first_meld.min kann nicht der Text 'dreißig' sein",
        "Darf man um eine abgeworfene Karte klopfen, wenn man nicht am Zug ist? (claims.allowed)",
        "2 after_first_meld: Klopfen darfst du erst nach deiner eigenen Erstauslage.",
        "Wie viele Strafkarten kostet das Klopfen? (claims.penalty)",
        "So spielt euer Tisch:",
        "Wie viele Punkte braucht eine Erstauslage? 30 statt 40",
    ):
        assert words in said
    rules = load_file(home / "ours.yaml", PLUGINS)
    assert (rules.value("first_meld.min"), rules.value("claims.penalty")) == (30, 1)


def test_every_choice_has_a_number_and_its_sentence_of_the_booklet(home: Path) -> None:
    done = ask(home, "deutsches_romme", LAST)
    for words in (
        "3 only_to_use: You may claim a card only if you lay it at once: in a new meld with cards of your hand",
        " positional: King, queen and jack count 10 points each",
        "40: The first time you meld, the cards that you lay must count at least 40 points together.",
        "2 target: for example with 100: You play round after round and add up your bad points, until the first",
    ):
        assert words in done.text
    assert "1 positional" not in done.text, "its values are numbers themselves"


def test_a_choice_is_told_by_what_can_be_understood_by_itself(home: Path) -> None:
    # That a Hand-Rommé doubles the bad points reads otherwise there, but is not what the winner gets.
    done = ask(home, "deutsches_romme", LAST)
    zero = done.text.partition("1 zero: ")[2].partition("2 collects: ")[0]
    assert "Whoever has no card left wins the round and has no bad points." in zero
    assert not zero.startswith("The bad points of all others are doubled")


def test_no_line_is_broken_within_a_word(home: Path) -> None:
    done = ask(home, "wiener_rummy", "", "?", "nine", LAST)
    assert "deal.cards cannot be the text 'nine'; expected a whole number" in done.text
    assert max(map(len, done.out.splitlines())) <= 100


def test_a_number_in_the_review_goes_back_to_that_question(home: Path) -> None:
    answers = {"claims.allowed": ["1", "always"], "claims.penalty": ["2"], REVIEW: ["99", "2"]}
    person = Person(answers)
    said = person.at(home, "rummy17")
    assert "A number from 1 to 8 changes an answer, quit leaves." in said
    assert person.asked[-4:] == [REVIEW, "claims.allowed", "claims.penalty", REVIEW]
    assert set(load_file(home / "ours.yaml", PLUGINS).origins) == {("claims", "penalty")}


def test_which_of_several_is_asked_before_how_many(home: Path) -> None:
    answers = {"match": ["4", "rounds", "2"], "match.rounds": ["back"], "match.target": ["", "150"]}
    said = Person(answers).at(home, "deutsches_romme")
    assert "Answer with a number from 1 to 3." in said
    assert "How long do you play? target: 150 instead of rounds: 1" in said
    assert load_file(home / "ours.yaml", PLUGINS).value("match.target") == 150


def test_what_cannot_be_played_is_not_offered(home: Path) -> None:
    # High totals win there, so nobody drops out.
    said = Person({}).at(home, "rummy17")
    assert "2 target: " in said
    assert "3 elimination: " not in said


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo terminals are POSIX")
@pytest.mark.parametrize(
    ("variant", "second", "given"),
    [
        ("deutsches_romme", "first_meld.min", ["many", "30"]),
        ("raeuber_romme", "deal.cards", ["many", "12"]),
        ("rummy17", "claims.allowed", ["perhaps", "always"]),
        ("wiener_rummy", "deal.cards", ["many", "8"]),
    ],
)
def test_at_a_real_terminal(home: Path, tmp_path: Path, variant: str, second: str, given: list[str]) -> None:
    """A slip at the second question, and another answer to it in the review."""
    from cli.terminal import Terminal

    answers, played = TABLES[variant]
    answers = {**answers, second: [*given, *answers[second]], REVIEW: ["2"]}
    before = tmp_path / "before"
    before.mkdir()
    person = Person(answers)
    person.at(before, variant)
    terminal = Terminal(home, "rules", "ask", variant, "-o", "ours.yaml")
    left = {about: list(given) for about, given in answers.items()}
    known = ""
    for about in person.asked:
        if about != known:
            terminal.until("Enter writes ours.yaml" if about == REVIEW else f"({about})")
            terminal.until(": " if about == REVIEW else "now ")
        else:
            terminal.until("expected")
        known = about
        terminal.type((left[about].pop(0) if left.get(about) else "") + "\n")
    terminal.until(f"ours.yaml: good; {variant}")
    assert terminal.process.wait(60) == 0
    rules = load_file(home / "ours.yaml", PLUGINS)
    assert {path: rules.value(path) for path in played} == played


def test_every_question_names_an_option(our_variant: str) -> None:
    model = PLUGINS.options_model(our_variant)
    options = {f"{name}.{option}" for name, section in model() for option in type(section).model_fields}
    assert 8 <= len(model.questions) == len(set(model.questions)) <= 12
    assert set(model.questions) <= options
    asked = [question.path for question in questions(model)]
    assert len(asked) <= 14
    assert [path for path in asked if path in model.questions] == [path for path in model.questions if path in asked], (
        "those that follow from an answer come right after it"
    )
    assert len([path for path in asked if path in ("match.rounds", "match.target", "match.elimination")]) == 1


@pytest.mark.parametrize("language", ["de", "hu"])
def test_every_question_is_asked_as_people_speak(our_variant: str, language: str) -> None:
    spoken = Language.of(language, PLUGINS.packages)
    for question in questions(PLUGINS.options_model(our_variant)):
        asked = question.kind.question("" if question.option in question.kind.one_of else question.option)
        assert asked.endswith("?"), f"{question.path} needs a question in `asked` of its section"
        assert spoken.text(asked).endswith("?")
        assert spoken.text(asked) != asked


def test_without_a_question_its_meaning_is_asked() -> None:
    class Cakes(Section):
        """What there is to eat."""

        number: int = Field(2, ge=0, le=9, description="how many cakes there are")
        slices: int = Field(8, ge=1, le=20, description="into how many slices each is cut")

        asked = (("number", "How many cakes do you bring?"),)
        follow_ups = (("number", "slices"),)
        idle_without = (("slices", "number", *range(1, 10)),)

    class MoreCakes(Cakes):
        """What else there is to eat."""

    class Party(HouseRules):
        questions = ("cakes.number",)
        cakes: MoreCakes = MoreCakes()

    assert [MoreCakes.question(option) for option in ("number", "slices")] == [
        "How many cakes do you bring?",
        "into how many slices each is cut",
    ]
    assert [question.path for question in questions(Party)] == ["cakes.number", "cakes.slices"]
    assert check_model(Party) == []


def test_a_question_about_no_option_is_a_fault() -> None:
    class Mistaken(Section):
        """Too hasty."""

        asked = (("cake", "Is there cake?"),)
        follow_ups = (("cake", "tea"),)
        known_as = (("", "food"), ("tee", "drink"))

    assert check_model(Mistaken) == [
        "asked of Mistaken names cake, which is not an option of it",
        "follow_ups of Mistaken names cake, which is not an option of it",
        "follow_ups of Mistaken names tea, which is not an option of it",
        "known_as of Mistaken names tee, which is not an option of it",
    ]


def test_a_variant_that_names_none_is_asked_about_its_first_ten() -> None:
    class Party(HouseRules):
        match: MatchOptions = MatchOptions()
        stakes: StakesOptions = StakesOptions()

    asked = [question.path for question in questions(Party)]
    assert asked[:2] == ["match.rounds", "match.all_out"]
    first_ten = [f"{name}.{option}" for name, section in Party() for option in type(section).model_fields][:10]
    assert [path for path in asked if path in first_ten] == [
        path for path in first_ten if path not in ("match.target", "match.elimination")
    ], "three of the ten are one question"


def test_a_plugin_that_asks_about_nothing_is_told() -> None:
    class Mistaken(HouseRules):
        questions = ("match.rnds",)

    with pytest.raises(PluginError, match=r"Mistaken asks about match\.rnds, which is none of its options\."):
        questions(Mistaken)
    assert check_model(Mistaken) == ["questions name match.rnds, which is not an option"]


def test_enter_keeps_everything(our_game: tuple[str, str | None], tmp_path: Path) -> None:
    variant, preset = our_game
    base = from_variant(variant, PLUGINS, preset=preset)
    prompts: list[str] = []

    def enter(prompt: str) -> str:
        prompts.append(prompt)
        return ""

    text = Talk(base, PLUGINS, enter).hold(tmp_path / "ours.yaml")
    assert 7 <= len(prompts) - 1 <= len(questions(type(base.rules)))
    assert "Enter writes" in prompts[-1]
    assert text == answered_file(base, PLUGINS, {})


def test_the_example_of_an_answer_is_one(home: Path) -> None:
    done = ask(home, "wiener_rummy", "help", "", "{2: 20, 3-6: 5}", LAST)
    assert "such as {2: 20, 3-6: 5}" in done.text
    assert "played by wiener_rummy" in done.text, "'help' explains as '?' does"
    assert done.code == 0
    assert "cards: {2: 20, 3-6: 5}" in (home / "ours.yaml").read_text()


def test_the_file_has_only_what_differs(home: Path) -> None:
    done = ask(home, "rummy17", "12", "never", "20", LAST)
    assert done.code == 0
    assert "1 of 9: How many cards is each player dealt? (deal.cards)" in done.text
    assert "a whole number from 5 to 20, or one for each number of players" in done.text
    assert "now 10: 12" in done.text
    assert "Wrote ours.yaml. Answers that differ from the default: 3." in done.text
    assert "ours.yaml: good; rummy17, 3 options set" in done.text
    assert "rummy play --rules ours.yaml" in done.text
    rules = load_file(home / "ours.yaml", PLUGINS)
    assert set(rules.origins) == {("deal", "cards"), ("claims", "allowed"), ("first_meld", "min")}
    assert (rules.value("deal.cards"), rules.value("claims.allowed")) == (12, "never")
    text = (home / "ours.yaml").read_text("utf-8")
    assert text.startswith("# yaml-language-server: ")
    assert "    # points the first meld must reach\n    min: 20\n" in text
    assert rummy(home, "rules", "check", "ours.yaml").code == 0


def test_on_top_of_a_preset(home: Path) -> None:
    done = ask(home, "deutsches_romme", "", "25", LAST, options=("--preset", "club"))
    assert "now 30: 25" in done.text
    rules = load_file(home / "ours.yaml", PLUGINS)
    assert rules.preset == "club"
    assert [key for key, origin in rules.origins.items() if not origin.preset] == [("first_meld", "min")]


def test_without_a_name_the_file_is_called_like_the_variant(home: Path) -> None:
    assert rummy(home, "rules", "ask", "wiener_rummy", typed=LAST).code == 0
    assert load_file(home / "wiener_rummy.yaml", PLUGINS).origins == {}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("many", "deal.cards cannot be the text 'many'; expected a whole number from 5 to 20"),
        ("99", "deal.cards cannot be the number 99; expected a whole number from 5 to 20"),
        ("null", "deal.cards cannot be empty; expected a whole number"),
        ("# 5", "deal.cards cannot be the text '# 5'; expected"),
        ("{2: 9", "deal.cards cannot be the text '{2: 9'; expected"),
        ("{2: 99}", "deal.cards[2] cannot be the number 99; expected"),
        ("[9]", "deal.cards cannot be a list; expected"),
        ("!!int 9", "tags are not allowed here"),
        ("9" * 200, "this number has more than 100 digits"),
        ("*", "deal.cards cannot be the text '*'; expected"),
    ],
)
def test_a_wrong_answer_is_explained_and_asked_again(home: Path, answer: str, said: str) -> None:
    done = ask(home, "rummy17", answer, "9", LAST)
    assert done.code == 0
    assert said in done.text
    assert load_file(home / "ours.yaml", PLUGINS).value("deal.cards") == 9


def test_the_nearest_choice_is_named(home: Path) -> None:
    done = ask(home, "rummy17", "", "", "", "", "owm", "own", LAST)
    assert "lay_offs.on cannot be the text 'owm'; expected none, own or any; did you mean own?" in done.text
    assert load_file(home / "ours.yaml", PLUGINS).value("lay_offs.on") == "own"


def test_back_goes_to_the_question_before(home: Path) -> None:
    done = ask(home, "rummy17", "back", "12", "back", "{3-6: 7, 2: 11}", LAST)
    assert "This is the first question." in done.text
    assert "now 12: {3-6: 7, 2: 11}" in done.text
    assert "cards: {2: 11, 3-6: 7}" in (home / "ours.yaml").read_text("utf-8")


def test_an_answer_taken_back_is_not_written(home: Path) -> None:
    ask(home, "rummy17", "12", "back", "10", LAST)
    assert load_file(home / "ours.yaml", PLUGINS).origins == {}


def test_a_question_mark_explains_more(home: Path) -> None:
    done = ask(home, "deutsches_romme", "", "?", LAST)
    assert "30: played by deutsches_romme:club - The first time you meld" in done.text
    assert "ROM-FIRST-01" in done.text
    assert "raeuber_romme" not in done.text


def test_contradictions_are_told_and_asked_about_again(home: Path) -> None:
    # The club has claims.
    talk = Person({"discards.take": ["only_to_use", "freely"]})
    done = talk.at(home, "deutsches_romme", preset="club")
    assert "These answers do not go together: discards.take: only_to_use does not allow" in done
    assert "1 of 2: May you take the card" in done
    assert load_file(home / "ours.yaml", PLUGINS).value("discards.take") == "freely"


def test_an_option_at_fault_is_asked_about_even_if_it_is_no_question(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = with_values(from_variant("rummy17", PLUGINS), {("pool", "lay_off"): True})
    answers = {"lay_offs.on": "none", "pool.lay_off": "no"}
    asked: list[str] = []

    def answer(_: str) -> str:
        asked.append(last_asked(capsys.readouterr().out))
        return answers.get(asked[-1], "")

    talk = Talk(base, PLUGINS, answer)
    talk.hold(tmp_path / "ours.yaml")
    assert asked[-3:-1] == list(answers)
    assert talk.value(("pool", "lay_off")) is False


def test_what_needs_another_answer_is_not_asked(home: Path) -> None:
    without_pile = ask(home, "raeuber_romme", LAST, options=("--preset", "no_pile"))
    assert "(discards.take)" not in without_pile.text


def test_one_of_several_replaces_what_the_preset_says(home: Path) -> None:
    # The preset plays five rounds.
    Person({"match": ["target"], "match.target": ["200"]}).at(home, "rummy17", preset="five_rounds")
    rules = load_file(home / "ours.yaml", PLUGINS)
    assert (rules.value("match.rounds"), rules.value("match.target")) == (None, 200)
    answers = {"match": ["1", "target"], "match.rounds": ["3"], "match.target": ["200"], REVIEW: ["back"]}
    (home / "ours.yaml").unlink()
    Person(answers).at(home, "rummy17")
    assert load_file(home / "ours.yaml", PLUGINS).origins.keys() == {("match", "target")}


def test_what_an_answer_makes_idle_is_not_asked(home: Path) -> None:
    done = ask(home, "rummy17", "", "never", LAST)
    assert "3 of 8: How many points must a first meld have?" in done.text
    assert "penalty cards" not in done.text
    done = ask(home, "deutsches_romme", "0", LAST, options=("--force",))
    assert "many jokers may" not in done.text.split("(deck.jokers)")[1]


def test_what_was_said_to_a_question_that_is_idle_now_is_forgotten(home: Path) -> None:
    done = ask(home, "rummy17", "", "", "2", "back", "back", "never", LAST)
    assert "now 2: back" in done.text
    assert set(load_file(home / "ours.yaml", PLUGINS).origins) == {("claims", "allowed")}


def test_what_is_odd_is_told_as_by_rules_check(home: Path) -> None:
    done = ask(home, "raeuber_romme", "", "5", "100", LAST)
    warnings = [line for line in rummy(home, "rules", "check", "ours.yaml").err.splitlines() if "warning" in line]
    assert done.code == 0
    assert warnings
    assert all(warning in done.err for warning in warnings)


def test_the_end_of_input_writes_nothing(home: Path) -> None:
    done = ask(home, "rummy17", "12", "")
    assert done.code == 2
    assert done.err.strip() == "You left before the last question, so ours.yaml was not written."
    assert not (home / "ours.yaml").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
def test_ctrl_c_writes_nothing(home: Path) -> None:
    command = [*COMMAND, "rules", "ask", "rummy17", "-o", "ours.yaml"]
    asking = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=home, env=environment(home)
    )
    assert asking.stdout is not None
    while b"a whole number from 5 to 20" not in asking.stdout.readline():
        pass
    asking.stdout.read(len("  now 10: "))
    asking.send_signal(signal.SIGINT)
    _, err = asking.communicate(timeout=60)
    assert asking.returncode == 130
    assert err.decode().strip() == "You left before the last question, so ours.yaml was not written."
    assert not (home / "ours.yaml").exists()


def test_a_file_that_is_there_is_told_before_the_first_question(home: Path) -> None:
    (home / "ours.yaml").write_text("variant: rummy17\n", "utf-8")
    done = ask(home, "rummy17", "12", LAST)
    assert done.code == 2
    assert "ours.yaml already exists; overwrite it with --force" in done.text
    assert "1 of 10" not in done.text
    assert ask(home, "rummy17", "12", LAST, options=("--force",)).code == 0
    assert load_file(home / "ours.yaml", PLUGINS).value("deal.cards") == 12


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rumy17",), "rummy17"),
        (("rummy17", "--preset", "five_round"), "did you mean five_rounds?"),
        (("rummy17", "-o", "nowhere/ours.yaml"), "nowhere/ours.yaml cannot be written"),
    ],
)
def test_what_cannot_be_asked_or_written_is_one_sentence(home: Path, arguments: tuple[str, ...], said: str) -> None:
    done = rummy(home, "rules", "ask", *arguments, typed=LAST)
    assert done.code == 2
    assert said in done.text
