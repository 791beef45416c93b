"""`rummy rules ask`: house rules by question and answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

from rummykit.errors import SetupError
from rummykit.i18n import mark, say
from rummykit.plugin.plugins import Plugins
from rummykit.rules import HouseRuleError, HouseRules, Problem, TableRules, from_variant, load_text, shapes
from rummykit.rules.merge import read_value
from rummykit.rules.options import Finding, impossible
from rummykit_cli import INTERRUPTED
from rummykit_cli.commands.rules.check import check_files
from rummykit_cli.commands.rules.explain import Home, explain_option, of_variant
from rummykit_cli.commands.rules.new import answered_file, asked_first, meaning, yaml_value
from rummykit_cli.commands.rules.tables import Key, is_idle, is_settled, with_values
from rummykit_cli.commands.writing import check_free, write_named
from rummykit_cli.lines import echo
from rummykit_cli.plugged import installed
from rummykit_cli.prompt import Leave, Prompt
from rummykit_session.words import yes_or_no

Values = dict[Key, object]


def ask_rules(variant: str, preset: str | None, output: Path | None, force: bool) -> int:
    """Ask about the rules of a table and write them to a file; return the exit code."""
    plugins = installed()
    info = plugins.plugin_of(variant).variant
    assert info is not None
    talk = Talk(from_variant(variant, plugins, preset=preset), plugins)
    file = output or Path(f"{variant}.yaml")
    check_free(file, force)
    own, of_preset = mark("House rules for {game}."), mark("House rules for {game}, preset {preset}.")
    echo(say(of_preset if preset else own, game=info.title, preset=preset))
    echo(say("Enter keeps what is played now, ? explains more, back returns to the previous question, Ctrl-C quits."))
    try:
        text = talk.hold(file)
    except (Leave, KeyboardInterrupt) as stop:
        echo("\n" + say("You left before the last question, so {file} was not written.", file=file), err=True)
        return INTERRUPTED if isinstance(stop, KeyboardInterrupt) else 2
    write_named(file, text.encode(), force)
    echo("\n" + _written(file, talk))
    # The real check of the real file: it also warns of what is odd.
    code = check_files([file], as_json=False)
    if code == 0:
        echo(say("Play by these rules with: {command}", command=f"rummy play --rules {_quoted(file)}"))
    return code


def _written(file: Path, talk: Talk) -> str:
    own = mark("Wrote {file}. Answers that differ from the default: {answers}.")
    of_preset = mark("Wrote {file}. Answers that differ from the preset: {answers}.")
    changed = str(len(talk.changed()) or say("none"))
    return say(of_preset if talk.base.preset else own, file=file, answers=changed)


def questions(model: type[HouseRules]) -> list[Home]:
    """Return what to ask about a variant."""
    known = {question.path: question for question in of_variant("", model)}
    return [known[name] for name in asked_first(model)]


@dataclass
class Talk:
    """The answers so far, on top of the rules of a variant or preset."""

    base: TableRules
    plugins: Plugins
    read: Callable[[str], str] = field(default_factory=lambda: Prompt().read)
    answers: Values = field(default_factory=dict)

    @property
    def model(self) -> type[HouseRules]:
        """The options of the variant."""
        return type(self.base.rules)

    def hold(self, file: Path) -> str:
        """Ask until all answers go together; return the text of the file. `Leave` if the answers end before."""
        self.ask_all(questions(self.model))
        while found := self.complaints(file):
            echo("\n" + say("These answers do not go together:"))
            for complaint in found:
                echo(f"  {complaint.message}")
            # An option at fault is asked about even where the variant does not name it.
            at_fault = {key for complaint in found for key in complaint.options} or set(self.changed())
            self.ask_all(
                [question for question in of_variant("", self.model) if question.key in at_fault], idle_too=True
            )
        return self.text()

    def ask_all(self, asked: Sequence[Home], *, idle_too: bool = False) -> None:
        """Ask one question after the other; `back` goes to the one before.

        One to which earlier answers leave nothing to say is left out, and one that they made idle forgotten, unless
        *idle_too*.
        """
        answered: list[Home] = []
        while left := [one for one in asked if one not in answered and (idle_too or self._matters(one))]:
            count = len(answered) + len(left)
            if self._ask(left[0], say("{number} of {count}", number=len(answered) + 1, count=count)):
                answered.append(left[0])
            elif answered:
                answered.pop()
            else:
                echo("  " + say("This is the first question."))
        for question in asked:
            if not idle_too and self._is_idle(question):
                self.answers.pop(question.key, None)

    def _is_idle(self, question: Home) -> bool:
        return is_idle(self.model.sections(), question.key, self.value)

    def _matters(self, question: Home) -> bool:
        """Say whether an option does anything and could be otherwise, as the others are now."""
        if self._is_idle(question):
            return False
        try:
            return not is_settled(with_values(self.base, self.changed()), question.key)
        except ValidationError:
            return True  # a check of the plugin's own over several options, which the loader will tell

    def value(self, key: Key) -> object:
        """Return what an option is now, as plain JSON."""
        return self.answers[key] if key in self.answers else _plain(self.base.rules)[key]

    def changed(self) -> Values:
        """Return the answers that differ from the variant or its preset."""
        usual = _plain(self.base.rules)
        return {key: value for key, value in self.answers.items() if value != usual[key]}

    def text(self) -> str:
        """Return the file: the header of `rummy rules new`, and below it what differs."""
        return answered_file(self.base, self.plugins, self.changed())

    def complaints(self, file: Path) -> list[Finding]:
        """Return what `rummy rules check` would find, with the options at fault where they are known."""
        try:
            found = impossible(with_values(self.base, self.changed()).rules, None)
        except ValidationError:
            found = []  # a check of the plugin's own over several options: the loader says it best
        try:
            if not found:
                self.plugins.assemble_for_any(load_text(self.text(), self.plugins, name=str(file)))
        except HouseRuleError as error:
            found = [Finding((), problem.message) for problem in error.problems]
        except SetupError as error:
            found = [Finding((), str(error))]
        return found

    def _ask(self, question: Home, place: str) -> bool:
        """Ask until there is a good answer; say whether to go forward, not back."""
        echo(f"\n{place}: {meaning(question.field)} ({question.path})")
        echo(f"  {shapes.expected(question.field)}")
        while True:
            now = say("now {value}:", value=yaml_value(self.value(question.key)))
            answer = self.read(f"  {now} ")
            if answer in ("", "back"):
                return not answer
            if answer in ("?", "help"):
                explain_option(question.path, self.base.variant, as_json=False)
                continue
            problems = self._take(question, answer)
            if not problems:
                return True
            for problem in problems:
                echo(f"  {problem}")

    def _take(self, question: Home, answer: str) -> Sequence[Problem]:
        """Keep a good answer; return what is wrong with a bad one."""
        switched = yes_or_no(answer) if shapes.is_switch(question.field) else None
        if switched is not None:
            # What people say to a question; only a file must write true and false.
            answer = yaml_value(switched)
        section = self.model.sections()[question.section]
        try:
            value = read_value(section, question.section, question.option, answer)
        except HouseRuleError as error:
            return error.problems
        if question.option in section.one_of and section.says(question.option, value):
            for other in section.one_of:
                self.answers.pop((question.section, other), None)
        self.answers[question.key] = value
        return ()


def _plain(rules: HouseRules) -> Values:
    data = rules.model_dump(mode="json")
    return {(section, option): value for section, options in data.items() for option, value in options.items()}


def _quoted(file: Path) -> str:
    return f'"{file}"' if " " in str(file) else str(file)
