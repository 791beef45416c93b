"""The check of what a seat is shown."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from rummykit.actions import Rearrange
from rummykit.views import View
from rummykit_kit.broken import Broken
from rummykit_kit.crashes import asking, why
from rummykit_kit.game import Game, Watcher
from rummykit_kit.twins import dealt_twin, known_to, twin_of

if TYPE_CHECKING:
    from rummykit.actions import Action
    from rummykit.reasons import Refusal
    from rummykit.round import Round


MOST_MOVES = 300
"""As far as a twin is played."""


class ViewsBlind(Watcher):
    """What a seat cannot know changes nothing that it is shown or told.

    Two ways to try it: now and then the hidden cards are mixed in a copy of the round; and some games are played once
    more from a deal with two hidden cards exchanged, since a game may note at the deal what it gives away later.
    """

    name = "views_blind"
    sentence = "A view, with its moves and texts, is the same whatever the cards are that its seat cannot see."

    def dealt(self, game: Game) -> None:
        """Keep the deal."""
        self._dealt = game.round.copy()

    def before(self, game: Game, action: Action) -> None:
        """Compare the views of mixed hidden cards, and why whoever is to act is refused moves."""
        if not game.examined:
            return
        for seat, view in enumerate(game.examination.views):
            twin = twin_of(game.round, seat, game.dice)
            compare(view, game.round, twin)
            if seat == game.round.actor:
                self._compare_refusals(game, twin)

    def _compare_refusals(self, game: Game, twin: Round) -> None:
        for made_up, refusal in game.examination.made_up:
            if not isinstance(made_up, Rearrange):  # which are many, and slow to check
                with asking(f"Checking '{made_up}' with other hidden cards"):
                    other = twin.check(made_up)
                _assert_same(_told_of(refusal), _told_of(other), twin.names[twin.actor])

    def over(self, game: Game) -> None:
        """Compare the views of a whole game."""
        if game.is_one_of(2):
            self._play_twin(game, game.dice.randrange(self._dealt.players))

    def _play_twin(self, game: Game, seat: int) -> None:
        """Play the game and its twin side by side, for as long as the seat sees the same cards in both."""
        with asking("Beginning a round anew"):
            round, twin = self._dealt.copy(), dealt_twin(self._dealt, seat, game.dice)
        for made, (_, action) in enumerate(game.moves[:MOST_MOVES]):
            if twin is None or known_to(round, seat) != known_to(twin, seat):
                return
            try:
                with asking("Making a view"):
                    view = round.view(seat)
                compare(view, round, twin)
            except Broken as broken:
                broken.told = game.told(made)
                raise
            with asking(f"Playing '{action}' with other hidden cards"):
                if round.check(action) is not None or twin.check(action) is not None:
                    return
                round.apply(action)
                twin.apply(action)


def compare(view: View, round: Round, twin: Round) -> None:
    """Raise `Broken` if the seat of the view is shown or told something else of the twin."""
    with asking("Making a view"):
        other = twin.view(view.seat)
        told, changed = (str(each.stage.expected) for each in (round, twin))
    name = round.names[view.seat]
    if view != other:
        field = next(field.name for field in fields(View) if getattr(view, field.name) != getattr(other, field.name))
        shown, otherwise = (_told(getattr(each, field)) for each in (view, other))
        raise Broken(
            f"{name} is shown what only others know: '{field}' is {shown}, but with other hidden cards {otherwise}."
        )
    _assert_same(told, changed, name)


def _told_of(refusal: Refusal | None) -> str:
    return str(None) if refusal is None else why(refusal)


def _assert_same(text: str, other: str, name: str) -> None:
    if text != other:
        raise Broken(f"{name} is told what only others know: {text!r}, but with other hidden cards {other!r}.")


def _told(value: object) -> str:
    return "(" + ", ".join(map(str, value)) + ")" if isinstance(value, tuple) else str(value)
