"""The chapters about the bonus cards and the scoring, with a round scored as an example."""

from __future__ import annotations

from collections.abc import Iterator

from rummykit.booklet import Example, Paragraph, Table
from rummykit.language import mark, say, say_number
from rummykit.melds import MeldRules
from rummykit.scoring import RoundScore
from rummykit.turn import TurnFlow
from rummykit_rummy17.booklet_example import HANDS, MELDS, NAMES, last_card, scored_example
from rummykit_rummy17.house_rules import Rummy17Rules
from rummykit_rummy17.scoring import Rummy17Scoring

MEANINGS = {
    "R17-BON-01": mark("Most cards: you have the most cards lying in front of you."),
    "R17-BON-02": mark("Most sets: you have the most sets."),
    "R17-BON-03": mark("Most runs: you have the most runs."),
    "R17-BON-04": mark("Largest set: you have the set with the most cards."),
    "R17-BON-05": mark("Longest run: you have the run with the most cards."),
    "R17-BON-06": mark("Most 1/2/3: you have the most cards of the values 1, 2 and 3, taken together."),
    "R17-BON-07": mark("Most 8/16: you have the most cards of the values 8 and 16, taken together."),
    "R17-BON-08": mark("Most red: you have the most red cards; the red joker is one of them."),
    "R17-BON-09": mark("Fewest blue: you have the fewest blue cards; the blue joker is one of them."),
    "R17-BON-10": mark("Fewest jokers: you have the fewest jokers."),
    "R17-BON-11": mark("Highest triple: of the melds with exactly three cards, yours has the highest sum."),
    "R17-BON-12": mark("Game finished: you went out. If nobody did, nobody gets this card."),
}


def bonus_cards(rules: Rummy17Rules, flow: TurnFlow) -> Iterator[Paragraph]:
    """Yield what the bonus cards are about, where some lie open."""
    if not rules.scoring.bonus_cards_in_play:
        return
    yield Paragraph(
        "R17-SCORE-02",
        say_number(
            "When the round is over, look at the cards that lie in front of each of you. Every open bonus card brings "
            "{number} point to the player who fulfils it best. If several of you are equally good, each of you gets "
            "it in full.",
            "When the round is over, look at the cards that lie in front of each of you. Every open bonus card brings "
            "{number} points to the player who fulfils it best. If several of you are equally good, each of you gets "
            "them in full.",
            rules.scoring.bonus_points,
        ),
    )
    for rule, meaning in MEANINGS.items():
        yield Paragraph(rule, say(meaning))
    for text in _small_print(rules, flow):
        yield Paragraph("R17-SCORE-02", text)


def _small_print(rules: Rummy17Rules, flow: TurnFlow) -> Iterator[str]:
    if rules.scoring.most_requires_positive:
        yield say("Nothing is not the most: where nobody has anything to count, nobody gets the bonus card.")
    else:
        yield say("Where nobody has anything to count, you are all equally good: everybody gets the bonus card.")
    if rules.scoring.fewest_requires_meld:
        yield say("Where the fewest are wanted, no such card at all is best, but only those who have melded compete.")
    else:
        yield say("Where the fewest are wanted, no such card at all is best: you need not even have melded for that.")
    if rules.scoring.joker_counts_as_value:
        yield say("A joker has the value of the card it stands for.")
    else:
        yield say("A joker has no value, whatever card it stands for.")
    if flow.laying_off.on == "any" or rules.swaps.joker_swap:
        yield _credit(rules)


def _credit(rules: Rummy17Rules) -> str:
    if rules.lay_offs.layoff_credit == "owner":
        return say("A card that you add to the meld of another player lies in front of that player and counts there.")
    return say(
        "A card that you add to the meld of another player counts for you wherever single cards are counted. The meld "
        "itself, with all its cards, is its owner's."
    )


def scoring(rules: Rummy17Rules, melds: MeldRules, scored: Rummy17Scoring) -> Iterator[Paragraph]:
    """Yield how a round is scored, and an example of it."""
    yield Paragraph(
        "R17-SCORE-01",
        say(
            "Every card that is left in your hand costs penalty points: 1 point for a card below {high}, 2 points for "
            "a card from {high} on.",
            high=rules.scoring.penalty_high_from,
        ),
    )
    yield Paragraph("R17-SCORE-03", _sum_in_words(rules))
    yield from _example(rules, melds, scored)


def _sum_in_words(rules: Rummy17Rules) -> str:
    if not rules.scoring.bonus_cards_in_play:
        return say(
            "Your penalty points, with a minus before them, are your score of the round. The melds themselves bring "
            "nothing, but what lies on the table costs nothing either."
        )
    return say(
        "Your score of the round is your bonus points less your penalty points. The melds themselves bring nothing, "
        "but what lies on the table costs nothing either."
    )


def _example(rules: Rummy17Rules, melds: MeldRules, scored: Rummy17Scoring) -> Iterator[Paragraph]:
    score = scored_example(rules, melds, scored)
    winner, second, third = NAMES
    yield Paragraph(
        "R17-SCORE-03",
        say(
            "An example with three players: {winner} has gone out, {second} has melded too, {third} has not.",
            winner=winner,
            second=second,
            third=third,
        ),
        examples=(
            Example(" | ".join(MELDS[0]), say("what lies in front of {name}", name=winner)),
            Example(last_card(scored), say("the last card that {name} discarded", name=winner), is_meld=False),
            Example(" | ".join(MELDS[1]), say("what lies in front of {name}", name=second)),
            Example(HANDS[1], say("what {name} still holds", name=second), is_meld=False),
            Example(HANDS[2], say("what {name} still holds", name=third), is_meld=False),
        ),
    )
    yield Paragraph("R17-SCORE-03", _outcome(score), table=_table(score))


def _outcome(score: RoundScore) -> str:
    winner = NAMES[0]
    doubled = score.factors.count(2)
    if doubled > 1:
        return say("The last card of {winner} was a 17, so all points count double:", winner=winner)
    if doubled:
        return say("The last card of {winner} was a 17, so the points of {winner} count double:", winner=winner)
    return say("This is what the round brings:")


def _table(score: RoundScore) -> Table:
    rows = [(say(item.title), *map(str, item.points)) for item in score.items]
    if 2 in score.factors:
        sums = [sum(item.points[seat] for item in score.items) for seat in range(len(NAMES))]
        rows.append((say("Sum"), *map(str, sums)))
    rows.append((say("Score"), *map(str, score.totals)))
    return Table(("", *NAMES), tuple(rows))
