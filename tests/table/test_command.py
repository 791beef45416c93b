"""`rummy play` at a real terminal: which of the two modes it opens, and how it comes back to the shell."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.color import Color

from cli.command import environment, game_in_progress, rummy
from cli.terminal import IN_FULL, Terminal
from rummykit.engine.actions import Discard
from rummykit.engine.records import Record
from rummykit.engine.views import View
from rummykit_cli.table.widgets.ink import LOOKS

PLAY = ["play", "deutsches_romme", "--players", "Anna,greedy", "--seed", "2", "--record", "g.rummy", "--pace", "fast"]
LEFT = "\x1b[?1049l"
COLOUR = re.compile(r"\x1b\[[\d;]*\b(?:3[0-7]|38|4[0-7]|48|9[0-7])(?:;[\d;]*)?m")


def _goes_on(home: Path, moves: int) -> None:
    assert Record.read(home / "g.rummy").moves >= moves
    assert "Going on with g.rummy" in rummy(home, "play", "--resume", "g.rummy").text


def test_a_terminal_gets_the_full_screen_and_ctrl_c_loses_nothing(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *PLAY)
    assert IN_FULL in terminal.until("leave")
    time.sleep(0.3)
    terminal.type("t")
    terminal.until("You drew")
    terminal.press_ctrl_c()
    closing = terminal.until("rummy play --resume")
    assert "You left the table." in closing.partition(LEFT)[2], "told in the shell, where it stays"
    assert terminal.process.wait(60) == 130
    assert "Traceback" not in terminal.seen
    _goes_on(tmp_path, 1)


def test_leaving_by_key_is_no_error(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *PLAY)
    terminal.until("leave")
    time.sleep(0.3)
    terminal.type("q")
    assert 'Go on with: rummy play --resume "g.rummy"' in " ".join(terminal.until('g.rummy"').split())
    assert terminal.process.wait(60) == 0


@pytest.mark.parametrize("how", ["option", "dumb", "watch"])
def test_line_mode_where_it_is_asked_for_or_all_there_is(how: str, tmp_path: Path) -> None:
    if how == "option":
        terminal = Terminal(tmp_path, *PLAY, "--plain")
        terminal.until("draw discard; ")
        terminal.type("quit\n")
    elif how == "dumb":
        terminal = Terminal(tmp_path, *PLAY, TERM="dumb")
        terminal.until("draw discard; ")
        terminal.type("quit\n")
    else:
        terminal = Terminal(tmp_path, "play", "rummy17", "--watch", "--seed", "3", "--pace", "fast")
    terminal.until("rummy play --resume" if how != "watch" else "See it again with")
    assert terminal.process.wait(60) == 0
    assert IN_FULL not in terminal.seen


def test_line_mode_without_a_terminal(tmp_path: Path) -> None:
    done = rummy(tmp_path, *PLAY, typed="draw stock\n")
    assert "The input has ended." in done.text
    assert IN_FULL not in done.out


def test_no_colour_is_sent_where_none_is_wanted(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *PLAY)
    assert COLOUR.search(terminal.until("leave"))
    terminal.type("q")
    terminal.process.wait(60)
    (tmp_path / "g.rummy").unlink()
    plain = Terminal(tmp_path, *PLAY, NO_COLOR="1")
    assert not COLOUR.search(plain.until("leave"))
    plain.type("q")
    plain.process.wait(60)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_of_the_settings_lasts(theme: str, tmp_path: Path) -> None:
    assert rummy(tmp_path, "settings", "theme", theme).code == 0
    # The terminal tells of the other one, which would be taken without a setting.
    terminal = Terminal(tmp_path, *PLAY, COLORTERM="truecolor", COLORFGBG="15;0" if theme == "light" else "0;15")
    red, green, blue = Color.parse(LOOKS[theme].cloth).get_truecolor()
    assert f"48;2;{red};{green};{blue}" in terminal.until("leave")
    terminal.type("q")
    terminal.process.wait(60)


FAULTY = """\
from dataclasses import replace

import rummykit_rummy17.game as parent
from rummykit import hookimpl
import rummykit_rummy17

for name in dir(parent):
    if name.startswith("rummykit_"):
        globals()[name] = getattr(parent, name)


@hookimpl
def rummykit_variant():
    return replace(
        rummykit_rummy17.rummykit_variant(),
        id="faulty",
        titles={"en": "Faulty"},
        players=(2, 4),
        summary="A game that cannot be shown.",
        game=None,
    )


class Unshowable:
    def __init__(self, scoring):
        self.scoring = scoring

    def __getattr__(self, name):
        return getattr(self.scoring, name)

    def standing(self, *given):
        raise KeyError("no such row")


@hookimpl
def rummykit_scoring(rules):
    return Unshowable(parent.rummykit_scoring(rules))
"""


def test_a_fault_is_a_sentence_in_the_shell(tmp_path: Path) -> None:
    (tmp_path / "faulty.py").write_text(FAULTY, "utf-8")
    terminal = Terminal(tmp_path, "--plugin", "faulty.py", "play", "faulty", "--players", "Anna,greedy", "--seed", "2")
    assert IN_FULL in terminal.until("Error: The plugin 'faulty' of the file faulty.py failed in Unshowable.standing: ")
    terminal.until("Every accepted move is saved.")
    assert terminal.process.wait(60) == 2
    assert "Traceback" not in terminal.seen


@pytest.mark.parametrize("end", ["terminate", "kill", "hang up"])
def test_a_killed_table_loses_no_accepted_move(end: str, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *PLAY)
    terminal.until("leave")
    time.sleep(0.3)
    terminal.type("t")
    terminal.until("You drew")
    if end == "hang up":
        terminal.hang_up()
    terminal.process.send_signal({"terminate": signal.SIGTERM, "kill": signal.SIGKILL}.get(end, signal.SIGHUP))
    terminal.process.wait(60)
    _goes_on(tmp_path, 1)


def test_the_end_of_a_match_is_told_in_the_shell_as_in_line_mode(tmp_path: Path) -> None:
    def last_card(view: View) -> bool:
        return view.hand.bit_count() == 1 and any(isinstance(action, Discard) for action in view.legal)

    game_in_progress(tmp_path / "g.rummy", last_card)
    terminal = Terminal(tmp_path, "play", "--resume", "g.rummy", "--pace", "fast")
    terminal.until("leave")
    time.sleep(0.3)
    terminal.type(" d")
    terminal.until("Round 1 is over: Anna went out")
    terminal.type("\r")
    terminal.until("The match is over.")
    terminal.type("\r")
    closing = terminal.until("rummy replay last").partition(LEFT)[2]
    assert "wins with" in closing
    assert "Seed " in closing
    assert terminal.process.wait(60) == 0


@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"], ["variants"], ["rules", "check", "ours.yaml"]])
def test_textual_is_loaded_only_for_the_table(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text("variant: rummy17\n")
    code = f"""
import sys
from rummykit_cli.main import main
sys.argv = ["rummy", *{arguments!r}]
try:
    main()
except SystemExit as end:
    print(end.code, [name for name in sys.modules if name.partition(".")[0] == "textual"])
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        cwd=tmp_path,
        check=True,
    )
    assert done.stdout.endswith("0 []\n")
