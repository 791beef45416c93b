"""The talk over a score sheet: questions, answers, and the commands that stand beside them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from rummykit.cards import Row
from rummykit.engine.actions import BuyBack
from rummykit.engine.books import Books
from rummykit.errors import NotationError
from rummykit.events import Out, bought_back
from rummykit.i18n import mark, say
from rummykit_cli.commands.score.storage import Sheet
from rummykit_cli.commands.writing import unwritable
from rummykit_cli.prompt import LEAVING, Leave, Prompt
from rummykit_cli.render.plain import Screen
from rummykit_cli.render.sheet import CSV_COLUMNS, match_csv, match_table, score_table, tell_winners
from rummykit_cli.render.telling import tell, tell_buyback
from rummykit_session.paper.answers import Answer, Correction, Entry, Undo
from rummykit_session.paper.questions import ALL, BOTH, EVERYBODY, NOBODY, YES, ScoreQuestion
from rummykit_session.storage.files import write_file
from rummykit_session.words import chips, shown_name

ROOM_FOR_ANSWER = 24
"""So many columns are left behind a question; one that is longer stands on lines of its own."""
COMMANDS = {
    "undo": mark("take the last answer back"),
    "correct 2": mark("enter round 2 again, for example; Enter keeps an answer, and what comes after is counted again"),
    "sheet": mark("show the whole sheet"),
    "csv FILE": mark("write the sheet to a file for a spreadsheet"),
    "help": mark("show this list"),
    "quit": mark("leave; everything is saved"),
}
RESERVED = {*LEAVING, "?", "-", NOBODY, ALL, EVERYBODY, BOTH, *(command.split()[0] for command in COMMANDS)}
"""Words that mean something at a prompt, so that nobody can be called so."""


class Dialogue:
    """Asks about a match round by round, and keeps its sheet."""

    def __init__(self, sheet: Sheet, screen: Screen, prompt: Prompt) -> None:
        self.sheet = sheet
        self._screen = screen
        self._prompt = prompt
        self._kept = sheet.kept()
        self._announced = -1
        """The round whose heading was shown last."""
        self._closed = False
        """Whether the winners were told."""

    @property
    def books(self) -> Books:
        """The books as they stand."""
        return self._kept.books

    def hold(self) -> None:
        """Ask until the match is over and nobody has anything to correct; raise `Leave` if somebody goes before."""
        if self.books.scores and not self.books.is_over:
            self._show_sheet()
        while True:
            question = self._kept.question
            if question is not None:
                self._announce(question.round)
                self._ask(question)
            elif self._is_done():
                return

    # -- questions ---------------------------------------------------------------------------------------------

    def _announce(self, round: int) -> None:
        """Say which round it is about, once, and who deals."""
        if round == self._announced or round <= len(self.books.scores):
            return
        self._announced = round
        self._screen.line()
        dealer = shown_name(self.books.names[self.books.dealer])
        parts = [say("Round {number}: {name} deals.", number=round, name=dealer)]
        if self.books.format.has_chips:
            parts.append(say("The pot holds {chips}.", chips=chips(self.books.pot)))
        self._screen.line(" ".join(parts), style="bold")

    def _ask(self, question: ScoreQuestion[Any]) -> None:
        """Put a question once, and take down the answer or do what else is said."""
        for choice in question.kind.choices():
            self._screen.item(choice)
        former = self._former(question)
        line = self._prompt.read(self._asked(question, former))
        if self._obeys(line):
            return
        try:
            answer = question.kind.write(question.kind.read(line or former))
        except NotationError as error:
            self._complain(str(error) if line else say("Possible answers: {answers}.", answers=question.kind.hint))
            return
        self._enter(Answer(question.round, question.key, answer))

    def _asked(self, question: ScoreQuestion[Any], former: str) -> str:
        """Return what stands before the answer: at a terminal the question only if it leaves room to type."""
        asked, kept = f"{question.text} ({question.kind.hint})", f"[{former}]" if former else ""
        prompt = f"{asked} {kept}".rstrip() + ": "
        if not self._prompt.interactive or len(prompt) + ROOM_FOR_ANSWER <= self._screen.console.width:
            return prompt
        self._screen.line(asked)
        return f"{kept}> "

    def _former(self, question: ScoreQuestion[Any]) -> str:
        """Return what was answered before a correction, if it still is an answer."""
        former = self.sheet.answers.former.get((question.round, question.key), "")
        with suppress(NotationError):
            question.kind.read(former)
            return former
        return ""

    def _enter(self, entry: Entry) -> None:
        """Write an entry down, then keep the sheet by it and tell what it brought."""
        before = self.books
        self.sheet.enter(entry)
        self._kept = self.sheet.kept()
        if isinstance(entry, Answer):
            self._tell_change(before, entry)
        else:
            self._announced, self._closed = -1, False

    # -- what the answers bring --------------------------------------------------------------------------------

    def _tell_change(self, before: Books, answer: Answer) -> None:
        """Tell what an answer has brought: a finished round, a buy-back, and after a correction all that follows."""
        played = len(before.scores)
        if before.offer is not None:
            event = bought_back(before, BuyBack(answer.text == YES))
            self._screen.line(tell_buyback(before.names[event.seat], event))
        elif len(self.books.scores) > played:
            self._tell_round(played)
            played += 1
        if len(self.books.scores) > played:
            self._screen.line()
            self._screen.line(say("What comes after it is counted again:"))
            self._show_sheet()
        else:
            for seat in self._just_out(before):
                out = Out(seat, self.books.shown(self.books.totals[seat]))
                self._screen.line(str(tell(out, self.books.names)))

    def _tell_round(self, number: int) -> None:
        score = self.books.scores[number]
        self._screen.console.print(score_table(self.books, number))
        if score.remark:
            self._screen.line(str(score.remark), style="bold")

    def _just_out(self, before: Books) -> tuple[int, ...]:
        lines = self.books.sheet[len(before.sheet) :]
        return tuple(seat for line in lines for seat in line.out)

    def _is_done(self) -> bool:
        """Tell who has won, and let people have another look; return whether they are content."""
        if not self._closed:
            self._closed = True
            self._screen.line()
            self._show_sheet()
            self._screen.line(tell_winners(self.books), style="bold")
        try:
            line = self._prompt.read(say("Press Enter to finish; 'undo' and 'correct' still work:") + " ")
        except Leave:
            return True
        if line.casefold() in LEAVING:
            return True
        if not self._obeys(line) and line:
            self._complain(say("'{word}' is not a command; 'help' lists them.", word=line.split()[0]))
        return not line

    # -- commands ----------------------------------------------------------------------------------------------

    def _obeys(self, line: str) -> bool:
        """Do what a line says if it is a command, and return whether it is one."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "correct": self._correct,
            "sheet": lambda _: self._show_sheet(),
            "csv": self._write_csv,
            "help": lambda _: self._help(),
            "?": lambda _: self._help(),
            **dict.fromkeys(LEAVING, self._leave),
        }
        if word.casefold() not in commands:
            return False
        commands[word.casefold()](rest.strip())
        return True

    def _leave(self, _: str) -> None:
        raise Leave

    def _undo(self, _: str) -> None:
        if self.sheet.answers.can_undo:
            self._enter(Undo())
        else:
            self._complain(say("There is nothing to take back yet."))

    def _correct(self, number: str) -> None:
        rounds = sorted({round for round, _ in self.sheet.answers.given if round > 0})
        if number.isdecimal() and len(number) < 6 and int(number) in rounds:
            self._enter(Correction(int(number)))
        elif rounds:
            self._complain(say("Name a round from 1 to {last}, for example: correct 1", last=rounds[-1]))
        else:
            self._complain(say("There is no round to correct yet."))

    def _show_sheet(self) -> None:
        self._screen.console.print(match_table(self.books))

    def _write_csv(self, name: str) -> None:
        if not name:
            self._complain(say("Name a file, for example: csv sheet.csv"))
            return
        try:
            _write_export(Path(name).expanduser(), match_csv(self.books))
        except FileExistsError:
            self._complain(say("{file} already exists and is not a score sheet; name another file.", file=name))
        except OSError as error:
            self._complain(str(unwritable(Path(name), error)))
        else:
            self._screen.unbroken(say("Wrote the sheet to {file}.", file=name))

    def _help(self) -> None:
        self._screen.line(say("Answer the question, or say:"))
        for command, meaning in COMMANDS.items():
            self._screen.item(f"{command}: {say(meaning)}")
        pack = self.sheet.rules.pack
        cards = Row((pack.cards[6], pack.cards[pack.naturals - 1], *pack.cards[pack.naturals :][:1]))
        self._screen.line(say("Write cards like this: {cards}; a number alone means points.", cards=str(cards)))

    def _complain(self, sentence: str) -> None:
        self._screen.line(sentence, style="yellow")


def _write_export(file: Path, text: str) -> None:
    """Write an export; an earlier one is replaced as a whole, any other file is left alone (`FileExistsError`)."""
    if file.exists():
        with file.open("rb") as old:
            if old.readline().strip() != ",".join(CSV_COLUMNS).encode():
                raise FileExistsError
    write_file(file, text.encode(), over=True)
