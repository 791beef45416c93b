"""Kinds of moves that a plugin brings: those of docs/actions.md wherever moves are met, and what others may lack."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from rummykit.engine.actions import COMMAND_WORDS, is_own
from rummykit.engine.match import Match
from rummykit.engine.records import Record
from rummykit.errors import NotationError, PluginError
from rummykit.events import Acted, make
from rummykit.parts import TurnFlow
from rummykit.plugin.plugins import Plugins
from rummykit.rules import load_text
from rummykit.scenario import Scenario, Table
from rummykit_bots.greedy import Greedy
from rummykit_bots.hints import hint
from rummykit_bots.random_bot import play
from rummykit_cli.guide import COMMANDS, help_on, request
from rummykit_cli.prompt import LEAVING
from rummykit_cli.render.telling import tell
from rummykit_cli.table.possible_moves import buttons
from rummykit_cli.typed import Response, understand
from rummykit_session.words import YOU

PAGE = (Path(__file__).parents[2] / "docs/actions.md").read_text("utf-8")
(CODE,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
PARTNERS = """\
from dataclasses import replace

from rummykit import hookimpl
from rummykit.engine.deal import opposite
from rummykit.plugin.info import Mod


@hookimpl
def rummykit_mod():
    return Mod("partners", "Partners play together.", rules={"PAR-01": "Partners play together."})


@hookimpl(wrapper=True)
def rummykit_deal(players):
    deal = yield
    return replace(deal, sides=opposite(players))
