"""Writes docs/api.md, the reference of all that is public, from the docstrings.

python docs/generate_api.py           # write the page
python docs/generate_api.py --check   # exit code 1 if it is stale

What stands in `PUBLIC` is promised to plugins (docs/stability.md). Where a module is listed without names, its
``__all__`` says what is public.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from enum import Enum
from functools import cached_property
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import Any

from rummykit.booklet.prose import Writing, core_templates
from rummykit.plugin.plugins import Plugins
from rummykit.rules import Section, shapes
from rummykit.scenario import resolve

PAGE = Path(__file__).with_name("api.md")
LONGEST_VALUE = 60
"""A constant is shown with its value only if that is short."""

PUBLIC: Mapping[str, Mapping[str, str]] = {
    "A plugin": {
        "rummykit": "",
        "rummykit.plugin.info": "Variant Mod BotInfo Bot",
        "rummykit.rules": "",
        "rummykit.rules.shapes": "ByPlayers PerPlayers Within value_for ByRank RankValues Ranks RankList",
    },
    "The parts of a game": {
        "rummykit.cards": "Pack Card Placed Row Suit FRENCH_SUITS FRENCH_RANKS JOKER_SIGN",
        "rummykit.engine.deal": "Deal SideCards TurnUp its_rank opposite stream shuffled",
        "rummykit.melds": "MeldRules OwnMelds Meld Shape End MeldProblem Demand Condition meets MIN_LENGTH",
        "rummykit.solver": "Arranger Arrangement",
        "rummykit.parts": "",
        "rummykit.parts.flow": "Move Playing Telling",
        "rummykit.engine.scoring": "Scoring ArrangedScoring Result Leftover RoundScore ScoreItem ShownHand "
        "Paper PaperScoring ask_ending ask_hands score_on_paper",
        "rummykit.engine.match_format": "MatchFormat MOST_ROUNDS",
    },
    "Moves, and why they are refused": {
        "rummykit.engine.actions": "Action CardAction Draw Source Claim Pass LayDown LayOff Home SwapJoker Rearrange "
        "Discard Knock Call EndTurn BuyBack DRAW_STOCK DRAW_DISCARD CLAIM PASS END_TURN BUYBACK_YES BUYBACK_NO is_own",
        "rummykit.refusals": "Reason Citation Refusal IllegalMove TABLE_RULES TABLE_CITATIONS",
        "rummykit.errors": "RummyKitError NotationError PluginError SetupError RecordError",
    },
    "A game in play": {
        "rummykit.plugin.plugins": "",
        "rummykit.engine.ruleset": "Ruleset",
        "rummykit.engine.round": "Round Stage Restriction EndingRule",
        "rummykit.engine.table": "TableMeld Ending Outcome",
        "rummykit.engine.state": "Kept",
        "rummykit.engine.views": "View SeenMove BuybackView",
        "rummykit.engine.notation": "read_action read_meld",
        "rummykit.engine.match": "Match draw_seats",
        "rummykit.engine.books": "Books Standing Event SheetLine Offer Ledger",
        "rummykit.engine.records": "Record",
    },
    "Texts": {
        "rummykit.i18n": "say say_number mark Later Numbered listed either spoken Language current",
        "rummykit.booklet": "",
        "rummykit.booklet.prose": "write messages Writing",
    },
    "Tests": {
        "rummykit.scenario": "Scenario Table resolve",
        "rummykit_kit": "",
        "rummykit_kit.strategies": "cards hands melds tables house_rules match_options setups rounds",
    },
}


def page() -> str:
    """Return the whole page."""
    return "\n".join(_page()) + "\n"


def names(module: str, listed: str) -> Sequence[str]:
    """Return the public names of a module, in the order of the page."""
    return listed.split() or sorted(import_module(module).__all__, key=lambda name: (name.isupper(), name.casefold()))


def _page() -> Iterator[str]:
    yield "# API reference"
    yield ""
    yield "<!-- Written by docs/generate_api.py from the docstrings; change it there. -->"
    yield ""
    yield (
        "Every public name, and what it promises. What is not here may change at any time; see "
        "[Stability](stability.md). The hooks have a [page of their own](hooks.md)."
    )
    for title, modules in PUBLIC.items():
        yield from ("", f"## {title}")
        for module, listed in modules.items():
            yield from ("", f"### `{module}`", "", _first_paragraph(inspect.getdoc(import_module(module))))
            for name in names(module, listed):
                yield from _entry(module, name)
            if module == "rummykit.booklet.prose":
                yield from _templates()


def _templates() -> Iterator[str]:
    """Yield a table of core's own templates of booklets."""
    plugins = Plugins.discover()
    game = plugins.assemble(resolve(plugins, "deutsches_romme"), 3)
    known = Writing(game, {3: game.deal}).names()
    yield from ("", "#### The templates of the parts", "")
    yield (
        "What `{% include %}` knows without a package. In `ids` stand ids of your rule sheet, by the names below; "
        "variables are set before. What is in brackets may be missing."
    )
    yield from ("", "| template | what it tells | `ids` | variables |", "|---|---|---|---|")
    for name, template in core_templates().items():
        variables = {each: needed for each, needed in template.names.items() if each not in known}
        told = [
            ", ".join(f"`{each}`" if needed else f"(`{each}`)" for each, needed in wanted.items())
            for wanted in (template.ids, variables)
        ]
        yield f"| `{name}` | {template.about} | {told[0]} | {told[1]} |"


