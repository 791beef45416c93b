"""`rummy replay --step`: through a recorded game at one's own pace, forwards and backwards.

Every step is kept as it was told, so going back costs nothing. At the end of a game that somebody else is playing, the
next step is what they have done since.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

from rich.text import Text

from rummykit.engine.records import Record
from rummykit.errors import SetupError, did_you_mean
from rummykit.i18n import listed, mark, say
from rummykit.plugin.guard import harmless
from rummykit_cli.plugged import installed
from rummykit_cli.preferences import usable_settings
from rummykit_cli.prompt import Leave, Prompt
from rummykit_cli.render.console import HarmlessConsole
from rummykit_cli.render.palettes import PALETTES
from rummykit_cli.render.plain import HAND, Screen
from rummykit_cli.render.sheet import match_table, score_table, tell_winners
from rummykit_cli.render.story import Story, story_of
from rummykit_session.storage.store import find_record
from rummykit_session.table_state import TableState
from rummykit_session.words import shown_name

COMMANDS = {
    "next": mark("next, or just Enter: one step forward; next 5: five steps"),
    "back": mark("back: one step back; back 5: five steps"),
    "move": mark("move 12: to move 12"),
    "round": mark("round 3: to the deal of round 3; round: to the next one"),
    "start": mark("start: to the first deal"),
    "end": mark("end: to the last move"),
    "show": mark("show: print this step again"),
    "quit": mark("quit: leave"),
}
NAMED = "next, back, help, quit"
"""The commands that are named whenever one is asked for."""
_ARROWS = re.compile(r"(?:\x1b[\[O][A-D])+")
"""Keys of a terminal that leaves it to the program what to make of them."""
_KEYS = {"C": "next", "B": "next", "D": "back", "A": "back"}
_OTHER_WORDS = {"": "next", "n": "next", "b": "back", "q": "quit", "exit": "quit", "?": "help"}


def run_stepping(name: str, seat: str | None) -> None:
    """Step through a record at the terminal, or by commands from standard input."""
    path, plugins = find_record(name), installed()

    def read() -> Story:
        return story_of(Record.read(path), plugins, seat)

    story = read()
    screen = Screen(HarmlessConsole(), PALETTES[usable_settings().palette])
    screen.line(f"{story.match.rules.title}: {listed(story.names)}", style="bold")
    screen.line(story.whose)
    screen.line(say("Press Enter for the next step; 'help' lists the other commands."))
    Stepper(screen, story, read).run()


class Stepper:
    """Somebody who steps through a story."""

    def __init__(self, screen: Screen, story: Story, read_again: Callable[[], Story]) -> None:
        self._screen = screen
        self._read_again = read_again
        self._at = 0
        self._tell(story)
        self._prompt = Prompt()
        if self._prompt.interactive:
            _bind_arrows()

    def _tell(self, story: Story) -> None:
        self._story = story
        self._scenes = story.scenes
        self._moves = story.steps[-1].move

    def run(self) -> None:
        """Show the first step, then do what is asked until somebody leaves or the input ends."""
        self._show()
        while (line := self._read()) is not None:
            word, _, rest = line.strip().lower().partition(" ")
            word = _OTHER_WORDS.get(word, word)
            if word == "quit":
                return
            try:
                self._obey(word, rest.strip())
            except SetupError as error:
                self._screen.line(str(error), style="yellow")

    def _read(self) -> str | None:
        """Return the next line; None if there is none."""
        where = {"step": self._at + 1, "steps": len(self._scenes)}
        where |= {"move": self._scenes[self._at].move, "moves": self._moves}
        prompt = say("Step {step} of {steps}, move {move} of {moves} ({commands})", **where, commands=NAMED)
        try:
            return self._prompt.read(f"{prompt}: ", _as_words)
        except Leave:
            return None

    def _obey(self, word: str, rest: str) -> None:
        commands: dict[str, Callable[[], None]] = {
            "next": lambda: self._go(self._at + _number(rest, otherwise=1)),
            "back": lambda: self._go(self._at - _number(rest, otherwise=1)),
            "move": lambda: self._go(self._scene_of_move(_number(rest))),
            "round": lambda: self._go(self._scene_of_round(_number(rest, otherwise=self._round() + 1))),
            "start": lambda: self._go(0),
            "end": self._go_to_end,
            "show": self._show,
            "help": self._help,
        }
        if word not in commands:
            raise SetupError(say("'{word}' is not a command.", word=word) + did_you_mean(word, [*COMMANDS, "help"]))
        commands[word]()

    # -- going somewhere -----------------------------------------------------------------------------------

    def _go(self, wanted: int) -> None:
        if wanted >= len(self._scenes):
            self._catch_up()
        at = min(max(wanted, 0), len(self._scenes) - 1)
        if at == self._at and wanted != at:
            raise SetupError(say("This is the end of the record.") if wanted > 0 else say("This is the beginning."))
        self._at = at
        self._show()

    def _go_to_end(self) -> None:
        self._catch_up()
        self._go(len(self._scenes) - 1)

    def _catch_up(self) -> None:
        """Read what has come to the record, if somebody may be playing on."""
        if not self._story.match.is_over:
            self._tell(self._read_again())

    def _round(self) -> int:
        return self._scenes[self._at].table.round

    def _scene_of_move(self, move: int) -> int:
        if not 0 <= move <= self._moves:
            raise SetupError(say("There is no move {number}, only 0 to {moves}.", number=move, moves=self._moves))
        # A deal has the number of the move before it; and a quiet move belongs to the scene of an earlier one.
        fitting = [at for at, scene in enumerate(self._scenes) if scene.move <= move and not scene.is_deal]
        return fitting[-1] if fitting else 0

    def _scene_of_round(self, round: int) -> int:
        deals = {scene.table.round: at for at, scene in enumerate(self._scenes) if scene.is_deal}
        if round not in deals:
            raise SetupError(say("There is no round {number}, only 1 to {rounds}.", number=round, rounds=len(deals)))
        return deals[round]

    # -- the screen ----------------------------------------------------------------------------------------

    def _help(self) -> None:
        for text in COMMANDS.values():
            self._screen.line(f"  {say(text)}")

    def _show(self) -> None:
        scene, screen = self._scenes[self._at], self._screen
        screen.show_open(self._story.match.rules, scene.table)
        screen.rows(HAND, self._hands(scene.table))
        screen.line()
        screen.line(scene.told, style="bold")
        for line in scene.ending:
            screen.line(line)
        if scene.ended is not None:
            screen.console.print(score_table(self._story.match, scene.ended - 1))
        if self._at == len(self._scenes) - 1:
            self._show_end()

    def _hands(self, table: TableState) -> Iterator[Text]:
        for seat in table.seats:
            if seat.hand is not None:
                hand = self._screen.hand(self._story.match.rules.pack, seat.hand, "colour")
                yield Text(f"{shown_name(seat.name)}: ").append(hand)

    def _show_end(self) -> None:
        match, screen = self._story.match, self._screen
        screen.line()
        if len(match.scores) > 1 or match.format.has_chips:
            screen.console.print(match_table(match))
            screen.line()
        screen.line(tell_winners(match) if match.is_over else say("The game is not over."), style="bold")


def _bind_arrows() -> None:
    """Have the arrow keys step, whatever was typed before them, where lines are edited by GNU readline."""
    with suppress(ImportError):  # Windows has no such module
        import readline

        for key, command in _KEYS.items():
            for start in ("[", "O"):
                readline.parse_and_bind(f'"\\e{start}{key}": "\\C-e\\C-u{command}\\C-m"')


def _as_words(line: str) -> str:
    """Return a line as it can be printed; arrow keys become the command that they stand for.

    >>> _as_words("\\x1b[C\\x1b[C"), _as_words("\\x1b[D"), _as_words("\\x1b[Z")
    ('next 2', 'back 1', '\\\\x1b[Z')
    """
    if not _ARROWS.fullmatch(line.strip()):
        return harmless(line)
    keys = [_KEYS[sign] for sign in line if sign in _KEYS]
    steps = keys.count("next") - keys.count("back")
    return f"next {steps}" if steps > 0 else f"back {-steps}" if steps else "show"


def _number(text: str, otherwise: int | None = None) -> int:
    """Read the number behind a command."""
    if not text and otherwise is not None:
        return otherwise
    if not text.isdecimal() or len(text) > 9:
        raise SetupError(say("Put a number after the command, for example: {example}", example="move 12"))
    return int(text)
