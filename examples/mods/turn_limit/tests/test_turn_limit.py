"""The mod at the table and on a score sheet."""

from __future__ import annotations

from random import Random

import pytest

from rummykit.engine.actions import Discard
from rummykit.engine.match import Match
from rummykit.engine.ruleset import Ruleset
from rummykit.engine.scoring import Leftover
from rummykit.engine.table import Ending
from rummykit.plugin.plugins import Plugins
from rummykit.rules import check_model, load_text
from rummykit_kit.catalogues import faults

PLUGINS = Plugins.discover()
MOD = "turn_limit"


def rules(variant: str, players: int = 2, turns: int = 3, penalty: int = 5) -> Ruleset:
    options = f"{{{MOD}: {{turns: {turns}, penalty: {penalty}}}}}"
    file = f"variant: {variant}\nmods: [{MOD}]\nrules: {options}\nmatch: {{rounds: 1}}\n"
    return PLUGINS.assemble(load_text(file, PLUGINS), players)


def played(game: Ruleset, seed: int) -> Match:
    match, random = Match(game, seed, ["Anna", "Ben", "Cleo"][: game.players]), Random(seed)
    while not match.scores:
        legal = match.legal_actions
        assert legal
        match.apply(legal[int(random.random() * len(legal))])
    return match


@pytest.mark.parametrize("variant", PLUGINS.variants())
@pytest.mark.parametrize("players", [2, 3])
def test_a_round_ends_after_the_last_turn(variant: str, players: int) -> None:
    endings = set()
    for seed in range(5):
        game = rules(variant, players)
        round = played(game, seed).round
        assert round.outcome is not None
        endings.add(round.outcome.ending)
        assert round.turn < 3 * players
        if round.outcome.ending is Ending.RULE:
            assert round.turn + 1 == 3 * players
            assert str(round.outcome.note) == "the turn limit was reached"
    assert Ending.RULE in endings


def test_a_claim_that_takes_the_turn_takes_no_turn_away() -> None:
    file = f"variant: rummy17\nmods: [{MOD}]\nrules: {{claims: {{takes_turn: true}}, {MOD}: {{turns: 2}}}}\n"
    game, skipped = PLUGINS.assemble(load_text(file, PLUGINS), 3), 0
    for seed in range(20):
        match, random, turns = Match(game, seed, ["Anna", "Ben", "Cleo"]), Random(seed), [0, 0, 0]
        while not match.scores:
            seat, legal = match.round.active, match.legal_actions
            action = legal[int(random.random() * len(legal))]
            turns[seat] += isinstance(action, Discard)
            match.apply(action)
        assert match.round.outcome is not None
        if match.round.outcome.ending is Ending.RULE:
            assert min(turns) >= 2
            skipped += max(turns) > 2
    assert skipped, "nobody was passed over, and nothing is shown"


@pytest.mark.parametrize(("variant", "sign"), [("rummy17", -1), ("deutsches_romme", 1), ("wiener_rummy", 1)])
def test_every_card_left_costs_points(variant: str, sign: int) -> None:
    match, without = played(rules(variant), 1), played(rules(variant, penalty=0), 1)
    left = [Leftover.of(match.rules, hand).cards or 0 for hand in match.round.hands]
    assert any(left)
    item = match.scores[0].items[-1]
    assert (item.rule, item.counts) == ("TL-02", tuple(left))
    assert item.points == tuple(sign * 5 * cards for cards in left)
    assert match.scores[0].totals == tuple(
        total + points for total, points in zip(without.scores[0].totals, item.points, strict=True)
    )


def test_a_round_that_ends_before_costs_nothing_more() -> None:
    bot, scores = PLUGINS.bots["greedy"].make(), []
    for penalty in (0, 5):
        match, random = Match(rules("deutsches_romme", turns=100, penalty=penalty), 1, ["Anna", "Ben"]), Random(1)
        while not match.is_over:
            match.apply(bot(match.view(match.actor), random))
        assert match.round.outcome is not None
        assert match.round.outcome.ending is Ending.OUT
        scores.append(match.scores)
    assert scores[0] == scores[1]


class Sheet:
    """A paper with the answers on it."""

    def __init__(self, game: Ruleset, by_limit: bool, *left: Leftover) -> None:
        self.rules, self.names, self.by_limit, self.hands = game, ("Anna", "Ben"), by_limit, left
        self.asked: list[str] = []

    def who(self, key: str, question: str) -> int | None:
        return None

    def whether(self, key: str, question: str, *, by_last_card: bool = False) -> bool:
        self.asked.append(question)
        return self.by_limit

    def which(self, key: str, question: str, choices: object, number: int = 1) -> tuple[str, ...]:
        self.asked.append(question)
        return ("4",)

    def left(self, seat: int, most: int | None = None) -> Leftover:
        return self.hands[seat]


def test_on_a_score_sheet_the_limit_is_asked_for() -> None:
    game = rules("deutsches_romme")
    sheet = Sheet(game, True, Leftover(20, 2), Leftover(30))
    outcome, score = game.scoring.on_paper(sheet)  # type: ignore[attr-defined]
    assert outcome.ending is Ending.RULE
    assert score.totals == (20 + 2 * 5, 30 + 4 * 5)
    assert sheet.asked == ["Did the turn limit end the round?", "How many cards had Ben left?"]
    sheet = Sheet(game, False, Leftover(20, 2), Leftover(30))
    outcome, score = game.scoring.on_paper(sheet)  # type: ignore[attr-defined]
    assert (outcome.ending, score.totals) == (Ending.STOCK, (20, 30))


def test_the_booklet_tells_the_numbers() -> None:
    text = "variant: rummy17\nmods: [turn_limit]\nrules: {turn_limit: {turns: 1, penalty: %s}}\n"
    costly, free = (PLUGINS.booklet(load_text(text % points, PLUGINS)).chapters[-1] for points in (7, 0))
    assert [paragraph.rule for paragraph in costly.paragraphs] == ["TL-01", "TL-02"]
    assert "everybody has had 1 turn," in costly.paragraphs[0].text
    assert "costs you 7 points" in costly.paragraphs[1].text
    assert [paragraph.rule for paragraph in free.paragraphs] == ["TL-01"]


def test_the_options_are_well_made_and_all_is_translated() -> None:
    options = PLUGINS.mod_options(MOD)
    assert options is not None
    assert check_model(options) == []
    assert [fault for code in ("de", "hu") for fault in faults("rummykit_turn_limit", code)] == []
