"""Eight at a table, in the games that so many play: bots finish, and house rules say what so many are dealt."""

from __future__ import annotations

import pytest

from rummykit.engine.deal import bot_stream
from rummykit.engine.match import Match
from rummykit.errors import SetupError
from rummykit.plugin.plugins import Plugins
from rummykit.rules import HouseRuleError, load_text
from rummykit.scenario import resolve
from rummykit_kit.watchers import assert_cards_conserved

PLUGINS = Plugins.discover()
GAMES = ("deutsches_romme", "raeuber_romme", "wiener_rummy")
BY_NUMBER = "rules: {deal: {cards: {2-4: 13, 5-6: 11}}}"


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("players", [7, 8])
def test_bots_play_a_round(variant: str, players: int) -> None:
    match = Match(PLUGINS.assemble(resolve(PLUGINS, variant), players), 1, [f"Player {n}" for n in range(players)])
    bots = [PLUGINS.bots["greedy"].make() for _ in range(players)]
    while not match.scores:
        round, seat = match.round, match.actor
        match.apply(bots[seat](match.view(seat), bot_stream(match.seed, seat, len(match.moves))))
        assert_cards_conserved(round)
    assert len(match.scores[0].totals) == players


def test_rummy_17_is_for_six() -> None:
    with pytest.raises(SetupError, match="2 to 6 players"):
        PLUGINS.assemble(resolve(PLUGINS, "rummy17"), 7)


@pytest.mark.parametrize("variant", GAMES)
def test_hand_sizes_for_more_than_six_need_not_be_said_but_are_missed_when_so_many_sit_down(variant: str) -> None:
    table = load_text(f"variant: {variant}\n{BY_NUMBER}\n", PLUGINS, name="home.yaml")
    assert PLUGINS.assemble(table, 6).deal.hand_size == 11
    assert PLUGINS.booklet(table).players == (2, 6)
    with pytest.raises(SetupError, match=r"deal.cards has no value for 8 players, only for 2, 3, 4, 5 and 6"):
        PLUGINS.assemble(table, 8)
    with pytest.raises(HouseRuleError, match=r"home.yaml:3:16: deal.cards has no value for 8 players"):
        load_text(f"variant: {variant}\nplayers: 8\n{BY_NUMBER}\n", PLUGINS, name="home.yaml")
    table = load_text(f"variant: {variant}\nplayers: 8\n{BY_NUMBER.replace('5-6', '5-8')}\n", PLUGINS)
    assert PLUGINS.assemble(table, 8).deal.hand_size == 11


@pytest.mark.parametrize("variant", GAMES)
def test_where_the_cards_do_not_suffice_it_is_told_at_the_line(variant: str) -> None:
    rules = "rules:\n  deck: {packs: 1, jokers: 2}\n  deal: {cards: 7}\n"
    with pytest.raises(HouseRuleError, match=r"home.yaml:5:10: deal.cards: 7 for 8 players needs 57 of 54 cards"):
        load_text(f"variant: {variant}\nplayers: 8\n{rules}", PLUGINS, name="home.yaml")
    table = load_text(f"variant: {variant}\nplayers: 8\n{rules.replace('packs: 1', 'packs: 3')}", PLUGINS)
    assert PLUGINS.assemble(table, 8).deal.hand_size == 7
