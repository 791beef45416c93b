"""Hands that only a hoarder gets, who claims everything and lays nothing: listing, hints and bots still answer."""

from random import Random

import pytest

from rummykit.engine.actions import CLAIM, Action, Discard, Draw, Source
from rummykit.engine.round import Round
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import resolve
from rummykit_bots.greedy import Greedy
from rummykit_bots.hints import hint

CLAIMS = {"claims": {"allowed": "always", "penalty": 3}, "deck": {"jokers": 8}}
FREE_JOKERS = {"jokers": {"min_naturals": 1, "side_by_side": 6}}


def hoarded(legal: list[Action], random: Random) -> Action:
    if CLAIM in legal:
        return CLAIM
    draws = [move for move in legal if isinstance(move, Draw) and move.source is Source.STOCK]
    discards = [move for move in legal if isinstance(move, Discard)]
    return draws[0] if draws else random.choice(discards) if discards else legal[-1]


@pytest.mark.parametrize(
    ("variant", "preset", "sections"),
    [
        ("deutsches_romme", "club", {}),
        ("deutsches_romme", None, CLAIMS),
        ("deutsches_romme", None, CLAIMS | FREE_JOKERS),
        ("deutsches_romme", None, CLAIMS | FREE_JOKERS | {"ace": {"runs": "wrap"}}),
        ("wiener_rummy", None, {"claims": {"allowed": "always"}}),
    ],
)
def test_a_hoarder_gets_legal_moves_and_hints(
    variant: str, preset: str | None, sections: dict[str, dict[str, object]]
) -> None:
    plugins = Plugins.discover()
    rules = plugins.assemble(resolve(plugins, variant, preset=preset, **sections), 3)
    greedy, random, round, largest = Greedy(), Random(1), Round(rules, 0, 1), 0
    for number in range(90):
        if round.outcome is not None:
            break
        legal = round.legal_actions()
        if round.actor:
            round.apply(greedy(round.view(round.actor), random))
            continue
        largest = max(largest, round.hands[0].bit_count())
        assert all(round.check(action) is None for action in legal)
        if number % 6 == 0:
            assert round.check(hint(round.view(0), random).action) is None
        round.apply(hoarded(legal, random))
    assert largest > 11


def test_a_whole_pack_in_one_hand_is_arranged() -> None:
    plugins = Plugins.discover()
    rules = plugins.assemble(
        resolve(plugins, "deutsches_romme", **(CLAIMS | FREE_JOKERS | {"ace": {"runs": "wrap"}})), 3
    )
    hand = rules.pack.everything
    assert rules.arranger.most_cards(hand, keep=1).left.bit_count() == 1
    assert rules.arranger.can_open(hand, rules.flow.laying_down.first)
    assert rules.finder.with_jokers(hand)
