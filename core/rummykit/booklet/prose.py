"""Templates of booklets: prose in Jinja, in which every text is a message in the reader's language.

A template is named ``package/file.jinja``; core's own, one for every part of a game, need no package. What stands in it
outside of tags is a message: it is said in the language that is spoken, and translators find it. ``{points}`` in a
message is the variable `points` of the template. A blank line parts two messages. These tags are our own:

``{% chapter "Claiming" %} … {% endchapter %}``
    Paragraphs under a title; a chapter without any is left out.
``{% rule CLAIM_LAP %} … {% endrule %}``
    A paragraph about what is refused for a reason, whose rule it cites, or about a rule that is named by its id.
    Without text there is no paragraph. Variables may follow: ``{% rule FIRST_MELD_POINTS, points=first.min_points %}``.
``{% count laps %} … {% many %} … {% endcount %}``
    A message in two forms, for one and for many; both may say {number}.
``{% say points=30 %} … {% endsay %}``
    Text with variables of its own.
``{% judged cards %} … {% endjudged %}``
    Cards as an example with a caption; if they are not a meld at this table, the caption says what is wrong with them.
``{% melds cards, cards %} … {% endmelds %}``, ``{% cards cards, legal=false %} … {% endcards %}``
    Melds, or just cards, to be drawn with a caption.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from traceback import extract_tb
from typing import TYPE_CHECKING

from jinja2 import BaseLoader, Environment, StrictUndefined, TemplateNotFound, TemplateSyntaxError, nodes
from jinja2.ext import Extension, extract_from_ast
from jinja2.lexer import Token, TokenStream

from rummykit.booklet import Chapter
from rummykit.booklet.writing import Writing
from rummykit.errors import PluginError
from rummykit.i18n import say, say_number
from rummykit.refusals import Reason

if TYPE_CHECKING:
    from jinja2.parser import Parser

    from rummykit.engine.deal import Deal
    from rummykit.engine.ruleset import Ruleset

ENDING = ".jinja"
OURS = "templates"
"""The folder of core's own."""
SPACES = re.compile(r"[ \t\r\n]+")
BLANK_LINE = re.compile(r"\n[ \t\r]*\n")


def write(template: str, game: Ruleset, deals: Mapping[int, Deal], **names: object) -> tuple[Chapter, ...]:
    """Return the chapters that a template tells of an assembled game; it also knows *names*.

    ``deals`` has how a round is dealt to every number of players that can play. A mistake in the template is a
    `PluginError` that says where it is.
    """
    writing = Writing(game, deals)
    try:
        stray = _environment().get_template(template).render(writing.names() | names)
    except TemplateSyntaxError as error:
        raise PluginError(f"{error.name}, line {error.lineno}: {error.message}") from error
    except TemplateNotFound as error:
        raise PluginError(f"There is no template '{error.name}'.") from error
    except Exception as error:
        raise PluginError(f"{_place(error, template)}: {error}") from error
    if stray.strip():
        raise PluginError(f"{template}: text stands in no paragraph: {SPACES.sub(' ', stray.strip())}")
    return tuple(writing.chapters)


def messages(source: str, name: str) -> list[str | tuple[str, str]]:
    """Return what a template says, in the order of its lines: messages, or their forms for one and for many.

    *name* is for the `PluginError` about a mistake in it.
    """
    try:
        parsed = _environment().parse(source, name)
    except TemplateSyntaxError as error:
        raise PluginError(f"{name}, line {error.lineno}: {error.message}") from error
    found: list[str | tuple[str, str]] = []
    for _, function, texts in extract_from_ast(parsed, ("say", "say_number")):
        one, *more = [texts] if isinstance(texts, str) else [text for text in texts or () if text is not None]
        found.append((one, more[0]) if function == "say_number" else one)
    return found


def _place(error: Exception, template: str) -> str:
    """Return the template and the line at which something failed."""
    for frame in reversed(extract_tb(error.__traceback__)):
        if frame.filename.endswith(ENDING):
            return f"{frame.filename}, line {frame.lineno}"
    return template


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=_Packages(),
        extensions=[_Messages, _Tags],
        undefined=StrictUndefined,
        autoescape=False,
        auto_reload=False,
    )
    environment.globals.update(Reason.__members__, say=say, say_number=say_number)
    return environment


