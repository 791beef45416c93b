"""Matches played by bots as if with real cards, and what people would type about them on a score sheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rummykit.engine.actions import BuyBack
from rummykit.engine.deal import bot_stream
from rummykit.engine.match import Match
from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.parts import GoingOutAtOnce
from rummykit.plugin.plugins import Plugins
from rummykit_session.paper.answers import Answer, Answers
from rummykit_session.paper.keeping import Kept, keep
from rummykit_session.paper.questions import ScoreQuestion

PLUGINS = Plugins.discover()
NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fay")


@dataclass
class Played:
    """A finished match, and what the people at the table have seen of it."""

    match: Match
    rounds: list[Round] = field(default_factory=list)
    dealers: list[int] = field(default_factory=list)
    """Who dealt each round, by the seats of the match."""
    bought: dict[tuple[int, str], bool] = field(default_factory=dict)
    """What was answered after a round by whoever was asked to buy back."""

    def answer(self, question: ScoreQuestion[Any], random: Random) -> str:
        """Return what people type at a question."""
        if question.key == "dealer":
            return self.match.names[self.match.first_dealer]
        word, _, about = question.key.partition(" ")
        if word == "buyback":
            return "yes" if self.bought[question.round, about] else "n"
        round, score = self.rounds[question.round - 1], self.match.scores[question.round - 1]
        outcome = round.outcome
        assert outcome is not None
        match word:
            case "ended":
                return "nobody" if outcome.seat is None else round.names[outcome.seat].lower()
            case "ending":
                return outcome.ending.value
            case "at_once":
                at_once = getattr(round.rules.scoring, "at_once", GoingOutAtOnce())
                return "yes" if at_once.happened(round) else "no"
            case "last_17":
                return "yes" if outcome.last_card is not None and outcome.last_card.rank == 16 else "no"
            case "open":
                return " ".join(round.side_cards)
            case "bonus":
                (item,) = (item for item in score.items if item.key == about)
                return ", ".join(self.match.names[seat][:2] for seat in item.earners) or "-"
            case "left":
                return self._left(round, round.names.index(about), random)
        raise AssertionError(f"nobody can answer {question}")

    @staticmethod
    def _left(round: Round, seat: int, random: Random) -> str:
        """Return a hand as cards or, every other time, as points; where it is shown in melds, what is in none."""
        rules, hand = round.rules, round.hands[seat]
        cards = round.shown[seat].left if rules.flow.shows_hands else rules.pack.cards_in(hand)
        if random.random() < 0.5 or not cards:
            return str(sum(map(rules.scoring.card_penalty, cards)))
        in_any_order = sorted(rules.pack.cards_in(hand), key=lambda card: random.random())
        return " ".join(card.text for card in in_any_order)


def play(rules: Ruleset, seed: int, bot: str = "random") -> Played:
    """Let bots play a match."""
    match, choose = Match(rules, seed, NAMES[: rules.players]), PLUGINS.bots[bot].make()
    played = Played(match)
    for moves in range(100_000):
        if match.is_over:
            break
        if match.offer is None and match.round not in played.rounds:
            played.rounds.append(match.round)
            played.dealers.append(match.dealer)
        seat, offer = match.actor, match.offer
        action = choose(match.view(seat), bot_stream(seed, seat, moves))
        if offer is not None and isinstance(action, BuyBack):
            played.bought[len(match.scores), match.names[offer.seat]] = action.accept
        match.apply(action)
    assert match.is_over
    return played


def type_in(played: Played, seed: int = 0) -> Iterator[tuple[Kept, str]]:
    """Yield the sheet before every answer, and the answer that people type; at last the sheet that is complete."""
    match, random, answers = played.match, Random(seed), Answers()
    kept = keep(match.rules, match.names, answers.given)
    while kept.question is not None:
        text = played.answer(kept.question, random)
        yield kept, text
        kind = kept.question.kind
        answers.enter(Answer(kept.question.round, kept.question.key, kind.write(kind.read(text))))
        kept = keep(match.rules, match.names, answers.given)
    yield kept, ""


def lines(played: Played, seed: int = 0) -> list[str]:
    """Return all that people type."""
    return [text for kept, text in type_in(played, seed) if kept.question is not None]
