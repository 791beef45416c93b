"""Has a booklet that cannot be written for hands of three."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


@hookimpl
def rummykit_booklet(game):
    from rummykit.booklet import Chapter, Paragraph

    hands = {6: "Six cards are dealt.", 7: "Seven cards are dealt."}
    return [Chapter("The deal", (Paragraph("TINY-01", hands[game.deal.hand_size]),))]
