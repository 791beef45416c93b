"""A booklet as PDF: the HTML page, printed by WeasyPrint."""

from __future__ import annotations

import logging
from importlib import import_module
from typing import Any

from rummykit.errors import SetupError
from rummykit.i18n import mark, say

INSTALL = "pip install 'rummykit[pdf]'"


def pdf(page: str) -> bytes:
    """Return a page as it is printed; raise `SetupError` if what prints it is not installed."""
    printed: bytes = _weasyprint().HTML(string=page).write_pdf()
    return printed


def _weasyprint() -> Any:
    # It tells at length which rules of the style sheet are meant for browsers only.
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    try:
        return import_module("weasyprint")
    except ImportError:
        message = mark(
            "A PDF needs WeasyPrint; install it with: {command} (or write HTML and print that from a browser)."
        )
        raise SetupError(say(message, command=INSTALL)) from None
    except OSError:
        message = mark(
            "WeasyPrint is installed, but not the library Pango that it draws letters with; "
            "install Pango, or write HTML and print that from a browser."
        )
        raise SetupError(say(message)) from None