def _options(kind: type[Section]) -> Iterator[str]:
    """Yield a table of the options of a section."""
    yield from ("", "| option | default | values | meaning |", "|---|---|---|---|")
    for option, field in kind.model_fields.items():
        yield f"| `{option}` | {kind().written(option)} | {shapes.expected(field)} | {field.description} |"


def _entry(module: str, name: str) -> Iterator[str]:
    """Yield what the page says of one name."""
    thing = getattr(import_module(module), name)
    yield ""
    if inspect.isclass(thing):
        yield f"#### `{name}{_constructor(thing)}`"
        yield from ("", _prose(inspect.getdoc(thing)))
        if issubclass(thing, Section) and thing.model_fields:
            yield from _options(thing)
        yield from _members(thing)
    elif inspect.isfunction(thing):
        yield f"#### `{name}{_signature(thing)}`"
        yield from ("", _prose(inspect.getdoc(thing)))
    else:
        value, said = _constant(module, name)
        short = value if len(value) <= LONGEST_VALUE and not name.startswith("_") else ""
        yield f"#### `{name}{' = ' if short else ''}{short}`"
        if said:
            yield from ("", _prose(said))


def _members(kind: type) -> Iterator[str]:
    """Yield the public attributes, methods and properties that a class brings itself, one line each."""
    if issubclass(kind, Exception) or not kind.__module__.startswith("rummykit"):
        return
    if issubclass(kind, Enum):
        yield from ("", f"Members: {', '.join(f'`{member}`' for member in kind.__members__)}.")
    lines = [f"- `{name}: {annotation}`{f': {said}' if said else ''}" for name, annotation, said in _attributes(kind)]
    for name, member in list(vars(kind).items()):  # looking at a model may complete it
        function = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        said = _all_in_one_line(inspect.getdoc(member)) if not name.startswith("_") else ""
        if inspect.isfunction(function) and said:
            lines.append(f"- `{name}{_signature(function, method=True)}`: {said}")
        elif hasattr(member, "__get__") and not inspect.isfunction(function) and said and _is_documented(member):
            lines.append(f"- `{name}`: {said}")
    if lines:
        yield ""
        yield from lines


def _is_documented(member: object) -> bool:
    """Whether a property has a text of its own; a slot of a dataclass has none."""
    return isinstance(member, property | cached_property)


def _constructor(kind: type) -> str:
    """Return how an object is made; protocols, enums and errors are not made by plugins."""
    if getattr(kind, "_is_protocol", False) or "__members__" in dir(kind) or issubclass(kind, Exception):
        return ""
    if "model_fields" in dir(kind):
        return ""  # pydantic's constructor says nothing that the options do not
    own = vars(kind).get("__init__")
    return _signature(own, method=True).partition(" -> ")[0] if inspect.isfunction(own) else ""


def _signature(function: Any, method: bool = False) -> str:
    """Return the arguments and the result of a function as they are written."""
    signature = inspect.signature(function)
    parameters = list(signature.parameters.values())[1 if method else 0 :]
    told, keyword_only = [], False
    for parameter in parameters:
        if parameter.kind is parameter.KEYWORD_ONLY and not keyword_only:
            keyword_only = True
            if not any(other.kind is other.VAR_POSITIONAL for other in parameters):
                told.append("*")
        told.append(_parameter(parameter))
    result = f" -> {_type(signature.return_annotation)}" if signature.return_annotation is not signature.empty else ""
    return f"({', '.join(told)}){result}"


