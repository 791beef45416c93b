"""The log in words: what is said to the one person at the screen, and what is told of the others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from cli.command import PLUGINS, rummy
from matches import PARTY, end_round, new_match
from rummykit.engine.actions import BUYBACK_NO, BUYBACK_YES, Action
from rummykit.engine.match import Match
from rummykit.engine.round import Round
from rummykit.engine.table import Ending, Outcome
from rummykit.events import Out, bought_back, moved
from rummykit.i18n import Language
from rummykit.refusals import Refusal
from rummykit.scenario import Scenario, Table
from rummykit_cli.render.telling import tell
from rummykit_session.words import YOU, shown_name, tell_end, told, yes_or_no

NAMES = (YOU, "Ben")
R17 = Scenario("rummy17", plugins=PLUGINS, claims={"penalty": 2})
R17_FREE = Scenario("rummy17", plugins=PLUGINS)
ROMME = Scenario("deutsches_romme", plugins=PLUGINS)
WIENER = Scenario("wiener_rummy", plugins=PLUGINS)
TO_HAND = Scenario("deutsches_romme", plugins=PLUGINS, swaps={"joker_goes": "hand"})
NO_PILE = Scenario("raeuber_romme", plugins=PLUGINS, preset="no_pile")
MELDS = ["1: 5c 6c 7c 8c 9c", "1: 5d 6d *=7d", "2: 2s 2h 2d"]

SENTENCES = [
    (ROMME, "draw stock", "You draw from the stock.", "Ben draws from the stock."),
    (ROMME, "draw discard", "You take Qh.", "Ben takes Qh."),
    (
        ROMME,
        "draw discard : meld Qs Qh Qd",
        "You take Qh and meld Qs Qh Qd (meld 4).",
        "Ben takes Qh and melds Qs Qh Qd (meld 4).",
    ),
    (
        ROMME,
        "draw discard : layoff 10c > 1",
        "You take Qh and lay 10c off on meld 1.",
        "Ben takes Qh and lays 10c off on meld 1.",
    ),
    (R17_FREE, "claim", "You claim 7r.", "Ben claims 7r."),
    (R17, "claim", "You claim 7r and take 2 penalty cards.", "Ben claims 7r and takes 2 penalty cards."),
    (
        ROMME,
        "meld Qs Qh Qd | 7d 8d 9d",
        "You meld Qs Qh Qd (meld 4) and 7d 8d 9d (meld 5).",
        "Ben melds Qs Qh Qd (meld 4) and 7d 8d 9d (meld 5).",
    ),
    (ROMME, "layoff 10c > 1", "You lay 10c off on meld 1.", "Ben lays 10c off on meld 1."),
    (
        ROMME,
        "swap 7d > 2 : meld 9d 10d *=Jd",
        "You swap 7d for the joker of meld 2 and meld 9d 10d *=Jd (meld 4).",
        "Ben swaps 7d for the joker of meld 2 and melds 9d 10d *=Jd (meld 4).",
    ),
    (
        ROMME,
        "swap 7d > 2 : layoff *=4c > 1",
        "You swap 7d for the joker of meld 2 and lay *=4c off on meld 1.",
        "Ben swaps 7d for the joker of meld 2 and lays *=4c off on meld 1.",
    ),
    (
        TO_HAND,
        "swap 7d > 2",
        "You swap 7d for the joker of meld 2 and keep the joker.",
        "Ben swaps 7d for the joker of meld 2 and keeps the joker.",
    ),
    (ROMME, "discard 9d", "You discard 9d.", "Ben discards 9d."),
    (NO_PILE, "end", "You end your turn.", "Ben ends their turn."),
    (NO_PILE, "pass", "You pass and draw a card.", "Ben passes and draws a card."),
    (
        NO_PILE,
        "arrange 1 -> 5c 6c 7c 8c 9c",
        "You take apart meld 1 and lay 5c 6c 7c 8c 9c (meld 4).",
        "Ben takes apart meld 1 and lays 5c 6c 7c 8c 9c (meld 4).",
    ),
    (
        NO_PILE,
        "arrange 1,2 -> 5c 6c 7c | 7c 8c 9c | 4d 5d 6d *=7d",
        "You take apart melds 1 and 2 and lay 5c 6c 7c (meld 4), 7c 8c 9c (meld 5) and 4d 5d 6d *=7d (meld 6), "
        "adding 4d and 7c.",
        "Ben takes apart melds 1 and 2 and lays 5c 6c 7c (meld 4), 7c 8c 9c (meld 5) and 4d 5d 6d *=7d (meld 6), "
        "adding 4d and 7c.",
    ),
    (
        WIENER,
        "knock 3c",
        "You discard 3c and knock with 4: 7h 8h 9h, left 4s.",
        "Ben discards 3c and knocks with 4: 7h 8h 9h, left 4s.",
    ),
    (WIENER, "call 4s", "You discard 4s and call: 7h 8h 9h.", "Ben discards 4s and calls: 7h 8h 9h."),
]


def dealt(game: Scenario, name: str, move: str) -> Table:
    """A table at which the player with this name is to make the move."""
    seat, hands = NAMES.index(name), ["", ""]
    if game is WIENER:
        hands[seat] = "7h 8h 9h 4s" if move.startswith("call") else "7h 8h 9h 4s 3c"
        table = game.deal(hands=hands, active=seat, drawn=True)
    elif game in (R17, R17_FREE):
        table = game.deal(hands=hands, active=seat, open_card="7r")
    else:
        hands[seat] = "4d 7c Qs Qd 7d 8d 9d 10c Kd"
        pile = "" if game is NO_PILE else "Qh"
        table = game.deal(hands=hands, active=seat, table=MELDS, open_card=pile, drawn=move == "end")
    table.round.names = NAMES
    return table


def said(action: Action | Refusal, round: Round) -> str | None:
    """Return a move that is about to be made in words."""
    assert isinstance(action, Action)
    return tell(moved(action, round, round.actor), round.names)


@pytest.mark.parametrize(
    ("game", "move", "you", "they"), SENTENCES, ids=[f"{game.rules.variant}-{move}" for game, move, *_ in SENTENCES]
)
def test_a_move_is_said_to_you_and_told_of_ben(game: Scenario, move: str, you: str, they: str) -> None:
    for name, sentence in ((YOU, you), ("Ben", they)):
        table = dealt(game, name, move)
        assert said(table.read(move), table.round) == sentence


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (YOU, "You discard your last card face down and go out!"),
        ("Ben", "Ben discards their last card face down and goes out!"),
    ],
)
def test_the_last_card(name: str, sentence: str) -> None:
    seat = NAMES.index(name)
    table = ROMME.deal(hands=["9d"] * (seat == 0) or ["", "9d"], active=seat, drawn=True)
    table.round.names = NAMES
    assert said(table.read("discard 9d"), table.round) == sentence


def test_a_pass_without_a_stock_draws_nothing() -> None:
    table = NO_PILE.deal(hands=["7c"], stock_size=0)
    assert said(table.read("pass"), table.round) == "player 1 passes."


@pytest.mark.parametrize(
    ("outcome", "ending"),
    [
        (Outcome(Ending.OUT, 0), "You went out"),
        (Outcome(Ending.OUT, 1, ROMME.rules.pack.card("9d")), "Ben went out with 9d"),
        (Outcome(Ending.KNOCK, 0), "You knocked"),
        (Outcome(Ending.CALL, 1), "Ben called, with all cards in melds"),
        (Outcome(Ending.PASSED), "the stock was used up and everybody passed"),
        (Outcome(Ending.STOCK), "the stock ran out"),
        (Outcome(Ending.STALL), "nobody got any further"),
        (Outcome(Ending.RULE, note="The tide is in."), "The tide is in"),
        (Outcome(Ending.RULE), "a house rule ended it"),
    ],
)
def test_the_end_is_told(outcome: Outcome, ending: str) -> None:
    assert tell_end(outcome, NAMES) == ending


def test_buying_back_is_told() -> None:
    match = Match(new_match(3, **PARTY).rules, 1, [YOU, "Ben", "Cem"])
    end_round(match, 95, 10, 105)
    assert tell(Out(2, 105), match.names) == "Cem is out of the match with 105 points."
    assert match.offer is not None
    assert match.offer.seat == 0
    assert tell(bought_back(match, BUYBACK_NO), match.names) == "You do not buy back."
    told = tell(bought_back(match, BUYBACK_YES), match.names)
    assert told == "You buy back for 5 chips: your total goes from 95 to 10."


# -- in another language ---------------------------------------------------------------------------------


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Language:
    """A language that knows a few words."""
    catalogue = Catalog("de")
    for english, said in {
        "You": "Du",
        "yes": "ja",
        "no": "nein",
        "You draw.": "Du ziehst.",
        "{name} draws.": "{name} zieht.",
        "{meld} (meld {number})": "{meld} (Meldung {number})",
        "{name} melds {melds}.": "{name} meldet {melds}.",
        "Q": "D",
    }.items():
        catalogue.add(english, said)
    place = tmp_path / "some_german_words" / "locale" / "de" / "LC_MESSAGES"
    place.mkdir(parents=True)
    (tmp_path / "some_german_words" / "__init__.py").touch()
    with (place / "rummykit.mo").open("wb") as file:
        write_mo(file, catalogue)
    monkeypatch.syspath_prepend(tmp_path)
    return Language("de", ("some_german_words",), signs=True)


def test_your_name_is_said_in_your_language(german: Language) -> None:
    assert shown_name(YOU) == "You"
    with german.spoken():
        assert (shown_name(YOU), shown_name("Ben")) == ("Du", "Ben")
        forms = [told(name, "You draw.", "{name} draws.") for name in NAMES]
        assert forms == ["Du ziehst.", "Ben zieht."]


def test_yes_and_no_in_your_language_and_in_english(german: Language) -> None:
    answers = {"yes": True, "Y": True, "no": False, "n": False, "perhaps": None, "": None}
    with german.spoken():
        for text, answer in (answers | {"ja": True, " J ": True, "Nein": False}).items():
            assert yes_or_no(text) is answer
    assert yes_or_no("ja") is None


def test_cards_in_your_language_and_with_signs(german: Language) -> None:
    table = dealt(ROMME, "Ben", "meld")
    action = table.read("meld Qs Qh Qd")
    with german.spoken():
        assert said(action, table.round) == "Ben meldet D♠ D♥ D♦ (Meldung 4)."


# -- at the terminal -------------------------------------------------------------------------------------


LETTERS = re.compile(r"\b(?:10|[2-9AJQK])[shdc]\b")
SIGNS = re.compile(r"[♠♥♦♣]|\b(?:10|[2-9AJQK])\?")


@pytest.mark.parametrize(("encoding", "absent"), [("utf-8", LETTERS), ("ascii", SIGNS)])
def test_one_screen_has_one_form_of_cards(home: Path, encoding: str, absent: re.Pattern[str]) -> None:
    typed = "draw stock\nmeld\nquit\n"
    played = rummy(home, "play", "deutsches_romme", "--seed", "2", "--players", "2", typed=typed, encoding=encoding)
    (home / "ours.yaml").write_text("variant: wiener_rummy\nmatch: {rounds: 1}\n", "utf-8")
    watch = ("play", "--rules", "ours.yaml", "--seed", "3", "--watch", "--players", "2")
    watched = rummy(home, *watch, encoding=encoding)
    lines = [line for line in (played.out + watched.out).splitlines() if "for example" not in line]
    assert "You drew" in played.out
    assert not [line for line in lines if absent.search(line.partition(" (draw ")[0])]


def test_a_game_without_a_pile_in_the_terminal(home: Path) -> None:
    typed = "help\ndiscard 1b\nend\npass\nquit\n"
    result = rummy(home, "play", "raeuber_romme", "--preset", "brettspielnetz", "--seed", "3", typed=typed)
    assert "Place cards, or pass and draw (" in result.text
    assert "arrange MELD-NUMBER,MELD-NUMBER ->" in result.text
    assert "discard CARD" not in result.text
    assert "This game does not know the move 'discard'" in result.text
    assert "You have placed no card from your hand in this turn: place one, or pass." in result.text
    assert "You pass and draw a card." in result.text
    assert "You drew" in result.text
    assert "open card" not in result.text


def test_bots_play_the_presets_to_the_end(home: Path) -> None:
    for preset in ("brettspielnetz", "no_pile"):
        result = rummy(home, "play", "raeuber_romme", "--preset", preset, "--watch", "--players", "random,random")
        assert result.code == 0
        assert "Round 1 is over" in result.text
