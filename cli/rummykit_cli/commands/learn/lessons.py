"""The guided round as data: how its cards lie, what the others play, and the lessons one after another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummykit.engine.actions import VERBS, Action
from rummykit.engine.notation import read_action
from rummykit.i18n import Numbered, mark
from rummykit.refusals import Refusal
from rummykit_session.seats import YOU

if TYPE_CHECKING:
    from rummykit.engine.round import Round

TOUR_VARIANT = "rummy17"
NAMES = (YOU, "Anna", "Ben")
LEARNER = 0
HANDS = (
    "8r 10r 12r 8b 14b 15b 7g 8g 5y 17v",
    "1r 13r 16r 3b 4g 5g 6g 11y 9v 14v",
    "2r 6b 16b 9g 3y 4y 6y 13y 1v 12v",
)
UPCARD = "1g"
STOCK = "2v 10b 15y"
"""The first cards of the stock. Only what the learner draws in the first lesson comes from it."""
BONUS_CARDS = ("most_cards", "most_runs", "longest_run", "most_red", "game_finished")
OTHERS = (
    "draw stock",
    "meld 4g 5g 6g",
    "discard 13r",
    "draw stock",
    "meld 3y 4y *y=5y 6y",
    "discard 16b",
)
"""What the others play, whoever of them is on turn; they claim nothing."""


WELCOME = (
    mark(
        "You will play one short round against Anna and Ben, with cards chosen for it. It takes two minutes, and none "
        "of it is recorded."
    ),
    mark(
        "A card is its value and the letter of its colour: 8r is the red 8. The colours are r red, b blue, g green, "
        "y yellow and v violet; *r is the red joker."
    ),
    mark(
        "Here you type your moves. A real game in a terminal fills the whole screen, and there you can do the same "
        "with keys or the mouse; every lesson says how."
    ),
    mark("Besides moves, you can type in every lesson: hint, help, rule NAME, skip, quit."),
)
COMMANDS = (
    mark("hint: what to look at in this lesson"),
    mark("rule {name}: the rule of this lesson"),
    mark("show: print the table and the lesson again"),
    mark("skip: have the move made for you, and go on with the next lesson"),
    mark("quit: leave the tour"),
)
PENALTIES = Numbered("{points} for {name} ({number} card)", "{points} for {name} ({number} cards)")
BONUS_TOLD = mark(
    "Anna and Ben pay for the cards left in their hands; you have none left. Every bonus card pays everybody who "
    "fulfils it, ties included, and yours bring you {bonus} points. As your last card was a 17, everything counts "
    "double: your round is worth {total}."
)
GOING_ON = {
    f"rummy play {TOUR_VARIANT}": mark("{command}: play against two bots"),
    f"rummy rules book {TOUR_VARIANT}": mark("{command}: all the rules, to read or to print"),
    "rummy settings": mark("{command}: your name, the language, the colours"),
}
KEYS = (
    mark("arrows and space pick cards; c and v sort your hand by colour or by value"),
    mark("t draws from the stock, o takes the open card, y claims it, p passes"),
    mark("m melds what you have picked, l lays it off, s swaps a joker, d discards"),
    mark("h gives a hint, u takes a move back, ? lists all keys, Enter lets you type"),
)
"""What is told after the last lesson about the keys of the full-screen table."""


@dataclass(frozen=True)
class Lesson:
    """A step of the tour: the rule it is about, what is told, a hint, how the move is written, and by which keys it is
    made at the full-screen table.

    Texts may name the open card as ``{open}``.
    """

    title: str
    rule: str
    text: str
    hint: str
    typed: str
    keys: str

    @property
    def kind(self) -> type[Action]:
        """The kind of move that is taught."""
        return VERBS[self.typed.split()[0]]

    def move(self, round: Round) -> Action | None:
        """Return the move to type, or None if the round has come to where it cannot be made."""
        action = read_action(self.typed, round)
        return None if isinstance(action, Refusal) or round.check(action) is not None else action


LESSONS = (
    Lesson(
        mark("Drawing"),
        "R17-TURN-02",
        mark(
            "Every turn begins with a card: the hidden one on top of the stock, or the open one beside it. "
            "The open card {open} fits none of yours, so try the stock."
        ),
        mark("The stock may bring anything; with the open card you can see what you get."),
        "draw stock",
        mark("At the full-screen table: t draws from the stock, o takes the open card."),
    ),
    Lesson(
        mark("A set"),
        "R17-MELD-01",
        mark(
            "Three or more cards of one value, all of different colours, are a set. You hold one: lay it in front of "
            "you. Cards on the table no longer cost you points."
        ),
        mark("Look for the value that you hold in red, blue and green."),
        "meld 8r 8b 8g",
        mark("At the full-screen table: pick the cards with arrows and space, then press m."),
    ),
    Lesson(
        mark("Discarding"),
        "R17-TURN-03",
        mark(
            "A discard ends your turn. Get rid of the card that fits nothing, and remember that the others may take it."
        ),
        mark("Keep red and blue cards that are close in value, for runs; the card you drew goes with nothing."),
        "discard 2v",
        mark("At the full-screen table: pick the card with space, then press d."),
    ),
    Lesson(
        mark("Claiming"),
        "R17-CLAIM-01",
        mark(
            "Ben has drawn from the stock, so everybody else may claim the open card. It costs nothing, and your turn "
            "comes as usual. {open} goes well with your red cards."
        ),
        mark("Answer with 'claim' or 'pass', or just with yes or no."),
        "claim",
        mark("At the full-screen table: y claims the open card, p passes."),
    ),
    Lesson(
        mark("The open card"),
        "R17-TURN-02",
        mark("It is your turn again, and now the open card is what you need: {open} goes with your two blue cards."),
        mark("Three blue cards in a row would be a run."),
        "draw discard",
        mark("At the full-screen table: o takes the open card."),
    ),
    Lesson(
        mark("A run"),
        "R17-MELD-02",
        mark(
            "Three or more values in a row, all of one colour, are a run. In a turn you may meld as often as you can: "
            "lay down your blue cards."
        ),
        mark("All your blue cards follow one another."),
        "meld 14b 15b 16b",
        mark("At the full-screen table: pick the cards, then press m, as for your set."),
    ),
    Lesson(
        mark("Laying off"),
        "R17-LAY-01",
        mark(
            "Once you have melded, you may add single cards to any meld on the table, also to those of others. "
            "Melds have numbers: name your card, then '>' and the number."
        ),
        mark("Anna's green run can grow at both ends, and you hold a green card."),
        "layoff 7g > 2",
        mark("At the full-screen table: pick your card, press l and choose where it goes."),
    ),
    Lesson(
        mark("A joker from the pool"),
        "R17-JOK-02",
        mark(
            "The jokers are in a pool for everybody, and each can stand for any card of its own colour. You may take "
            "one to meld a run of four or more: say with '=' what it stands for."
        ),
        mark("Your red cards are a run with one gap, and the red joker fills it."),
        "meld 10r *r=11r 12r 13r",
        mark("At the full-screen table: pick the joker from the pool too, then press m."),
    ),
    Lesson(
        mark("Swapping a joker"),
        "R17-JOK-04",
        mark(
            "In Ben's run a joker stands for a card that you hold. Put the real card there and the joker is yours. It "
            "never goes into your hand: after ':' say where you put it, for example in your own set."
        ),
        mark("The yellow joker may stand for any yellow card, in any meld that this card would fit."),
        "swap 5y > 3 : layoff *y=8y > 1",
        mark("At the full-screen table: pick your card, press s and choose the joker's place."),
    ),
    Lesson(
        mark("Going out"),
        "R17-END-04",
        mark(
            "You have one card left, and discarding it ends the round. As it is a 17, all points of the round count "
            "double. Look at the bonus cards first: they are what melds are good for."
        ),
        mark("Whoever discards their last card goes out; melding it would leave nothing to discard."),
        "discard 17v",
        mark("At the full-screen table: pick the card, then press d, as for every discard."),
    ),
)
