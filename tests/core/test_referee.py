"""The referee answers the rows of the rules' test tables, and says where a question goes wrong."""

from __future__ import annotations

from typing import Any

import pytest

from rummykit.plugin.plugins import Plugins
from rummykit.referee import QuestionError, Referee
from rummykit.rules import load_text
from rummykit.scenario import resolve

PLUGINS = Plugins.discover()
ROMME, RAEUBER, R17, WIENER = "deutsches_romme", "raeuber_romme", "rummy17", "wiener_rummy"
CLUB, NET, NO_PILE = "deutsches_romme/club", "raeuber_romme/brettspielnetz", "raeuber_romme/no_pile"


def referee(game: str, **options: Any) -> Referee:
    """The referee of a variant, or of ``variant/preset``, under some house rules."""
    variant, _, preset = game.partition("/")
    return Referee(PLUGINS, resolve(PLUGINS, variant, preset=preset or None, **options))


# -- is it a meld, and would it do as the first? ---------------------------------------------------------

MELDS = [
    # row, game, cards, shape and points, the rule that forbids it as a first meld
    ("T-R17-03", R17, "4r 5r 6r", "run 15", None),
    ("T-R17-04", R17, "9r 9b 9g", "set 27", None),
    ("T-R17-05", R17, "9r 9b 9g 9y 9v", "set 45", None),
    ("T-R17-08", R17, "4r 5r 6r *r=7r", "run 22", None),
    ("T-R17-09", R17, "4r 5r *r=6r", "run 15", "R17-JOK-02"),
    ("T-R17-10", R17, "4r 5r *r=6r 7r", "run 22", None),
    ("T-R17-12", R17, "9r 9b 9y *g=9g", "set 36", "R17-JOK-03"),
    ("T-ROM-03", ROMME, "Kh Kd Kc", "set 30", "ROM-FIRST-01"),
    ("T-ROM-04", ROMME, "3s 3h 3d 3c", "set 12", "ROM-FIRST-01"),
    ("T-ROM-06", ROMME, "Ah 2h 3h", "run 6", "ROM-FIRST-01"),
    ("T-ROM-07", ROMME, "8d 9d 10d Jd", "run 37", "ROM-FIRST-01"),
    ("T-ROM-08", ROMME, "Qd Kd Ad", "run 31", "ROM-FIRST-01"),
    ("T-ROM-10", ROMME, "Jc Qc * Ac", "run 41", None),
    ("T-ROM-11", ROMME, "6s 6h *", "set 18", "ROM-FIRST-01"),
    ("T-ROM-13", ROMME, "3s * * 6s", "run 18", "ROM-FIRST-01"),
    ("T-ROM-15", ROMME, "Kh Kd Kc Ks", "set 40", None),
    ("T-CLB-08", CLUB, "Kh Kd Kc", "set 30", None),
    ("T-CLB-09", CLUB, "Kh Kd *", "set 30", "CLUB-FIRST-01"),
    ("T-CLB-10", CLUB, "Kh Kd Kc *", "set 40", None),
    ("T-NET-04", NET, "10r 11r 12r", "run 33", None),
    ("T-NET-05", NET, "10r 10b *", "set 30", "NET-FIRST-01"),
    ("T-NET-08 thirteen", NET, "1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r", "run 91", "NET-ARR-03"),
    ("T-NET-08 twelve", NET, "1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r", "run 78", None),
    ("T-NET-11 set", NET, "7r 7y 7g", "set 21", "NET-FIRST-01"),
    ("T-NET-11 run", NET, "4r 5r 6r", "run 15", "NET-FIRST-01"),
]


@pytest.mark.parametrize(("row", "game", "cards", "what", "rule"), MELDS, ids=[row[0] for row in MELDS])
def test_rows_that_are_melds(row: str, game: str, cards: str, what: str, rule: str | None) -> None:
    asked = referee(game)
    verdict = asked.judge(cards)
    (ruling,) = verdict.rulings
    (meld,) = ruling.readings
    assert verdict.answer
    assert f"{meld.shape.value} {meld.points}" == what
    assert ruling.grounds[0].text == asked.rules.rulebook[ruling.grounds[0].rule]
    assert verdict.first is not None
    assert (verdict.first.refusal and verdict.first.refusal.rule) == rule
    assert verdict.first.ground is not None
    assert verdict.first.ground.rule == rule or rule is None


