"""Hints for a person at the table: what to look at, the move, and why it is good.

A hint is the move that the greedy bot would make, from what the seat may know and nothing else. The reasons are facts
about the cards that the seat sees, told in the language that is spoken when the hint is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from rummykit.engine.actions import (
    Action,
    BuyBack,
    Claim,
    Discard,
    Draw,
    EndTurn,
    LayDown,
    LayOff,
    Pass,
    Rearrange,
    SwapJoker,
    is_own,
)
from rummykit.engine.views import BuybackView
from rummykit.i18n import say
from rummykit_bots.greedy import Greedy
from rummykit_bots.hints.buying_back import buyback_words
from rummykit_bots.hints.collecting import collecting_words
from rummykit_bots.hints.discards import discard_words, staying_words
from rummykit_bots.hints.drawing import drawing_words
from rummykit_bots.hints.placing import placing_words
from rummykit_bots.hints.words import MOST_REASONS, Words, move_in_words
from rummykit_bots.judgement import Judgement

if TYPE_CHECKING:
    from rummykit.engine.views import View


@dataclass(frozen=True)
class Hint:
    """A good move, and what to say of it step by step."""

    action: Action
    look: str
    """What to look at, without the move itself."""
    move: str
    """The move in words, and as it is typed."""
    why: str
    """Why the move is good."""


def hint(view: View | BuybackView, random: Random) -> Hint:
    """Return a hint for the seat to act, which is the one that must have the view."""
    bot = Greedy()
    action = bot(view, random)
    words = _words(view, action, bot)
    return Hint(action, words.look, move_in_words(action, view), " ".join(words.why[:MOST_REASONS]))


def _words(view: View | BuybackView, action: Action, bot: Greedy) -> Words:
    if isinstance(view, BuybackView):
        assert isinstance(action, BuyBack)
        return buyback_words(view, action.accept)
    if is_own(action):
        look = say("Look at what else you may do in this game.")
        return Words(look, (say(action.meaning),)).and_also(view.rules.flow.why(view, action))
    if not view.rules.flow.lays_out:
        return collecting_words(view, action, bot.collecting)
    return _words_at_a_table(Judgement(view, bot.weights), action)


def _words_at_a_table(judgement: Judgement, action: Action) -> Words:
    match action:
        case Draw() | Claim():
            return drawing_words(judgement, action)
        case Pass() if judgement.view.stage == "claim":
            return drawing_words(judgement, action)
        case Pass() | EndTurn():
            return staying_words(judgement)
        case Discard(card=card):
            return discard_words(judgement, card)
        case LayDown() | LayOff() | SwapJoker() | Rearrange():
            return placing_words(judgement, action)
    raise ValueError(f"{action} is not a move in a game with melds on the table")