def _parameter(parameter: inspect.Parameter) -> str:
    stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    text = stars + parameter.name
    if parameter.annotation is not parameter.empty:
        text += f": {_type(parameter.annotation)}"
    if parameter.default is not parameter.empty:
        text += f" = {_default(parameter.default)}"
    return text


def _type(annotation: object) -> str:
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def _default(value: object) -> str:
    """Return a default as one may write it; one that is made anew each time has no such form."""
    text = repr(value)
    return text if len(text) < 40 and not text.startswith("<") else "…"


def _attributes(kind: type) -> Iterator[tuple[str, str, str]]:
    """Yield the attributes of a class with their types and what is said of them.

    Those of a dataclass or a model stand in its constructor or its options, so of them only what has a text of its own.
    """
    shown_already = is_dataclass(kind) or "model_fields" in dir(kind)
    body = _body(kind)
    said = {name: text for name, (_, text) in _assigned(body).items()}
    for statement in body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            name = statement.target.id
            text = _first_paragraph(said.get(name))
            if not name.startswith("_") and (text or not shown_already):
                yield name, ast.unparse(statement.annotation), text


def _constant(module: str, name: str) -> tuple[str, str]:
    """Return the value of a constant, as it is written, and the text below it, wherever the module has it from."""
    body = _body(import_module(module))
    for statement in body:
        if isinstance(statement, ast.ImportFrom) and name in {alias.name for alias in statement.names}:
            return _constant(str(statement.module), name)
    return _assigned(body)[name]


def _body(thing: Any) -> list[ast.stmt]:
    """Return the statements of a module or a class."""
    body = ast.parse(inspect.getsource(thing)).body
    return body[0].body if inspect.isclass(thing) and isinstance(body[0], ast.ClassDef) else body


def _assigned(body: list[ast.stmt]) -> dict[str, tuple[str, str]]:
    """Return what is assigned to the names of a module or a class, and the texts that stand below."""
    found = {}
    for statement, after in zip_longest(body, body[1:]):
        target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
        if isinstance(target, ast.Name):
            value = getattr(statement, "value", None)
            found[target.id] = (ast.unparse(value) if value else "", _text(after))
    return found


def _text(statement: ast.stmt | None) -> str:
    """Return the text that a statement is, if it is one."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Constant):
        return ""
    return inspect.cleandoc(str(statement.value.value))


def _prose(text: str | None) -> str:
    """Return a docstring as Markdown, with its examples as code."""
    return "\n\n".join(map(_paragraph, re.split(r"\n\s*\n", text or "")))


def _paragraph(part: str) -> str:
    # The split has eaten the indentation of a first line.
    is_code = part.startswith("    ") or "\n    " in part
    if part.lstrip().startswith(">>>"):
        return f"```pycon\n{inspect.cleandoc(part)}\n```"
    return f"```python\n{inspect.cleandoc(part)}\n```" if is_code else _markdown(part)


def _first_paragraph(text: str | None) -> str:
    return _markdown(re.split(r"\n\s*\n", text or "")[0])


def _all_in_one_line(text: str | None) -> str:
    """Return a docstring on one line, without its examples and what only they show."""
    parts = re.split(r"\n\s*\n", text or "")
    said = itertools.takewhile(lambda part: not re.search(r">>>|^    ", part, re.MULTILINE), parts)
    return _markdown(" ".join(said))


def _markdown(paragraph: str) -> str:
    """Return a paragraph of a docstring on one line, with code as Markdown writes it."""
    line = " ".join(paragraph.split())
    return re.sub(r":\w+:`([^`]*)`", r"`\1`", line.replace("``", "`")).replace("::", ":")


def main() -> int:
    """Write or check the page; return the exit code."""
    fresh = page()
    is_stale = not PAGE.exists() or PAGE.read_text("utf-8") != fresh
    if "--check" in sys.argv:
        if is_stale:
            print(f"stale: {PAGE.name}; run: python docs/generate_api.py")
        return int(is_stale)
    PAGE.write_text(fresh, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