NO_MELDS = [
    ("T-R17-06", R17, "16y 17y 1y", "R17-MELD-02"),
    ("T-R17-07", R17, "4r 5r 6b", "R17-MELD-01"),
    ("T-R17-11", R17, "4r 5r 6r *b", "R17-JOK-01"),
    ("T-R17-11 declared", R17, "4r 5r 6r *b=7r", "R17-JOK-01"),
    ("T-ROM-05", ROMME, "Kh Kh Kc", "ROM-MELD-01"),
    ("T-ROM-09", ROMME, "Kd Ad 2d", "ROM-MELD-02"),
    ("T-ROM-12", ROMME, "6s * *", "ROM-MELD-04"),
    ("T-CLB-13", CLUB, "3s * * 6s", "CLUB-JOK-01"),
    ("T-RAU-03", RAEUBER, "5d 5s 5s", "ROM-MELD-01"),
    ("T-NET-10", NET, "12r 13r 1r", "NET-MELD-01"),
    ("T-NET-12", NET, "7r 7r 7g", "NET-MELD-01"),
]


@pytest.mark.parametrize(("row", "game", "cards", "rule"), NO_MELDS, ids=[row[0] for row in NO_MELDS])
def test_rows_that_are_no_melds(row: str, game: str, cards: str, rule: str) -> None:
    asked = referee(game)
    verdict = asked.judge(cards)
    (ruling,) = verdict.rulings
    assert not verdict.answer
    assert ruling.refusal is not None
    assert ruling.refusal.rule == rule
    assert [ground.text for ground in ruling.grounds] == [asked.rules.rulebook[rule]]
    assert (ruling.readings, verdict.first, verdict.later) == ((), None, None)


def test_rows_with_an_option() -> None:
    """T-ROM-09 with ace_wrap, T-ROM-15 with a first meld of 30."""
    verdict = referee(ROMME, ace={"runs": "wrap"}).judge("Kd Ad 2d")
    assert [meld.points for meld in verdict.rulings[0].readings] == [23]
    verdict = referee(ROMME, first_meld={"min": 30}).judge("Kh Kd Kc")
    assert verdict.first is not None
    assert (verdict.first.refusal, verdict.first.points, verdict.first.needed) == (None, 30, 30)
    assert verdict.first.ground is not None
    assert verdict.first.ground.changed.startswith("first_meld.min = 30 (options")


TOGETHER = [
    ("T-ROM-16", ROMME, "Ah As Ac | 2d 3d 4d", 42, True),
    ("T-ROM-31 melds", ROMME, "Kh Kd Kc | 4s 5s 6s", 45, True),
    ("two that are not enough", ROMME, "Ah 2h 3h | 2d 3d 4d", 15, False),
    ("a part without a joker is enough", CLUB, "Kh Kd Kc | 2h 3h *=4h", 30, True),
    ("all count where all do", CLUB, "Kh Kd Kc | 7h 8h *=9h", 54, True),
]


@pytest.mark.parametrize(("row", "game", "cards", "points", "answer"), TOGETHER, ids=[row[0] for row in TOGETHER])
def test_melds_laid_together(row: str, game: str, cards: str, points: int, answer: bool) -> None:
    verdict = referee(game).judge(cards)
    assert verdict.answer is answer
    assert verdict.first is not None
    assert verdict.first.points == points


def test_every_reading_is_told_best_first_and_the_best_is_laid() -> None:
    verdict = referee(ROMME).judge("2s 3s *")
    assert [str(meld) for meld in verdict.rulings[0].readings] == ["2s 3s *=4s", "*=As 2s 3s"]
    assert verdict.first is not None
    assert [str(meld) for meld in verdict.first.melds] == ["2s 3s *=4s"]


def test_a_lap_without_melding() -> None:
    """T-CLB-02 and T-CLB-03: four kings in the first lap, and later."""
    asked = referee(CLUB)
    early, usual = asked.judge("Kh Kd Kc Ks", lap=1), asked.judge("Kh Kd Kc Ks", lap=2)
    assert early.first is not None
    assert early.first.refusal is not None
    assert early.first.refusal.rule == "CLUB-ROUND-01"
    assert usual.first is not None
    assert usual.first.refusal is None


def test_nothing_is_laid_out_in_wiener_rummy() -> None:
    """T-WIE-02 asked as a meld: it is one, but it stays in the hand."""
    verdict = referee(WIENER).judge("5s 6s 7s 8s | Qh Qd Qc | 2d 3d 4d")
    assert verdict.answer
    assert (verdict.first, verdict.later) == (None, None)
    assert verdict.refusal is not None
    assert verdict.refusal.rule == "WIE-TURN-01"


# -- may I? ------------------------------------------------------------------------------------------------

