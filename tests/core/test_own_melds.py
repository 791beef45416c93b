"""Meld rules of one's own: the general finder and solver find what there is, and say what they did not try."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Card, Pack, Placed
from rummykit.engine.notation import read_action
from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.melds import Demand, Meld, MeldProblem, OwnMelds, Shape
from rummykit.refusals import Reason
from rummykit.scenario import Scenario
from rummykit.solver import Arranger, TableSolver

JACK, QUEEN, KING = 10, 11, 12


class Marriages(OwnMelds):
    """King and queen of a suit, or three and more of a rank, equal cards or not."""

    def shape_of(self, cards):
        ranks, suits = {card.rank for card in cards}, {card.suit for card in cards}
        if len(cards) == 2:
            return Shape.RUN if ranks == {QUEEN, KING} and len(suits) == 1 else None
        return Shape.SET if len(ranks) == 1 else None


PACK = Pack(FRENCH_SUITS, FRENCH_RANKS, 2)
RULES = Marriages(PACK, points=(11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10))


def test_cards_are_read_by_what_the_rules_say() -> None:
    (meld,) = RULES.readings(RULES.placed_cards("Kh Qh"))
    assert (str(meld), meld.points, meld.shape) == ("Qh Kh", 20, Shape.RUN)
    with pytest.raises(MeldProblem) as caught:
        RULES.readings(RULES.placed_cards("Kh Qs"))
    assert caught.value.reason is Reason.MELD_MIXED
    (sevens,) = RULES.readings(RULES.placed_cards("7h 7h 7s"))
    assert {str(longer) for _, _, longer in RULES.extensions(sevens)} == {
        "7s 7s 7h 7h", "7s 7h 7h 7d", "7s 7h 7h 7c"
    }  # fmt: skip
    assert PACK.text(RULES.fits[sevens]) == "7s 7d 7c"


def brute(cards: tuple[Card, ...]) -> int:
    """Return the fewest cards that melds leave over."""
    if not cards:
        return 0
    best = 1 + brute(cards[1:])
    for size in range(1, len(cards)):
        for others in combinations(range(1, len(cards)), size):
            if RULES.find([Placed(cards[at]) for at in (0, *others)]):
                best = min(best, brute(tuple(card for at, card in enumerate(cards) if at not in (0, *others))))
    return best


def test_hands_are_arranged_as_trying_everything_does() -> None:
    random, arranger, melded = Random(7), Arranger(RULES), 0
    high = [kind for kind in PACK.kinds(PACK.everything) if PACK.cards[kind].rank > JACK - 1]
    for _ in range(30):
        hand = PACK.add_all(0, random.sample(high, 7))
        best = arranger.most_cards(hand)
        assert best.exact
        assert best.left.bit_count() == brute(PACK.cards_in(hand))
        assert all(meld in RULES.find(meld.cards) for meld in best.melds)
        melded += len(best.melds)
        two = arranger.meeting([Demand(2, Shape.RUN)], hand)
        assert two is None or sum(meld.shape is Shape.RUN for meld in two.melds) >= 2
    assert melded > 20


def test_what_was_not_tried_is_said() -> None:
    table = [RULES.readings(RULES.placed_cards("Kh Qh"))[0]]
    answer = TableSolver(RULES).most_cards(table, PACK.heap("7s 7h 7d 2c"))
    assert (PACK.text(answer.left), answer.exact) == ("2c", False)
    many = PACK.add_all(0, Random(1).sample(PACK.kinds(PACK.everything), 30))
    assert not Arranger(RULES).most_cards(many).exact


def game() -> Ruleset:
    rules = Scenario("deutsches_romme", 3, first_meld={"min": 0}, deck={"jokers": 0}).rules
    return replace(rules, melds=RULES)


def test_a_game_is_played_by_them() -> None:
    rules, laid = game(), list[Meld]()
    for seed in range(3):
        random, round = Random(seed), Round(rules, 0, seed)
        for _ in range(120):
            if round.outcome is not None:
                break
            actions = round.legal_actions()
            better = [action for action in actions if str(action).startswith(("meld", "layoff"))]
            action = random.choice(better or actions)
            assert round.check(action) is None
            assert read_action(str(action), round) == action
            round.apply(action)
        laid += [meld.meld for meld in round.table.values()]
    assert {meld.shape for meld in laid} == {Shape.SET, Shape.RUN}


def test_rules_may_bring_a_finder_and_an_arranger() -> None:
    class Own(Marriages):
        def own_finder(self):
            return "finder"

        def own_arranger(self):
            return "arranger"

    rules = replace(game(), melds=Own(PACK))
    assert (rules.finder, rules.arranger) == ("finder", "arranger")
