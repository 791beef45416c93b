"""What the parts of a game keep in a round: declared, of the table, of each seat or of each side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from core_games import rules_of

from rummykit.engine.deal import opposite
from rummykit.engine.round import Round
from rummykit.engine.state import Kept
from rummykit.errors import PluginError
from rummykit.parts import Discarding, TurnFlow
from rummykit.plugin.plugins import Plugins
from rummykit.rules import load_text

Install = Callable[..., Path]

KEEPING = """
    from dataclasses import replace

    from rummykit import hookimpl
    from rummykit.engine.state import Kept
    from rummykit.parts import Discarding
    from rummykit.plugin.info import Mod


    class Keeping(Discarding):
        keeps = ({kept},)


    @hookimpl
    def rummykit_mod():
        return Mod("keeping", "Keeps something.", rules={{"KEEP-01": "Something is kept."}})


    @hookimpl(wrapper=True)
    def rummykit_turn():
        flow = yield
        return replace(flow, moves=(*flow.moves[:-1], Keeping()))
"""


class Betting(Discarding):
    """Keeps a secret of each seat, a secret of each side, and what all know of the table."""

    keeps = (
        Kept("bet", 0, per="seat", public=False),
        Kept("plan", "", per="side", public=False),
        Kept("bids", (), per="table"),
    )


def new_round() -> Round:
    rules = rules_of(4, "deutsches_romme")
    flow = TurnFlow(rules.flow.drawing, rules.flow.claiming, (*rules.flow.moves[:-1], Betting()))
    return Round(replace(rules, deal=replace(rules.deal, sides=opposite(4)), flow=flow), 0, seed=1)


def test_what_is_kept_begins_as_declared_for_everybody() -> None:
    assert new_round().state == {"bet": (0, 0, 0, 0), "plan": ("", "", "", ""), "bids": ()}


def test_what_is_kept_of_a_side_is_replaced_for_both_partners() -> None:
    round = new_round()
    round.keep("plan", "hearts", seat=3)
    round.keep("bet", 5, seat=3)
    round.keep("bids", (1, 2))
    assert round.state == {"bet": (0, 0, 0, 5), "plan": ("", "hearts", "", "hearts"), "bids": (1, 2)}


def test_a_secret_of_a_side_is_known_to_both_partners_and_to_nobody_else() -> None:
    round = new_round()
    round.keep("plan", "hearts", seat=3)
    round.keep("bet", 5, seat=3)
    assert round.view(1).state == {"bet": (None, 0, None, None), "plan": (None, "hearts", None, "hearts"), "bids": ()}
    assert round.view(2).state == {"bet": (None, None, 0, None), "plan": ("", None, "", None), "bids": ()}


def test_a_copy_keeps_its_own_and_what_is_kept_is_part_of_the_state() -> None:
    round = new_round()
    before, twin = round.fingerprint(), round.copy()
    twin.keep("bids", (1,))
    assert (round.state["bids"], round.fingerprint()) == ((), before)
    assert twin.fingerprint() != before


def test_only_what_is_declared_can_be_kept() -> None:
    with pytest.raises(PluginError, match=r"^Nothing is kept as 'bidds': .* Did you mean bids\?$"):
        new_round().keep("bidds", (1, 2))
    with pytest.raises(PluginError, match=r"^Nothing is kept as 'bids': no part has a Kept .* `keeps`\.$"):
        Round(rules_of(2, "deutsches_romme"), 0, seed=1).keep("bids", 1, seat=0)


@pytest.mark.parametrize(
    ("kept", "fault"),
    [
        (
            "Kept('bids', [])",
            "Keeping keeps 'bids', which begins as []: that cannot be compared and copied. Use numbers,",
        ),
        ("Kept('maker', object())", "Keeping keeps 'maker', which begins as <object object at "),
        ("'bids'", "Keeping keeps 'bids'; declare it as Kept(name, start)."),
        (
            "Kept('bids', 0), Kept('bids', 1)",
            "Keeping keeps 'bids', and so does another part; give one of them another",
        ),
    ],
)
def test_what_cannot_be_kept_is_told_at_setup(install: Install, kept: str, fault: str) -> None:
    install("rummy-keeping", "keeping = keeping_module", KEEPING.format(kept=kept))
    plugins = Plugins.discover()
    table_rules = load_text("variant: deutsches_romme\nmods: [keeping]\n", plugins)
    with pytest.raises(PluginError) as told:
        plugins.assemble(table_rules, 3)
    assert str(told.value).startswith("The plugin 'deutsches_romme' of ")
    assert fault in str(told.value)


def test_cards_that_are_kept_lie_in_one_place() -> None:
    pack = rules_of(4, "deutsches_romme").pack
    red, black = pack.card("3h"), pack.card("3s")
    sides = opposite(4)
    assert Kept("told", (red,)).cards_in((red,), sides) == []
    assert Kept("aside", (), cards=True).cards_in((red, red), sides) == [red, red]
    by_seat, by_side = ((red,), (black,), (), ()), ((red,), (black,), (red,), (black,))
    assert Kept("aside", (), per="seat", cards=True).cards_in(by_seat, sides) == [red, black]
    assert Kept("aside", (), per="side", cards=True).cards_in(by_side, sides) == [red, black]
