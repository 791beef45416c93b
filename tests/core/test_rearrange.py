"""Rearranging the table: every refusal names what is wrong, and what is laid anew keeps its history."""

from collections.abc import Callable
from itertools import product
from random import Random

import pytest
from core_games import PLUGINS, rules_of

from campaign import Sample, samples
from rummykit.engine.actions import Rearrange
from rummykit.engine.match import Match
from rummykit.engine.notation import read_action
from rummykit.engine.table import Ending
from rummykit.errors import NotationError
from rummykit.melds import Meld, MeldRules
from rummykit.parts import Rearranging
from rummykit.parts.bound_jokers import undissolved
from rummykit.parts.rearranging import hand_cards_of
from rummykit.refusals import REARRANGE_REASONS, Reason, Refusal
from rummykit.scenario import Scenario, Table

GAME = Scenario("raeuber_romme", plugins=PLUGINS)
NO_PILE = Scenario("raeuber_romme", plugins=PLUGINS, preset="no_pile")
MELDS = ("2: 5c 6c 7c 8c 9c", "1: 5d 6d 7d", "2: 5s 6s *=7s")


def table(hand: str = "7c 4d 2h Kd", *melds: str, game: Scenario = GAME) -> Table:
    return game.deal(hands=[hand, "Jc"], table=melds or MELDS, melded=[0], drawn=True)


# -- refusals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "reason", "sentence"),
    [
        ("arrange 9 -> 5c 6c 7c", Reason.NO_SUCH_MELD, "There is no meld 9 on the table."),
        (
            "arrange 1 -> 5c 6c 7c | 8c 9c",
            Reason.MELD_TOO_SHORT,
            "8c 9c is too short: a meld has at least 3 cards.",
        ),
        (
            "arrange 1 -> 5c 6c 8c | 7c 8c 9c",
            Reason.RUN_GAP,
            "5c 6c 8c is not a run: the values do not follow one another without a gap.",
        ),
        (
            "arrange 1 -> 7c 8c 9c",
            Reason.REARRANGE_LEFT_OVER,
            "5c and 6c are left over: every card of the melds taken apart must lie in a new meld.",
        ),
        (
            "arrange 1,2 -> 4d 5d 6d 7d | 5c 6c 7c",
            Reason.REARRANGE_LEFT_OVER,
            "8c and 9c are left over: every card of the melds taken apart must lie in a new meld.",
        ),
        (
            "arrange 1,2 -> 7c 8c 9c",
            Reason.REARRANGE_LEFT_OVER,
            "5d, 6d, 7d, 5c and 6c are left over: every card of the melds taken apart must lie in a new meld.",
        ),
        (
            "arrange 2 -> 4d 5d 6d",
            Reason.REARRANGE_TO_HAND,
            "7d was on the table and may not go to your hand.",
        ),
        (
            "arrange 1 -> 5c 6c 7c | 8c 9c 10c",
            Reason.REARRANGE_NOT_THERE,
            "10c is neither in your hand nor in the melds taken apart.",
        ),
        (
            "arrange 2 -> 5d 6d 7d 8d 9d",
            Reason.REARRANGE_NOT_THERE,
            "8d and 9d are neither in your hand nor in the melds taken apart.",
        ),
        (
            "arrange 2 -> 4d 5d 6d | 7d 7c 7s",
            Reason.REARRANGE_NOT_THERE,
            "7s is neither in your hand nor in the melds taken apart.",
        ),
        (
            "arrange 1 -> 5c 6c 7c 8c 9c | 5d 6d 7d",
            Reason.REARRANGE_NOT_NAMED,
            "5d lies in meld 2, which is not taken apart: name that meld too.",
        ),
        (
            "arrange 1 -> 5c 6c 7c | 7c 8c *=9c",
            Reason.REARRANGE_NOT_NAMED,
            "* lies in meld 3, which is not taken apart: name that meld too.",
        ),
        (
            "arrange 1,2 -> 5c 6c 7c 8c 9c | 5d 6d 7d",
            Reason.REARRANGE_NO_HAND_CARD,
            "A rearrangement must place at least one card from your hand.",
        ),
    ],
)
def test_a_refusal_names_the_cards(move: str, reason: Reason, sentence: str) -> None:
    refusal = table().refusal(move)
    assert refusal is not None
    assert (refusal.reason, refusal.sentence) == (reason, sentence)


