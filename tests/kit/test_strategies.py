"""The strategies draw what they say they draw, for every variant."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, find, given, settings

from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.errors import RummyKitError
from rummykit.plugin.plugins import Plugins
from rummykit.scenario import resolve
from rummykit_kit import Scenario, Subject
from rummykit_kit.setup import Setup
from rummykit_kit.strategies import cards, hands, house_rules, melds, rounds, setups, tables
from rummykit_kit.watchers import assert_cards_conserved

PLUGINS = Plugins.discover()

few = settings(max_examples=25, deadline=None, database=None, suppress_health_check=list(HealthCheck))


@pytest.fixture
def rules(our_variant: str) -> Ruleset:
    return Scenario(our_variant, 3, plugins=PLUGINS).rules


def test_cards_and_hands_are_of_the_pack(rules: Ruleset) -> None:
    @few
    @given(cards(rules.pack), hands(rules.pack), hands(rules.pack, size=10))
    def hold(card: object, hand: int, ten: int) -> None:
        assert card in rules.pack.cards
        assert rules.pack.heap(rules.pack.text(hand)) == hand
        assert ten.bit_count() == 10

    hold()


def test_hands_of_one_card_are_found() -> None:
    pack = Scenario("rummy17", plugins=PLUGINS).rules.pack
    hand = find(hands(pack), lambda hand: hand.bit_count() >= 1, settings=few)
    assert hand.bit_count() == 1


def test_melds_are_melds(rules: Ruleset) -> None:
    @few
    @given(melds(rules))
    def hold(meld: object) -> None:
        assert rules.check_meld(meld) is None  # type: ignore[arg-type]

    hold()


def test_tables_can_be_laid(rules: Ruleset) -> None:
    sizes = set()

    @few
    @given(tables(rules))
    def hold(table: list[str]) -> None:
        laid = Scenario.by(rules, PLUGINS).deal(table=table, drawn=True)
        sizes.add(len(laid.round.table))
        assert_cards_conserved(laid.round)

    hold()
    assert len(sizes) > 2


def test_most_drawn_house_rules_can_be_played(our_variant: str) -> None:
    good = []

    @few
    @given(house_rules(PLUGINS.options_model(our_variant), players=3))
    def hold(sections: dict[str, dict[str, object]]) -> None:
        try:
            good.append(PLUGINS.assemble(resolve(PLUGINS, our_variant, **sections), 3))
        except RummyKitError:
            return

    hold()
    assert len(good) >= 5


def test_setups_name_their_variant_and_players(our_variant: str) -> None:
    subject, seats = Subject(our_variant, PLUGINS), set()

    @few
    @given(setups(PLUGINS, our_variant))
    def hold(setup: Setup) -> None:
        assert setup.variant == our_variant
        rules = setup.rules(subject)
        if rules is not None:
            seats.add(rules.players)

    hold()
    assert len(seats) > 1


def test_rounds_are_somewhere_in_play(rules: Ruleset) -> None:
    turns = set()

    @few
    @given(rounds(rules))
    def hold(round: Round) -> None:
        turns.add(round.turn)
        assert_cards_conserved(round)

    hold()
    assert len(turns) > 5
