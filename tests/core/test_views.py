"""A view holds what its seat may know, and nothing else."""

from dataclasses import fields
from random import Random

import pytest
from core_games import moves, new_match
from hypothesis import given, settings
from hypothesis import strategies as st

from rummykit.engine.round import Round
from rummykit.engine.views import View
from rummykit.scenario import Scenario


def mixed(round: Round, seat: int, random: Random) -> Round:
    """The same table with everything that *seat* cannot see dealt anew: other hands, stock, covered discards."""
    pack, twin = round.rules.pack, round.copy()
    others = [other for other in range(round.players) if other != seat]
    hidden = twin.stock + twin.pile[:-1] + [kind for other in others for kind in pack.kinds(twin.hands[other])]
    random.shuffle(hidden)
    for other in others:
        size = round.hands[other].bit_count()
        twin.hands[other] = pack.add_all(0, hidden[:size])
        hidden = hidden[size:]
    twin.stock, covered = hidden[: len(twin.stock)], hidden[len(twin.stock) :]
    twin.pile = covered + twin.pile[-1:]
    return twin


@settings(deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 5), st.integers(0, 60))
def test_hidden_cards_do_not_show(seed: int, players: int, played: int) -> None:
    match = new_match(players, seed)
    for action in moves(match, seed, limit=played):
        match.apply(action)
    for seat in range(players):
        twin = mixed(match.round, seat, Random(seed))
        assert twin.view(seat) == match.round.view(seat)


def test_two_hidden_cards_change_places_and_nobody_else_sees_it() -> None:
    round = new_match(3).round
    twin, pack = round.copy(), round.rules.pack
    given, drawn = pack.kinds(twin.hands[2])[0], twin.stock[3]
    twin.hands[2] = pack.add(pack.remove(twin.hands[2], given), drawn)
    twin.stock[3] = given
    assert twin.view(0) == round.view(0)
    assert twin.view(1) == round.view(1)
    assert twin.view(2) != round.view(2)
    assert twin.fingerprint() != round.fingerprint()


def test_a_view_shows_the_own_hand_and_the_table() -> None:
    table = Scenario("rummy17").deal(
        hands=["3r 4r 9g", "1b"],
        table=["2: 7b 8b *b=9b"],
        under="5y",
        open_card="12v",
        side_cards=["most_runs", "fewest_jokers"],
        drawn=True,
    )
    view = table.round.view(0)
    assert [str(card) for card in view.cards] == ["3r", "4r", "9g"]
    assert view.hand_sizes == (3, 1)
    assert view.melded == (False, True)
    assert [str(meld) for meld in view.table] == ["7b 8b *b=9b"]
    assert [str(card) for card in view.pool_cards] == ["*r", "*g", "*y", "*v"]
    assert str(view.open_card) == "12v"
    assert (view.pile_size, view.stock_size) == (2, 85 - 4 - 2 - 2)
    assert (view.stage, view.active, view.actor) == ("play", 0, 0)
    assert [(item.key, item.points) for item in view.standing] == [("most_runs", (0, 3)), ("fewest_jokers", (3, 0))]
    assert [str(action) for action in view.legal] == table.legal()
    assert table.round.view(1).legal == ()


def test_no_field_of_a_view_is_the_state_itself() -> None:
    names = {field.name for field in fields(View)}
    assert names.isdisjoint({"seed", "hands", "stock", "pile", "round", "match"})
    with pytest.raises(AttributeError):
        new_match().round.view(0).stock  # noqa: B018  # type: ignore[attr-defined]


def test_a_copy_of_a_round_goes_its_own_way() -> None:
    match = new_match(3)
    before, twin = match.round.fingerprint(), match.round.copy()
    assert twin.fingerprint() == before
    for _ in range(40):
        if twin.outcome is None:
            twin.play(twin.legal_actions()[0])
    assert match.round.fingerprint() == before
    assert twin.fingerprint() != before
