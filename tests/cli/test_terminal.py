"""Play in a real terminal, interrupted and killed: no accepted move is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

from cli.command import COMMAND, environment, rummy
from cli.terminal import Terminal
from rummykit.engine.records import Record


def test_ctrl_c_leaves_a_game_that_goes_on(home: Path) -> None:
    terminal = Terminal(
        home, "play", "--plain", "rummy17", "--players", "Anna,greedy", "--seed", "2", "--record", "g.rummy"
    )
    terminal.until("draw discard; ")
    terminal.type("draw stock\n")
    terminal.until("discard): ")
    terminal.press_ctrl_c()
    terminal.until("rummy play --resume")
    assert terminal.process.wait(60) == 130
    assert "Traceback" not in terminal.seen
    assert "draw stock" in (home / "g.rummy").read_text(encoding="utf-8")
    resumed = rummy(home, "play", "--resume", "g.rummy")
    assert "discard):" in resumed.text


def test_colours_in_a_terminal_and_none_with_no_color(home: Path) -> None:
    terminal = Terminal(home, "play", "--plain", "rummy17", "--players", "Anna,greedy", "--seed", "2")
    assert "\x1b[" in terminal.until("draw discard; ")
    terminal.type("quit\n")
    terminal.process.wait(60)
    plain = Terminal(home, "play", "--plain", "rummy17", "--players", "Anna,greedy", "--seed", "2", NO_COLOR="1")
    screen = plain.until("draw discard; ")
    assert "\x1b[3" not in screen, "no colour"
    plain.type("quit\n")
    plain.process.wait(60)


def test_plain_lines_are_broken_between_words(home: Path) -> None:
    listed = Terminal(home, "variants", columns=50).until("raeuber_romme")
    said = rummy(home, "variants").out
    assert max(map(len, listed.splitlines())) <= 50 < max(map(len, said.splitlines()))
    assert " ".join(said.split()).startswith(" ".join(listed.rpartition("\n")[0].split()))


def test_the_command_that_goes_on_stays_in_one_piece(home: Path) -> None:
    terminal = Terminal(home, "play", "--plain", "rummy17", "--players", "Anna,greedy", "--seed", "2")
    terminal.until("draw discard; ")
    terminal.type("quit\n")
    said = terminal.until('.rummy"')
    (record,) = (home / "games").glob("*.rummy")
    assert f'rummy play --resume "{record.name}"' in said
    assert terminal.process.wait(60) == 0


def test_an_error_commands_no_terminal(home: Path) -> None:
    result = rummy(home, "play", "rummy\x1b[2J")
    assert (result.code, "\x1b" in result.text) == (2, False)
    assert "rummy\\x1b[2J" in result.text


def test_the_palette_of_the_settings_colours_the_suits(home: Path) -> None:
    screens = {}
    for palette in ("standard", "colour_blind"):
        rummy(home, "settings", "palette", palette)
        terminal = Terminal(home, "play", "--plain", "rummy17", "--players", "Anna,greedy", "--seed", "2")
        screens[palette] = terminal.until("draw discard; ")
        terminal.type("quit\n")
        terminal.process.wait(60)
    assert "\x1b[31m" in screens["standard"]
    assert "\x1b[38;5;" not in screens["standard"]
    assert "\x1b[31m" not in screens["colour_blind"]
    assert "\x1b[38;5;" in screens["colour_blind"]


def test_hot_seat_covers_the_screen_between_people(home: Path) -> None:
    terminal = Terminal(home, "play", "--plain", "rummy17", "--players", "Ben,Anna", "--seed", "2")
    first = terminal.until("then press Enter. ")
    assert "Hand" not in first.partition("press Enter")[0].split("Hand the screen")[0]
    terminal.type("\n")
    assert "Hand" in terminal.until("draw discard; ")
    terminal.type("draw stock\n")
    assert "You drew " in terminal.until("Ben is asked whether to claim")
    terminal.type("\n")
    assert "You drew " not in terminal.until("Do you want the open card")
    terminal.type("no\n")
    terminal.until("then press Enter. ")
    terminal.type("\n")
    assert "You drew " in terminal.until("Anna: "), "the screen was covered before Anna could read it"
    terminal.type("quit\n")
    assert terminal.process.wait(60) == 0


# -- the pace of bots ------------------------------------------------------------------------------------

WATCH = ["play", "rummy17", "--watch", "--players", "2", "--seed", "3"]


def test_a_slow_table_waits_after_each_move_and_ctrl_c_ends_the_wait(home: Path) -> None:
    terminal = Terminal(home, *WATCH, "--pace", "slow", "--record", "g.rummy")
    terminal.until("greedy 1")
    began = time.monotonic()
    terminal.until("greedy 2")
    assert time.monotonic() - began > 1
    terminal.press_ctrl_c()
    terminal.until("rummy play --resume")
    assert terminal.process.wait(60) == 130
    assert "Traceback" not in terminal.seen


def test_the_pace_of_the_settings_and_of_the_option(home: Path) -> None:
    rummy(home, "settings", "pace", "slow")
    assert "wins with" in rummy(home, *WATCH).text, "no pause where nobody watches: it would last for minutes"
    slow = Terminal(home, *WATCH)
    slow.until("greedy 1")
    fast = Terminal(home, *WATCH, "--pace", "fast")
    fast.until("wins with")
    assert "wins with" not in slow.seen
    slow.press_ctrl_c()
    assert slow.process.wait(60) == 130


def test_a_closed_terminal_loses_no_accepted_move(home: Path) -> None:
    terminal = Terminal(
        home, "play", "--plain", "rummy17", "--players", "Anna,greedy", "--seed", "2", "--record", "g.rummy"
    )
    terminal.until("draw discard; ")
    terminal.type("draw stock\n")
    terminal.until("discard): ")
    terminal.hang_up()
    terminal.process.wait(60)
    assert "discard):" in rummy(home, "play", "--resume", "g.rummy").text


def test_a_killed_game_loses_no_accepted_move(home: Path) -> None:
    terminal = Terminal(
        home, "play", "--plain", "rummy17", "--players", "Anna,greedy", "--seed", "2", "--record", "g.rummy"
    )
    terminal.until("draw discard; ")
    terminal.type("draw stock\n")
    terminal.until("discard): ")
    os.kill(terminal.process.pid, signal.SIGKILL)
    terminal.process.wait(60)
    assert "discard):" in rummy(home, "play", "--resume", "g.rummy").text


def test_a_full_disk_loses_no_accepted_move(home: Path) -> None:
    def small_files() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (2600, 2600))

    done = subprocess.run(
        [*COMMAND, "play", "rummy17", "--watch", "--players", "3", "--seed", "17", "--record", "g.rummy"],
        capture_output=True,
        text=True,
        env=environment(home),
        cwd=home,
        preexec_fn=small_files,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "g.rummy: the move cannot be written: File too large." in done.stderr
    assert not Record.read(home / "g.rummy").torn, "no half of the move is left behind"
    length, *told = [line for line in done.stdout.splitlines() if line]
    assert length == "This match has 1 round."
    resumed = rummy(home, "play", "--resume", "g.rummy")
    assert resumed.code == 0
    replayed = rummy(home, "replay", "g.rummy").out
    assert replayed.startswith("\n".join(told)), "the told moves are all there"
