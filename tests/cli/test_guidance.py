"""What the terminal tells a player who looks for a way: only what there is in this game, and all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Result, game_in_progress, rummy
from rummykit import load
from rummykit.engine.actions import Discard
from rummykit_cli.plain import why_asked


def played(home: Path, *arguments: str, typed: str) -> Result:
    return rummy(home, "play", *arguments, "--players", "Anna,greedy", "--seed", 3, typed=f"{typed}\nquit\n")


def forms(result: Result) -> set[str]:
    """The moves that the help explains."""
    lines = [line for line in result.out.splitlines() if line.startswith("  ") and line[2:3].isalpha()]
    return {line.split()[0].rstrip(",:") for line in lines}


@pytest.mark.parametrize(
    ("code", "letters"),
    [
        ("en", "The letters of the suits: r red, b blue, g green, y yellow, v violet."),
        ("de", "r rot, b blau, g grün, y gelb, v violett."),
        ("hu", "r piros, b kék, g zöld, y sárga, v lila."),
    ],
)
def test_letters_of_suits_are_told_by_their_names(home: Path, code: str, letters: str) -> None:
    assert letters in played(home, "rummy17", "--lang", code, typed="help").text


def test_whoever_is_asked_about_a_claim_is_not_said_to_be_on_turn() -> None:
    match = load("rummy17", players=["Ann", "Ben", "Cem"], seed=2)
    drawer = match.names[match.actor]
    assert why_asked(match) == f"It is {drawer}'s turn."
    match.play("draw stock")
    assert match.names[match.actor] != drawer
    assert why_asked(match) == f"{match.names[match.actor]} is asked whether to claim {match.round.open_card}."


@pytest.mark.parametrize(
    ("arguments", "absent", "present"),
    [
        (
            ("raeuber_romme", "--preset", "brettspielnetz"),
            {"draw", "claim", "swap", "discard"},
            {"pass", "arrange", "end"},
        ),
        (("wiener_rummy",), {"claim", "meld", "arrange", "rearrange", "end"}, {"knock", "call", "pass", "draw"}),
        (("deutsches_romme",), {"claim", "arrange", "rearrange", "knock", "pass"}, {"swap", "draw", "discard"}),
        (("rummy17",), {"arrange", "knock"}, {"claim", "pass", "swap"}),
    ],
)
def test_help_explains_the_moves_of_this_game(
    home: Path, arguments: tuple[str, ...], absent: set[str], present: set[str]
) -> None:
    explained = forms(played(home, *arguments, typed="help"))
    assert present <= explained
    assert not absent & explained


def test_help_says_what_a_move_does(home: Path) -> None:
    answer = played(home, "rummy17", typed="help claim").out.partition("help claim\n")[2]
    assert answer.startswith("  Take the open card although it is not your turn;")
    assert "\n  claim\n" in answer
    assert "  There is no such move in this game.\n" in played(home, "raeuber_romme", typed="help claim").out


def test_examples_can_be_made_now_or_are_for_later(home: Path) -> None:
    answer = played(home, "raeuber_romme", typed="help\nmoves").out
    hints, _, moves = answer.partition(": moves\n")
    examples = [line.rpartition("for example: ")[2] for line in hints.splitlines() if "for example: " in line]
    assert len(examples) == 2
    assert all(f"  {example}\n" in moves and "*" not in example for example in examples)
    assert "The letters of the suits: s ♠, h ♥, d ♦, c ♣.\n" in hints
    assert "later, for example: discard 15v" in played(home, "rummy17", typed="help").out


@pytest.mark.parametrize(
    ("arguments", "typed", "prompt"),
    [
        (("rummy17",), "", "Draw a card (draw stock, draw discard; the open card is 13y): quit"),
        (("rummy17",), "draw stock", "Discard a card to end your turn (discard): quit"),
        (("deutsches_romme",), "", "Lay out cards, or discard one (meld, discard): quit"),
    ],
)
def test_the_prompt_says_what_is_expected(home: Path, arguments: tuple[str, ...], typed: str, prompt: str) -> None:
    assert prompt in played(home, *arguments, typed=typed).text


def test_the_last_card_is_discarded_to_go_out(home: Path) -> None:
    record = home / "game.rummy"
    game_in_progress(
        record, until=lambda view: len(view.cards) == 1 and {type(move) for move in view.legal} == {Discard}
    )
    assert (
        "Discard your last card to go out (discard): quit"
        in rummy(home, "play", "--resume", "game.rummy", typed="quit\n").text
    )


def test_several_people_are_asked_by_name(home: Path) -> None:
    answer = rummy(home, "play", "rummy17", "--players", "Ben,Anna", "--seed", 3, typed="draw stock\nn\nquit\n")
    asked = [line.partition("(")[0] for line in answer.out.splitlines() if line.startswith(("Anna: ", "Ben: "))]
    assert asked[0].startswith("Anna: Draw a card ")
    assert asked[1].startswith("Ben: Do you want the open card ")
    assert asked[2].startswith("Anna: ")


def test_what_you_drew_is_told_before_others_are_asked(home: Path) -> None:
    answer = rummy(home, "play", "rummy17", "--players", "Ben,Anna", "--seed", 3, typed="draw stock\n")
    drawn, asked = answer.out.index("You drew "), answer.out.index("Do you want the open card")
    assert answer.out.index("Anna draws from the stock.") < drawn < asked
    assert answer.out.count("You drew ") == 1


def test_a_bare_move_is_answered_with_cards_of_your_own(home: Path) -> None:
    answer = played(home, "rummy17", typed="draw stock\ndiscard")
    hand = next(line for line in answer.out.splitlines()[::-1] if line.startswith("Hand")).split()[1:]
    example = answer.out.partition("discard CARD      for example: discard ")[2].split()[0]
    assert example in hand


def test_a_long_list_of_house_rules_is_cut_and_told_by_rule(home: Path) -> None:
    answer = played(home, "raeuber_romme", "--preset", "brettspielnetz", typed="rule")
    first, _, whole = answer.out.partition(": rule\n")
    assert "  whether there are discards: no" in whole
    assert "bad points for an ace left in a hand" in whole
    assert "bad points for an ace left in a hand" not in first
    assert "and 15 more: type 'rule' to see them" in first


def test_a_draw_where_none_is_offered_is_refused_for_that(home: Path) -> None:
    answer = played(home, "raeuber_romme", "--preset", "brettspielnetz", typed="draw")
    assert "You cannot draw now: place cards from your hand, or pass." in answer.text


def test_a_step_outside_the_work_area_is_told_where_it_belongs(home: Path) -> None:
    answer = played(home, "raeuber_romme", typed="take 1")
    assert "'take' is a step of rearranging: say 'rearrange' first." in answer.text


@pytest.mark.parametrize(
    ("game", "length"),
    [
        (("rummy17",), "This match has 1 round."),
        (("rummy17", "--preset", "five_rounds"), "This match has 5 rounds."),
        (("wiener_rummy",), "This match goes on until only one player is left; at 101 points a player is out."),
    ],
)
def test_the_length_of_the_match_is_told_at_the_start_and_by_rule(
    home: Path, game: tuple[str, ...], length: str
) -> None:
    answer = played(home, *game, typed="rule")
    assert answer.out.splitlines()[0] == length
    assert answer.out.splitlines().count(length) == 2


def test_a_resumed_game_tells_the_same_house_rules(home: Path) -> None:
    def told(result: Result) -> str:
        return result.out.partition("At this table:\n")[2].partition("\n\n")[0]

    first = played(home, "wiener_rummy", "--preset", "rummy_101", typed="show")
    again = rummy(home, "play", "--resume", typed="quit\n")
    assert told(first) == told(again) != ""
