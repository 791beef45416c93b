"""What looks odd and is no fault, and what a check says that could not look."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from kit.test_broken import findings, subject_in
from rummykit_kit import Subject
from rummykit_kit.checks import named
from rummykit_kit.conformance import run

CHATTY = """
    from kit.tiny import *

    print("pydantic is what I print when I am loaded")


    @hookimpl
    def rummykit_variant():
        print("yaml is what I print when I am listed")
        return VARIANT


    class Chatty(Discarding):
        def throw(self, round, card):
            print("There it goes.")
            super().throw(round, card)


    @hookimpl
    def rummykit_turn(rules):
        return flow(rules, discarding=Chatty)
"""

IN_ONE_FILE = """
    from kit.tiny import *
    from kit.tiny_rules import TinyRules


    class OwnRules(TinyRules):
        pass


    @hookimpl
    def rummykit_variant():
        return altered(options=OwnRules)
"""


def subject_of_source(source: str, folder: Path) -> Subject:
    file = folder / "mine.py"
    file.write_text(dedent(source), "utf-8")
    return subject_in(file)


def test_what_a_plugin_prints_is_taken_for_no_answer(tmp_path: Path) -> None:
    assert findings(subject_of_source(CHATTY, tmp_path)) == {}


def test_options_in_the_only_file_of_a_plugin_may_be_loaded_with_it(tmp_path: Path) -> None:
    (check,) = named(["listing_light"])
    check.run(subject_of_source(IN_ONE_FILE, tmp_path))


def skipped(name: str, subject: Subject) -> str:
    """Run a check that cannot look, and return what it says."""
    (check,) = named([name])
    with pytest.raises(pytest.skip.Exception) as said:
        run(check, subject, "pytest")
    return str(said.value)


@pytest.mark.parametrize(
    ("broken", "check", "sentence"),
    [
        ("default_out_of_range", "sets_up", "The options cannot be loaded. The check 'sets_up' or one of the options"),
        ("default_out_of_range", "cards_conserved", "The options cannot be loaded. The check 'sets_up' or one of"),
        ("default_out_of_range", "bots_finish", "No game could be set up. The check 'sets_up' or one of the"),
        ("default_out_of_range", "matches_end", "The default rules cannot be played. The check 'sets_up' or one of"),
        ("presets_fail", "cards_conserved", "The presets cannot be loaded. The check 'presets_valid' tells why."),
        ("presets_fail", "booklet_prints", "The presets cannot be loaded. The check 'presets_valid' tells why."),
    ],
)
def test_where_nothing_can_be_set_up_the_check_that_tells_why_is_named(broken: str, check: str, sentence: str) -> None:
    assert skipped(check, subject_in(Path(__file__).parent / "broken" / f"{broken}.py")).startswith(sentence)
