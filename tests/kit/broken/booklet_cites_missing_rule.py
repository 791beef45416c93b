"""Has a booklet that explains a rule there is not."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


@hookimpl
def rummykit_booklet():
    from rummykit.booklet import Chapter, Paragraph

    return [Chapter("The deal", (Paragraph("TINY-11", "Five cards are dealt."),))]
