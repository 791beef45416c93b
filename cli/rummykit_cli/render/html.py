"""Pages of HTML from the templates beside this file: whatever stands in a text, on a page it is nothing but text."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from rummykit.i18n import say
from rummykit_cli.render.book.parts import plain


def page(template: str, **names: object) -> str:
    """Return a page that a template makes; besides *names* it knows `say` and, for style sheets and scripts, `file`."""
    return _environment().get_template(template).render(names)


def macros(template: str, **names: object) -> Any:
    """Return the macros of a template, which know the same as a page does: each is called and returns HTML."""
    return _environment().get_template(template).make_module(names)


@cache
def _environment() -> Environment:
    loader = PackageLoader("rummykit_cli.render")
    environment = Environment(
        loader=loader,
        autoescape=True,
        finalize=_printable,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    environment.filters["short"] = _short
    environment.globals.update(say=say, file=lambda name: Markup(loader.get_source(environment, name)[0]))
    return environment


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _printable(value: object) -> object:
    """Take line breaks and control characters out of what is put into a page, unless it is HTML already."""
    return value if isinstance(value, Markup) else plain(str(value))
