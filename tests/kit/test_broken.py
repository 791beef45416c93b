"""Every check catches what it is for: a small game passes all of them, and a broken one exactly all but one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from kit.tiny import RULES
from rummykit.plugin.plugins import Plugins
from rummykit_kit import Broken, Subject
from rummykit_kit.broken import Unplayable
from rummykit_kit.checks import CHECKS, Check
from rummykit_kit.pytest_plugin import RuleTests

FOLDER = Path(__file__).parent
GAMES = 4

MEANT = {
    "no_english_title": "introduces_itself",
    "heavy_to_list": "listing_light",
    "needs_what_others_load": "listing_light",
    "undocumented_option": "options_well_made",
    "default_out_of_range": "options_well_made",
    "refuses_value_in_range": "options_round_trip",
    "bends_value": "options_round_trip",
    "too_many_players": "sets_up",
    "bad_preset": "presets_valid",
    "presets_fail": "presets_valid",
    "rule_without_sentence": "rulebook_readable",
    "untested_rule": "rules_tested",
    "cites_missing_rule": "citations_complete",
    "uncited_reason": "citations_complete",
    "booklet_fails": "booklet_prints",
    "booklet_cites_missing_rule": "booklet_prints",
    "booklet_draws_no_card": "booklet_prints",
    "raises_error": "nothing_crashes",
    "fails_for_some_options": "nothing_crashes",
    "fails_when_dealing": "nothing_crashes",
    "fails_when_checking": "nothing_crashes",
    "loses_a_card": "cards_conserved",
    "clears_the_table": "table_legal",
    "lists_what_is_refused": "listed_moves_pass",
    "lists_nothing": "turns_can_end",
    "plays_into_a_dead_end": "turns_can_end",
    "accepts_what_is_not_listed": "unlisted_moves_refused",
    "unreadable_notation": "notation_reads_back",
    "tells_no_name": "own_moves_told",
    "refuses_without_a_rule": "refusals_explained",
    "says_no_sentence": "refusals_explained",
    "refuses_without_a_number": "refusals_explained",
    "shares_state_with_copies": "copies_independent",
    "leaks_a_hand": "views_blind",
    "shows_the_stock": "views_blind",
    "forgets_a_move": "moves_remembered",
    "changes_what_is_wild": "wild_as_turned_up",
    "forgets_what_is_left": "hands_arranged",
    "ignores_a_condition": "conditions_met",
    "takes_one_too_many": "pile_taken_as_told",
    "keeps_a_secret_note": "state_declared",
    "keeps_undeclared": "nothing_crashes",
    "melds_for_one_partner": "partners_agree",
    "keeps_for_one_partner": "partners_agree",
    "endless_round": "rounds_end",
    "wrong_sum": "scores_add_up",
    "favours_a_seat": "scores_add_up",
    "listing_changes_the_game": "records_replay",
    "order_of_a_set": "deterministic",
    "chance_of_its_own": "deterministic",
    "illegal_bot": "bots_finish",
    "endless_match": "matches_end",
    "negative_ante": "books_balance",
    "mixes_up_totals": "totals_known",
}


SAID = {
    "needs_what_others_load": r"fails where nothing else is loaded: KeyError: 'rummykit_kit'$",
    "presets_fail": r"^The presets cannot be loaded: The plugin .* failed to provide its presets: KeyError: 'long'",
    "booklet_draws_no_card": r"has an example that cannot be drawn \(TINY-02\): '9s' is not a card of this pack",
    "fails_when_dealing": r"^Dealing raised KeyError: 3 \(fails_when_dealing\.py, line 10\)\.",
    "fails_when_checking": r"^(Listing and checking the moves|Checking 'discard 7h') raised KeyError: '7h'",
    "keeps_undeclared": r"Nothing is kept as 'discard': .* Did you mean discards\?",
    "lists_what_is_refused": r"^'discard (\w+)' is listed, but the check refuses it: You do not hold \1\.",
    "lists_nothing": r"^(After '.*' )?(Anna|Ben|Carla) is to act, but no move is listed\.",
    "plays_into_a_dead_end": r"^After 'meld .*' (Anna|Ben|Carla) is to act, but no move is listed\.",
    "melds_for_one_partner": r"^After 'meld .*' their first meld differs between partners: Anna .*, Carla ",
    "keeps_for_one_partner": r"^After 'discard .*' 'discards' differs between partners: Anna .*, Carla ",
    "tells_no_name": r"^The log cannot tell 'toss (\w+)' in the words '\{player\} tosses \{card\}\.'",
    "refuses_without_a_number": r"^'discard 7h' is refused in words for one or for many, but without count, needed or ",
    "says_no_sentence": r"^'discard 7h' is refused with words that are not a sentence: '7h stays with you'\.",
    "changes_what_is_wild": r"^After 'discard .*' the wild ranks are [A2-6] 7, but by rules and deal [A2-6]\.",
    "forgets_what_is_left": r"^The arranger makes .* of .* and leaves '' over\.",
    "ignores_a_condition": r"^Asked for two sets, the arranger makes .* of .*\.",
    "takes_one_too_many": r"^After 'draw discard( \d+)?' the pile is .*, which is not what the move leaves of it\.",
    "loses_a_card": r"^After 'discard (\w+)' \1 is nowhere\.",
}
"""What is told of a broken plugin, where a wrong story would be believed."""


NAMES = [check.name for check in CHECKS]
QUICK = {*NAMES[: NAMES.index("nothing_crashes")]} - {"listing_light"}
"""What neither plays games nor starts another process; the others look at every broken plugin in a campaign."""


def findings(subject: Subject, checks: Iterable[Check] = CHECKS) -> dict[str, str]:
    """What the checks find, by their names."""
    found = {}
    for check in checks:
        try:
            check.run(subject)
        except Broken as broken:
            found[check.name] = str(broken)
        except Unplayable:
            continue
    return found


def subject_in(file: Path) -> Subject:
    plugins = Plugins.discover(files=[file])
    assert not plugins.problems
    return Subject("tiny", plugins, GAMES, thorough=0.15, patience=0.3, rule_tests=RuleTests(set(RULES), 3))


def test_the_small_game_passes_every_check() -> None:
    assert findings(subject_in(FOLDER / "tiny.py")) == {}


def test_a_game_with_a_move_of_its_own_passes(tmp_path: Path) -> None:
    text = (FOLDER / "broken" / "tells_no_name.py").read_text("utf-8")
    (tmp_path / "tosses.py").write_text(text.replace("{player}", "{name}"), "utf-8")
    checks = [check for check in CHECKS if check.name not in ("listing_light", "deterministic")]
    assert findings(subject_in(tmp_path / "tosses.py"), checks) == {}


@pytest.mark.parametrize("name", MEANT)
@pytest.mark.parametrize("every_check", [False, pytest.param(True, marks=pytest.mark.campaign)], ids=["near", "all"])
def test_a_broken_plugin_is_caught_by_the_check_meant_for_it(name: str, every_check: bool) -> None:
    subject = subject_in(FOLDER / "broken" / f"{name}.py")
    near = [check for check in CHECKS if check.name == MEANT[name] or check.name in QUICK]
    found = findings(subject, CHECKS if every_check else near)
    assert list(found) == [MEANT[name]], found
    assert re.search(SAID.get(name, ""), found[MEANT[name]]), found


def test_every_check_has_a_broken_plugin() -> None:
    assert {file.stem for file in (FOLDER / "broken").glob("*.py")} == set(MEANT)
    assert set(MEANT.values()) == {check.name for check in CHECKS} - {"translations_complete"}
