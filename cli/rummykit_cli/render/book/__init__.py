"""Rule booklets on paper and on the screen: one renderer for each format."""

from __future__ import annotations

from rummykit.booklet import Booklet


def render(booklet: Booklet, format: str) -> bytes:
    """Return a booklet in one of its formats (txt, md, html, pdf), as the bytes of a file."""
    match format:
        case "txt":
            from rummykit_cli.render.book.text import text

            return text(booklet).encode()
        case "md":
            from rummykit_cli.render.book.markdown import markdown

            return markdown(booklet).encode()
        case "html":
            from rummykit_cli.render.book.html import html

            return html(booklet).encode()
        case "pdf":
            from rummykit_cli.render.book.html import html
            from rummykit_cli.render.book.pdf import pdf

            return pdf(html(booklet))
    raise ValueError(f"no renderer writes {format}")
