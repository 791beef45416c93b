"""What a game says to people in their language, and what stays English."""

from collections.abc import Mapping
from typing import Any

import pytest
from core_games import rules_of

from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
from rummykit.engine.actions import VERBS
from rummykit.errors import NotationError
from rummykit.i18n import Language
from rummykit.parts import MatchOptions
from rummykit.plugin.plugins import Plugins
from rummykit.refusals import Reason, Refusal
from rummykit.rules import HouseRuleError, HouseRules, Section, load_text
from rummykit.rules.schema import json_schema
from rummykit.scenario import Scenario

PACK = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=2)


@pytest.mark.parametrize(
    ("move", "in_english", "in_german"),
    [
        (
            "meld Kh Ah 2h",
            "Kh Ah 2h is not a run: after A there is no 2.",
            "Kh Ah 2h ist keine Folge: nach A kommt nicht 2.",
        ),
        (
            "meld Jh Qd 3c",
            "Jh Qd 3c is not a meld: the cards share neither one value nor one suit.",
            "Bh Dd 3c ist keine Meldung: die Karten haben weder Wert noch Farbe gemeinsam.",
        ),
        ("discard Qs", "You do not hold Qs.", "Du hast Ds nicht."),
        (
            "draw stock",
            "You cannot draw now: meld, lay off, swap a joker or discard.",
            "Du kannst jetzt nicht draw, nur auslegen, anlegen, swap a joker oder ablegen.",
        ),
    ],
)
def test_a_refusal_is_read_in_the_language_of_its_reader(
    german: Language, move: str, in_english: str, in_german: str
) -> None:
    table = Scenario("deutsches_romme").deal(hands=["2h Jh Qd Kh Ah 3c", "9s"], drawn=True)
    refusal = table.refusal(move)
    assert refusal is not None
    assert refusal.sentence == in_english
    with german.spoken():
        assert refusal.sentence == in_german
        assert str(refusal).startswith(in_german)
        assert refusal.as_json()["sentence"] == in_english
        assert table.refusal(move) == refusal


@pytest.mark.parametrize(
    ("count", "in_english", "in_german"),
    [
        (
            1,
            "1 point is left, at most 0 allowed: Qd in no meld.",
            "1 Punkt bleibt übrig, höchstens 0 dürfen es sein: Dd.",
        ),
        (
            10,
            "10 points are left, at most 0 allowed: Qd in no meld.",
            "10 Punkte bleiben übrig, höchstens 0 dürfen es sein: Dd.",
        ),
    ],
)
def test_the_number_in_a_refusal_decides_its_words(
    german: Language, count: int, in_english: str, in_german: str
) -> None:
    details = (("count", count), ("needed", 0))
    refusal = Refusal(Reason.KNOCK_TOO_MUCH, "X-1", cards=(PACK.card("Qd"),), details=details)
    assert refusal.sentence == in_english
    with german.spoken():
        assert refusal.sentence == in_german


def test_errors_are_said_when_they_are_raised(german: Language) -> None:
    table = Scenario.by(rules_of(2), Plugins(())).deal(hands=["1r"])
    moves = ", ".join(VERBS)
    with german.spoken(), pytest.raises(NotationError) as move:
        table.read("drw")
    with german.spoken(), pytest.raises(HouseRuleError) as file:
        load_text("variant: rumy17", Plugins.discover(), name="home.yaml")
    assert str(move.value) == f"'drw' ist kein Zug; Züge sind {moves}. Meinst du draw?"
    assert file.value.problems[0].message == "die Variante 'rumy17' gibt es nicht"


def test_a_json_schema_is_english_whatever_is_spoken(german: Language) -> None:
    class PlainRules(HouseRules):
        match: MatchOptions = MatchOptions()

    class Plain:
        def variants(self) -> Mapping[str, tuple[int, int]]:
            return {"plain": (2, 4)}

        def options_model(self, variant: str) -> type[HouseRules]:
            return PlainRules

        def presets(self, variant: str) -> Mapping[str, str]:
            return {}

        def mods(self) -> Mapping[str, Any]:
            return {}

        bots: frozenset[str] = frozenset()

        def mod_options(self, name: str) -> type[Section] | None:
            raise KeyError(name)

    english = json_schema(Plain())
    with german.spoken():
        assert json_schema(Plain()) == english
    assert "a whole number from 1 to 50" in str(english)
