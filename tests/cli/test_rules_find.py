"""`rummy rules find` finds what people look for, in whatever language and form they type it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.command import PLUGINS, rummy
from rummykit.lookup import found_in, likeness, words
from rummykit_cli.commands.rules.find import find_words


def found(capsys: pytest.CaptureFixture[str], *typed: str, variant: str | None = None) -> tuple[list[str], list[str]]:
    """Return the options and the rules that are found, the best first."""
    capsys.readouterr()
    find_words(typed, variant, as_json=True)
    data = json.loads(capsys.readouterr().out)
    return [one["name"] for one in data["options"]], [one["name"] for one in data["rules"]]


@pytest.mark.parametrize(
    ("typed", "options", "rule"),
    [
        ("klopfen", {"claims.allowed", "claims.penalty", "knocking.limit"}, "CLUB-CLAIM-01"),
        ("klopft", {"claims.allowed", "knocking.limit"}, "CLUB-CLAIM-01"),
        ("kopogni", {"claims.penalty", "knocking.limit"}, "WIE-END-03"),
        ("Hand", {"hand_romme.when", "ace.in_hand", "deal.cards"}, "ROM-HAND-01"),
        ("jokers", {"deck.jokers", "first_meld.max_jokers", "jokers.per_meld"}, "ROM-JOK-02"),
        ("Erstmeldung", {"first_meld.min", "first_meld.max_jokers"}, None),
        ("erstauslage", {"first_meld.min", "lay_offs.before_first_meld"}, "ROM-VAL-02"),
        ("ace", {"ace.runs", "ace.points"}, "ROM-MELD-02"),
        ("ász", {"ace.runs", "ace.in_hand"}, "ROM-VAL-01"),
        ("ASZ", {"ace.runs", "ace.in_hand"}, "ROM-VAL-01"),
        ("As", {"ace.runs"}, None),
        ("zurueckkaufen", {"stakes.buyback"}, None),
        ("penalty", {"claims.penalty", "ace.in_hand"}, "CLUB-CLAIM-01"),
        ("Strafkarten", {"claims.penalty"}, "CLUB-CLAIM-01"),
        ("101", {"match.elimination"}, "WIE-PARTY-03"),
        ("only_to_use", {"claims.allowed", "discards.take"}, None),
        ("hand size", {"deal.cards"}, None),
        ("who starts", {"deal.starter"}, None),
        ("sequence", {"melds.min_run"}, None),
        ("winner takes", {"scoring.winner"}, None),
        ("wie lange", {"match.rounds", "match.target"}, None),
        ("Jokertausch", {"swaps.allowed"}, None),
        ("Startspieler", {"deal.starter"}, None),
        ("mischen", {"discards.reuse"}, "ROM-SETUP-02"),
        ("Drilling", {"melds.min_set"}, None),
        ("Kartenanzahl", {"deal.cards"}, None),
        ("verdoppeln", {"scoring.unmelded", "scoring.double_17"}, "ROM-HAND-01"),
        ("rausgehen", {"going_out.discard"}, None),
        ("Zwillinge", {"melds.twins"}, None),
        ("dupla", {"scoring.unmelded", "scoring.double_17"}, "ROM-HAND-01"),
        ("terc", {"melds.min_set"}, None),
        ("lapok száma", {"deal.cards"}, None),
        ("alaplerakás", {"first_meld.min"}, None),
        ("jokercsere", {"swaps.allowed"}, None),
        ("keverés", {"discards.reuse"}, "ROM-SETUP-02"),
        ("bemondás", {"scoring.call_bonus"}, "WIE-END-01"),
    ],
)
def test_what_people_look_for(
    capsys: pytest.CaptureFixture[str], typed: str, options: set[str], rule: str | None
) -> None:
    of_options, of_rules = found(capsys, typed)
    assert options <= set(of_options)
    assert rule is None or rule in of_rules


def test_what_is_called_so_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert "hand" in found(capsys, "Hand")[0][0]
    assert found(capsys, "101")[0][0] == "match.elimination"
    assert found(capsys, "discard", "joker", variant="deutsches_romme")[0][0] == "jokers.discard"


def test_all_words_must_be_there(capsys: pytest.CaptureFixture[str]) -> None:
    both, _ = found(capsys, "joker points")
    either, _ = found(capsys, "joker")
    assert set(both) < set(either)


def test_in_one_game(home: Path) -> None:
    result = rummy(home, "rules", "find", "knock", "--variant", "wiener_rummy")
    assert result.code == 0
    assert "knocking.limit (wiener_rummy) most points in no meld with which one may knock" in result.text
    assert "Read on: rummy rules explain knocking." in result.text
    assert "WIE-END-02 (wiener_rummy)" in result.text
    assert "deutsches_romme" not in result.text


def test_the_sentence_where_the_word_is(home: Path) -> None:
    result = rummy(home, "rules", "find", "Strafkarten")
    assert "claims.penalty (deutsches_romme, raeuber_romme, rummy17) wie viele Strafkarten vom Talon" in result.text
    german = rummy(home, "--lang", "de", "rules", "find", "penalty")
    assert german.text.startswith("Optionen:")
    assert "claims.penalty (deutsches_romme" in german.text
    assert "wie viele Strafkarten vom Talon beim Klopfen dazukommen" in german.text, "in the language that is read"
    value = rummy(home, "rules", "find", "101")
    assert "101: played by wiener_rummy, wiener_rummy:elimination and wiener_rummy:rummy_101" in value.text


def test_nothing_is_found_but_words_near_it(home: Path) -> None:
    result = rummy(home, "rules", "find", "jokker")
    assert result.code == 1
    assert result.out == ""
    assert result.err.startswith("Nothing is found by 'jokker'.\nWords near it: ")
    assert "joker" in result.err.lower().partition("near it:")[2]
    as_json = rummy(home, "rules", "find", "jokker", "--json")
    assert as_json.code == 1
    data = json.loads(as_json.out)
    assert (data["options"], data["rules"]) == ([], [])
    assert "joker" in map(str.lower, data["near"])
    assert rummy(home, "rules", "find", "…").err == "Nothing is found by '…'.\n"
    assert "Did you mean rummy17?" in rummy(home, "rules", "find", "joker", "--variant", "rumy17").err


def test_many_are_counted(home: Path) -> None:
    result = rummy(home, "rules", "find", "joker")
    assert "more; --variant keeps to one game, --json has all" in result.text


def test_every_option_is_found_by_its_name(our_variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    for section in PLUGINS.options_model(our_variant).sections():
        assert any(path.startswith(f"{section}.") for path in found(capsys, section, variant=our_variant)[0]), section


@pytest.mark.parametrize(
    ("typed", "word", "alike"),
    [
        ("aces", "ace", 0),
        ("ace", "aces", 2),
        ("asz", "asztal", 0),
        ("klopfen", "klopft", 2),
        ("meldung", "erstmeldung", 1),
        ("around", "round", 0),
        ("10", "100", 0),
        ("Überzahl", "uberzahl", 3),
        ("Ueberzahl", "uberzahl", 3),
    ],
)
def test_which_words_are_alike(typed: str, word: str, alike: int) -> None:
    assert likeness(typed, word) == alike


def test_words_are_found_as_well_as_the_worst_of_them() -> None:
    assert found_in(["first", "melds"], words("The first meld")) == 2
    assert found_in(["first", "draw"], words("The first meld")) == 0
    assert found_in([], words("The first meld")) == 0
