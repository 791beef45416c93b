"""The rule booklet of a table: what is played there, in prose, and nothing of what is not.

A variant writes the chapters through the hook ``rummykit_booklet``; a mod wraps it to add its own. Texts are said in
the language that is spoken when the booklet is asked for. How a booklet looks on paper is not core's business.
"""

from rummykit.booklet.model import Booklet, Chapter, Example, Paragraph, Table

__all__ = ["Booklet", "Chapter", "Example", "Paragraph", "Table"]