RED = ["4r 5r 6r *r=7r"]
SIXES = ["6s 6h *"]
CLUBS = ["5c 6c 7c 8c 9c"]
SPLIT = "arrange 1 -> 5c 6c 7c | 7c 8c 9c"
TWO = ["5d 6d 7d", "5s 6s *=7s"]
FIRST = {"melded": False}
WHOLE = "Ah 2h 3h 4h | As 2s 3s 4s | Ad 2d 3d 4d 5d"
KNOCK = "5s 6s 7s 8s 9s Qh Qd Qc 2d"

MOVES: list[tuple[str, str, str, str, list[str], dict[str, Any], str | None]] = [
    # row, game, move, hand, table, what is different, the rule that forbids it
    ("T-R17-14", R17, "swap 7r > 1 : meld 10r 11r *r=12r", "7r 10r 11r 1b", RED, {}, None),
    ("T-R17-15", R17, "swap 7r > 1 : meld 10r 11r *r=12r", "7r 10r 11r 1b", RED, FIRST, "R17-JOK-04"),
    ("T-R17-17", R17, "swap 8r > 1 : meld *r=9r 9b 9g", "8r 9b 9g 1b", RED, {}, "R17-JOK-08"),
    ("T-R17-18", R17, "swap 7r > 1", "7r 10r 11r 1b", RED, {}, "R17-JOK-05"),
    ("T-R17-19", R17, "discard *r", "7r 10r", RED, {}, "R17-JOK-05"),
    ("T-R17-20", R17, "swap 7r > 1 : meld *r=9r 9b 9g", "7r 9b 9g 1b", RED, {}, None),
    ("T-R17-24 high", R17, "swap 7r > 1 : layoff *r=8r > 1", "7r 1b", RED, {}, None),
    ("T-R17-24 low", R17, "swap 7r > 1 : layoff *r=3r > 1", "7r 1b", RED, {}, None),
    ("T-R17-26", R17, "meld 7r 7b 7g", "7b 7g 1b", ["1: 4r 5r 6r 7r"], {}, "R17-LAY-02"),
    ("T-R17-27", R17, "layoff 7r > 1", "7r 1b", ["4r 5r 6r"], FIRST, "R17-LAY-01"),
    ("T-R17-27 melded", R17, "layoff 7r > 1", "7r 1b", ["4r 5r 6r"], {}, None),
    ("T-R17-37", R17, "meld 4r 5r 6r 7r", "4r 5r 6r 7r", [], {}, "R17-END-03"),
    ("T-R17-37 three", R17, "meld 4r 5r 6r", "4r 5r 6r 7r", [], {}, None),
    ("T-ROM-15 three", ROMME, "meld Kh Kd Kc", "Kh Kd Kc Ks 5s 2h", [], FIRST, "ROM-FIRST-01"),
    ("T-ROM-18 low", ROMME, "layoff Ah > 1", "Ah 5h 9c", ["2h 3h 4h"], {}, None),
    ("T-ROM-18 high", ROMME, "layoff 5h > 1", "Ah 5h 9c", ["2h 3h 4h"], {}, None),
    ("T-ROM-19", ROMME, "layoff 5h > 1", "Ah 5h 9c", ["2h 3h 4h"], FIRST, "ROM-LAY-01"),
    ("T-ROM-19 no fit", ROMME, "layoff 6h > 1", "6h 9c", ["2h 3h 4h"], {}, "ROM-LAY-01"),
    ("T-ROM-20", ROMME, "swap 6c > 1 : meld 9d 10d *=Jd", "6c 9d 10d 5s", SIXES, {}, None),
    ("T-ROM-20 6d", ROMME, "swap 6d > 1 : meld 9d 10d *=Jd", "6d 9d 10d 5s", SIXES, {}, None),
    ("T-ROM-22", ROMME, "swap 6c > 1", "6c 9d 10d 5s", SIXES, {}, "ROM-JOK-02"),
    ("T-ROM-23", ROMME, "swap 6c > 1 : meld 9d 10d *=Jd", "6c 9d 10d 5s", SIXES, FIRST, "ROM-JOK-01"),
    ("T-ROM-25", ROMME, "discard 7d", "7h 7s 5s", ["1: 4d 5d 6d 7d"], {}, "ROM-LAY-02"),
    ("T-ROM-25 meld", ROMME, "meld 7h 7s 7d", "7h 7s 5s", ["1: 4d 5d 6d 7d"], {}, "ROM-LAY-02"),
    ("T-ROM-26", ROMME, "meld 7h 8h 9h", "7h 8h 9h", [], {}, "ROM-END-01"),
    ("T-ROM-28", ROMME, f"meld {WHOLE}", WHOLE.replace("|", "") + " 9c", [], FIRST, None),
    ("T-CLB-02", CLUB, "meld Kh Kd Kc Ks", "Kh Kd Kc Ks 5s", [], {"melded": False, "lap": 1}, "CLUB-ROUND-01"),
    ("T-CLB-03", CLUB, "meld Kh Kd Kc Ks", "Kh Kd Kc Ks 5s 2h", [], FIRST, None),
    ("T-RAU-01", RAEUBER, SPLIT, "7c Kd 2h", CLUBS, {}, None),
    ("T-RAU-02", RAEUBER, "arrange 1,2 -> 5d 5s 5c | 6d 6h 6s | 7d *=8d 9d", "5c 6h 9d Kd", TWO, {}, None),
    ("T-RAU-04", RAEUBER, "arrange 1 -> 7c 8c 9c", "7c Kd 2h", CLUBS, {}, "RAU-04"),
    ("T-RAU-05", RAEUBER, "arrange 1 -> 5s 6s 7s", "7s Kd 2h", ["5s 6s *=7s"], {}, "RAU-04"),
    ("T-RAU-06", RAEUBER, SPLIT, "7c Kd 2h", CLUBS, FIRST, "RAU-05"),
    ("T-RAU-08", RAEUBER, SPLIT, "7c", CLUBS, {}, "ROM-END-01"),
    ("T-RAU-09", NO_PILE, SPLIT, "7c", CLUBS, {}, None),
    ("T-NET-07 not melded", NET, "layoff 7b > 1", "7b 1b", ["4b 5b 6b"], FIRST, "NET-FIRST-02"),
    ("T-NET-07 next turn", NET, "layoff 7b > 1", "7b 1b", ["4b 5b 6b"], {}, None),
    ("T-NET-13", NET, "arrange 1 -> 3r 4r 5r *=6r", "3r 1b", ["4r 5r *=6r"], {}, None),
    ("T-NET-15", NET, "pass", "3r 1b", [], {}, None),
    ("T-WIE-02", WIENER, "meld 5s 6s 7s", f"{KNOCK} 3c Kd", [], {}, "WIE-TURN-01"),
    ("T-WIE-03", WIENER, "call Kd", "5s 6s 7s 8s Qh Qd Qc 2d 3d 4d Kd", [], {}, None),
    ("T-WIE-04", WIENER, "knock Kd", f"{KNOCK} 3c Kd", [], {}, None),
    ("T-WIE-05", WIENER, "knock Kd", f"{KNOCK} 4c Kd", [], {}, "WIE-END-02"),
    ("T-WIE-06", WIENER, "knock Kd", "5s 6s 7s 8s 9s 10s Qh Qd Qc Ah Kd", [], {}, "WIE-END-02"),
    ("T-WIE-08", WIENER, "layoff 10s > 1", "10s Kd", ["5s 6s 7s 8s 9s"], {}, "WIE-END-04"),
]


