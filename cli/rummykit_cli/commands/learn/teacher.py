"""The guided round: a real match on cards laid out for it, in which every move of the learner is a lesson."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from rummykit.engine.actions import PASS, Action
from rummykit.engine.match import Match
from rummykit.engine.records import SeatInfo, TableHelp
from rummykit.engine.round import Round
from rummykit.engine.scoring import RoundScore
from rummykit.engine.views import BuybackView, View
from rummykit.i18n import mark, say, say_number
from rummykit.plugin.plugins import Plugins
from rummykit.rules import from_variant
from rummykit.scenario import Scenario
from rummykit_cli.commands.learn import lessons
from rummykit_cli.commands.learn.lessons import Lesson
from rummykit_cli.guide import form_of
from rummykit_cli.plain import PlainTable
from rummykit_cli.prompt import LEAVING, Leave, Prompt
from rummykit_cli.render.console import HarmlessConsole
from rummykit_cli.render.log import Log
from rummykit_cli.render.palettes import Palette
from rummykit_cli.render.plain import Screen
from rummykit_session.session import Session
from rummykit_session.table_state import TableState


class Teacher(PlainTable):
    """Asks for moves as at any table, but takes only those that the lesson is about; after others it says what to do.

    The tour never comes to a dead end: a move is taken only if all that is to follow can be played after it.
    """

    def __init__(self, session: Session, log: Log, others: Script) -> None:
        super().__init__(session, log, Prompt())
        self._others = others
        self._lessons = list(lessons.LESSONS)
        """The lesson in hand, and those to come."""

    def play(self) -> None:
        """Play the tour to its end; raises `Leave` if the learner goes before it."""
        self._welcome()
        while not self.match.is_over:
            if self.session.waits_for_bot:
                self.let_bot_play()
                continue
            self._pause()
            self.ask()
            del self._lessons[0]
        self._farewell()

    @property
    def _lesson(self) -> Lesson:
        return self._lessons[0]

    @property
    def _wanted(self) -> Action:
        """The move that the lesson asks for."""
        move = self._lesson.move(self.match.round)
        assert move is not None
        return move

    # -- what is told ----------------------------------------------------------------------------------------

    def _welcome(self) -> None:
        self.screen.line(say("Welcome to Rummy 17!"), style="bold")
        for text in lessons.WELCOME:
            self.screen.line(say(text))

    def _farewell(self) -> None:
        """Explain the sheet, which the log has just printed, and tell how to go on."""
        score = self.match.scores[0]
        bonus = sum(max(item.points[lessons.LEARNER], 0) for item in score.items)
        self.screen.line()
        self.screen.line(self._explain_penalties(score))
        self.screen.line(say(lessons.BONUS_TOLD, bonus=bonus, total=score.totals[lessons.LEARNER]))
        self._pause()
        self.screen.line()
        self.screen.line(say("At the full-screen table you do all this with keys, or with the mouse:"), style="bold")
        for keys in lessons.KEYS:
            self.screen.item(say(keys))
        self.screen.line()
        self.screen.line(say("That is all you need. Go on with:"), style="bold")
        for command, text in lessons.GOING_ON.items():
            self.screen.item(say(text, command=command))

    def _explain_penalties(self, score: RoundScore) -> str:
        penalties = next(item for item in score.items if item.key == "penalty")
        paid = [
            say_number(*lessons.PENALTIES, cards, points=points, name=name)
            for name, points, cards in zip(lessons.NAMES, penalties.points, penalties.counts, strict=True)
            if cards
        ]
        high = self.match.rules.table_rules.value("scoring.high_from")
        message = mark(
            "Penalty points: a card left in your hand costs 1 point, or 2 from {high} up. That makes {paid}."
        )
        return say(message, high=high, paid=paid)

    def show(self, view: View | BuybackView) -> None:
        """Print the table, and the lesson below it."""
        super().show(view)
        lesson, last = self._lesson, len(lessons.LESSONS)
        number = last - len(self._lessons) + 1
        place = say("Lesson {number} of {last}: {title}", number=number, last=last, title=say(lesson.title))
        self.screen.line()
        self.screen.line(f"{place} [{lesson.rule}]", style="bold")
        self.screen.line(say(lesson.text, open=self.match.round.open_card))
        self.screen.line(say(lesson.keys))
        self._tell_what_to_type()

    def _tell_what_to_type(self) -> None:
        self.screen.line(say("Type: {move}", move=str(self._wanted)), style="bold")

    def give_hint(self) -> None:
        """Say what to look at in this lesson."""
        self.screen.line(say(self._lesson.hint))
        self._tell_what_to_type()

    def _help(self, view: View | BuybackView) -> None:
        self.screen.lines([form_of(self._lesson.typed.split()[0], view)])
        for text in lessons.COMMANDS:
            self.screen.item(say(text, name=self._lesson.rule))
        self._tell_what_to_type()

    def _pause(self) -> None:
        """At a terminal, let the learner read on: what comes next would push what was told off a low screen."""
        while self.prompt.interactive and (line := self.prompt.read(say("Press Enter to go on.") + " ").lower()):
            if line in LEAVING:
                raise Leave
            self.screen.line(say("That works in a lesson; here Enter goes on, and 'quit' leaves the tour."))

    def after_mistake(self) -> None:
        """Encourage the learner."""
        self.screen.line(say("Nothing is lost. Try: {move} ('hint' and 'skip' help too)", move=str(self._wanted)))

    # -- answers ---------------------------------------------------------------------------------------------

    def answer(self, line: str, view: View | BuybackView) -> None:
        """Do what a line asks for; some words mean something else than in a game."""
        match line.lower().split():
            case ["skip"]:
                super().try_move(self._wanted)
            case ["help" | "?"] | ["help" | "?", "hint" | "skip" | "quit"]:
                self._help(view)
            case _:
                super().answer(line, view)

    def try_move(self, action: Action) -> None:
        """Make a move if it is what the lesson is about."""
        if self.match.check(action) is None and not self._goes_on_after(action):
            message = mark("That would be allowed, but the tour goes another way: {move}")
            self.screen.line(say(message, move=str(self._wanted)), style="yellow")
        else:
            super().try_move(action)

    def _goes_on_after(self, action: Action) -> bool:
        """Whether a legal move is what the lesson is about, and leaves what the next lessons need."""
        return isinstance(action, self._lesson.kind) and _is_playable(
            self.match.round, action, self._lessons[1:], self._others
        )


class LowScreen(Screen):
    """A screen on which the table leaves room for a lesson, on a terminal of 24 rows."""

    def _bonus(self, table: TableState) -> Iterable[str]:
        return ["; ".join(super()._bonus(table))]


class Script:
    """A bot that plays written moves, for all the other seats; it claims nothing."""

    def __init__(self, moves: Sequence[str]) -> None:
        self.moves = list(moves)
        """What is still to be played."""

    def __call__(self, view: View | BuybackView, random: Random) -> Action:
        """Play the next move."""
        if PASS in view.legal:
            return PASS
        text = self.moves.pop(0)
        return next(action for action in view.legal if str(action) == text)


def _is_playable(round: Round, action: Action, later: Sequence[Lesson], others: Script) -> bool:
    """Whether the later lessons can be played to the end of the round after this move."""
    ahead, script = round.copy(), Script(others.moves)
    ahead.play(action)
    for lesson in later:
        while ahead.actor != lessons.LEARNER:
            ahead.play(script(ahead.view(ahead.actor), Random(0)))
        move = lesson.move(ahead)
        if move is None:
            return False
        ahead.play(move)
    return ahead.outcome is not None


# -- setting up ------------------------------------------------------------------------------------------


def teach(plugins: Plugins, palette: Palette) -> None:
    """Give the tour at this screen, or to whoever sends the lines; raises `Leave` if it is not taken to its end."""
    log, others = Log(LowScreen(HarmlessConsole(), palette)), Script(lessons.OTHERS)
    bots = {seat: others for seat in range(len(lessons.NAMES)) if seat != lessons.LEARNER}
    session = Session(laid_out(plugins), tuple(map(SeatInfo, lessons.NAMES)), None, bots, TableHelp(undo=False))
    Teacher(session, log, others).play()


def laid_out(plugins: Plugins) -> Match:
    """Return a match whose only round lies as the lessons need it."""
    rules = plugins.assemble(from_variant(lessons.TOUR_VARIANT, plugins), len(lessons.NAMES))
    match = Match(rules, seed=0, names=lessons.NAMES)
    table = Scenario.by(rules, plugins).deal(
        hands=lessons.HANDS,
        open_card=lessons.UPCARD,
        stock_top=lessons.STOCK,
        side_cards=lessons.BONUS_CARDS,
        active=lessons.LEARNER,
        discarder=-1,
    )
    match.round = table.round
    match.round.names = match.names
    return match
