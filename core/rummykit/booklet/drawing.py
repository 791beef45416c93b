"""Drawing and discarding in prose, and what happens when the stock runs out."""

from __future__ import annotations

from collections.abc import Iterator

from rummykit.booklet.cited import Cited
from rummykit.booklet.model import Paragraph
from rummykit.language import say, say_number
from rummykit.reasons import Reason
from rummykit.turn import Discarding, TurnFlow


def drawing(flow: TurnFlow, cited: Cited) -> list[Paragraph]:
    """Return how a turn begins, where it begins with a draw."""
    return list(_drawing(flow, cited))


def _drawing(flow: TurnFlow, cited: Cited) -> Iterator[Paragraph]:
    if not flow.drawing.from_pile:
        yield cited.by(Reason.PILE_EMPTY, say("You begin your turn by drawing the top card of the stock."))
        return
    yield cited.by(
        Reason.PILE_EMPTY,
        say(
            "You begin your turn by drawing one card: the top card of the stock, or the open card on top of the "
            "discard pile."
        ),
    )
    if flow.drawing.taken_must_be_used == "meld":
        yield cited.by(
            Reason.TAKEN_CARD_UNUSED, say("You may take the open card only if you lay it in a new meld at once.")
        )
    elif flow.drawing.taken_must_be_used == "meld_or_layoff":
        yield cited.by(
            Reason.TAKEN_CARD_UNUSED,
            say("You may take the open card only if you use it at once: in a new meld, or by laying it off."),
        )


def discarding(flow: TurnFlow, cited: Cited) -> list[Paragraph]:
    """Return how a turn ends, where it ends with a discard."""
    return list(_discarding(flow, cited)) if isinstance(flow.discarding, Discarding) else []


def _discarding(flow: TurnFlow, cited: Cited) -> Iterator[Paragraph]:
    yield cited.by(
        Reason.DISCARD_TAKEN,
        say(
            "You end your turn by laying a card from your hand face up on the discard pile. Only the top card of the "
            "pile may be looked at and taken."
        ),
    )
    if not flow.throwing.taken_allowed:
        yield cited.by(
            Reason.DISCARD_TAKEN,
            say("If you have taken the open card, you may not throw the same card back in that turn."),
        )
    elif flow.drawing.taken_must_be_used == "never":
        yield cited.by(
            Reason.DISCARD_TAKEN,
            say("If you have taken the open card, you may throw it back again in the same turn."),
        )


def stock_end(flow: TurnFlow, rule: str) -> list[Paragraph]:
    """Return what happens when the stock is used up, and when a round goes on without anything new."""
    return [Paragraph(rule, text) for text in _stock_end(flow)]


def _stock_end(flow: TurnFlow) -> Iterator[str]:
    match flow.drawing.exhaustion:
        case "finish_turn_then_score":
            yield say(
                "When the last card of the stock has been drawn, the player on turn plays this turn to its end, and "
                "may still go out. After that the round is over."
            )
        case "immediate_score":
            yield say("As soon as somebody draws the last card of the stock, the round is over.")
        case "reshuffle" if flow.drawing.max_reshuffles:
            yield say_number(
                "When the stock is used up, the discards below the open card are shuffled and become the new stock, "
                "but only once in a round. When the stock is used up and that is no longer possible, the round is over "
                "before the next turn.",
                "When the stock is used up, the discards below the open card are shuffled and become the new stock, "
                "but at most {number} times in a round. When the stock is used up and that is no longer possible, the "
                "round is over before the next turn.",
                flow.drawing.max_reshuffles,
            )
        case "reshuffle":
            yield say("When the stock is used up, the turn is played to its end, and then the round is over.")
        case "play_on_until_all_pass":
            yield say(
                "When the stock is used up, play goes on without it: whoever cannot or does not want to place a card "
                "passes. When all have passed one after the other, the round is over."
            )
    if _can_stall(flow):
        yield say_number(
            "A round is also over when a turn has gone by in which nobody drew from the stock or placed a card on the "
            "table.",
            "A round is also over when {number} turns in a row have gone by in which nobody drew from the stock or "
            "placed a card on the table.",
            flow.stall_limit,
        )


def _can_stall(flow: TurnFlow) -> bool:
    """Whether the limit can be reached: without a pile every turn brings something new while there is a stock."""
    return bool(flow.stall_limit) and flow.drawing.from_pile


def going_out(flow: TurnFlow, cited: Cited, rule: str | None = None) -> list[Paragraph]:
    """Return how a player gets rid of the last card; *rule*, if it is not the one about keeping a card for that."""
    end = flow.discarding
    rule = rule or cited.rule(Reason.NO_CARD_LEFT)
    if not isinstance(end, Discarding):
        return [Paragraph(rule, say("The round is over as soon as somebody has placed the last card of a hand."))]
    if not end.final_required:
        return [
            Paragraph(
                rule,
                say(
                    "The round is over as soon as somebody has no card left, whether the last one was discarded or "
                    "placed on the table."
                ),
            )
        ]
    return [
        Paragraph(rule, say("The round is over when somebody discards the last card of a hand: that is going out.")),
        cited.by(
            Reason.NO_CARD_LEFT,
            say("So keep a card for it: you may not place so many cards that you have none left to discard."),
        ),
    ]
