"""The chapter about the match: how rounds add up, what is at stake, who drops out and who may buy back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rummykit.booklet.model import Chapter, Paragraph
from rummykit.language import say, say_number
from rummykit.match.formats import FixedRounds, MatchFormat, format_by
from rummykit.match.standing import Standing

if TYPE_CHECKING:
    from rummykit.houserules import MatchOptions
    from rummykit.match.buyback import BuyingBack
    from rummykit.match.formats import Elimination


def match_chapter(
    match: MatchOptions,
    *,
    high_wins: bool,
    rule: str,
    ante_rule: str | None = None,
    fee_rule: str | None = None,
    elimination_rule: str = "MATCH-01",
    buyback_rule: str = "MATCH-02",
) -> Chapter:
    """Return the chapter about the match, with nothing in it that this table does not play.

    Paragraphs cite ``rule``, unless their topic has a rule of its own.

    >>> from rummykit.houserules import MatchOptions
    >>> match_chapter(MatchOptions(), high_wins=True, rule="MY-07").paragraphs[0].text
    'You play a single round. Whoever has the most points wins; equal points share the win.'
    """
    format = format_by(match)
    topics = (
        (rule, _length(match, high_wins)),
        (ante_rule or rule, _chips(format)),
        (fee_rule or rule, _fee(format)),
        (elimination_rule, _elimination(format.elimination)),
        (buyback_rule, _buying_back(format)),
        (rule, _pot(format)),
    )
    paragraphs = (Paragraph(cited, " ".join(sentences)) for cited, sentences in topics)
    return Chapter(say("The match"), tuple(paragraph for paragraph in paragraphs if paragraph.text))


def _length(options: MatchOptions, high_wins: bool) -> Iterator[str]:
    match options.match_mode:
        case "single" if high_wins:
            yield say("You play a single round. Whoever has the most points wins; equal points share the win.")
        case "single":
            yield say("You play a single round. Whoever has the fewest bad points wins; equal points share the win.")
        case "rounds" if high_wins:
            yield say_number(
                "You play {number} round. The highest total wins; equal totals share the win.",
                "You play {number} rounds and add up your points. The highest total wins; equal totals share the win.",
                options.rounds,
            )
        case "rounds":
            yield say_number(
                "You play {number} round. The lowest total wins; equal totals share the win.",
                "You play {number} rounds and add up your bad points. The lowest total wins; equal totals share the "
                "win.",
                options.rounds,
            )
        case "target" if high_wins:
            yield say(
                "You play round after round and add up your points, until the first total reaches {target}. The "
                "highest total then wins; equal totals share the win.",
                target=options.target_score,
            )
        case "target":
            yield say(
                "You play round after round and add up your bad points, until the first total reaches {target}: that "
                "ends the match. The lowest total then wins; equal totals share the win.",
                target=options.target_score,
            )
        case "last_standing":
            yield say(
                "You play round after round and add up your bad points. Whoever collects too many drops out, and the "
                "last player left wins the match."
            )
    if format_by(options).length != FixedRounds(1):
        yield say("After every round the deal moves on clockwise.")


def _chips(format: MatchFormat) -> Iterator[str]:
    stakes = format.stakes
    if stakes.starting_chips:
        yield say_number(
            "Everybody begins with {number} chip.", "Everybody begins with {number} chips.", stakes.starting_chips
        )
    if stakes.ante:
        yield say_number(
            "Before the first deal everybody puts {number} chip into the pot.",
            "Before the first deal everybody puts {number} chips into the pot.",
            stakes.ante,
        )
    if not (stakes.ante or stakes.fee or _price(format)):
        return
    if not stakes.allow_debt:
        yield say("Nobody may owe chips.")
    elif stakes.starting_chips:
        yield say("If you run out of chips you may owe them; debts are written down and settled after the match.")
    else:
        yield say(
            "You need no chips to begin with: whatever you have to pay may be owed, is written down, and is settled "
            "after the match."
        )


def _fee(format: MatchFormat) -> Iterator[str]:
    stakes = format.stakes
    if not stakes.fee:
        return
    yield say_number(
        "Whoever ends a round gets {number} chip from every other player in it.",
        "Whoever ends a round gets {number} chips from every other player in it.",
        stakes.fee,
    )
    if stakes.fee_if_undercut:
        yield say("You pay even if you did better in that round than the player who ended it.")
    else:
        yield say("Nothing is paid if another player did better in that round than the one who ended it.")
    if format.elimination:
        yield say("The fee comes before everything else, so you still pay it for a round that puts you out.")
    if not stakes.allow_debt:
        yield say("If you have too few chips for it, you pay what you have.")


def _elimination(elimination: Elimination | None) -> Iterator[str]:
    if elimination is None:
        return
    yield say(
        "When your total reaches {limit} or more, you are out: you get no more cards, and the others play on without "
        "you.",
        limit=elimination.limit,
    )
    match elimination.all_out:
        case "lowest_total":
            yield say(
                "If a round puts out everybody who was still in, the lowest total among them wins; equal totals share "
                "the win."
            )
        case "split":
            yield say("If a round puts out everybody who was still in, all of them win together.")
        case "knocker":
            yield say(
                "If a round puts out everybody who was still in, whoever ended that round wins; if nobody ended it, "
                "the lowest total among them does."
            )


def _buying_back(format: MatchFormat) -> Iterator[str]:
    terms = format.buying_back
    if terms is None or format.elimination is None or not terms.times:
        return
    limit = format.elimination.limit
    yield _offer(terms)
    if terms.target == "second_worst":
        yield say(
            "It falls to the second-highest total, counting yours and those of the players still in; if yours is no "
            "higher than that, you cannot buy back."
        )
    else:
        yield say("It falls to the next lower total of a player still in; if there is none, you cannot buy back.")
    yield say_number("You may do this only once in a match.", "You may do this {number} times in a match.", terms.times)
    if terms.highest >= limit:
        yield say("A buy-back also brings you back if the round has just put you out.")
    if terms.cost and not format.stakes.allow_debt:
        yield say("You must be able to pay the price in full.")
    yield say(
        "You are asked before the next deal, the highest total first, and equal totals clockwise from the dealer's "
        "left."
    )
    yield from _example(terms, limit)


def _offer(terms: BuyingBack) -> str:
    if not terms.cost:
        return say(
            "If your total after a round lies in the range from {lowest} to {highest}, you may buy back: your total "
            "falls, and it costs you nothing.",
            lowest=terms.lowest,
            highest=terms.highest,
        )
    return say_number(
        "If your total after a round lies in the range from {lowest} to {highest}, you may buy back: you pay {number} "
        "chip into the pot, and your total falls.",
        "If your total after a round lies in the range from {lowest} to {highest}, you may buy back: you pay {number} "
        "chips into the pot, and your total falls.",
        terms.cost,
        lowest=terms.lowest,
        highest=terms.highest,
    )


def _example(terms: BuyingBack, limit: int) -> Iterator[str]:
    """Tell of a buyer with the highest total that can be bought back, and two players well below it."""
    own, others = terms.highest, tuple(min(terms.highest, limit) * thirds // 3 for thirds in (2, 1))
    still_in = (0, 1, 2) if own < limit else (1, 2)
    new = terms.new_total(0, Standing(rounds=1, totals=(own, *others), still_in=still_in))
    if new < own:
        yield say(
            "For example, if you have {own} and the two others have {others}, you go on with {new}.",
            own=own,
            others=others,
            new=new,
        )


def _price(format: MatchFormat) -> int:
    """Return what a buy-back costs, 0 if there is none."""
    terms = format.buying_back
    return terms.cost if terms and terms.times else 0


def _pot(format: MatchFormat) -> Iterator[str]:
    if format.stakes.ante or _price(format):
        yield say(
            "Whoever wins the match takes the pot. Several winners share it evenly; chips that cannot be divided go "
            "one each to those who sit first to the left of the last dealer."
        )
