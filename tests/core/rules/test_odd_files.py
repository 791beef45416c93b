"""Files that say what cannot be meant are warned of at the line to look at, or refused; what is close to it is not.

A row is a file without its first line, and the beginning of the only warning.
"""

from __future__ import annotations

import pytest
from odd_files import PLUGINS, warned

from rummykit.rules import HouseRuleError, load_text

ODD = [
    # -- the deal and the cards
    ("deutsches_romme", "rules: {deal: {cards: {2: 13, 3-6: 11, 7-9: 9}}}",
     "t.yaml:2:16: deutsches_romme is never played by 9; expected values for 2 to 8 players"),
    ("deutsches_romme", "rules: {deal: {upcard: true}, discards: {take: never}}",
     "t.yaml:2:16: deal.upcard: true does nothing while discards.take is never"),
    ("deutsches_romme", "rules: {deal: {cards: {2: 5, 3-6: 20}}}",
     "t.yaml:2:16: 6 players could not play this: deal.cards: 20 for 6 players needs 121 of 110 cards"),
    ("raeuber_romme", "rules: {deck: {faces: numbers}}",
     "t.yaml:2:16: 5 players could not play this: deck.faces: numbers is for 2 to 4 players, not 5"),
    ("deutsches_romme", "rules: {deal: {cards: 5, extra_card: none, redeal: three_pairs}}",
     "t.yaml:2:44: deal.redeal: three_pairs does nothing while deal.cards is 5"),
    # -- jokers
    ("deutsches_romme", "rules: {deck: {jokers: 2}, jokers: {per_meld: 3}}",
     "t.yaml:2:37: jokers.per_meld: 3 does nothing while deck.jokers is 2"),
    ("deutsches_romme", "rules: {deck: {jokers: 2}, jokers: {side_by_side: 3}}",
     "t.yaml:2:37: jokers.side_by_side: 3 does nothing while deck.jokers is 2"),
    ("deutsches_romme", "rules: {jokers: {per_meld: 2, side_by_side: 3}}",
     "t.yaml:2:31: jokers.side_by_side: 3 does nothing while jokers.per_meld is 2"),
    ("deutsches_romme", "rules: {jokers: {per_meld: 1, min_naturals: 1}}",
     "t.yaml:2:31: jokers.min_naturals: 1 does nothing while jokers.per_meld is 1"),
    ("wiener_rummy", "rules: {deck: {jokers: 0}, jokers: {discard: never}}",
     "t.yaml:2:37: jokers.discard: never does nothing while deck.jokers is 0"),
    # -- the first meld
    ("deutsches_romme", "rules: {first_meld: {min_with_joker: 30}}",
     "t.yaml:2:22: first_meld.min_with_joker: 30 is less than min: 40, so a meld needs fewer points with a joker"),
    ("deutsches_romme", "preset: club\nrules: {first_meld: {min: 45}}",
     "t.yaml:3:22: first_meld.min_with_joker: 40 is less than min: 45"),
    ("rummy17", "rules: {first_meld: {min: 20, min_with_joker: 0}}",
     "t.yaml:2:31: first_meld.min_with_joker: 0 is less than min: 20"),
    ("deutsches_romme", "rules: {first_meld: {min: 0, joker_value: zero}}",
     "t.yaml:2:30: first_meld.joker_value: zero does nothing while first_meld.min is 0"),
    ("deutsches_romme", "rules: {first_meld: {min: 0, scope: whole_turn}}",
     "t.yaml:2:30: first_meld.scope: whole_turn does nothing while first_meld.min is 0"),
    ("deutsches_romme", "rules: {first_meld: {scope: one_meld, needs_clean_run: true, max_jokers: 1}}",
     "t.yaml:2:62: first_meld.max_jokers: 1 does nothing while first_meld.needs_clean_run is true"),
    ("deutsches_romme", "rules: {first_meld: {scope: one_meld}, melds: {per_turn: 1}}",
     "t.yaml:2:22: first_meld.scope: one_meld does nothing while melds.per_turn is 1"),
    ("deutsches_romme", "rules: {first_meld: {rises_to: 80}}",
     "t.yaml:2:22: first_meld.rises_to: 80 does nothing while first_meld.rises_each_round is 0"),
    ("rummy17", "rules: {first_meld: {min: 90, rises_each_lap: 5, rises_to: 90}}",
     "t.yaml:2:31: first_meld.rises_each_lap: 5 does nothing while first_meld.rises_to is 90"),
    ("raeuber_romme", "match: {rounds: 1}\nrules: {first_meld: {rises_each_round: 5}}",
     "t.yaml:3:22: first_meld.rises_each_round: 5 does nothing while match.rounds is 1"),
    ("deutsches_romme", "rules: {deck: {jokers: 2}, first_meld: {max_jokers: 3}}",
     "t.yaml:2:41: first_meld.max_jokers: 3 does nothing while deck.jokers is 2"),
    # -- turns
    ("raeuber_romme", "rules: {first_meld: {min: 0}, turn: {most_cards: 2}}",
     "t.yaml:2:38: turn.most_cards: a meld takes at least 3 cards of the hand, so nobody can ever meld"),
    ("rummy17", "rules: {turn: {most_cards: 2}}",
     "t.yaml:2:16: turn.most_cards: a meld takes at least 3 cards of the hand, so nobody can ever meld"),
    ("deutsches_romme", "rules: {turn: {most_cards: 14}}",
     "t.yaml:2:16: turn.most_cards: nobody ever has more than 14 cards to lay down"),
    ("deutsches_romme", "players: 4\nrules: {turn: {stall_limit: 3}}",
     "t.yaml:3:16: turn.stall_limit: 3 ends the round before each of 4 players had a turn"),
    # -- stock, discards, claims
    ("deutsches_romme", "rules: {stock: {reshuffles: 0}}",
     "t.yaml:2:17: stock.exhausted: reshuffle, but reshuffles is 0, so the discards never become the stock"),
    ("deutsches_romme", "rules: {claims: {allowed: only_to_use, from_lap: 2}, first_meld: {from_lap: 2}}",
     "t.yaml:2:40: claims.from_lap: 2 does nothing while first_meld.from_lap is 2"),
    # -- lay-offs, swaps, rearranging
    ("rummy17", "rules: {lay_offs: {on: own, credit: layer}}",
     "t.yaml:2:29: lay_offs.credit: layer does nothing while lay_offs.on is own"),
    ("rummy17", "rules: {bonus: {in_play: 0}, lay_offs: {credit: layer}}",
     "t.yaml:2:41: lay_offs.credit: layer does nothing while bonus.in_play is 0"),
    ("deutsches_romme", "rules: {lay_offs: {on: none}, swaps: {joker_goes: meld_or_lay_off}}",
     "t.yaml:2:39: swaps.joker_goes: meld_or_lay_off does nothing while lay_offs.on is none"),
    ("deutsches_romme", "rules: {swaps: {needs_first_meld: false, same_turn: false}}",
     "t.yaml:2:42: swaps.needs_first_meld: false allows swaps before the first meld, but same_turn: false forbids"),
    ("deutsches_romme", "rules: {swaps: {needs_first_meld: false, only_own: true}}",
     "t.yaml:2:17: swaps.needs_first_meld: false allows swaps before the first meld, but with only_own: true"),
    ("raeuber_romme", "rules: {jokers: {fixed: false}, swaps: {sets: four_naturals}}",
     "t.yaml:2:41: swaps.sets: four_naturals does nothing while jokers.fixed is false"),
    # -- Hand-Rommé, scoring, knocking, bonus cards
    ("deutsches_romme", "rules: {hand_romme: {factor: 1, waives_first_meld: false}}",
     "t.yaml:2:22: hand_romme.factor: 1 multiplies nothing, and waives_first_meld is false"),
    ("deutsches_romme", "rules: {turn: {most_cards: 6}, hand_romme: {factor: 3}}",
     "t.yaml:2:45: hand_romme.factor: 3 does nothing while turn.most_cards is 6"),
    ("deutsches_romme", "rules: {scoring: {winner: collects, shown: minus_points}}",
     "t.yaml:2:37: scoring.shown: minus_points does nothing while scoring.winner is collects"),
    ("wiener_rummy", "rules: {knocking: {limit: 0}, scoring: {undercut: 10}}",
     "t.yaml:2:41: scoring.undercut: 10 does nothing while knocking.limit is 0"),
    ("rummy17", "rules: {bonus: {points: 0}}",
     "t.yaml:2:17: bonus.points: 0, so bonus cards bring nothing; write bonus.in_play: 0"),
    # -- the match and its stakes
    ("wiener_rummy", "match: {elimination: 201}\nstakes: {buyback_from: 81, buyback_to: 100}",
     "t.yaml:3:28: stakes.buyback_to: 100 does not go with match.elimination: 201: whoever has 101 to 200 is still in"),
    ("deutsches_romme", "match: {elimination: 101}\nstakes: {buyback: true, buyback_from: 121, buyback_to: 200}",
     "t.yaml:3:25: stakes.buyback_from: 121 does not go with match.elimination: 101: whoever has 101 is out for good"),
    ("deutsches_romme", "match: {elimination: 101}\nstakes: {buyback: true, buyback_limit: 101}",
     "t.yaml:3:25: stakes.buyback_limit: 101 does nothing while match.elimination is 101"),
    ("wiener_rummy", "match: {rounds: 3}\nstakes: {buyback: true}",
     "t.yaml:3:10: stakes.buyback: true does nothing while match.elimination is off"),
    ("wiener_rummy", "match: {rounds: 3}\nstakes: {buyback_price: 10}",
     "t.yaml:3:10: stakes.buyback_price: 10 does nothing while match.elimination is off"),
    ("deutsches_romme", "stakes: {debt: false, fee: 2, ante: 5, chips: 5}",
     "t.yaml:2:23: stakes.fee: 2 is never paid: without debts nobody has chips left"),
    ("wiener_rummy", "stakes: {debt: false, chips: 8, fee: 0, buyback_price: 10}",
     "t.yaml:2:41: stakes.buyback_price: 10 is never paid: without debts everybody has 3 chips left"),
    # -- who plays
    ("deutsches_romme", "players: [Anna, anna]",
     "t.yaml:2:17: 'Anna' and 'anna' sound the same (see also t.yaml:2:11)"),
    ("deutsches_romme", "players: [Franz, gready]",
     "t.yaml:2:18: 'gready' is a person here, not a bot; did you mean greedy?"),
    ("deutsches_romme", "players: [Franz, Randon]",
     "t.yaml:2:18: 'Randon' is a person here, not a bot; did you mean random?"),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "text", "sentence"), ODD, ids=[sentence[10:60] for _, _, sentence in ODD])
