"""What the keys of moves do once they are pressed: each reads what is picked and has the move checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, partialmethod
from typing import ClassVar, Protocol

from textual.binding import Binding, BindingType
from textual.screen import Screen

from rummykit.cards import Card
from rummykit.engine import actions
from rummykit.engine.actions import Action
from rummykit.engine.views import View
from rummykit.i18n import Later, mark, say
from rummykit.refusals import Reason, Refusal
from rummykit_cli.table.arranging import ArrangeScreen
from rummykit_cli.table.possible_moves import YES, yes_or_no
from rummykit_cli.table.sitting import Sitting
from rummykit_cli.table.widgets.ink import Ink
from rummykit_cli.table.widgets.pages import ChoiceList, Page
from rummykit_session.choices import MoveChoice, lay_downs, lay_offs, swaps, takes, why_no_lay_off, why_no_swap
from rummykit_session.forming import Way

PICK_ONE: dict[type[Action], str] = {
    actions.Discard: mark("Pick exactly one card to discard: go to it with the arrows and press the space bar."),
    actions.Knock: mark("Pick exactly one card to knock with: go to it with the arrows and press the space bar."),
    actions.Call: mark("Pick exactly one card to call with: go to it with the arrows and press the space bar."),
}
"""What is answered to the keys of moves with one card if none is picked, or several are."""

WITH_ANY_CARD = (Reason.NOT_NOW, Reason.NOT_IN_GAME)
"""Why such a move is refused whatever its card."""


class Host(Protocol):
    """The program behind the screens."""

    @property
    def ink(self) -> Ink:
        """How cards are written."""

    def keep(self, doing: Callable[[], object]) -> bool:
        """Do something that is written to the record; False if it could not be kept."""

    def go_on(self) -> object:
        """Go on with the game until a person is to act."""

    def leave(self) -> None:
        """Leave the table; the game is saved."""

    def hurry(self) -> None:
        """Wait for no bot until a person is to act."""


class MoveKeys(Screen[None]):
    """Makes the moves of the person at the screen; what is shown is for the class below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "draw_stock", show=False),
        Binding("o", "take_open", show=False),
        Binding("y", "claim", show=False),
        Binding("p", "pass", show=False),
        Binding("e", "end_turn", show=False),
        Binding("m", "meld", show=False),
        Binding("l", "lay_off", show=False),
        Binding("s", "swap", show=False),
        Binding("a", "rearrange", show=False),
        Binding("d", "discard", show=False),
        Binding("k", "knock", show=False),
        Binding("f", "call", show=False),
        Binding("x", "other", show=False),
    ]

    def __init__(self, sitting: Sitting, host: Host) -> None:
        super().__init__()
        self.sitting = sitting
        self.host = host

    def show_picks(self) -> None:
        """Show what is picked, and what was answered."""
        raise NotImplementedError

    # -- playing ---------------------------------------------------------------------------------------------

    def play(self, moves: Sequence[Action]) -> None:
        """Make moves one after another, as far as they are legal, and go on with the game if any was."""
        sitting, before = self.sitting, self.sitting.session.moves
        for number, action in enumerate(moves, 1):
            if not self.host.keep(partial(sitting.play, action)):
                return
            if sitting.session.moves < before + number:
                break
        self.show_picks()
        if sitting.session.moves > before:
            self.host.go_on()

    def answer(self, note: str) -> None:
        """Say something to the person at the screen."""
        self.sitting.note = note
        self.show_picks()

    def refuse(self, refusal: Refusal | None) -> None:
        """Tell why a move is refused."""
        if refusal is not None:
            self.sitting.refuse(refusal)
        self.show_picks()

    def _say_no(self, refusal: Refusal | None, otherwise: str) -> None:
        if refusal is None:
            self.answer(otherwise)
        else:
            self.refuse(refusal)

    def choose(self, title: str, choices: Sequence[MoveChoice], *, at_once: bool = True) -> None:
        """Play what is chosen; where there is no choice it is played *at_once*."""
        if len(choices) == 1 and at_once:
            self.play(choices[0].actions)
        else:
            self._ask(title, choices, lambda at: self.play(choices[at].actions))

    def _ask(self, title: str, choices: Sequence[MoveChoice], do: Callable[[int], None]) -> None:
        """Do something with the place of what is chosen, if anything is."""
        labels = [choice.label for choice in choices]
        self.app.push_screen(ChoiceList(title, labels), lambda at: None if at is None else do(at))

    @property
    def _own_view(self) -> View | None:
        """The view of the person at the screen if he is to act; if not, he is told whose turn it is."""
        if self.sitting.on_turn and self.sitting.view is not None:
            return self.sitting.view
        self.sitting.wait()
        self.show_picks()
        return None

    # -- moves without cards ---------------------------------------------------------------------------------

    action_draw_stock = partialmethod(play, [actions.DRAW_STOCK])
    action_pass = partialmethod(play, [actions.PASS])
    action_end_turn = partialmethod(play, [actions.END_TURN])

    def action_claim(self) -> None:
        """Claim the open card; where it must be laid at once, say how."""
        view = self.sitting.view
        found = takes(view, self.sitting.fan.picked) if view is not None and view.stage == "claim" else []
        if view is not None and found:
            self.choose(say("How do you want to use {card}?", card=view.open_card), found)
        else:
            self.play([actions.CLAIM])  # which says why not

    def action_take_open(self) -> None:
        """Take the open card; where it must be used at once, say how."""
        view = self._own_view
        if view is None:
            return
        found = takes(view, self.sitting.fan.picked)
        if found:
            deep = any(isinstance(action, actions.Draw) and action.cards > 1 for way in found for action in way.actions)
            asked = (
                say("How deep do you reach?") if deep else say("How do you want to use {card}?", card=view.open_card)
            )
            self.choose(asked, found)
        else:
            self.play([actions.DRAW_DISCARD])  # which says why not

    def action_other(self) -> None:
        """Choose among the moves that only this game has: with the picked cards, if any of them names those."""
        view, picked = self._own_view, self.sitting.fan.picked
        if view is None:
            return
        own = [action for action in view.legal if actions.is_own(action)]
        with_picked = [action for action in own if all(card.text in str(action).split() for card in picked)]
        choices = [MoveChoice(str(action), (action,)) for action in with_picked or own]
        if choices:
            self.choose(say("Which move do you mean?"), choices, at_once=False)
        else:
            self.answer(say("There is no such move now."))

    # -- moves with the picked cards -------------------------------------------------------------------------

    def action_discard(self) -> None:
        """Discard the picked card; a joker only if that is really meant."""
        view, picked = self.sitting.view, self.sitting.fan.picked
        if view is None or len(picked) != 1 or not self._is_too_good(picked[0], view):
            self._play_with_one(actions.Discard)
            return

        def discard(answer: str | None) -> None:
            if answer == YES:
                self._play_with_one(actions.Discard)

        asked = say("Do you really want to discard a joker?")
        self.app.push_screen(Page(asked, [], self.host.ink, yes_or_no(), must_answer=True), discard)

    def _is_too_good(self, card: Card, view: View) -> bool:
        """Whether a card that can be discarded is a joker, while there are others to discard."""
        can_be = actions.Discard(card) in view.legal and not self.sitting.staged
        is_wild = view.rules.melds.is_wild
        return can_be and is_wild(card) and not all(map(is_wild, view.cards))

    def _play_with_one(self, kind: type[actions.Discard | actions.Knock | actions.Call]) -> None:
        view, picked = self._own_view, self.sitting.fan.picked
        if view is None:
            return
        if len(picked) == 1:
            self.play([kind(picked[0])])
            return
        refusal = self.sitting.match.check(kind(view.cards[0]))
        if refusal is not None and refusal.reason in WITH_ANY_CARD:
            self.refuse(refusal)
        else:
            self.answer(self.sitting.why_not_staged() or say(PICK_ONE[kind]))

    action_knock = partialmethod(_play_with_one, actions.Knock)
    action_call = partialmethod(_play_with_one, actions.Call)

    def action_meld(self) -> None:
        """Lay the picked cards and the groups set aside; what is too little for a first meld is set aside."""
        sitting, forming = self.sitting, self.sitting.forming
        if not sitting.fan.picked:
            if sitting.staged:
                self.play([actions.LayDown(sitting.staged)])
            else:
                self.answer(say("First pick the cards of a meld: go to them with the arrows and press the space bar."))
            return
        if not forming.ways:
            self.refuse(forming.refusal)
            return
        if not sitting.on_turn:
            self.play([actions.LayDown((*sitting.staged, *forming.ways[0]))])  # which says whose turn it is
        elif forming.legal:
            self.choose(say("Which meld do you mean?"), lay_downs(sitting.staged, forming.legal))
        elif forming.growing:
            self._set_aside(forming.growing, forming.refusal)
        else:
            self.refuse(forming.refusal)

    def _set_aside(self, ways: Sequence[Way], refusal: Refusal | None) -> None:
        """Set a group aside for a first meld; whoever asks why it is not laid yet finds the rule."""

        def set_aside(at: int) -> None:
            self.sitting.stage(ways[at])
            self.sitting.refusal = refusal
            self.show_picks()

        if len(ways) == 1:
            set_aside(0)
        else:
            self._ask(say("Which meld do you mean?"), lay_downs((), ways), set_aside)

    def action_lay_off(self) -> None:
        """Choose where the picked cards are laid off."""
        self.lay_off_on(None)

    def lay_off_on(self, number: int | None) -> None:
        """Lay the picked cards off, on a meld if one is named."""
        view, picked = self._own_view, self.sitting.fan.picked
        if view is None:
            return
        found = lay_offs(self.sitting.match, view, picked, number)
        if found:
            one_by_one = len(picked) > 1 and all(len(choice.actions) == 1 for choice in found)
            title = say("Lay off where? One card at a time.") if one_by_one else say("Lay off where?")
            self.choose(title, found, at_once=bool(picked) and not one_by_one)
        else:
            refusal = why_no_lay_off(self.sitting.match, view, picked, number)
            self._say_no(refusal, say("None of your cards fits there."))

    def action_swap(self) -> None:
        """Choose which joker is swapped for a picked card, and where it goes."""
        view, picked = self._own_view, self.sitting.fan.picked
        if view is None:
            return
        found = swaps(view, picked)
        if found:
            self.choose(say("Swap which joker, and where does it go?"), found, at_once=bool(picked))
        else:
            refusal = why_no_swap(self.sitting.match, view, picked)
            self._say_no(refusal, say("None of your cards can take the place of a joker on the table."))

    def action_rearrange(self) -> None:
        """Lay the table anew on a screen of its own."""
        view = self._own_view
        if view is None:
            return
        match = self.sitting.match
        refusal = match.check(actions.Rearrange((), ()))
        if refusal is not None and refusal.reason is Reason.NOT_NOW:  # in the word of the key
            expected = match.round.stage.expected
            refusal = match.rules.refuse(Reason.NOT_NOW, verb=Later("rearrange"), expected=expected)
        if refusal is not None and refusal.reason is not Reason.REARRANGE_NOTHING:
            self.refuse(refusal)
            return
        waits = self.sitting.why_not_staged()
        if waits is not None:
            self.answer(waits)
            return

        def play_arranged(action: Action | None) -> None:
            if action is not None:
                self.play([action])

        self.app.push_screen(ArrangeScreen(match, view, self.host.ink), play_arranged)
