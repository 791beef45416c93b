"""`rummy rules ask`: house rules by question and answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

from rummykit.booklet.comparing import in_short
from rummykit.errors import SetupError
from rummykit.i18n import mark, say
from rummykit.plugin.plugins import Plugins
from rummykit.rules import HouseRuleError, HouseRules, Problem, TableRules, from_variant, load_text, shapes
from rummykit.rules.merge import read_value
from rummykit.rules.options import Finding, impossible
from rummykit_cli import INTERRUPTED
from rummykit_cli.commands.rules.check import check_files
from rummykit_cli.commands.rules.explain import Home, explain_option, of_variant
from rummykit_cli.commands.rules.new import answered_file, asked_first, yaml_value
from rummykit_cli.commands.rules.readings import readings
from rummykit_cli.commands.rules.tables import Key, choices, is_idle, is_settled, others, with_values
from rummykit_cli.commands.targets import variant_and_preset
from rummykit_cli.commands.writing import check_free, write_named
from rummykit_cli.lines import echo, wrapped
from rummykit_cli.plugged import installed
from rummykit_cli.prompt import Leave, Prompt
from rummykit_session.words import yes_or_no

Values = dict[Key, object]


def ask_rules(target: str, preset: str | None, output: Path | None, force: bool) -> int:
    """Ask about the rules of a table and write them to a file; return the exit code."""
    plugins = installed()
    variant, preset = variant_and_preset(target, preset)
    info = plugins.plugin_of(variant).variant
    assert info is not None
    talk = Talk(from_variant(variant, plugins, preset=preset), plugins)
    file = output or Path(f"{variant}.yaml")
    check_free(file, force)
    own, of_preset = mark("House rules for {game}."), mark("House rules for {game}, preset {preset}.")
    echo(say(of_preset if preset else own, game=info.title, preset=preset))
    echo(say("Enter keeps what is played now, ? explains more, back goes to the question before, quit leaves."))
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
    """Return what to ask about a variant: of options of which only one can be said the first, and what follows each."""
    known = {question.path: question for question in of_variant("", model)}
    found: dict[str, Home] = {}
    for path in asked_first(model):
        home = known[path]
        found.setdefault(home.section if _is_one_of(home) else path, home)
        after = [f"{home.section}.{then}" for first, then in home.kind.follow_ups if first == home.option]
        found |= {path: known[path] for path in after if path in known and path not in found}
    return list(found.values())


def _is_one_of(home: Home) -> bool:
    return home.option in home.kind.one_of


@dataclass
class Talk:
    """The answers so far, on top of the rules of a variant or preset."""

    base: TableRules
    plugins: Plugins
    read: Callable[[str], str] = field(default_factory=lambda: Prompt().ask)
    answers: Values = field(default_factory=dict)

    @property
    def model(self) -> type[HouseRules]:
        """The options of the variant."""
        return type(self.base.rules)

    def hold(self, file: Path) -> str:
        """Ask until all answers go together and please; return the text of the file. `Leave` if they end before."""
        asked = questions(self.model)
        self.ask_all(asked)
        while True:
            if found := self.complaints(file):
                echo("\n" + say("These answers do not go together:"))
                for complaint in found:
                    echo(wrapped(complaint.message, "  "))
                # An option at fault is asked about even where the variant does not name it.
                at_fault = {key for complaint in found for key in complaint.options} or set(self.changed())
                self.ask_all([one for one in of_variant("", self.model) if one.key in at_fault], idle_too=True)
            elif again := self._review(asked, file):
                self.ask_all(asked, again)
            else:
                return self.text()

    def ask_all(self, asked: Sequence[Home], again: Home | None = None, *, idle_too: bool = False) -> None:
        """Ask one question after the other, or one *again* and what follows from it; `back` goes to the one before.

        One to which earlier answers leave nothing to say is left out, and one that they made idle forgotten, unless
        *idle_too*.
        """
        answered = [one for one in asked if again and one != again and self._matters(one)]
        while True:
            shown = [one for one in asked if one in answered or idle_too or self._matters(one)]
            at = next((at for at, one in enumerate(shown) if one not in answered), None)
            if at is None:
                break
            if self._ask(shown[at], say("{number} of {count}", number=at + 1, count=len(shown))):
                answered.append(shown[at])
            elif at:
                answered.remove(shown[at - 1])
            else:
                echo("  " + say("This is the first question."))
        for question in asked:
            if not idle_too and self._is_idle(question):
                self.answers.pop(question.key, None)

    def _review(self, asked: Sequence[Home], file: Path) -> Home | None:
        """Show all answers; return the one to be changed, or None if they may be written."""
        shown = [one for one in asked if self._matters(one)]
        echo("\n" + say("So your table plays:"))
        for number, one in enumerate(shown, 1):
            now, usual = (_told(one, table) for table in (self._table(), self.base))
            answer = now if now == usual else say("{value} instead of {usual}", value=now, usual=usual)
            echo(wrapped(f"{_question(one)} {answer}", "  ", f"{number:>2} "))
        while answer := self.read("  " + say("Enter writes {file}, a number changes that answer:", file=file) + " "):
            if answer == "back":
                return shown[-1]
            if answer.isdecimal() and 1 <= int(answer) <= len(shown):
                return shown[int(answer) - 1]
            echo("  " + say("A number from 1 to {most} changes an answer, quit leaves.", most=len(shown)))
        return None

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

    def _table(self) -> TableRules:
        """Return the table as it is answered, or as it was if the answers make none."""
        try:
            return with_values(self.base, self.changed())
        except ValidationError:
            return self.base

    def value(self, key: Key) -> object:
        """Return what an option is now, as plain JSON."""
        return self.answers[key] if key in self.answers else _plain(self._table().rules)[key]

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

    # -- one question --------------------------------------------------------------------------------------

    def _ask(self, question: Home, place: str) -> bool:
        """Ask until there is a good answer; say whether to go forward, not back."""
        rivals = self._rivals(question) if _is_one_of(question) else {}
        if len(rivals) < 2:
            return self._ask_value(question, place)
        homes = list(rivals)
        while True:
            echo("\n" + wrapped(f"{place}: {_question(question)} ({question.section})", ""))
            for number, (home, text) in enumerate(rivals.items(), 1):
                _offer(f"{number} {home.option}", text)
            answer = self._answer(_told(question, self._table()), question)
            if not answer:
                return answer is not None
            chosen = next((one for at, one in enumerate(homes, 1) if answer in (str(at), one.option)), None)
            if chosen is None:
                echo("  " + say("Answer with a number from 1 to {most}.", most=len(homes)))
            elif self._ask_value(chosen, place):
                return True

    def _rivals(self, question: Home) -> dict[Home, str]:
        """Return the options of which only one can be said, as far as they can be played, each as an example reads."""
        found = {}
        for home in of_variant("", self.model):
            if home.section == question.section and _is_one_of(home):
                value = self.value(home.key)
                if is_said := home.kind.says(home.option, value):
                    example = value
                else:
                    example = max(one for one in others(home.field, value) if isinstance(one, int))
                if text := self._sentences(home, [example]).get(yaml_value(example)):
                    like = mark("for example with {value}: {text}")
                    found[home] = text if is_said else say(like, value=yaml_value(example), text=text)
        return found

    def _ask_value(self, question: Home, place: str) -> bool:
        now, counted = self.value(question.key), _counted(question)
        # Numbers would be confused with values that are numbers.
        numbered = counted if all(type(value) is not int for value in counted) else []
        told = self._sentences(question, counted or [now, *others(question.field, now)])
        echo("\n" + wrapped(f"{place}: {say(question.kind.question(question.option))} ({question.path})", ""))
        for number, value in enumerate(counted, 1):
            label = _word(value)
            _offer(f"{number} {label}" if numbered else label, told.get(yaml_value(value)))
        if not counted:
            echo(wrapped(shapes.expected(question.field), "  "))
            if text := told.get(yaml_value(now)):
                _offer(_word(now), text)
        label = _word(now)
        if now in numbered:
            label = f"{numbered.index(now) + 1}, {label}"
        while (answer := self._answer(label, question)) is not None:
            # Of several one of which is wanted, this is the one, so it must be said.
            if not answer and (not _is_one_of(question) or question.kind.says(question.option, now)):
                return True
            if answer.isdecimal() and 1 <= int(answer) <= len(numbered):
                answer = yaml_value(numbered[int(answer) - 1])
            problems = self._take(question, answer)
            if not problems:
                return True
            for problem in problems:
                echo(wrapped(str(problem), "  "))
        return False

    def _answer(self, now: str, question: Home) -> str | None:
        """Return what is answered, None to go back; explain as often as that is asked for."""
        while (answer := self.read(f"  {say('now {value}:', value=now)} ")) in ("?", "help"):
            explain_option(question.path, self.base.variant, as_json=False)
        return None if answer == "back" else answer

    def _sentences(self, question: Home, values: Sequence[object]) -> Mapping[str, str]:
        """Return what the booklet of the table says by each of some values of an option."""
        found = readings(self._table(), question.key, question.field, values, self.plugins)
        told = in_short([[said.prose for said in reading.said] for reading in found])
        return {yaml_value(reading.value): text for reading, text in zip(found, told, strict=True)}

    def _take(self, question: Home, answer: str) -> Sequence[Problem]:
        """Keep a good answer; return what is wrong with a bad one."""
        switched = yes_or_no(answer) if shapes.is_switch(question.field) else None
        if switched is not None:
            # What people say to a question; only a file must write true and false.
            answer = yaml_value(switched)
        section = question.kind
        try:
            value = read_value(section, question.section, question.option, answer)
        except HouseRuleError as error:
            return error.problems
        if question.option in section.one_of and section.says(question.option, value):
            for other in section.one_of:
                self.answers.pop((question.section, other), None)
        self.answers[question.key] = value
        return ()


def _question(question: Home) -> str:
    """Return the question about an option, or which of several is said."""
    return say(question.kind.question("" if _is_one_of(question) else question.option))


def _offer(label: str, text: str | None) -> None:
    """Print what may be answered, and what the booklet says of it, if anything."""
    echo(wrapped(text, "  ", f"{label}: ") if text else f"  {label}")


def _counted(question: Home) -> list[object]:
    """Return all values of an option, if they can be counted."""
    counted = all(form.choices or form.type is bool for form in shapes.forms(question.field))
    return list(choices(question.field)) if counted else []


def _word(value: object) -> str:
    """Return a value as one says it."""
    return say("yes" if value else "no") if isinstance(value, bool) else yaml_value(value)


def _told(question: Home, table: TableRules) -> str:
    """Return what a table plays, or which of several options and its value."""
    values = _plain(table.rules)
    kind, section = question.kind, question.section
    if not _is_one_of(question):
        return _word(values[question.key])
    said = (option for option in kind.one_of if kind.says(option, values[section, option]))
    return next((f"{option}: {yaml_value(values[section, option])}" for option in said), "off")


def _plain(rules: HouseRules) -> Values:
    data = rules.model_dump(mode="json")
    return {(section, option): value for section, options in data.items() for option, value in options.items()}


def _quoted(file: Path) -> str:
    return f'"{file}"' if " " in str(file) else str(file)