@pytest.mark.parametrize(("row", "game", "move", "hand", "table", "more", "rule"), MOVES, ids=[row[0] for row in MOVES])
def test_rows_that_ask_for_a_move(
    row: str, game: str, move: str, hand: str, table: list[str], more: dict[str, Any], rule: str | None
) -> None:
    asked = referee(game)
    permission = asked.may(move, hand, table, **more)
    refusal = permission.refusal
    assert (refusal and refusal.rule) == rule
    if refusal is not None:
        assert asked.ground(refusal).text
        assert permission.table == {}


@pytest.mark.parametrize(
    ("game", "options", "move", "hand", "more", "rule"),
    [
        pytest.param(
            R17,
            {"swaps": {"min_run": 4}},
            "swap 7r > 1 : meld 10r 11r *r=12r",
            "7r 10r 11r 1b",
            {"table": RED},
            "R17-JOK-05",
            id="T-R17-23",
        ),
        pytest.param(
            ROMME,
            {"discards": {"take": "only_to_meld"}},
            "draw discard : meld Kh Kd Kc | 4s 5s 6s",
            "Kh Kd 4s 5s 6s 2h",
            {"open_card": "Kc", "melded": False},
            None,
            id="T-ROM-31",
        ),
        pytest.param(
            ROMME,
            {"discards": {"take": "only_to_meld"}},
            "draw discard",
            "Kh Kd 4s 5s 7s 2h",
            {"open_card": "Kc", "melded": False},
            "ROM-TURN-03",
            id="T-ROM-31 without melding",
        ),
    ],
)
def test_rows_that_ask_for_a_move_under_an_option(
    game: str, options: dict[str, Any], move: str, hand: str, more: dict[str, Any], rule: str | None
) -> None:
    asked = referee(game, **options)
    refusal = asked.may(move, hand, **more).refusal
    assert (refusal and refusal.rule) == rule
    if refusal is not None:
        assert "(options" in asked.ground(refusal).changed


