"""People who play a whole game with the keyboard alone, or with the mouse alone; what they play a bot tells them.

They see only what a person at the screen may see, and touch nothing but keys or the mouse.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable
from random import Random

from textual.widgets import OptionList

from rummykit.cards import Card, Placed
from rummykit.engine.actions import (
    Action,
    BuyBack,
    Call,
    Claim,
    Discard,
    Draw,
    EndTurn,
    Knock,
    LayDown,
    LayOff,
    Pass,
    Rearrange,
    Source,
    SwapJoker,
)
from rummykit.engine.deal import stream
from rummykit_bots.greedy import Greedy
from rummykit_cli.table.app import TableApp
from rummykit_cli.table.arranging import ArrangeScreen, BenchPieces
from rummykit_cli.table.widgets.hand import HandFan
from rummykit_cli.table.widgets.pages import ChoiceList, Page
from rummykit_cli.table.widgets.pieces import Bar, Pieces
from rummykit_session.bench import HAND, LOOSE
from rummykit_session.choices import MoveChoice, lay_offs, swaps, takes
from table.tables import TablePilot, press, settled

BUTTONS: dict[type[Action], str] = {
    Claim: "claim",
    Pass: "pass",
    EndTurn: "end_turn",
    LayDown: "meld",
    LayOff: "lay_off",
    SwapJoker: "swap",
    Rearrange: "rearrange",
    Discard: "discard",
    Knock: "knock",
    Call: "call",
}


class Player(ABC):
    """Somebody at the table, who sees to it that every decision of the bot is carried out."""

    def __init__(self, pilot: TablePilot) -> None:
        assert isinstance(pilot.app, TableApp)
        self.pilot = pilot
        self.app: TableApp = pilot.app
        self.sitting = self.app.sitting
        self.kinds: Counter[type[Action]] = Counter()
        """How often each kind of move was made."""

    # -- how it is done --------------------------------------------------------------------------------------

    @abstractmethod
    async def button(self, name: str) -> None:
        """Press a button."""

    @abstractmethod
    async def pick(self, slot: int) -> None:
        """Pick a card of the hand."""

    @abstractmethod
    async def choose(self, at: int) -> None:
        """Choose from a list."""

    @abstractmethod
    async def pick_on_bench(self, row: str, at: int) -> None:
        """Pick a card of the work area."""

    @abstractmethod
    async def take_apart(self, row: str) -> None:
        """Take a meld in the work area apart."""

    # -- what is done ----------------------------------------------------------------------------------------

    async def play(self, look: Callable[[], object] = lambda: None) -> None:
        """Play until the table is left; *look* is called before every decision."""
        while self.app.return_value is None:
            look()
            if isinstance(self.app.screen, Page):
                await self._answer_page(self.app.screen)
            else:
                await self._move()

    async def _answer_page(self, page: Page) -> None:
        name = page._buttons[0].action
        if self.sitting.offer is not None and name == "yes":
            action = Greedy()(self.sitting.offer, self._random())
            assert isinstance(action, BuyBack)
            self.kinds[BuyBack] += 1
            name = "yes" if action.accept else "no"
        await self.button(name)

    def _random(self) -> Random:
        return stream(self.sitting.match.seed, "player", self.sitting.session.moves)

    async def _move(self) -> None:
        view, moves = self.sitting.view, self.sitting.session.moves
        assert view is not None, "nobody is asked"
        assert self.sitting.on_turn
        action = Greedy()(view, self._random())
        self.kinds[type(action)] += 1
        match action:
            case LayDown(melds=melds):
                for meld in melds:
                    await self._meld(meld.cards)
            case LayOff(placed=placed):
                await self._pick_all([placed.card])
                found = lay_offs(self.sitting.match, view, [placed.card])
                await self._press_and_choose(BUTTONS[LayOff], found, action)
            case SwapJoker(swaps=((card, _),)):
                await self._pick_all([card])
                await self._press_and_choose(BUTTONS[SwapJoker], swaps(view, [card]), action)
            case Draw(source=Source.STOCK):
                await self.button("draw_stock")
            case Draw():
                await self._press_and_choose("take_open", takes(view, ()), action)
            case Rearrange():
                await self._rearrange(action)
            case Discard(card=card) | Knock(card=card) | Call(card=card):
                await self._pick_all([card])
                await self.button(BUTTONS[type(action)])
            case _:
                await self.button(BUTTONS[type(action)])
        assert self.sitting.session.moves > moves, f"{action} was not made: {self.sitting.note}"

    async def _pick_all(self, cards: Iterable[Card]) -> None:
        for card in cards:
            at = next(i for i, slot in enumerate(self.sitting.fan.slots) if slot.card == card and not slot.picked)
            await self.pick(at)

    async def _meld(self, cards: tuple[Placed, ...]) -> None:
        held = Counter(slot.card for slot in self.sitting.fan.slots)
        wanted = Counter(placed.card for placed in cards)
        if wanted - held or not self.sitting.on_turn:
            return  # laid already, with a group before it
        await self._pick_all(wanted.elements())
        await self.button("meld")
        if isinstance(self.app.screen, ChoiceList):
            written = " ".join(placed.spoken for placed in cards)
            await self.choose(next(at for at, label in enumerate(self.app.screen._labels) if written in label))

    async def _press_and_choose(self, button: str, choices: list[MoveChoice], action: Action) -> None:
        await self.button(button)
        if isinstance(self.app.screen, ChoiceList):
            await self.choose(next(at for at, choice in enumerate(choices) if choice.actions == (action,)))

    async def _rearrange(self, action: Rearrange) -> None:
        await self.button("rearrange")
        assert isinstance(self.app.screen, ArrangeScreen)
        for number in action.numbers:
            await self.take_apart(str(number))
        for meld in action.melds:
            for card in [placed.card for placed in meld.cards]:
                bench = self.app.screen.bench
                row, at = next(
                    (row.name, at)
                    for name in (LOOSE, HAND)
                    for row in bench.rows
                    if row.name == name
                    for at, placed in enumerate(row.cards)
                    if placed.card == card and (name, at) not in bench.picked
                )
                await self.pick_on_bench(row, at)
            await self.button("put_new")
            if isinstance(self.app.screen, ChoiceList):
                labels = self.app.screen._labels
                await self.choose(next(at for at, label in enumerate(labels) if meld.spoken in label))
        await self.button("confirm")


class AtKeyboard(Player):
    """Uses keys only."""

    async def button(self, name: str) -> None:
        buttons = [one for bar in self.app.screen.query(Bar) for one in bar.buttons]
        key = next(one.key for one in buttons if one.action == name)
        await press(self.pilot, {"esc": "escape"}.get(key, key))

    async def pick(self, slot: int) -> None:
        steps = slot - self.sitting.fan.cursor
        await press(self.pilot, *["right" if steps > 0 else "left"] * abs(steps), "space")

    async def choose(self, at: int) -> None:
        if at < 9:
            await press(self.pilot, str(at + 1))
        else:
            await press(self.pilot, *["down"] * at, "enter")

    async def pick_on_bench(self, row: str, at: int) -> None:
        await self._go_to(row)
        pieces = self.app.screen.query_one(BenchPieces)
        steps = at - pieces.column
        await press(self.pilot, *["right" if steps > 0 else "left"] * abs(steps), "space")

    async def take_apart(self, row: str) -> None:
        await self._go_to(row)
        await press(self.pilot, "t")

    async def _go_to(self, row: str) -> None:
        pieces = self.app.screen.query_one(BenchPieces)
        steps = [one.name for one in pieces.rows].index(row) - pieces.row
        await press(self.pilot, *["down" if steps > 0 else "up"] * abs(steps))


class AtMouse(Player):
    """Uses the mouse only."""

    async def button(self, name: str) -> None:
        bar = next(bar for bar in self.app.screen.query(Bar) if name in [one.action for one in bar.buttons])
        await self._click(bar, name)

    async def pick(self, slot: int) -> None:
        await self._click(self.app.screen.query_one(HandFan), slot)

    async def choose(self, at: int) -> None:
        options = self.app.screen.query_one(OptionList)
        options.scroll_to(y=max(at - 3, 0), animate=False)  # the wheel
        await self.pilot.pause(0)
        await self.pilot.click(options, offset=(4, at - round(options.scroll_y)))
        await settled(self.pilot)

    async def pick_on_bench(self, row: str, at: int) -> None:
        await self._click(self.app.screen.query_one(BenchPieces), (row, at))

    async def take_apart(self, row: str) -> None:
        await self._click(self.app.screen.query_one(BenchPieces), row)

    async def _click(self, pieces: Pieces, key: object) -> None:
        spot = pieces.lines.spot(key)
        corner = pieces.content_region.offset - pieces.region.offset
        await self.pilot.click(pieces, offset=(corner.x + spot.left + 1, corner.y + spot.line))
        await settled(self.pilot)
