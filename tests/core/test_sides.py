"""Players who play together: a first meld, melds, points and the win belong to a side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from core_games import NAMES, play_out, rules_of

from rummykit.engine.books import Books, Event
from rummykit.engine.deal import opposite
from rummykit.engine.match import Match
from rummykit.engine.ruleset import Ruleset
from rummykit.engine.scoring import RoundScore, ScoreItem
from rummykit.errors import PluginError
from rummykit.plugin.plugins import Plugins
from rummykit.refusals import Reason
from rummykit.rules import load_text
from rummykit.scenario import Scenario, Table

Install = Callable[..., Path]

PARTNERS = """
    from dataclasses import replace

    from rummykit import hookimpl
    from rummykit.plugin.info import Mod


    @hookimpl
    def rummykit_mod():
        return Mod("partners", "Partners play together.", rules={"PAR-01": "Partners play together."})


    @hookimpl(wrapper=True)
    def rummykit_deal(players):
        deal = yield
        return replace(deal, sides={sides})
"""


def partners(players: int = 4, variant: str = "deutsches_romme", **sections: dict[str, Any]) -> Ruleset:
    """The rules of a game whose players have partners opposite."""
    rules = rules_of(players, variant, **sections)
    fewer = {count: seated_in_pairs(game) for count, game in rules.fewer.items() if count % 2 == 0 and count > 2}
    return replace(seated_in_pairs(rules), fewer=fewer)


def seated_in_pairs(rules: Ruleset) -> Ruleset:
    return replace(rules, deal=replace(rules.deal, sides=opposite(rules.players)))


def lay(rules: Ruleset, **table: Any) -> Table:
    scenario = Scenario("deutsches_romme", players=rules.players)
    scenario.rules = rules
    return scenario.deal(**table)


def enter(books: Books, *points: int, by: int | None = None) -> None:
    books.settle(RoundScore((), (1,) * len(points), points), by)


def test_without_partners_everybody_is_a_side() -> None:
    rules = rules_of(3)
    assert rules.sides == rules.side_of == ((0,), (1,), (2,))
    assert (rules.side_bits, rules.has_partners) == ((1, 2, 4), False)


def test_the_sides_of_a_game_with_partners() -> None:
    rules = partners()
    assert rules.sides == ((0, 2), (1, 3))
    assert rules.side_of == ((0, 2), (1, 3), (0, 2), (1, 3))
    assert (rules.side_bits, rules.has_partners) == ((5, 10, 5, 10), True)


# -- in a round ----------------------------------------------------------------------------------------------


def test_the_first_meld_of_a_player_is_that_of_their_partner() -> None:
    table = lay(partners(), hands=["Ks Kh Kd Kc 2s", "4s", "5s 6s 9c", "8s"], drawn=True)
    table.play("meld Ks Kh Kd Kc", "discard 2s")
    assert [table.round.has_melded(seat) for seat in range(4)] == [True, False, True, False]
    assert table.round.view(1).melded == (True, False, True, False)


def test_a_partner_needs_no_first_meld_of_their_own() -> None:
    rules = partners(first_meld={"min": 40})
    hands = ["", "", "2s 2h 2d 9c 4c", "3s 3h 3d 9d"]
    table = lay(rules, hands=hands, table=["1: Ks Kh Kd Kc"], active=2, drawn=True)
    table.play("meld 2s 2h 2d", "discard 9c")
    refusal = table.play("draw stock").refusal("meld 3s 3h 3d")
    assert refusal is not None
    assert refusal.reason is Reason.FIRST_MELD_POINTS


def test_partners_lay_off_on_the_melds_of_their_side_only() -> None:
    rules = partners(lay_offs={"on": "own"})
    table = lay(
        rules, hands=["", "", "6s Jh 9c"], table=["1: 3s 4s 5s", "2: 8h 9h 10h"], active=2, melded=[1], drawn=True
    )
    assert "layoff 6s > 1" in table.legal()
    assert "layoff Jh > 2" not in table.legal()
    refusal = table.refusal("layoff Jh > 2")
    assert refusal is not None
    assert refusal.reason is Reason.LAYOFF_OWN_ONLY


def test_laying_the_whole_hand_at_once_is_over_for_a_side_that_has_melded() -> None:
    rules = partners(hand_romme={"when": "table_empty", "factor": 2})
    opened = lay(rules, hands=["Ks Kh Kd Kc 2s", "4s", "9c", "8s"], drawn=True)
    opened.play("meld Ks Kh Kd Kc", "discard 2s")
    assert opened.round.outcome is not None
    score = rules.scoring.score(opened.round)
    assert score.factors == (1, 2, 1, 2), "what the partner holds counts once"
    later = lay(rules, hands=["Ks Kh Kd Kc 2s", "4s", "9c", "8s"], table=["3: 3s 4s 5s"], drawn=True)
    later.play("meld Ks Kh Kd Kc", "discard 2s")
    assert rules.scoring.score(later.round).factors == (1, 1, 1, 1)


# -- in a match ----------------------------------------------------------------------------------------------


def test_a_side_has_what_its_partners_add_up() -> None:
    items = (
        ScoreItem("cards", "Cards", "X-01", (3, 5, 7, 11), (1, None, None, None)),
        ScoreItem("bonus", "Bonus", "X-01", (0, 0, 10, 0)),
    )
    score = RoundScore.of(items, (2, 1, 2, 1)).of_sides(((0, 2), (1, 3)))
    assert score.items[0].points == (10, 16, 10, 16)
    assert score.items[0].counts == (1, None, 1, None)
    assert (score.items[1].points, score.items[1].counts) == ((10, 0, 10, 0), ())
    assert score.totals == (40, 16, 40, 16)


def test_partners_with_different_factors_are_the_fault_of_the_plugin() -> None:
    with pytest.raises(PluginError, match="Partners have one factor"):
        RoundScore((), (1, 2, 3, 2), (1, 2, 3, 4)).of_sides(((0, 2), (1, 3)))


def test_partners_have_one_total_and_win_together() -> None:
    books = Books(partners(match={"rounds": 1}), NAMES[:4], dealer=0)
    enter(books, 20, 0, 30, 45, by=1)
    assert books.totals == (50, 45, 50, 45)
    assert books.sheet[-1].points == (50, 45, 50, 45)
    assert (books.is_over, books.winners) == (True, (1, 3))


def test_partners_are_out_together_and_the_last_side_wins() -> None:
    books = Books(partners(6, match={"elimination": 100}), NAMES, dealer=0)
    assert books.sides == ((0, 3), (1, 4), (2, 5))
    enter(books, 60, 0, 10, 50, 0, 20, by=1)
    assert books.sheet[-1].out == (0, 3)
    assert (books.seated, books.is_over) == ((1, 2, 4, 5), False)
    enter(books, 0, 40, 0, 40, by=0)
    assert books.totals == (110, 0, 110, 110, 0, 110)
    assert (books.is_over, books.winners) == (True, (1, 4))


def test_a_buyback_is_asked_once_for_both_partners() -> None:
    stakes = {"chips": 20, "buyback": True, "buyback_price": 5}
    books = Books(partners(match={"elimination": 100}, stakes=stakes), NAMES[:4], dealer=0)
    enter(books, 50, 0, 40, 10, by=1)
    assert books.offer is not None
    assert (books.offer.seat, books.offer.new_total) == (2, 10), "the one nearer to the dealer's left"
    books.answer_offer(True)
    assert (books.totals, books.bought, books.offer) == ((10, 10, 10, 10), [1, 0, 1, 0], None)
    assert books.chips == (20, 20, 15, 20)
    assert books.sheet[-1].event is Event.BUYBACK


def test_a_partner_pays_no_fee() -> None:
    books = Books(partners(stakes={"chips": 20, "fee": 2}), NAMES[:4], dealer=0)
    enter(books, 0, 10, 10, 10, by=0)
    assert books.chips == (24, 18, 20, 18)


def test_a_match_with_partners_is_played_and_replayed() -> None:
    match = play_out(Match(partners(match={"rounds": 3}), 17, NAMES[:4]))
    assert match.totals[:2] == match.totals[2:]
    again = Match(match.rules, 17, NAMES[:4])
    for action in match.moves:
        again.play(action)
    assert again.fingerprint() == match.fingerprint()


# -- set-up --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sides", "fault"),
    [
        ("((0, 2), (1,))", "leave out seat 3; name each of the seats 0 to 3 once"),
        ("((0, 2), (1, 3, 0))", "name seat 0 twice; name each of the seats 0 to 3 once"),
        ("((0, 2), (1, 3, 4))", "name seat 4, which nobody has; name each of the seats 0 to 3 once"),
        ("((0, 1, 2, 3),)", "are not two or more, each with a seat"),
        ("((0, 1), (2, 3), ())", "are not two or more, each with a seat"),
        ("(0, 1, 2, 3)", "are not tuples of seats, such as ((0, 2), (1, 3))."),
    ],
)
def test_sides_that_cannot_be_are_told_at_setup(install: Install, sides: str, fault: str) -> None:
    install("rummy-partners", "partners = partners_module", PARTNERS.replace("{sides}", sides))
    plugins = Plugins.discover()
    table_rules = load_text("variant: deutsches_romme\nmods: [partners]\n", plugins)
    with pytest.raises(PluginError) as told:
        plugins.assemble(table_rules, 4)
    assert str(told.value).startswith("The plugin 'deutsches_romme' of ")
    assert fault in str(told.value)


def test_whoever_is_left_of_a_match_keeps_their_partner(install: Install) -> None:
    install(
        "rummy-partners",
        "partners = partners_module",
        PARTNERS.replace("{sides}", "((0, 3), (1, 4), (2, 5)) if players == 6 else ((0, 1), (2, 3))"),
    )
    plugins = Plugins.discover()
    table_rules = load_text("variant: deutsches_romme\nmods: [partners]\nmatch: {elimination: 100}\n", plugins)
    with pytest.raises(PluginError, match=r"4 may be left on the sides \(\(0, 2\), \(1, 3\)\), but it deals to 4 as"):
        plugins.assemble(table_rules, 6)


def test_the_booklet_says_who_plays_with_whom(install: Install) -> None:
    install(
        "rummy-partners",
        "partners = partners_module",
        PARTNERS.replace("{sides}", "((0, 2), (1, 3)) if players == 4 else ()"),
    )
    plugins = Plugins.discover()
    told = str(plugins.booklet(load_text("variant: deutsches_romme\nmods: [partners]\n", plugins)))
    assert "Of 4 players those who sit opposite each other are partners." in told
    assert "each for themselves" not in told
    assert "each for themselves" in str(plugins.booklet(load_text("variant: deutsches_romme\n", plugins)))