def test_what_cannot_be_meant_is_warned_of(variant: str, text: str, sentence: str) -> None:
    (warning,) = warned(variant, text)
    assert warning.startswith(sentence)


@pytest.mark.parametrize(
    ("variant", "text"),
    [
        ("deutsches_romme", "rules: {deck: {jokers: 2}, jokers: {per_meld: 2}, first_meld: {max_jokers: 2}}"),
        ("deutsches_romme", "rules: {jokers: {per_meld: 2, side_by_side: 1, min_naturals: 3}}"),
        ("deutsches_romme", "rules: {first_meld: {min: 35, min_with_joker: 40}}"),
        ("deutsches_romme", "rules: {first_meld: {min: 0, scope: whole_turn, max_jokers: 1}}"),
        ("deutsches_romme", "rules: {first_meld: {min: 0, scope: one_meld, rises_each_lap: 5, rises_to: 60}}"),
        ("deutsches_romme", "rules: {turn: {most_cards: 13}}"),
        ("deutsches_romme", "rules: {claims: {allowed: always}, turn: {most_cards: 14}}"),
        ("deutsches_romme", "players: 4\nrules: {turn: {stall_limit: 4}}"),
        ("rummy17", "rules: {turn: {most_cards: 2}, jokers: {per_meld: 2}}"),
        ("deutsches_romme", "rules: {hand_romme: {factor: 1}}"),
        ("deutsches_romme", "rules: {lay_offs: {on: none}}"),
        ("deutsches_romme", "rules: {claims: {allowed: only_to_use, from_lap: 3}, first_meld: {from_lap: 2}}"),
        ("wiener_rummy", "match: {elimination: 201}"),
        ("wiener_rummy", "match: {rounds: 3}"),
        ("deutsches_romme", "match: {elimination: 150}\nstakes: {buyback: true, buyback_to: 500, buyback_limit: 149}"),
        ("wiener_rummy", "stakes: {debt: false, chips: 8, fee: 1, buyback_price: 10}"),
        ("deutsches_romme", "players: [Franz, greedy, greedy]"),
        ("deutsches_romme", "players: [Anna, Anne]"),
    ],
)  # fmt: skip
def test_what_is_close_to_it_is_not(variant: str, text: str) -> None:
    assert warned(variant, text) == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("rules: {deal: {cards: {2: 13, 3-4: 11}}}",
         "t.yaml:2:16: deal.cards has no value for 5 players, only for 2, 3 and 4; expected a value for them too"),
        ("players: 2-4\nrules: {deal: {cards: {2: 13, 4: 11}}}",
         "t.yaml:3:16: deal.cards has no value for 3 players, only for 2 and 4 (see also t.yaml:2:1)"),
        ("match: {rounds: 3}\nstakes: {buyback: true}",
         "t.yaml:3:10: stakes.buyback: true needs match.elimination (see also t.yaml:2:9)"),
        ("match: {rounds: off}",
         "t.yaml:2:9: match.rounds: off, but neither target nor elimination says when the match ends"),
        ('players: [Anna, " Anna"]', "t.yaml:2:17: two players are called 'Anna' (see also t.yaml:2:11)"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_a_mistake(text: str, sentence: str) -> None:
    with pytest.raises(HouseRuleError) as caught:
        load_text(f"variant: deutsches_romme\n{text}", PLUGINS, name="t.yaml")
    assert str(caught.value).startswith(sentence)