class _Packages(BaseLoader):
    """Finds templates in the packages that bring them."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, None]:
        package, slash, path = template.partition("/")
        try:
            file = files(package) / path if slash else files(__package__) / OURS / template
            return file.read_text("utf-8"), template, None
        except (OSError, ImportError):
            raise TemplateNotFound(template) from None


class _Messages(Extension):
    """Makes a message of every text: ``Nobody may owe chips.`` reads like ``{{ say("Nobody may owe chips.") }}``."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        for token in stream:
            if token.type != "data":
                yield token
                continue
            for text in BLANK_LINE.split(token.value):
                if message := SPACES.sub(" ", text).strip():
                    yield from _saying(message, token.lineno)
                yield Token(token.lineno, "data", " ")


def _saying(message: str, line: int) -> Iterator[Token]:
    """Yield the call that says a message with the variables that it names."""
    call = [("variable_begin", "{{"), ("name", "say"), ("lparen", "("), ("string", message)]
    for name in dict.fromkeys(name for _, name, _, _ in Formatter().parse(message) if name):
        call += [("comma", ","), ("name", name), ("assign", "="), ("name", name)]
    call += [("rparen", ")"), ("variable_end", "}}")]
    yield from (Token(line, kind, value) for kind, value in call)


class _Tags(Extension):
    """Our own tags: each calls the method of `Writing` that has its name with what stands in it."""

    tags = {"chapter", "rule", "count", "say", "judged", "melds", "cards"}  # noqa: RUF012

    def parse(self, parser: Parser) -> nodes.Node | list[nodes.Node]:
        token = next(parser.stream)
        positional, several, named = self._arguments(parser)
        if token.value == "count":
            return self._count(parser, token.lineno, positional)
        body = parser.parse_statements((f"name:end{token.value}",), drop_needle=True)
        legal = [each for each in named if each.key == "legal"]
        given = [each for each in named if each.key != "legal"]
        if given:
            targets: list[nodes.Expr] = [nodes.Name(each.key, "param") for each in given]
            body = [nodes.With(targets, [each.value for each in given], body, lineno=token.lineno)]
        if token.value == "say":
            return body
        call = nodes.Call(nodes.Name(f"tell_{token.value}", "load"), positional, legal, several, None)
        if token.value == "chapter":
            call.args = [_call("say", positional)]
        return nodes.CallBlock(call, [], [], body, lineno=token.lineno)

    def _arguments(self, parser: Parser) -> tuple[list[nodes.Expr], nodes.Expr | None, list[nodes.Keyword]]:
        """Read what follows the name of a tag: expressions, ``*`` with a list of them, and names with values."""
        positional: list[nodes.Expr] = []
        several: nodes.Expr | None = None
        named: list[nodes.Keyword] = []
        while parser.stream.current.type != "block_end":
            if positional or several or named:
                parser.stream.expect("comma")
            if parser.stream.skip_if("mul"):
                several = parser.parse_expression()
            elif parser.stream.current.type == "name" and parser.stream.look().type == "assign":
                key = next(parser.stream)
                next(parser.stream)
                named.append(nodes.Keyword(key.value, parser.parse_expression(), lineno=key.lineno))
            else:
                positional.append(parser.parse_expression())
        return positional, several, named

    def _count(self, parser: Parser, line: int, positional: list[nodes.Expr]) -> nodes.Node:
        """Make one message of its two forms."""
        one = self._only_message(parser.parse_statements(("name:many",), drop_needle=True), parser, line)
        many = self._only_message(parser.parse_statements(("name:endcount",), drop_needle=True), parser, line)
        values = {each.key: each for each in [*one.kwargs, *many.kwargs] if each.key != "number"}
        call = _call("say_number", [one.args[0], many.args[0], *positional], list(values.values()))
        return nodes.Output([call], lineno=line)

    def _only_message(self, body: list[nodes.Node], parser: Parser, line: int) -> nodes.Call:
        said = [call for node in body for call in node.find_all(nodes.Call)]
        if len(said) != 1:
            parser.fail("{% count %} has one message for one, and after {% many %} one for many", line)
        return said[0]


def _call(name: str, arguments: list[nodes.Expr], named: list[nodes.Keyword] | None = None) -> nodes.Call:
    return nodes.Call(nodes.Name(name, "load"), arguments, named or [], None, None)
