"""Refusals: data with a sentence, the rule behind it and the option in force."""

from dataclasses import replace
from string import Formatter

import pytest
from core_games import rules_of

from rummykit.cards import Card
from rummykit.engine.actions import PASS
from rummykit.i18n import Numbered
from rummykit.melds import MeldProblem
from rummykit.refusals import TABLE_CITATIONS, TABLE_RULES, Citation, Reason, Refusal

CARD = Card(0, "3r", 2, 0)


@pytest.mark.parametrize(
    ("value", "shown"),
    [(True, "true"), (False, "false"), (None, "null"), (1, "1"), ("own", "own")],
)
def test_the_option_in_force_is_shown_as_a_file_says_it(value: object, shown: str) -> None:
    refusal = Refusal(Reason.LAYOFF_OFF, "X-1", "lay_offs.on", value)
    assert str(refusal) == f"Nobody may lay off at this table. [X-1; lay_offs.on = {shown}]"


def test_a_refusal_without_an_option_names_the_rule_alone() -> None:
    assert str(Refusal(Reason.ROUND_OVER, "TABLE-01")) == "The round is over. [TABLE-01]"


def test_cards_at_fault_stand_in_the_sentence() -> None:
    refusal = Refusal(Reason.NOT_IN_HAND, "TABLE-02", cards=(CARD, CARD))
    assert refusal.sentence == "You do not hold 3r 3r."
    assert refusal.as_json()["cards"] == ["3r", "3r"]


def test_what_fills_a_sentence_is_never_read_as_a_pattern() -> None:
    refusal = Refusal(Reason.NOT_YOUR_TURN, "TABLE-01", details=(("actor", "{0} {verb}"),))
    assert refusal.sentence == "It is not your turn: {0} {verb} is to act."


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_is_a_sentence(reason: Reason, count: int) -> None:
    text = reason.value[count > 1] if isinstance(reason.value, Numbered) else reason.value
    filled = {name: "this" for _, name, _, _ in Formatter().parse(text) if name} | {"count": count}
    sentence = Refusal(reason, "X-1", details=tuple(filled.items())).sentence
    assert sentence == text.format(**filled)
    assert sentence[0].isupper() or sentence.startswith(("this", str(count)))
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    ("reason", "details", "sentence"),
    [
        (Reason.CLAIM_NO_PENALTY_CARD, {"needed": 1}, "The stock cannot serve the penalty card that a claim costs."),
        (Reason.CLAIM_NO_PENALTY_CARD, {"needed": 2}, "The stock cannot serve the 2 penalty cards that a claim costs."),
        (Reason.NO_MELD_LAP, {"needed": 1}, "Nobody may meld in the first lap."),
        (Reason.NO_MELD_LAP, {"needed": 3}, "Nobody may meld in the first 3 laps."),
        (Reason.POOL_JOKER_LIMIT, {"needed": 1}, "At most 1 pool joker may be taken in a turn."),
        (Reason.POOL_JOKER_LIMIT, {"needed": 2}, "At most 2 pool jokers may be taken in a turn."),
        (Reason.BUYBACK_USED, {"count": 1}, "You have bought back once, as often as a player may."),
        (Reason.BUYBACK_USED, {"count": 2}, "You have bought back 2 times, as often as a player may."),
        (Reason.BUYBACK_UNPAID, {"price": 1, "chips": 0}, "A buy-back costs 1 chip, and you have 0."),
        (Reason.BUYBACK_UNPAID, {"price": 5, "chips": 1}, "A buy-back costs 5 chips, and you have 1."),
        # What there is decides, not what is allowed.
        (Reason.FIRST_MELD_JOKERS, {"needed": 0, "count": 1}, "The first meld has 1 joker; at most 0 may be in it."),
        (Reason.FIRST_MELD_JOKERS, {"needed": 1, "count": 2}, "The first meld has 2 jokers; at most 1 may be in it."),
    ],
)
def test_a_number_decides_the_words(reason: Reason, details: dict[str, int], sentence: str) -> None:
    assert Refusal(reason, "X-1", details=tuple(details.items())).sentence == sentence


def test_no_reason_leaves_the_plural_to_the_reader() -> None:
    assert [reason for reason in Reason if "(s)" in str(reason.value)] == []


def test_the_rules_of_any_table_are_cited_and_written_down() -> None:
    assert {citation.rule for citation in TABLE_CITATIONS.values()} == set(TABLE_RULES)


def test_a_ruleset_finds_the_rule_and_the_option() -> None:
    rules = rules_of(2, lay_offs={"on": "none"})
    refusal = rules.refuse(Reason.LAYOFF_OFF)
    assert (refusal.option, refusal.value) == ("lay_offs.on", "none")
    assert refusal.rule in rules.rulebook
    problem = MeldProblem(Reason.MELD_TOO_SHORT, {"meld": "3r", "needed": 3})
    assert rules.refuse_meld(problem).sentence == "3r is too short: a meld has at least 3 cards."


def test_a_variant_may_cite_its_own_rule_for_a_reason_of_the_table() -> None:
    rules = rules_of(2)
    own = replace(rules, citations={**rules.citations, Reason.ROUND_OVER: Citation("R17-END-01")})
    assert own.refuse(Reason.ROUND_OVER).rule == "R17-END-01"
    assert rules.refuse(Reason.ROUND_OVER).rule == "TABLE-01"


def test_the_verb_of_a_move() -> None:
    assert PASS.verb == "pass"
