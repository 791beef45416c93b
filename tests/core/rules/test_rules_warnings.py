"""What is legal but odd is warned of, at the option to change; what is as it should be is not."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from odd_files import FILE, PLUGINS, found, warned
from pydantic import Field

from house_rule_files import GALLERY, uncommented
from rummykit.parts import MatchOptions
from rummykit.parts.unmet import most_points
from rummykit.rules import (
    Finding,
    HouseRules,
    Origin,
    Place,
    Section,
    TableRules,
    check_model,
    from_variant,
    load_file,
    load_text,
)
from rummykit.rules.table import warnings

# -- no warning where all is well ------------------------------------------------------------------------


def test_no_default_and_no_preset_is_odd(our_game: tuple[str, str | None]) -> None:
    variant, preset = our_game
    assert found(from_variant(variant, PLUGINS, preset=preset)) == []


@pytest.mark.parametrize("file", GALLERY, ids=lambda file: file.stem)
def test_no_table_of_the_gallery_is_odd(file: Path) -> None:
    assert found(load_file(file, PLUGINS)) == []


def test_a_file_that_spells_out_a_preset_is_not_odd(our_game: tuple[str, str | None]) -> None:
    from rummykit_cli.commands.rules.new import new_file

    variant, preset = our_game
    text = uncommented(new_file(variant, preset, PLUGINS, every=True))
    assert found(load_text(text, PLUGINS, name="t.yaml")) == []


@pytest.mark.option("bonus.cards")
def test_the_fewest_among_bonus_cards_that_do_not_count_them() -> None:
    text = "rules:\n  bonus:\n    fewest_needs_meld: true\n    cards: [most_red, fewest_blue]\n"
    assert warned("rummy17", text) == []
    sentence = "t.yaml:4:5: bonus.fewest_needs_meld: true does nothing while bonus.cards is [most_red]"
    assert [line.partition(" (")[0] for line in warned("rummy17", text.replace(", fewest_blue", ""))] == [sentence]


# -- a first meld that no hand reaches -------------------------------------------------------------------


def test_a_first_meld_that_small_hands_cannot_reach() -> None:
    text = "rules:\n  deal: {cards: 5}\n  first_meld:\n    min: 67\n"
    sentence = "t.yaml:5:5: first_meld.min: 67 points cannot be reached: 6 cards in melds count 66 at most"
    assert warned("deutsches_romme", text) == [sentence]
    assert warned("deutsches_romme", text.replace("67", "66")) == []


def test_a_first_meld_that_is_more_than_a_turn_may_lay() -> None:
    text = "rules: {turn: {most_cards: 3}}\n"
    sentence = "first_meld.min: 40 points cannot be reached: 3 cards in melds count 33 at most"
    assert warned("deutsches_romme", text) == [f"t.yaml:2:16: {sentence}"]


@pytest.mark.option("melds.per_turn", "melds.min_set", "melds.min_run")
@pytest.mark.parametrize(
    ("text", "option", "sentence"),
    [
        (
            "  melds: {per_turn: 1, min_run: 6, min_set: 4}\n  deal: {cards: 5}\n  first_meld: {min: 62}\n",
            "melds.per_turn",
            "first_meld.min: 62 points cannot be reached: 6 cards in melds count 60 at most",
        ),
        (
            "  melds: {min_set: 4}\n  deal: {cards: 5}\n  first_meld: {min: 63}\n",
            "melds.min_set",
            "first_meld.min: 63 points cannot be reached: 6 cards in melds count 62 at most",
        ),
    ],
)
def test_a_first_meld_that_the_melds_of_the_table_cannot_reach(text: str, option: str, sentence: str) -> None:
    assert any(sentence in warning for warning in warned("deutsches_romme", f"rules:\n{text}")), option
    without = re.sub(r"  melds: .*\n", "", text)
    assert warned("deutsches_romme", f"rules:\n{without}") == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("  first_meld: {min: 62, scope: one_meld}\n", "first_meld.min: 62 points cannot be reached: 6 cards"),
        ("  first_meld: {rises_each_lap: 5}\n", "first_meld.rises_to: 100 points cannot be reached: 6 cards"),
        ("  first_meld: {rises_each_round: 9}\nmatch: {rounds: 4}\n", "first_meld.rises_to: 67 points cannot be"),
        ("  first_meld: {rises_each_round: 8, rises_to: 90}\nmatch: {rounds: 4}\n", None),
        ("  first_meld: {rises_each_round: 8, rises_to: 66}\nmatch: {target: 500}\n", None),
    ],
)
def test_a_first_meld_that_no_single_meld_or_no_later_round_can_reach(text: str, sentence: str | None) -> None:
    found = warned("deutsches_romme", f"rules:\n  deal: {{cards: 5}}\n{text}")
    assert len(found) == (sentence is not None)
    assert not found or sentence in found[0]


def test_a_first_meld_with_a_joker_has_its_own_minimum() -> None:
    text = "rules:\n  deal: {cards: 5}\n  first_meld:\n    min_with_joker: 120\n"
    (sentence,) = warned("deutsches_romme", text)
    assert sentence.startswith("t.yaml:5:5: first_meld.min_with_joker: 120 points cannot be reached")
    assert "does nothing" in warned("deutsches_romme", text + "  deck: {jokers: 0}\n")[0]


@pytest.mark.parametrize(
    ("variant", "text"),
    [
        ("deutsches_romme", "  claims: {allowed: always}\n"),
        ("raeuber_romme", "  discards: {pile: false}\n  stock: {exhausted: score_at_once}\n"
         "  going_out: {discard: optional}\n"),
    ],
    ids=["claims", "no discards"],
)  # fmt: skip
def test_a_hand_that_grows_can_reach_anything(variant: str, text: str) -> None:
    assert warned(variant, f"rules:\n  deal: {{cards: 5}}\n  first_meld: {{min: 100}}\n{text}") == []


def test_a_table_of_any_size_is_warned_only_if_no_number_of_players_reaches_it() -> None:
    text = "players: 2-3\nrules:\n  deal:\n    cards: {2: 5, 3: %s}\n  first_meld: {min: 100}\n"
    assert warned("deutsches_romme", text % 12) == []
    assert len(warned("deutsches_romme", text % 6)) == 1
    assert len(warned("deutsches_romme", (text % 12).replace("2-3", "2"))) == 1


def test_jokers_from_the_pool_help_to_reach_it() -> None:
    text = "rules:\n  deal: {cards: 5}\n  claims: {allowed: never}\n  first_meld: {min: 100}\n"
    assert warned("rummy17", text) == []
    assert len(warned("rummy17", text + "  turn: {most_cards: 3}\n  pool: {per_turn: 1}")) == 1


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("size", [3, 6, 9])
def test_no_hand_counts_more_than_the_bound(size: int, wrap: bool) -> None:
    melds = f"rules: {{ace: {{runs: {'wrap' if wrap else 'both'}}}}}"
    game = PLUGINS.assemble(load_text(f"variant: deutsches_romme\n{melds}", PLUGINS), 2)
    random, pack, bound = Random(size), game.pack, most_points(game.melds, size)
    every = list(pack.kinds(pack.everything))
    for _ in range(50):
        # Few ranks, so that many cards go into melds.
        ranks = {-1, *random.sample(range(len(pack.ranks)), 3)}
        some = [pack.cards[kind] for kind in every if pack.cards[kind].rank in ranks]
        hand = pack.heap(random.sample(some, size))
        assert game.arranger.most_points(hand).points <= bound


@pytest.mark.parametrize(("hand", "points"), [("As Ah Ad", 33), ("As Ah Ad As Ah Ac", 66), ("Js Qs Ks As 10s", 51)])
def test_the_bound_is_not_far_off(hand: str, points: int) -> None:
    game = PLUGINS.assemble(from_variant("deutsches_romme", PLUGINS), 2)
    cards = len(hand.split())
    assert game.arranger.most_points(game.pack.heap(hand)).points == points == most_points(game.melds, cards)


# -- more than the pack has ------------------------------------------------------------------------------


def test_jokers_for_every_hand_that_are_not_there() -> None:
    (sentence,) = warned("deutsches_romme", "rules:\n  deal:\n    jokers_each: 1\n  deck:\n    jokers: 3\n")
    assert sentence.startswith("t.yaml:4:5: 4 players could not play this: deal.jokers_each: 1 for 4 players")
    assert "(see also t.yaml:6:5)" in sentence
    assert warned("deutsches_romme", "players: 3\nrules:\n  deal:\n    jokers_each: 1\n  deck:\n    jokers: 3\n") == []


def test_hands_that_the_pack_cannot_fill_for_all() -> None:
    (sentence,) = warned("rummy17", "rules:\n  deal:\n    cards: 20\n")
    assert sentence.startswith("t.yaml:4:5: 5 players could not play this: deal.cards: 20 for 5 players needs 101")
    assert "players: …" in sentence


def test_penalty_cards_that_the_stock_never_has() -> None:
    deal = "  deal: {cards: 20, extra_card: dealer}\n"
    text = f"players: 4\nrules:\n{deal}  claims:\n    penalty: 3\n"
    sentence = "claims.penalty: 3 for a claim are never there: the stock has 2 left at the first claim"
    assert warned("rummy17", text) == [f"t.yaml:6:5: {sentence}"]
    assert warned("rummy17", text.replace("penalty: 3", "penalty: 2")) == []
    assert warned("rummy17", text + "    takes_turn: true\n") == []
    assert warned("rummy17", text + "  stock: {exhausted: reshuffle}\n") == []


# -- options that do nothing -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "text", "idle", "reason"),
    [
        ("rummy17", "claims: {allowed: never, from_lap: 2}",
         "claims.from_lap: 2", "claims.allowed is never"),
        ("rummy17", "swaps: {allowed: false, sets: four_naturals}",
         "swaps.sets: four_naturals", "swaps.allowed is false"),
        ("deutsches_romme", "swaps: {joker_goes: hand, min_run: 4}",
         "swaps.min_run: 4", "swaps.joker_goes is hand"),
        ("rummy17", "stock: {reshuffles: 3}",
         "stock.reshuffles: 3", "stock.exhausted is finish_turn"),
        ("rummy17", "bonus: {in_play: 0, points: 5}",
         "bonus.points: 5", "bonus.in_play is 0"),
        ("rummy17", "first_meld: {max_jokers: 0, min_with_joker: 30}",
         "first_meld.min_with_joker: 30", "first_meld.max_jokers is 0"),
        ("deutsches_romme", "hand_romme: {when: never, factor: 3}",
         "hand_romme.factor: 3", "hand_romme.when is never"),
        ("deutsches_romme", "jokers: {discard: never}\n  deck: {jokers: 0}",
         "jokers.discard: never", "deck.jokers is 0"),
        ("deutsches_romme", "jokers: {alone: true}\n  deck: {jokers: 0}",
         "jokers.alone: true", "deck.jokers is 0"),
        ("deutsches_romme", "jokers: {share: half}\n  deck: {jokers: 0}",
         "jokers.share: half", "deck.jokers is 0"),
        ("deutsches_romme", "lay_offs: {on: own, before_first_meld: true}",
         "lay_offs.before_first_meld: true", "lay_offs.on is own"),
        ("deutsches_romme", "claims: {takes_turn: true}",
         "claims.takes_turn: true", "claims.allowed is never"),
        ("deutsches_romme", "deck: {jokers: 0}\n  deal: {keep_cut_joker: true}",
         "deal.keep_cut_joker: true", "deck.jokers is 0"),
        ("deutsches_romme", "hand_romme: {when: never}\nstakes: {hand_romme_fee: 5}",
         "stakes.hand_romme_fee: 5", "hand_romme.when is never"),
        ("deutsches_romme", "deal: {next_dealer: winner}",
         "deal.next_dealer: winner", "match.rounds is 1"),
        ("rummy17", "discards: {reuse: turn_over}",
         "discards.reuse: turn_over", "stock.exhausted is finish_turn"),
        ("raeuber_romme", "rearranging: {allowed: false, joker_leaves: if_dissolved}",
         "rearranging.joker_leaves: if_dissolved", "rearranging.allowed is false"),
        ("wiener_rummy", "jokers: {in_hand: 30}\n  deck: {jokers: 0}",
         "jokers.in_hand: 30", "deck.jokers is 0"),
        ("deutsches_romme", "jokers: {wild_ranks: [2]}\n  deal: {keep_cut_joker: true}\n  deck: {jokers: 0}",
         "deal.keep_cut_joker: true", "deck.jokers is 0"),
        ("deutsches_romme", "jokers: {wild_ranks: [A]}\n  ace: {in_hand: 25}",
         "ace.in_hand: 25", "jokers.wild_ranks is [A]"),
        ("wiener_rummy", "stock: {exhausted: score_at_once, reshuffles: 1}",
         "stock.reshuffles: 1", "stock.exhausted is score_at_once"),
    ],
)  # fmt: skip
def test_an_option_that_another_one_switches_off(variant: str, text: str, idle: str, reason: str) -> None:
    (found,) = warned(variant, f"rules:\n  {text}\n")
    assert f": {idle} does nothing while {reason}" in found


@pytest.mark.parametrize(
    ("variant", "text", "sentence"),
    [
        ("deutsches_romme", "melds: {twins: true}\n  deck: {packs: 1, jokers: 0}\n  deal: {cards: 6}",
         "melds.twins: true does nothing while deck.packs is 1"),
        ("deutsches_romme", "jokers: {share: half, per_meld: 1}",
         "jokers.share: half does nothing while jokers.per_meld is 1"),
        ("deutsches_romme", "jokers: {share: half, min_naturals: 1}",
         "jokers.min_naturals: 1 does nothing while jokers.share is half"),
        ("deutsches_romme", "jokers: {share: fewer}\n  deck: {jokers: 1}",
         "jokers.share: fewer does nothing while deck.jokers is 1"),
        ("deutsches_romme", "jokers: {share: fewer}", None),
        ("deutsches_romme", "jokers: {alone: true}", None),
        ("deutsches_romme", "jokers: {alone: true, share: half}",
         "jokers.alone: true does nothing while jokers.share is half"),
        ("raeuber_romme", "jokers: {alone: true, per_meld: 2}",
         "jokers.alone: true does nothing while jokers.per_meld is 2"),
        ("wiener_rummy", "jokers: {alone: true}\n  deck: {jokers: 2}",
         "jokers.alone: true does nothing while deck.jokers is 2"),
        ("wiener_rummy", "jokers: {alone: true, wild_ranks: [2]}\n  deck: {jokers: 2}", None),
        ("deutsches_romme", "jokers: {alone: true}\n  deck: {jokers: 3}\n  melds: {min_set: 4}",
         "jokers.alone: true does nothing while deck.jokers is 3"),
        ("deutsches_romme", "jokers: {share: fewer, per_meld: 4, wild_ranks: [2]}\n  deck: {jokers: 0}", None),
        ("deutsches_romme", "first_meld: {max_jokers: 1}\n  jokers: {wild_ranks: [2]}\n  deck: {jokers: 0}", None),
        ("deutsches_romme", "melds: {twins: true}\n  jokers: {wild_ranks: [2]}\n  deck: {packs: 1, jokers: 0}\n"
         "  deal: {cards: 8}", None),
        ("raeuber_romme", "rearranging: {joker_leaves: if_dissolved}\n  jokers: {wild_ranks: [2]}\n"
         "  deck: {jokers: 0}", None),
        ("deutsches_romme", "jokers: {share: fewer, min_naturals: 3}", None),
        ("deutsches_romme", "jokers: {share: half, per_meld: 3}", None),
        ("deutsches_romme", "jokers: {share: half}\n  melds: {min_run: 4, min_set: 4}", None),
        ("deutsches_romme", "melds: {twins: true}\n  deck: {packs: 1, jokers: 2}\n  deal: {cards: 6}", None),
        ("rummy17", "jokers: {share: fewer}",
         "jokers.share: fewer does nothing while jokers.per_meld is 1"),
        ("rummy17", "jokers: {share: fewer, per_meld: 2}", None),
    ],
)  # fmt: skip
def test_melds_that_cannot_be_otherwise(variant: str, text: str, sentence: str | None) -> None:
    found = [
        warning.partition(": ")[2].partition(" (see also")[0] for warning in warned(variant, f"rules:\n  {text}\n")
    ]
    assert found == ([sentence] if sentence else [])


def test_both_lines_are_shown_and_the_idle_one_first() -> None:
    text = "rules:\n  claims:\n    allowed: never\n    penalty: 2\n"
    sentence = "claims.penalty: 2 does nothing while claims.allowed is never"
    assert warned("rummy17", text) == [f"t.yaml:5:5: {sentence} (see also t.yaml:4:5)"]


def test_an_idle_option_of_the_preset_is_nobodys_mistake() -> None:
    assert warned("deutsches_romme", "preset: club\nrules: {claims: {allowed: never}}\n") == []


def test_what_is_switched_off_or_as_by_default_is_no_mistake() -> None:
    assert warned("rummy17", "rules: {claims: {allowed: never, dealer_upcard: false, from_lap: 1}}") == []


# -- the match ------------------------------------------------------------------------------------------------


def test_buybacks_that_nobody_may_make() -> None:
    assert warned("wiener_rummy", "stakes:\n  buyback_times: 0\n") == [
        "t.yaml:3:3: stakes.buyback: true, but buyback_times is 0, so nobody may buy back"
    ]


def test_chips_that_never_move() -> None:
    (sentence,) = warned("rummy17", "stakes:\n  chips: 20\n")
    assert sentence.startswith("t.yaml:3:3: stakes.chips: 20 stay where they are")
    assert warned("rummy17", "stakes:\n  chips: 20\n  ante: 1\n") == []


# -- other people's options ------------------------------------------------------------------------------


class Lamps(Section):
    lit: bool = Field(True, description="whether there is light")
    lamps: int = Field(2, ge=0, le=9, description="lamps")

    idle_without = (("lamps", "lit", True), ("lamps", "match.rounds", None))

    def oddities(self, rules: HouseRules) -> Iterator[Finding]:
        if not self.lit and self.lamps == 2:
            yield Finding((("lamps", "lit"), ("lamps", "lamps")), "nobody sees anything")


class Night(HouseRules):
    match: MatchOptions = MatchOptions()
    lamps: Lamps = Lamps()


def night(rules: HouseRules, *ours: str, mods: dict[str, Section] | None = None) -> TableRules:
    origins = {("lamps", name): Origin(Place("t.yaml", line, 1)) for line, name in enumerate(ours, 1)}
    return TableRules("night", None, tuple(mods or ()), rules, mods or {}, None, origins)


def test_a_plugin_says_what_is_odd() -> None:
    dark = Night(lamps=Lamps(lit=False))
    assert [str(problem) for problem in warnings(night(dark, "lamps", "lit"), [2], [], FILE)] == [
        "t.yaml:2:1: nobody sees anything (see also t.yaml:1:1)"
    ]
    assert warnings(night(dark), [2], [], FILE) == []
    assert warnings(night(Night(), "lamps", "lit"), [2], [], FILE) == []


def test_an_option_is_reported_once_and_may_need_another_section() -> None:
    dark = Lamps(lit=False, lamps=3)
    rounds = MatchOptions(rounds=3)
    for rules, while_ in [
        (Night(lamps=dark, match=rounds), "lamps.lit is false"),
        (Night(lamps=Lamps(lamps=3), match=rounds), "match.rounds is 3"),
    ]:
        (problem,) = warnings(night(rules, "lamps"), [2], [], FILE)
        assert str(problem) == f"t.yaml:1:1: lamps.lamps: 3 does nothing while {while_}"


def test_a_mod_says_it_in_the_same_way() -> None:
    table = night(HouseRules(), "lamps", mods={"lamps": Lamps(lit=False, lamps=3)})
    assert len(warnings(table, [2], [], FILE)) == 1


def test_a_misspelt_need_is_found() -> None:
    class Dim(Section):
        lamps: int = Field(2, ge=0, le=9, description="lamps")
        idle_without = (("lamp", "lit", True), ("lamps", "night.lit", True))

    class Bright(Section):
        lamps: int = Field(2, ge=0, le=9, description="lamps")

    class Dusk(HouseRules):
        dim: Dim = Dim()
        night: Bright = Bright()

    assert sorted(check_model(Dusk)) == [
        "idle_without of dim names lamp, which is not an option of it",
        "idle_without of dim names lit, which is not an option of it",
        "idle_without of dim names night.lit, which is not an option",
    ]
