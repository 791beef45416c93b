"""The mod at the table: what it refuses, what it lets pass, and that games still end."""

from __future__ import annotations

from random import Random

import pytest

from rummykit.engine.match import Match
from rummykit.engine.round import Round
from rummykit.plugin.plugins import Plugins
from rummykit.rules import check_model, load_text
from rummykit.scenario import Scenario, Table
from rummykit_kit.catalogues import faults

PLUGINS = Plugins.discover()
MOD = "no_joker_finish"
VARIANTS = PLUGINS.mods()[MOD].variants


def table(hand: str, *melds: str, variant: str = "deutsches_romme", open_card: str = "", **sections: object) -> Table:
    """A table at which the first player has drawn, melded before, and holds this hand."""
    scenario = Scenario(variant, plugins=PLUGINS, mods=[MOD], **sections)  # type: ignore[arg-type]
    return scenario.deal(hands=[hand, "2c 3d 9h"], table=melds, melded=[0], drawn=not open_card, open_card=open_card)


def refused_by(at: Table, move: str) -> str | None:
    refusal = at.refusal(move)
    return refusal.rule if refusal else None


FREE_FINISH = {"going_out": {"discard": "optional"}}
ONLY_DISCARDS = {MOD: {"forbids": "discard"}}


def test_a_player_does_not_come_down_to_a_joker_alone() -> None:
    at = table("7h *", "1: 4h 5h 6h")
    refusal = at.refusal("layoff 7h > 1")
    assert refusal is not None
    assert str(refusal) == (
        "After that you would have only * to discard, and nobody ends a round with a joker. "
        "[NJF-02; no_joker_finish.forbids = any]"
    )
    assert "layoff 7h > 1" not in at.legal()
    assert "discard 7h" in at.legal()


def test_a_joker_alone_is_not_discarded_while_there_is_another_move() -> None:
    at = table("*", "1: 4h 5h 6h", **FREE_FINISH, **ONLY_DISCARDS)
    assert refused_by(at, "discard *") == "NJF-01"
    assert refused_by(at, "layoff *=7h > 1") is None


def test_a_joker_is_not_laid_off_as_the_last_card() -> None:
    at = table("7h *", "1: 4h 5h 6h", **FREE_FINISH)
    assert refused_by(at, "layoff 7h > 1") == "NJF-02"
    assert refused_by(at, "layoff *=7h > 1") is None
    at.play("layoff *=7h > 1")
    assert "discard 7h" in at.legal()


def test_by_the_option_only_the_discard_counts() -> None:
    at = table("7h *", "1: 4h 5h 6h", **FREE_FINISH, **ONLY_DISCARDS)
    at.play("layoff 7h > 1", "layoff *=8h > 1")
    assert at.round.outcome is not None
    assert at.round.outcome.seat == 0


def test_a_swapped_joker_is_not_the_last_card_laid() -> None:
    melds = ("1: 4h *=5h 6h", "1: 9c 10c Jc")
    swaps = {"swaps": {"joker_goes": "meld_or_lay_off"}}
    at = table("5h", *melds, **FREE_FINISH, **swaps)
    assert refused_by(at, "swap 5h > 1 : layoff *=Qc > 2") == "NJF-01"
    free = table("5h", *melds, **FREE_FINISH, **swaps, **ONLY_DISCARDS)
    assert refused_by(free, "swap 5h > 1 : layoff *=Qc > 2") is None


def test_jokers_may_be_among_cards_laid_at_once() -> None:
    at = table("7h 8h *", **FREE_FINISH)
    assert refused_by(at, "meld 7h 8h *=9h") is None
    at.play("meld 7h 8h *=9h")
    assert at.round.outcome is not None


def test_a_drawn_card_is_not_used_so_that_a_joker_is_left() -> None:
    must_use = {"discards": {"take": "only_to_use"}}
    at = table("*", "1: 4h 5h 6h", open_card="7h", **must_use)
    assert refused_by(at, "draw discard : layoff 7h > 1") == "NJF-02"
    assert refused_by(at, "draw stock") is None


def test_nobody_knocks_or_calls_with_a_joker() -> None:
    at = table("Ah 2h 3h 4c 5c 6c 9d 9s 9c 2s *", variant="wiener_rummy")
    refusal = at.refusal("knock *")
    assert refusal is not None
    assert refusal.sentence == "* would be the last card, and nobody ends a round with a joker."
    assert refused_by(at, "discard *") is None
    assert refused_by(at, "call 2s") is None


def test_where_nothing_is_discarded_a_joker_may_be_kept() -> None:
    at = table("7h *", "1: 4h 5h 6h", variant="raeuber_romme", **_no_pile())
    assert refused_by(at, "layoff 7h > 1") is None


def _no_pile() -> dict[str, dict[str, object]]:
    from rummykit.rules import from_variant

    preset = from_variant("raeuber_romme", PLUGINS, preset="no_pile")
    found: dict[str, dict[str, object]] = {}
    for section, option in preset.origins:
        found.setdefault(section, {})[option] = preset.value(f"{section}.{option}")
    return found


def test_nobody_is_left_without_a_move() -> None:
    at = table("*", "1: 4h 5h 6h", lay_offs={"on": "own"})
    assert at.legal() == ["discard *"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_games_end_and_never_with_a_joker(variant: str) -> None:
    file = f"variant: {variant}\nmods: [{MOD}]\nmatch: {{rounds: 1}}\n"
    rules = PLUGINS.assemble(load_text(file, PLUGINS), 3)
    bot, ends = PLUGINS.bots["greedy"].make(), 0
    for seed in range(4):
        match, random = Match(rules, seed, ["Anna", "Ben", "Cleo"]), Random(seed)
        while not match.is_over:
            match.apply(bot(match.view(match.actor), random))
            last = _last_card(match.round)
            ends += last is not None
            assert last != "*"
    assert ends


def _last_card(round: Round) -> str | None:
    """Return the card that ended the round, which lies on the pile even where it was laid face down."""
    return str(round.open_card) if round.outcome and round.outcome.seat is not None else None


def test_the_booklet_tells_what_is_played() -> None:
    text = "variant: deutsches_romme\nmods: [no_joker_finish]\nrules: {no_joker_finish: {forbids: %s}}\n"
    told = {}
    for value in ("any", "discard"):
        chapter = PLUGINS.booklet(load_text(text % value, PLUGINS)).chapters[-1]
        assert chapter.title == "The mods of this table"
        told[value] = [paragraph.text for paragraph in chapter.paragraphs]
        assert [paragraph.rule for paragraph in chapter.paragraphs] == ["NJF-01", "NJF-02"]
    assert told["any"][0] != told["discard"][0]


def test_the_options_are_well_made_and_all_is_translated() -> None:
    options = PLUGINS.mod_options(MOD)
    assert options is not None
    assert check_model(options) == []
    assert [fault for code in ("de", "hu") for fault in faults("rummykit_no_joker_finish", code)] == []