"""
FINISHED = "5r 6r 7r 8r 9y 9g 9b 2g"


def plugins_with(folder: Path, code: str) -> Plugins:
    file = folder / "leaving.py"
    file.write_text(code, "utf-8")
    plugins = Plugins.discover(files=[file])
    assert not plugins.problems
    return plugins


@pytest.fixture(scope="module")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> Plugins:
    return plugins_with(tmp_path_factory.mktemp("leaving"), CODE)


def table(plugins: Plugins, players: int = 3, *, drawn: bool = False, hand: str = FINISHED) -> Table:
    hands = [hand, "1y 2y 4y 16g", "3g 4g 6g 7g"][:players]
    game = Scenario("rummy17", plugins=plugins, mods=["leaving"], players=players)
    return game.deal(hands=hands, open_card="12b", drawn=drawn)


def new_match(plugins: Plugins, players: int = 3, seed: int = 1) -> Match:
    rules = load_text("variant: rummy17\nmods: [leaving]\n", plugins)
    return Match(plugins.assemble(rules, players), seed, ("Anna", "Ben", "Carla")[:players])


def test_a_move_is_made_in_place_of_the_draw_and_the_others_play_on(plugins: Plugins) -> None:
    laid = table(plugins)
    assert "fold" in laid.legal()
    laid.play("fold")
    assert laid.round.outcome is None
    assert (laid.round.actor, laid.round.view(1).gone) == (1, (True, False, False))
    laid.play("draw stock", "discard 1y", "draw stock", "discard 3g")
    assert laid.round.actor == 1


def test_a_flow_may_declare_moves_of_its_stages_itself(plugins: Plugins) -> None:
    laid = table(plugins)
    flow = laid.round.rules.flow
    (fold,) = (kind for kind in flow.own if kind.verb == "fold")

    class Stages(TurnFlow):
        actions = (fold,)

    part = Stages(flow.drawing, flow.claiming, tuple(move for move in flow.moves if move.action is not fold))
    assert fold in part.own
    assert (part.worth(laid.round.view(0), fold()), part.why(laid.round.view(0), fold())) == (None, None)


def test_the_round_is_over_where_only_one_is_left(plugins: Plugins) -> None:
    laid = table(plugins, 2)
    laid.play("fold")
    assert laid.round.outcome is not None
    assert laid.round.outcome.seat == 1
    assert str(laid.round.outcome.note) == "all the others have left the round"


def test_the_round_is_over_where_only_partners_are_left(plugins: Plugins, tmp_path: Path) -> None:
    (tmp_path / "partners.py").write_text(PARTNERS, "utf-8")
    (tmp_path / "leaving.py").write_text(CODE, "utf-8")
    both = Plugins.discover(files=[tmp_path / "partners.py", tmp_path / "leaving.py"])
    laid = Scenario("rummy17", plugins=both, mods=["leaving", "partners"], players=4).deal(
        hands=[FINISHED, "1y 2y 4y 16g", "3g 4g 6g 7g", "1v 2v 4v"], open_card="12b"
    )
    laid.play("fold", "draw stock")
    while "pass" in laid.legal():
        laid.play("pass")
    laid.play("discard 1y")
    assert laid.round.outcome is None
    laid.play("fold")
    assert laid.round.outcome is not None
    assert laid.round.outcome.seat == 1
    assert laid.round.gone == 0b101


def test_others_still_make_moves_of_the_games_own_when_one_has_left(plugins: Plugins) -> None:
    hands = ["1y 2y 4y 16g", FINISHED.rsplit(maxsplit=1)[0], "3g 4g 6g 7g"]
    game = Scenario("rummy17", plugins=plugins, mods=["leaving"], players=3)
    laid = game.deal(hands=hands, open_card="12b").play("fold", "draw stock")
    declared = next(move for move in laid.legal() if move.startswith("declare"))
    assert laid.refusal(declared, 0) is not None, "whoever has left makes no move"
    laid.play(declared)
    assert laid.round.outcome is not None
    assert laid.round.outcome.seat == 1


def test_a_move_ends_the_round_with_a_finish_card(plugins: Plugins) -> None:
    laid = table(plugins, drawn=True)
    assert "declare 2g" in laid.legal()
    assert not {"declare 5r", "fold"} & set(laid.legal())
    laid.play("declare 2g")
    assert laid.round.outcome is not None
    assert str(laid.round.outcome.note) == "player 1 has declared"


@pytest.mark.parametrize(
    ("drawn", "move", "said"),
    [
        (True, "declare 9y", "Without 9y your hand is not all melds. [LEAVE-02]"),
        (False, "declare 2g", "You cannot declare now"),
        (True, "fold", "You cannot fold now"),
        (True, "declare 17y", "You do not hold 17y."),
    ],
)
def test_a_refusal_has_a_reason_and_a_rule(plugins: Plugins, drawn: bool, move: str, said: str) -> None:
    refusal = table(plugins, drawn=drawn).refusal(move)
    assert refusal is not None
    assert str(refusal).startswith(said)


@pytest.mark.parametrize(
    ("drawn", "text", "said", "column"),
    [
        (True, "declare", "'declare' is not understood; write for example 'declare 2g'.", 8),
        (True, "declare 2g 3g", "'declare 2g 3g' is not understood; write for example 'declare 2g'.", 9),
        (True, "declare ?g", "Write for example 'declare 2g'.", 9),
        (False, "declare", "'declare' is not understood; write for example 'declare 5r'.", 8),
        (False, "fold 3r", "'fold 3r' is not understood; write for example 'fold'.", 6),
        (False, "foldd", "Did you mean fold?", 1),
    ],
)
def test_text_that_cannot_be_read_is_answered_with_an_example(
    plugins: Plugins, drawn: bool, text: str, said: str, column: int
) -> None:
    laid = table(plugins, drawn=drawn)
    with pytest.raises(NotationError) as wrong:
        laid.refusal(text)
    assert str(wrong.value).endswith(said)
    assert wrong.value.column == column


def test_events_and_log_tell_it(plugins: Plugins) -> None:
    match = new_match(plugins)
    event = make(match, next(action for action in match.legal_actions if str(action) == "fold"))[0]
    assert isinstance(event, Acted)
    seat = event.seat
    assert event.to_json() == {"event": "acted", "seat": seat, "action": "fold"}
    assert tell(event, ["Anna"] * 3) == "Anna folds."
    declare = table(plugins, drawn=True).round.legal_actions()[-1]
    assert tell(Acted(0, declare), [YOU]) == "You put down 2g and declare."


def test_the_screens_list_it(plugins: Plugins) -> None:
    laid, match = table(plugins), new_match(plugins)
    view = laid.round.view(0)
    assert "fold" in request(view)
    said = "\n".join(line.text for topic in ("", "fold", "declare") for line in help_on(view, topic))
    assert "Leave the round instead of drawing." in said
    assert "declare CARD" in said
    assert [button.key for button in buttons(view, (), can_meld=False) if button.action == "other"] == ["x"]
    seen = match.view(match.actor)
    answer = understand("declare", match, seen)
    assert isinstance(answer, Response)
    assert "for example 'declare" in "\n".join(line.text for line in answer.lines)


def test_hint_and_greedy_follow_what_the_part_says(plugins: Plugins) -> None:
    view = table(plugins, drawn=True).round.view(0)
    given = hint(view, Random(1))
    assert str(given.action) == "declare 2g"
    assert given.move == "You can declare: declare 2g"
    assert given.why.endswith("All your other cards are in melds.")
    assert not is_own(Greedy()(table(plugins).round.view(0), Random(1)))  # nobody says that folding is any good


@pytest.mark.parametrize("bot", [play, Greedy()], ids=["random", "greedy"])
def test_games_are_played_and_replayed(plugins: Plugins, bot: object, tmp_path: Path) -> None:
    assert callable(bot)
    for seed in range(2):
        match, random = new_match(plugins, seed=seed), Random(seed)
        while not match.is_over and len(match.scores) < 2:
            match.play(bot(match.view(match.actor), random))
        (tmp_path / "game.rummy").write_text(match.record, "utf-8")
        again = Record.read(tmp_path / "game.rummy").replay(plugins)
        assert again.fingerprint() == match.fingerprint()
        assert any(map(is_own, match.moves)) or isinstance(bot, Greedy)


def test_a_bot_that_knows_no_good_move_does_not_stall(plugins: Plugins, tmp_path: Path) -> None:
    """Nothing is left but moves of which nobody says what they are worth, and one of them changes nothing."""
    code = CODE.replace('when = ("draw",)', 'when = ("draw",)\n    worth = None').replace(
        "round.leave()", "round.keep('thought', round.state['thought'] + 1)"
    )
    code = code.replace("    action = Fold\n", "    action = Fold\n    keeps = (Kept('thought', 0),)\n")
    code = code.replace("from enum", "from rummykit.engine.state import Kept\nfrom enum")
    idle = plugins_with(tmp_path, code.replace("        return 100", "        return None"))
    match = new_match(idle)
    random = Random(1)
    while not match.scores:
        assert len(match.moves) < 1000
        match.play(Greedy()(match.view(match.actor), random))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('verb = "declare"', 'verb = "fold"', "the verb 'fold', as"),
        ('verb = "declare"', 'verb = "meld"', "the verb 'meld', as"),
        ('verb = "declare"', 'verb = "undo"', "a command at the table; give it another one."),
        ('    verb = "declare"\n', "", "has no verb that can be typed; set verb to one word"),
        ('    phrase = mark("declare")\n', "", "The action Declare has no phrase; give the class one."),
        ("class Declare(CardAction):", "class Declare:", "derive the class from rummykit.engine.actions.Action."),
        (
            "    verb = form =",
            "    wildly: bool = False\n    verb = form =",
            "has no reader; define its classmethod read",
        ),
    ],
)
def test_a_class_that_lacks_something_is_told_when_the_game_is_set_up(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert old in CODE
    broken = plugins_with(tmp_path, CODE.replace(old, new))
    with pytest.raises(PluginError) as wrong:
        new_match(broken)
    assert "'leaving' of" in str(wrong.value)
    assert said.casefold() in str(wrong.value).casefold()


def test_a_move_that_no_part_has_registered_is_not_made(tmp_path: Path) -> None:
    secret = "class Secret(Fold):\n    verb = 'vanish'\n\n\nclass Folding:"
    code = CODE.replace("class Folding:", secret).replace("found.append(Fold())", "found.append(Secret())")
    match = new_match(plugins_with(tmp_path, code))
    action = next(action for action in match.round.legal_actions() if str(action) == "vanish")
    with pytest.raises(PluginError, match="The part that lists 'vanish' has not registered it; name Secret in"):
        match.apply(action)


def test_a_reader_that_fails_is_told_as_the_fault_of_its_plugin(tmp_path: Path) -> None:
    reader = "\n    @classmethod\n    def read(cls, text, round):\n        return text[99]\n"
    code = CODE.replace("    __slots__ = ()\n", f"    __slots__ = ()\n{reader}")
    match = new_match(plugins_with(tmp_path, code))
    with pytest.raises(PluginError, match=r"'Declare\.read' of .* failed: IndexError"):
        match.read("declare 5r")


def test_no_verb_may_hide_a_command() -> None:
    assert {*COMMANDS, *LEAVING, "rules"} <= COMMAND_WORDS
