"""Rounds with wild ranks and uncommon melds: what is listed is legal, complete where it should be, and reads back."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack, Placed
from rummykit.engine.deal import TurnUp, its_rank
from rummykit.engine.finder import WideFinder
from rummykit.engine.match import Match
from rummykit.engine.notation import read_action
from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.engine.scoring import Leftover, ShownHand
from rummykit.errors import NotationError, PluginError
from rummykit.events import Dealt, begin
from rummykit.melds import Meld, MeldRules, Shape
from rummykit.plugin.plugins import Plugins
from rummykit.rules import from_variant
from rummykit.scenario import Scenario
from rummykit.solver import Arrangement, Arranger
from rummykit_cli.render.telling import tell
from rummykit_wiener_rummy.scoring import HandPoints

PLUGINS = Plugins.discover()
SMALL = Pack(FRENCH_SUITS[:3], FRENCH_RANKS[:7], 2, 2)
MANY_JOKERS = Pack(FRENCH_SUITS[:3], FRENCH_RANKS[:7], 1, 7)
KINDS_OF_RULES = {
    "wild rank": MeldRules(SMALL, high_ace=True, wild_ranks=(5,)),
    "wild ace": MeldRules(SMALL, high_ace=True, wild_ranks=(0,), min_naturals=1, max_jokers=2),
    "twins": MeldRules(SMALL, twins=True, wild_ranks=(1,), max_set=5),
    "lengths": MeldRules(SMALL, min_run=4, min_set=2),
    "share": MeldRules(SMALL, wild_ranks=(5,), joker_share="fewer", jokers_at_ends=False),
    "corner": MeldRules(SMALL, wrap=True, wild_ranks=(2,), joker_share="half"),
    "alone": MeldRules(MANY_JOKERS, jokers_alone=True, high_ace=True, high_ace_points=11),
    "alone and wild": MeldRules(MANY_JOKERS, jokers_alone=True, wild_ranks=(5,), max_jokers=3),
}


def all_melds(rules: MeldRules, hand: int) -> set[Meld]:
    """Return every meld of cards of the hand, by trying all of them."""
    cards, found = rules.pack.cards_in(hand), set[Meld]()
    for size in range(2, len(cards) + 1):
        for some in set(combinations(cards, size)):
            found |= set(rules.find([Placed(card) for card in some]))
    return found


@pytest.mark.parametrize("rules", KINDS_OF_RULES.values(), ids=KINDS_OF_RULES)
def test_the_finder_lists_what_a_hand_can_lay(rules: MeldRules) -> None:
    """All melds without wild cards, those with one that is needed, and one for each shape with several."""
    random, finder = Random(1), WideFinder(rules)
    pack, seen = rules.pack, 0
    for _ in range(60):
        hand = pack.add_all(0, random.sample(pack.kinds(pack.everything), random.randint(3, 7)))
        melds = all_melds(rules, hand)
        naturals = {action.melds[0] for action in finder.naturals(hand)}
        mixed = [action.melds[0] for action in finder.with_jokers(hand)]
        assert naturals == {meld for meld in melds if not meld.jokers}
        assert len(mixed) == len(set(mixed))
        for meld in mixed:
            assert meld.jokers
            assert meld in rules.readings(meld.cards)
            assert pack.subtract(hand, meld.heap).bit_count() == hand.bit_count() - len(meld)
        # Nothing is forgotten: a meld that has no card in the place of one that is held has its shape listed.
        listed = {shape_of(meld) for meld in mixed}
        for meld in melds:
            if len(meld.jokers) == 1 and shape_of(meld) not in listed:
                (joker,) = meld.jokers
                others = pack.subtract(hand, meld.heap)
                wanted = joker.stands_for.kind if joker.stands_for and not joker.shown.is_joker else -1
                itself = joker.shown.is_joker and joker.card.rank in {p.card.rank for p in meld.cards if not p.is_wild}
                assert itself or (wanted >= 0 and pack.count(others, wanted)), (pack.text(hand), str(meld))
        wild = (hand & rules.wild_bits).bit_count()
        alone = sorted(len(meld) for meld in mixed if len(meld.jokers) == len(meld))
        assert alone == [size for size in rules.joker_sets if size <= wild]
        found, points, most = finder.outlook(hand)
        best = Arranger(rules).most_points(hand)
        assert best.points <= points
        assert Arranger(rules).most_cards(hand).left.bit_count() >= hand.bit_count() - most
        for meld in naturals | set(mixed):
            assert not meld.heap & pack.first_copies & ~found & ~rules.wild_bits
        seen += len(mixed)
    assert seen > 20 or not rules.wild_ranks


def shape_of(meld: Meld) -> tuple[object, ...]:
    naturals = tuple(sorted(placed.card.kind for placed in meld.cards if not placed.is_wild))
    return meld.shape, meld.start, naturals, len(meld.jokers)


def with_melds(variant: str, **changes: object) -> Ruleset:
    rules = PLUGINS.assemble(from_variant(variant, PLUGINS), 3)
    return replace(rules, melds=replace(rules.melds, **changes))


GAMES = {
    "deuces": with_melds("deutsches_romme", wild_ranks=(1,), max_adjacent_jokers=1),
    "sixes at ends": with_melds("deutsches_romme", wild_ranks=(5,), joker_share="half", jokers_at_ends=False),
    "deuces alone": with_melds("deutsches_romme", wild_ranks=(1,), jokers_alone=True),
    "twins": with_melds("deutsches_romme", wild_ranks=(1,), twins=True, min_run=4),
    "rearranging": with_melds("raeuber_romme", wild_ranks=(5,)),
    "vienna": with_melds("wiener_rummy", wild_ranks=(5,)),
}


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_rounds_are_played_and_read_back(rules: Ruleset) -> None:
    wild_used = 0
    for seed in range(4):
        random, round = Random(seed), Round(rules, seed % 3, seed)
        for _ in range(400):
            actions = round.legal_actions()
            if round.outcome is not None:
                break
            assert actions
            action = random.choice(actions)
            likely = [other for other in actions if str(other).startswith(("meld", "layoff", "swap", "arrange"))]
            if likely and random.random() < 0.8:
                action = random.choice(likely)
            assert round.check(action) is None, str(action)
            assert read_action(str(action), round) == action, str(action)
            wild_used += any(f"{rank}{suit}=" in str(action) for rank in "26" for suit in "shdc")
            round.apply(action)
            on_table = sum(len(meld.meld) for meld in round.table.values())
            cards = on_table + sum(map(int.bit_count, round.hands)) + len(round.stock) + len(round.pile)
            assert cards + round.pool.bit_count() == len(rules.pack)
    assert wild_used or rules.variant == "wiener_rummy"


# -- a card turned up -------------------------------------------------------------------------------------


def turning_up(turn_up: TurnUp, variant: str = "deutsches_romme") -> Ruleset:
    rules = PLUGINS.assemble(from_variant(variant, PLUGINS), 3)
    return replace(rules, deal=replace(rules.deal, turn_up=turn_up))


def test_a_card_turned_up_makes_its_rank_wild_for_the_round() -> None:
    rules, seen = turning_up(TurnUp(in_hand=0)), set[tuple[int, ...]]()
    for seed in range(30):
        round = Round(rules, 0, seed)
        card = rules.pack.cards[round.turned_up]
        assert round.rules.melds.wild_ranks == its_rank(card) == ((0,) if card.is_joker else (card.rank,))
        assert round.view(0).turned_up == round.view(1).turned_up == card
        assert len(round.stock) + sum(map(int.bit_count, round.hands)) + 1 == len(rules.pack)
        values = round.rules.card_values
        assert [kind for kind, value in enumerate(values) if not value] == [
            c.kind for c in round.rules.melds.wild_cards
        ]
        seen.add(round.rules.melds.wild_ranks)
    assert len(seen) > 5
    assert rules.melds.wild_ranks == ()


def test_rounds_with_the_same_wild_rank_share_what_is_worked_out() -> None:
    rules = turning_up(TurnUp())
    rounds = [Round(rules, 0, seed) for seed in range(40)]
    by_rank = {round.rules.melds.wild_ranks: round.rules for round in rounds}
    assert all(round.rules is by_rank[round.rules.melds.wild_ranks] for round in rounds)
    assert len({id(round.rules.finder) for round in rounds}) == len(by_rank) < 14
    card = rules.pack.cards[0]
    assert rounds[0].rules.card_values[card.kind] == rules.card_values[card.kind]


def test_the_variant_says_what_is_wild() -> None:
    """The rank above the card turned up, as some families play."""
    rules = turning_up(TurnUp(lambda card: [(card.rank + 1) % 13]))
    round = Round(rules, 0, 3)
    assert round.rules.melds.wild_ranks == ((rules.pack.cards[round.turned_up].rank + 1) % 13,)


def test_a_table_is_laid_with_a_card_turned_up() -> None:
    """GAMES.md: with 6s turned up 5h 6h 7h is still pure, 5h 6s 7h is a run but not pure, 9s 10s 6h is a run."""
    scenario = Scenario.by(turning_up(TurnUp()), PLUGINS)
    table = scenario.deal(
        table=["1: 5h 6h 7h", "1: 5h 6d 7h", "1: 9s 10s 6h=Js"], hands=["6c 2d"], turned_up="6s", drawn=True
    )
    melds = [meld.meld for meld in table.round.table.values()]
    assert [len(meld.jokers) for meld in melds] == [0, 1, 1]
    assert str(melds[1]) == "5h 6d=6h 7h"
    assert table.refusal("layoff 6c=8h > 1") is None
    with pytest.raises(NotationError, match="7h is not a wild card"):
        table.refusal("meld 7h=2s 3s 4s")


def test_a_wild_rank_that_the_pack_lacks_is_told_when_the_game_is_set_up() -> None:
    with pytest.raises(
        PluginError, match=r"^MeldRules.wild_ranks names the wild rank 13, which the pack lacks; name a "
    ):
        with_melds("deutsches_romme", wild_ranks=(13,)).check_wild()
    with pytest.raises(
        PluginError, match=r"^Deal.turn_up.wild of Ks names the wild rank 13, .* from 0 \(A\) to 12 \(K\)"
    ):
        turning_up(TurnUp(lambda card: [card.rank + 1])).check_wild()


def test_the_deal_tells_which_card_is_turned_up() -> None:
    rules = turning_up(TurnUp())
    match = Match(rules, 3, ("Anna", "Ben", "Cem"))
    dealt = next(event for event in begin(match) if isinstance(event, Dealt)).seen_by(())
    assert dealt.turned_up == rules.pack.cards[match.round.turned_up]
    assert dealt.wild == tuple(rules.pack.ranks[rank] for rank in match.round.rules.melds.wild_ranks)
    card, (rank,) = dealt.turned_up, dealt.wild
    assert tell(dealt, match.names) == f"{card.spoken} is turned up, so these ranks are wild: {rank}."


# -- hands that count as the scoring says -------------------------------------------------------------------


class RunsAlone(HandPoints):
    """Only the longest run of a hand counts."""

    def arrange(self, rules: Ruleset, hand: int) -> Arrangement:
        runs = [action.melds[0] for action in rules.finder.naturals(hand) if action.melds[0].shape is Shape.RUN]
        best = max(runs, key=len, default=None)
        return Arrangement((best,), rules.pack.subtract(hand, best.heap), 0) if best else Arrangement((), hand, 0)


def test_a_scoring_says_itself_which_melds_of_a_hand_count() -> None:
    rules = PLUGINS.assemble(from_variant("wiener_rummy", PLUGINS), 3)
    hand = rules.pack.heap("5h 6h 7h 9s 9d 9c 2d")
    assert (ShownHand.of(rules, 0, hand).points, Leftover.of(rules, hand).points) == (2, 2)
    runs_alone = replace(rules, scoring=RunsAlone(**vars(rules.scoring)))
    shown = ShownHand.of(runs_alone, 0, hand)
    assert str(shown) == "5h 6h 7h, left 9s 2d 9d 9c"
    assert shown.points == Leftover.of(runs_alone, hand).points == 29
