"""Rule booklets on paper and on the screen: one renderer for each format."""

from __future__ import annotations

from importlib import import_module

from rummykit.booklet import Booklet

_RENDERERS = {"txt": "text", "md": "markdown", "html": "html"}
"""The modules by their formats; each has a function of its own name, and is loaded when it is asked for."""


def render(booklet: Booklet, format: str) -> bytes:
    """Return a booklet in one of its formats (txt, md, html, pdf), as the bytes of a file."""
    if format == "pdf":
        from rummykit_cli.render.book.pdf import pdf

        return pdf(render(booklet, "html").decode())
    renderer = _RENDERERS[format]
    written: str = getattr(import_module(f"{__name__}.{renderer}"), renderer)(booklet)
    return written.encode()