def test_as_many_cards_in_their_place_means_to_the_hand() -> None:
    fresh = table("4d 3d 2h Kd")
    for move, reason in (
        ("arrange 2 -> 3d 4d 5d", Reason.REARRANGE_TO_HAND),
        ("arrange 2 -> 4d 5d 6d", Reason.REARRANGE_TO_HAND),
        ("arrange 1,2 -> 4d 5d 6d | 5c 6c 7c 8c", Reason.REARRANGE_LEFT_OVER),
    ):
        refusal = fresh.refusal(move)
        assert refusal is not None
        assert refusal.reason is reason
    refusal = fresh.refusal("arrange 2 -> 3d 4d 5d")
    assert refusal is not None
    assert refusal.sentence == "6d and 7d were on the table and may not go to your hand."


def test_two_copies_are_two_cards() -> None:
    fresh = table("7c 2h Kd")
    assert fresh.refusal("arrange 1 -> 5c 6c 7c | 7c 8c 9c") is None
    refusal = fresh.refusal("arrange 1,2 -> 5c 6c 7c | 7c 8c 9c | 5d 6d 7d 8d")
    assert refusal is not None
    assert refusal.sentence.startswith("8d is neither")


def test_a_rearrangement_of_nothing() -> None:
    fresh = table("2d 3d 4d 2h Kd")
    (meld,) = GAME.rules.melds.readings(GAME.rules.pack.placed_cards("2d 3d 4d"))
    refusal = fresh.round.check(Rearrange((), (meld,)))
    assert refusal is not None
    assert refusal.reason is Reason.REARRANGE_NOTHING
    refusal = fresh.round.check(Rearrange((2,), ()))
    assert refusal is not None
    assert refusal.reason is Reason.REARRANGE_LEFT_OVER


def test_a_meld_that_only_claims_to_be_one() -> None:
    pack = GAME.rules.pack
    (run,) = MeldRules(pack, wrap=True).readings(pack.placed_cards("Kd Ad 2d"))
    refusal = table("2d Ad Kd 4d").round.check(Rearrange((2,), (run,)))
    assert refusal is not None
    assert refusal.reason is Reason.RUN_WRAP


def test_only_on_ones_turn_and_only_after_drawing() -> None:
    move = "arrange 1 -> 5c 6c 7c | 7c 8c 9c"
    refusal = table().refusal(move, seat=1)
    assert refusal is not None
    assert refusal.reason is Reason.NOT_YOUR_TURN
    early = GAME.deal(hands=["7c 2h", "Jc"], table=MELDS, melded=[0])
    refusal = early.refusal(move)
    assert refusal is not None
    assert refusal.reason is Reason.NOT_NOW


@pytest.mark.parametrize("variant", ["rummy17", "deutsches_romme"])
def test_other_games_do_not_know_it(variant: str) -> None:
    other = Scenario(variant, plugins=PLUGINS)
    cards = " ".join(str(card) for card in other.rules.pack.cards[2:5])
    fresh = other.deal(table=[f"1: {cards}"], drawn=True)
    for move, verb in ((f"arrange 1 -> {cards}", "arrange"), ("end", "end")):
        refusal = fresh.refusal(move)
        assert refusal is not None
        assert refusal.sentence == f"This game does not know the move '{verb}'."
    assert not REARRANGE_REASONS & set(other.rules.citations)
    assert other.rules.uncited() == []