def test_a_permission_shows_what_changes() -> None:
    permission = referee(ROMME).may("swap 6c > 2 : meld 9d 10d *=Jd", "6c 9d 10d 5s", ["5c 6c 7c", "6s 6h *"])
    assert permission.table == {2: "6s 6h 6c", 3: "9d 10d *=Jd"}


def test_melds_belong_to_another_unless_they_are_mine() -> None:
    asked = referee(ROMME, lay_offs={"on": "own"})
    refusal = asked.may("layoff 8c > 1", "8c 9d", ["5c 6c 7c"]).refusal
    assert refusal is not None
    assert refusal.reason.name == "LAYOFF_OWN_ONLY"
    assert asked.may("layoff 8c > 1", "8c 9d", ["1: 5c 6c 7c"]).refusal is None


@pytest.mark.parametrize(
    ("file", "players"),
    [
        ("variant: rummy17", 2),
        ("variant: rummy17\nplayers: [Anna, Ben, Cem]", 3),
        ("variant: rummy17\nplayers: 5", 5),
        ("variant: deutsches_romme\nplayers: 4-5\nrules: {deal: {cards: {4: 13, 5: 11}}}", 4),
    ],
    ids=["as few as can play", "names", "a number", "as few as the file speaks of"],
)
def test_the_players_at_the_table(file: str, players: int) -> None:
    assert Referee(PLUGINS, load_text(file, PLUGINS)).rules.players == players


# -- questions that cannot be read -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "column", "word"),
    [
        ("5c 6x 7c", 4, "'6x' is not a card of this pack"),
        ("5c 6c 7c | 9s 9h 9z", 18, "one of s h d c"),
        ("5c 6c 7c |", 11, "no cards to judge"),
        ("5c=6c 7c 8c", 1, "is not a joker"),
        ("5c 5c 5c", 1, "fewer copies of 5c"),
        (" | ".join(["5c 6c 7c"] * 7), 0, "No hand has room for 7 melds"),
    ],
)
def test_cards_that_cannot_be_read(cards: str, column: int, word: str) -> None:
    with pytest.raises(QuestionError, match=word) as caught:
        referee(ROMME).judge(cards)
    assert (caught.value.part, caught.value.column) == ("cards", column)


@pytest.mark.parametrize(
    ("game", "question", "part", "word"),
    [
        (ROMME, {"move": "laoff 8c > 1", "hand": "8c"}, "move", "Did you mean layoff"),
        (ROMME, {"move": "meld 2s 3s *", "hand": "2s 3s * 9c"}, "move", "more than one way; write 2s 3s"),
        (ROMME, {"move": "discard 8c", "hand": "9d 8x"}, "hand", "'8x' is not a card"),
        (ROMME, {"move": "discard 8c", "hand": "8c 8c 8c"}, "table", "fewer copies of 8c"),
        (ROMME, {"move": "draw discard", "hand": "8c", "open_card": "1c"}, "open card", "'1c' is not a card"),
        (ROMME, {"move": "layoff 8c", "hand": "8c", "table": ["5c 6c 9c"]}, "table, meld 1", "is not a run"),
        (ROMME, {"move": "layoff 8c", "hand": "8c", "table": ["5c 6c 7c", "5c *"]}, "table, meld 2", "too short"),
        (ROMME, {"move": "layoff 8c", "hand": "8c", "table": ["5c 6c *"]}, "table, meld 1", "write 5c 6c"),
        (ROMME, {"move": "layoff 8c", "hand": "8c", "table": ["9: 5c 6c 7c"]}, "table, meld 1", "'9' is not a player"),
        (
            ROMME,
            {"move": "layoff 8c", "hand": "8c", "table": ["1: 5c 6c 7c"], "melded": False},
            "table, meld 1",
            "so you have melded",
        ),
        (R17, {"move": "discard 7r", "hand": "7r *r"}, "hand", "jokers lie in the pool"),
    ],
)
def test_questions_that_cannot_be_read(game: str, question: dict[str, Any], part: str, word: str) -> None:
    with pytest.raises(QuestionError, match=word) as caught:
        referee(game).may(**question)
    assert caught.value.part == part
