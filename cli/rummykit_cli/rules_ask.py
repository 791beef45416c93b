"""`rummy rules ask`: house rules by question and answer."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import typer
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from rummykit.errors import PluginError, SetupError
from rummykit.houserules import HouseRuleError, HouseRules, Place, Problem, TableRules, fields, from_variant, load_text
from rummykit.houserules.document import KEYS, read_document
from rummykit.houserules.grammar import MATCH, Grammar, variant_sections
from rummykit.houserules.layers import read_layer
from rummykit.houserules.nodes import ListNode, MapNode, Node, ScalarNode, fit
from rummykit.houserules.options import Contradiction, impossible
from rummykit.houserules.yamlnodes import parse
from rummykit.plugins import Plugins
from rummykit_cli.listing import warn_of_problems
from rummykit_cli.rules import check_files
from rummykit_cli.rules_explain import explain_option
from rummykit_cli.rules_new import new_file, yaml_value

LEFT = 1
"""The exit code of whoever leaves before the last question."""

_MOST = 10
_WIDTH = 100
_ANSWER = Place("")
_SWITCH_WORDS = {"yes": "true", "y": "true", "no": "false", "n": "false"}
"""What people say to a question; only a file must write true and false."""

Values = dict[tuple[str, str], object]


class Leave(Exception):  # noqa: N818 - not an error
    """There are no more answers to come."""


@dataclass(frozen=True)
class Question:
    """An option to ask about."""

    section: str
    option: str
    about: FieldInfo

    @property
    def key(self) -> tuple[str, str]:
        """The option as the loader names it."""
        return self.section, self.option

    @property
    def path(self) -> str:
        """The option as refusals name it."""
        return f"{self.section}.{self.option}"


def ask_rules(variant: str, preset: str | None, output: Path | None, force: bool) -> int:
    """Ask about the rules of a table and write them to a file; return the exit code."""
    plugins = Plugins.discover()
    warn_of_problems(plugins)
    info = plugins.plugin_of(variant).variant
    assert info is not None
    talk = Talk(from_variant(variant, plugins, preset=preset), plugins)
    file = output or Path(f"{variant}.yaml")
    if file.exists() and not force:
        # Said before the first question: nobody wants to answer ten of them for nothing.
        raise SetupError(f"{file} is there already; overwrite it with --force, or choose another name with -o.")
    typer.echo(f"House rules for {info.title}{f', preset {preset}' if preset else ''}.")
    typer.echo("Enter keeps what is played now, ? explains more, back goes to the question before, Ctrl-C leaves.")
    try:
        text = talk.hold(file)
    except (Leave, KeyboardInterrupt):
        typer.echo(f"\nYou left before the last question, so {file} is not written.", err=True)
        return LEFT
    _write(file, text, force)
    changed, usual = len(talk.changed()), "preset" if preset else "default"
    typer.echo(f"\n{file} is written. Answers that differ from the {usual}: {changed or 'none'}.")
    # The real check of the real file: it also warns of what is odd.
    code = check_files([file], as_json=False)
    if code == 0:
        typer.echo(f"Play by it with: rummy play --rules {_quoted(file)}")
    return code


def questions(model: type[HouseRules]) -> list[Question]:
    """Return what to ask about a variant: the options it names, or else its first ten.

    >>> [question.path for question in questions(HouseRules)][:2]
    ['match.match_mode', 'match.rounds']
    """
    known = {question.path: question for question in _all(model)}
    if not model.questions:
        return list(known.values())[:_MOST]
    for name in model.questions:
        if name not in known:
            raise PluginError(f"{model.__name__} asks about {name}, which is none of its options.")
    return [known[name] for name in model.questions]


@dataclass
class Talk:
    """The answers so far, on top of the rules of a variant or preset."""

    base: TableRules
    plugins: Plugins
    read: Callable[[str], str] = field(default_factory=lambda: _reader())
    answers: Values = field(default_factory=dict)

    @property
    def model(self) -> type[HouseRules]:
        """The options of the variant."""
        return type(self.base.rules)

    def hold(self, file: Path) -> str:
        """Ask until all answers go together; return the text of the file. Leave if the answers end before."""
        self.ask_all(questions(self.model))
        while found := self.complaints(file):
            typer.echo("\nThese answers do not go together:")
            for complaint in found:
                typer.echo(f"  {complaint.message}")
            # An option at fault is asked about even where the variant does not name it.
            at_fault = {key for complaint in found for key in complaint.options} or set(self.changed())
            self.ask_all([question for question in _all(self.model) if question.key in at_fault])
        return self.text()

    def ask_all(self, asked: Sequence[Question]) -> None:
        """Ask one question after the other; `back` goes to the one before."""
        at = 0
        while at < len(asked):
            forward = self._ask(asked[at], f"{at + 1} of {len(asked)}")
            if not forward and at == 0:
                typer.echo("  This is the first question.")
            at = at + 1 if forward else max(at - 1, 0)

    def value(self, key: tuple[str, str]) -> object:
        """Return what an option is now, as plain JSON."""
        return self.answers[key] if key in self.answers else _plain(self.base.rules)[key]

    def changed(self) -> Values:
        """Return the answers that differ from the variant or its preset."""
        usual = _plain(self.base.rules)
        return {key: value for key, value in self.answers.items() if value != usual[key]}

    def text(self) -> str:
        """Return the file: the header of `rummy rules new`, and below it what differs."""
        base = self.base
        return new_file(base.variant, base.preset, self.plugins, minimal=True) + _body(self.model, self.changed())

    def complaints(self, file: Path) -> list[Contradiction]:
        """Return what `rummy rules check` would find, with the options at fault where they are known."""
        try:
            found = impossible(self._rules(), None)
        except ValidationError:
            found = []  # a check of the plugin's own over several options: the loader says it best
        try:
            if not found:
                self.plugins.assemble_for_any(load_text(self.text(), self.plugins, name=str(file)))
        except HouseRuleError as error:
            found = [Contradiction((), problem.message) for problem in error.problems]
        except SetupError as error:
            found = [Contradiction((), str(error))]
        return found

    def _ask(self, question: Question, place: str) -> bool:
        """Ask until there is a good answer; say whether to go forward, not back."""
        typer.echo(f"\n{place}: {question.about.description} ({question.path})")
        typer.echo(f"  {fields.expected(question.about)}")
        while True:
            answer = self.read(f"  now {yaml_value(self.value(question.key))}: ").strip()
            if answer in ("", "back"):
                return not answer
            if answer == "?":
                explain_option(question.path, self.base.variant, as_json=False)
                continue
            problems = self._take(question, answer)
            if not problems:
                return True
            for problem in problems:
                typer.echo(f"  {problem}")

    def _take(self, question: Question, answer: str) -> list[Problem]:
        """Keep a good answer; return what is wrong with a bad one."""
        problems: list[Problem] = []
        if fields.is_switch(question.about):
            answer = _SWITCH_WORDS.get(answer.lower(), answer)
        node: Node = _node(answer, problems)
        for name in (question.option, question.section):
            node = MapNode(_ANSWER, ((ScalarNode(_ANSWER, name, name), node),))
        if question.section != MATCH:
            node = MapNode(_ANSWER, ((ScalarNode(_ANSWER, "rules", "rules"), node),))
        grammar = Grammar(self.base.variant, self.model, {})
        layer = read_layer(read_document(node, KEYS, problems), grammar, KEYS, problems)
        for key, setting in layer.items() if not problems else ():
            self.answers[key] = self._as_kept(question, setting.value)
        return problems

    def _as_kept(self, question: Question, value: object) -> object:
        """Return a value as the model has it, so that {3: 7, 2: 10} and {2: 10, 3: 7} are the same answer."""
        section = variant_sections(self.model)[question.section]
        read = section.model_validate_json(json.dumps({question.option: value}))
        return read.model_dump(mode="json")[question.option]

    def _rules(self) -> HouseRules:
        data = self.base.rules.model_dump(mode="json")
        for (section, option), value in self.answers.items():
            data[section][option] = value
        return self.model.model_validate_json(json.dumps(data))


def _all(model: type[HouseRules]) -> Iterator[Question]:
    for section, options in variant_sections(model).items():
        for option, about in options.model_fields.items():
            yield Question(section, option, about)


def _plain(rules: HouseRules) -> Values:
    data = rules.model_dump(mode="json")
    return {(section, option): value for section, options in data.items() for option, value in options.items()}


def _node(answer: str, problems: list[Problem]) -> Node:
    """Read an answer as a file would; what is no YAML is a text, which the option will refuse in its own words."""
    try:
        # In a list, because a document that is just `null` counts as empty.
        tree, found = parse(f"- {answer}", "")
    except HouseRuleError:
        return fit(_ANSWER, answer, answer, problems)
    if not isinstance(tree, ListNode) or len(tree.items) != 1 or answer.startswith("#"):
        return fit(_ANSWER, answer, answer, problems)
    problems.extend(Problem.at(_ANSWER, problem.message) for problem in found)
    return tree.items[0]


def _body(model: type[HouseRules], changed: Values) -> str:
    """Return the sections of a file with the changed options; the match last."""
    lines: list[str] = []
    for name in variant_sections(model):
        if name != MATCH:
            lines += _section(model, name, changed, "  ")
    if lines:
        lines = ["", "rules:", *lines]
    if match := _section(model, MATCH, changed, ""):
        lines += ["", *match]
    return "".join(f"{line}\n" for line in lines)


def _section(model: type[HouseRules], name: str, changed: Values, indent: str) -> list[str]:
    """Return the changed options of a section, each below its meaning; nothing if none is changed."""
    lines = []
    sign = f"{indent}  # "
    for question in _all(model):
        if question.section == name and question.key in changed:
            lines += textwrap.wrap(
                question.about.description or "", _WIDTH, initial_indent=sign, subsequent_indent=sign
            )
            lines.append(f"{indent}  {question.option}: {yaml_value(changed[question.key])}")
    return [f"{indent}{name}:", *lines] if lines else []


def _write(file: Path, text: str, force: bool) -> None:
    try:
        with open(file, "w" if force else "x", encoding="utf-8", newline="\n") as target:
            target.write(text)
    except OSError as error:
        raise SetupError(f"{file} cannot be written: {error.strerror or error}.") from None


def _quoted(file: Path) -> str:
    return f'"{file}"' if " " in str(file) else str(file)


def _reader() -> Callable[[str], str]:
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):  # Windows has no such module, but edits lines by itself
            import readline  # noqa: F401 - importing it gives line editing
        return _read_typed
    return _read_piped


def _read_typed(prompt: str) -> str:
    try:
        return input(prompt)
    except EOFError:
        raise Leave from None


def _read_piped(prompt: str) -> str:
    """Read a line of standard input and print it, so that the output reads like the talk it was."""
    typer.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise Leave
    typer.echo(line.rstrip("\n"))
    return line
