"""The check of what a seat is shown: a twin of the round is the same to it, with other cards where it cannot see."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import TYPE_CHECKING

from rummykit.engine.actions import Rearrange
from rummykit.engine.deal import shuffled
from rummykit.engine.views import View
from rummykit_kit.broken import Broken, asking, why
from rummykit_kit.game import GeneratedGame, Watcher

if TYPE_CHECKING:
    from rummykit.engine.round import Round


def hidden_from(round: Round, seat: int) -> list[int]:
    """Return the seats whose hands *seat* cannot see."""
    return sorted(set(range(round.players)) - {seat, *(hand.seat for hand in round.shown)})


def twin_of(round: Round, seat: int, random: Random) -> Round:
    """Return the round with all cards mixed that are hidden from *seat*: other hands, the stock, the covered pile."""
    pack, others = round.rules.pack, hidden_from(round, seat)
    hidden = [kind for other in others for kind in pack.kinds(round.hands[other])]
    covered = len(round.pile) - 1 if not round.rules.flow.drawing.spread and round.pile else 0
    mixed = shuffled(hidden + round.stock + round.pile[:covered], random)
    twin = round.copy()
    for other in others:
        size = round.hands[other].bit_count()
        twin.hands[other] = pack.add_all(0, mixed[:size])
        mixed = mixed[size:]
    twin.stock, twin.pile = mixed[: len(round.stock)], mixed[len(round.stock) :] + round.pile[covered:]
    return twin


def dealt_twin(round: Round, seat: int, random: Random) -> Round | None:
    """Return a round just dealt with two cards exchanged that are hidden from *seat*, and begun anew.

    What a game notes when a turn begins is noted of the twin's own cards. None if there are no two cards to exchange.
    """
    pack, deal = round.rules.pack, round.rules.deal
    places = [(other, kind) for other in hidden_from(round, seat) for kind in pack.kinds(round.hands[other])]
    if not places or not round.stock:
        return None
    (giver, given), at = random.choice(places), random.randrange(len(round.stock))
    twin = round.copy()
    twin.hands[giver] = pack.add(pack.remove(twin.hands[giver], given), twin.stock[at])
    twin.stock[at] = given
    extra = deal.extra_seat(round.dealer, round.players)
    twin.turn, twin.skips_draw = -1, 0 if extra is None else 1 << extra
    round.rules.flow.start_turn(twin, round.active)
    return twin


def known_to(round: Round, seat: int) -> tuple[object, ...]:
    """Return the cards that *seat* sees: its own, the open one, the table, and the hands that are shown."""
    seen = {hand.seat for hand in round.shown} | {seat}
    table = tuple(round.table.values())
    return [round.hands[other] for other in sorted(seen)], round.pile[:], table, round.pool, round.outcome is None


MOST_MOVES = 300
"""As far as a twin is played."""


class ViewsBlind(Watcher):
    """A view, with its moves and texts, is the same whatever the cards are that its seat cannot see.

    Two ways to try it: now and then the hidden cards are mixed in a copy of the round; and some games are played once
    more from a deal with two hidden cards exchanged, since a game may note at the deal what it gives away later.
    """

    def dealt(self, game: GeneratedGame) -> None:
        """Keep the deal."""
        self._dealt = game.round.copy()

    def examined(self, game: GeneratedGame) -> None:
        """Compare the views of mixed hidden cards, and why whoever is to act is refused moves."""
        for seat, view in enumerate(game.examination.views):
            twin = twin_of(game.round, seat, game.dice)
            compare(view, game.round, twin)
            if seat == game.round.actor:
                self._compare_refusals(game, twin)

    def _compare_refusals(self, game: GeneratedGame, twin: Round) -> None:
        for made_up, refusal in game.examination.made_up:
            if not isinstance(made_up, Rearrange):  # which are many, and slow to check
                with asking(f"Checking '{made_up}' with other hidden cards"):
                    other = twin.check(made_up)
                told, changed = ("None" if each is None else why(each) for each in (refusal, other))
                _assert_same(told, changed, twin.names[twin.actor])

    def over(self, game: GeneratedGame) -> None:
        """Compare the views of a whole game."""
        if game.is_one_of(2):
            self._play_twin(game, game.dice.randrange(self._dealt.players))

    def _play_twin(self, game: GeneratedGame, seat: int) -> None:
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


def _assert_same(text: str, other: str, name: str) -> None:
    if text != other:
        raise Broken(f"{name} is told what only others know: {text!r}, but with other hidden cards {other!r}.")


def _told(value: object) -> str:
    return "(" + ", ".join(map(str, value)) + ")" if isinstance(value, tuple) else str(value)
