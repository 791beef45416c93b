"""`rummy rules ask` asks what matters, explains what is wrong, and writes what differs."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.command import COMMAND, PLUGINS, Result, environment, rummy
from rummykit.errors import PluginError
from rummykit.parts import MatchOptions, StakesOptions
from rummykit.rules import HouseRules, check_model, from_variant, load_file
from rummykit_cli.commands.rules.ask import Talk, questions
from rummykit_cli.commands.rules.new import answered_file
from rummykit_cli.commands.rules.tables import with_values

LAST = "\n" * 20
"""Enter to every question that is left."""


def ask(home: Path, variant: str, *answers: str, options: tuple[str, ...] = ()) -> Result:
    return rummy(home, "rules", "ask", variant, "-o", "ours.yaml", *options, typed="\n".join(answers))


def test_every_question_names_an_option(our_variant: str) -> None:
    model = PLUGINS.options_model(our_variant)
    options = {f"{name}.{option}" for name, section in model() for option in type(section).model_fields}
    assert 8 <= len(model.questions) == len(set(model.questions)) <= 10
    assert set(model.questions) <= options
    assert [question.path for question in questions(model)] == list(model.questions)


def test_a_variant_that_names_none_is_asked_about_its_first_ten() -> None:
    class Party(HouseRules):
        match: MatchOptions = MatchOptions()
        stakes: StakesOptions = StakesOptions()

    asked = [question.path for question in questions(Party)]
    assert asked[:2] == ["match.rounds", "match.target"]
    assert len(asked) == 10


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
    assert 7 <= len(prompts) <= len(questions(type(base.rules)))
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
    assert "1 of 10: cards dealt to each player (deal.cards)" in done.text
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
    answers = [*[""] * 4, "only_to_use", *[""] * 5, "freely"]
    done = ask(home, "deutsches_romme", *answers, LAST, options=("--preset", "club"))
    assert "These answers do not go together: discards.take: only_to_use does not allow" in done.text
    assert "1 of 2: " in done.text
    assert load_file(home / "ours.yaml", PLUGINS).value("discards.take") == "freely"


def test_an_option_at_fault_is_asked_about_even_if_it_is_no_question(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = with_values(from_variant("rummy17", PLUGINS), {("pool", "lay_off"): True})
    answers = {"(lay_offs.on)": "none", "(pool.lay_off)": "no"}
    asked: list[str] = []

    def answer(_: str) -> str:
        question = capsys.readouterr().out.strip().splitlines()[-2]
        asked.append(question.split()[-1])
        return answers.get(asked[-1], "")

    talk = Talk(base, PLUGINS, answer)
    talk.hold(tmp_path / "ours.yaml")
    assert asked[-2:] == list(answers)
    assert talk.value(("pool", "lay_off")) is False


def test_what_needs_another_answer_is_not_asked(home: Path) -> None:
    without_pile = ask(home, "raeuber_romme", LAST, options=("--preset", "no_pile"))
    assert "(discards.take)" not in without_pile.text


def test_one_of_several_replaces_what_the_preset_says(home: Path) -> None:
    # The preset plays five rounds.
    ask(home, "rummy17", *[""] * 9, "200", LAST, options=("--preset", "five_rounds"))
    rules = load_file(home / "ours.yaml", PLUGINS)
    assert (rules.value("match.rounds"), rules.value("match.target")) == (None, 200)
    ask(home, "rummy17", *[""] * 8, "3", "200", LAST, options=("--force",))
    assert load_file(home / "ours.yaml", PLUGINS).origins.keys() == {("match", "target")}


def test_what_an_answer_makes_idle_is_not_asked(home: Path) -> None:
    done = ask(home, "rummy17", "", "never", LAST)
    assert "3 of 9: points the first meld must reach" in done.text
    assert "stock cards that come with a claim" not in done.text
    done = ask(home, "deutsches_romme", "0", LAST, options=("--force",))
    assert "of 8: " in done.text
    assert "joker" not in done.text.split("(deck.jokers)")[1]


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