# -- the text of a move --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("arrange 1 -> 5c 6c 7c | 7c 8c 9c", "arrange 1 -> 5c 6c 7c | 7c 8c 9c"),
        ("arrange 1,2,3 -> 5d 5s 5c | 7d *=8d 9d", "arrange 1,2,3 -> 5s 5d 5c | 7d *=8d 9d"),
        ("arrange 77 -> 5c 6c 7c", "arrange 77 -> 5c 6c 7c"),
        ("Arrange 2 ,1->7C 6c 5c|7d 6d 5d", "arrange 1,2 -> 5c 6c 7c | 5d 6d 7d"),
        ("arrange 3 1 3 -> 5♠ 6s *=7s", "arrange 1,3 -> 5s 6s *=7s"),
        (" END ", "end"),
    ],
)
def test_a_move_is_written_in_one_way(typed: str, written: str) -> None:
    fresh = table(game=NO_PILE)
    action = fresh.read(typed)
    assert str(action) == written
    assert fresh.read(written) == action


@pytest.mark.parametrize(
    ("text", "column", "sentence"),
    [
        ("end turn", 5, "'end' stands alone; 'turn' does not belong there."),
        ("arrange", 8, "Name the melds taken apart and all that lies there afterwards: arrange MELD-NUMBER"),
        ("arrange 1", 9, "Name the melds taken apart and all that lies there afterwards"),
        ("arrange 1 ->", 9, "Name the melds taken apart and all that lies there afterwards"),
        ("arrange -> 5c 6c 7c", 9, "Name the melds taken apart and all that lies there afterwards"),
        ("arrange one -> 5c 6c 7c", 9, "The numbers of melds go before the arrow: arrange MELD-NUMBER"),
        ("arrange 1, x -> 5c 6c 7c", 12, "The numbers of melds go before the arrow"),
        ("arrange 1 -> 5c 6c 7c |", 24, "A meld is missing beside the '|'."),
        ("arrange 1 -> 5c 6x 7c", 17, "'6x' is not a card of this pack"),
        ("arrange 1 -> 5c 5c 5c", 14, "The pack has fewer copies of 5c"),
    ],
)
def test_nonsense_is_told_with_its_column(text: str, column: int, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_action(text, table(game=NO_PILE).round)
    assert sentence in str(caught.value)
    assert caught.value.column == column


def test_a_joker_that_can_be_meant_in_two_ways_is_asked_back() -> None:
    refusal = read_action("arrange 3 -> 5s 6s *", table().round)
    assert isinstance(refusal, Refusal)
    assert refusal.sentence == "'5s 6s *' can be read in more than one way; write 5s 6s *=7s or *=4s 5s 6s."


# -- doing ---------------------------------------------------------------------------------------------


def test_what_is_laid_anew_has_new_numbers_and_one_owner() -> None:
    fresh = table("7c 4d 2h Kd").play("arrange 1,2 -> 5c 6c 7c | 7c 8c 9c | 4d 5d 6d 7d")
    assert {number: str(meld) for number, meld in fresh.round.table.items()} == {
        3: "5s 6s *=7s",
        4: "5c 6c 7c",
        5: "7c 8c 9c",
        6: "4d 5d 6d 7d",
    }
    assert [meld.owner for meld in fresh.round.table.values()] == [1, 0, 0, 0]
    assert fresh.round.next_number == 7
    assert (fresh.hand(0), fresh.round.placed, fresh.round.fresh) == ("2h Kd", 2, True)


def test_every_card_keeps_the_seat_that_laid_it() -> None:
    fresh = table("7c 4d 2h Kd").play("arrange 1,2 -> 5c 6c 7c | 7c 8c 9c | 4d 5d 6d 7d")
    laid = {number: [seat for _, seat in fresh.round.table[number].laid] for number in (4, 5, 6)}
    assert laid == {4: [1, 1, 1], 5: [0, 1, 1], 6: [0, 0, 0, 0]}


def test_hand_cards_are_the_difference() -> None:
    fresh = table("7c 4d 2h Kd")
    action = fresh.read("arrange 1,2 -> 5c 6c 7c | 7c 8c 9c | 4d 5d 6d 7d")
    assert isinstance(action, Rearrange)
    assert GAME.rules.pack.text(hand_cards_of(fresh.round, action)) == "4d 7c"


def test_a_new_meld_from_the_hand_may_come_with_it() -> None:
    fresh = table("7c 9h 9s 9d Kd")
    assert fresh.refusal("arrange 1 -> 5c 6c 7c | 7c 8c 9c | 9s 9h 9d") is None


def test_a_meld_that_stays_as_it_is_may_be_named() -> None:
    assert table("7c 4d Kd").refusal("arrange 1,2 -> 5c 6c 7c 8c 9c | 4d 5d 6d 7d") is None


# -- listing -------------------------------------------------------------------------------------------


def listed(fresh: Table) -> list[str]:
    return [move for move in fresh.legal() if move.startswith("arrange")]


def test_one_is_listed_and_what_lies_well_is_left_alone() -> None:
    assert listed(table("7c 2h Kd")) == ["arrange 1 -> 5c 6c 7c | 7c 8c 9c"]


def test_one_for_a_single_card_if_there_is_one() -> None:
    fresh = Scenario("raeuber_romme", plugins=PLUGINS).deal(
        hands=["7c 7d 2h Kd"], table=["2: 5c 6c 7c 8c 9c", "2: 5d 6d 7d 8d 9d"], melded=[0], drawn=True
    )
    (move,) = listed(fresh)
    assert len(fresh.play(move).hand(0).split()) == 3
    assert listed(fresh) != []


def test_otherwise_one_that_places_most() -> None:
    fresh = Scenario("raeuber_romme", plugins=PLUGINS).deal(
        hands=["5c 6h 9d Kd 2h"], table=["2: 5d 6d 7d", "2: 5s 6s *=7s"], melded=[0], drawn=True
    )
    (move,) = listed(fresh)
    assert fresh.play(move).hand(0) == "2h Kd"


def test_none_where_a_card_can_be_placed_without() -> None:
    fresh = table("4d 7c 2h Kd")
    assert listed(fresh) == []
    assert "layoff 4d > 2" in fresh.legal()
    assert fresh.refusal("arrange 1 -> 5c 6c 7c | 7c 8c 9c") is None


def test_a_discard_is_kept_back() -> None:
    assert listed(table("7c")) == []
    assert listed(table("7c", game=Scenario("raeuber_romme", plugins=PLUGINS, preset="no_pile"))) != []


def test_a_turn_without_placing_stays_at_its_beginning() -> None:
    free = Scenario("raeuber_romme", plugins=PLUGINS, preset="no_pile", rearranging={"needs_hand_card": False})
    fresh = free.deal(hands=["2h Kd", "Jc"], table=["2: 5c 6c 7c", "2: 8c 9c 10c"], melded=[0])
    fresh.play("arrange 1,2 -> 5c 6c 7c 8c 9c 10c")
    assert fresh.round.stage.name == "play_or_draw"
    assert not fresh.round.fresh
    refusal = fresh.refusal("end")
    assert refusal is not None
    assert refusal.reason is Reason.NOTHING_PLACED
    fresh.play("pass")
    assert fresh.round.active == 1


@pytest.mark.untraced
@pytest.mark.parametrize("preset", [None, "no_pile", "brettspielnetz"])
@samples(normal=3, campaign=30)
def test_listed_rearrangements_are_legal_and_read_back(
    preset: str | None, sample: Sample, tally: Callable[[str, int], None]
) -> None:
    rules, seen = Scenario("raeuber_romme", plugins=PLUGINS, preset=preset).rules, 0
    for seed in sample.seeds:
        random, match = Random(seed), Match(rules, seed, ["Ann", "Ben"])
        while not match.is_over:
            legal = match.round.legal_actions()
            rearrangements = [action for action in legal if isinstance(action, Rearrange)]
            for action in rearrangements:
                assert match.check(action) is None
                assert read_action(str(action), match.round) == action
                seen += 1
            placing = [action for action in legal if str(action).split()[0] in ("meld", "layoff", "arrange")]
            match.apply(random.choice(rearrangements or placing or legal))
    assert seen > 5
    tally("games with rearrangements that are legal and read back", sample.number)


# -- jokers that are free only when their meld is dissolved ----------------------------------------------

RULES = GAME.rules.melds


def melds(text: str) -> list[Meld]:
    return [RULES.readings(RULES.pack.placed_cards(part))[0] for part in text.split("|")]


@pytest.mark.parametrize(
    ("old", "new", "together"),
    [
        ("4s 5s 6s", "4s 5s 6s 7s", None),
        ("4s 5s *=6s", "4s 5s *=6s 7s", None),
        ("4s 5s *=6s", "4s 4h 4d | 5s 5h 5d | *=9h 10h Jh", None),
        ("4s 5s *=6s", "4s 4h 4d | 5s 5h *", None),
        ("4s 5s *=6s", "4s 5s 6s *=7s", None),
        ("4s 5s *=6s", "4s 5s 6s | *=2h 3h 4h", "4s 5s"),
        ("4s 5s *=6s", "4s 5s 6s | *=9h 10h Jh", "4s 5s"),
        ("5s 5h *", "5s 5h 5d | *=9h 10h Jh", "5s 5h"),
        ("4s *=5s *=6s 7s", "4s 4h 4d | 7s 7h * *", None),
        ("4s *=5s *=6s 7s", "*=4h 5h 6h | 4s 5s *=6s 7s", "4s 7s"),
        # Of two equal cards it may be the other one that lies there.
        ("4s 5s *=6s | 4s 5s 6s 7s", "4s 5s 6s | 4s 4h 4d | 5s 5h 5d | 7s 7h *", None),
        ("4s 5s *=6s | 4s 5s *=6s", "4s 5s 6s | 4s 4h 4d | 5s 5h 5d | 7s 7h * *", None),
        ("4s 5s *=6s | 4s 5s *=6s", "4s 5s *=6s 7s | 4s 4h 4d | 5s 5h *", None),
        # One meld can be kept, but not both.
        ("4s 5s 6s *=7s | 4s 5s 6s *=7s", "4s 5s 6s *=7s | 4s 5s 6s | *=9h 10h Jh", "4s 5s 6s"),
    ],
)
def test_a_joker_is_bound_to_its_meld(old: str, new: str, together: str | None) -> None:
    bound = undissolved(melds(old), melds(new))
    assert (bound and " ".join(str(card) for card in bound[1])) == together


def test_the_part_is_found_by_the_others() -> None:
    flow = rules_of(2, "raeuber_romme").flow
    assert flow.rearranging == Rearranging()
    assert rules_of(2).flow.rearranging is None


# -- turns without a discard -----------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cards"), list(product([2, 3, 5], [1, 4])))
def test_all_pass_in_a_row(players: int, cards: int) -> None:
    scenario = Scenario("raeuber_romme", players, plugins=PLUGINS, preset="no_pile")
    fresh = scenario.deal(hands=["2h"] * min(players, 2), stock_size=cards)
    for _ in range(cards + players - 1):
        assert fresh.round.outcome is None
        fresh.play("pass")
    fresh.play("pass")
    assert fresh.round.outcome is not None
    assert fresh.round.outcome.ending is Ending.PASSED


def test_what_is_expected_names_what_the_game_has() -> None:
    assert str(GAME.rules.flow.playing.expected) == "meld, lay off, swap a joker, rearrange the table or discard"
    numbers = Scenario("raeuber_romme", plugins=PLUGINS, preset="brettspielnetz").rules.flow
    assert str(numbers.playing.expected) == "meld, lay off, rearrange the table or end your turn"
    assert str(rules_of(2).flow.playing.expected) == "meld, lay off, swap a joker or discard"
