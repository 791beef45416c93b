"""Has a booklet with an example of cards that are not in the pack."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


@hookimpl
def rummykit_booklet():
    from rummykit.booklet import Chapter, Example, Paragraph

    examples = (Example("5h 6h 7h", "a run"), Example("7s 7h 7d | 9s 9h 9d", "two sets"))
    return [Chapter("The melds", (Paragraph("TINY-02", "Lay melds as you like.", examples),))]
