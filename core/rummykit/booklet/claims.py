"""Claiming in prose: taking the open card out of turn."""

from __future__ import annotations

from collections.abc import Iterator

from rummykit.booklet.cited import Cited
from rummykit.booklet.model import Paragraph
from rummykit.deal import Deal
from rummykit.language import say, say_number
from rummykit.reasons import Reason
from rummykit.turn import Claiming, TurnFlow


def claiming(flow: TurnFlow, deal: Deal, cited: Cited) -> list[Paragraph]:
    """Return the rules of claiming; none at a table where nobody claims."""
    return list(_claiming(flow, flow.claiming, deal, cited)) if flow.claiming else []


def _claiming(flow: TurnFlow, claims: Claiming, deal: Deal, cited: Cited) -> Iterator[Paragraph]:
    if claims.takes_turn:
        yield cited.by(
            Reason.CLAIM_TOO_EARLY,
            say(
                "You may take the open card although it is not your turn: that is a claim. Whenever the player on turn "
                "wants to draw from the stock, the others may first claim the open card."
            ),
        )
        yield cited.by(
            Reason.CLAIM_TOO_LATE,
            say(
                "Whoever claims the card is on turn at once, and the card is the draw of that turn. Then play goes on "
                "to the left of the claimant: the player who wanted to draw, and whoever sits between the two, miss "
                "a turn. Once the stock card has been drawn, it is too late for a claim."
            ),
        )
    else:
        yield cited.by(
            Reason.CLAIM_TOO_EARLY,
            say(
                "You may take the open card although it is not your turn: that is a claim. It is possible as soon as "
                "the player on turn has drawn from the stock and so left the open card lying."
            ),
        )
        yield cited.by(
            Reason.CLAIM_TOO_LATE,
            say("Claim in time: once the player on turn has melded or discarded, it is too late."),
        )
    yield cited.by(
        Reason.CLAIM_AFTER_OPEN_DRAW,
        say("If the player on turn takes the open card, there is nothing left to claim."),
    )
    yield cited.by(
        Reason.CLAIM_TURN_OF_OTHER,
        say(
            "If several of you want the card, being quick does not help: it goes to the one who comes first after the "
            "player on turn, clockwise."
        ),
    )
    yield cited.by(
        Reason.CLAIM_ONE_CARD,
        say("Only one card may be claimed in a turn; the card that lay beneath it is not to be had."),
    )
    yield from _who(claims, deal, cited)
    yield from _when(flow, claims, cited)
    yield _price(claims, cited)


def _who(claims: Claiming, deal: Deal, cited: Cited) -> Iterator[Paragraph]:
    if claims.discarder_may_claim:
        yield cited.by(Reason.CLAIM_OWN_DISCARD, say("You may even claim a card that you discarded yourself."))
    else:
        yield cited.by(Reason.CLAIM_OWN_DISCARD, say("You may not claim a card that you discarded yourself."))
    if _dealer_sees_upcard(claims, deal):
        yield cited.by(
            Reason.CLAIM_DEALER_UPCARD,
            say("The first open card of the round was discarded by nobody, so everybody may claim it, the dealer too.")
            if claims.dealer_may_claim_upcard
            else say("The first open card of the round may be claimed by everybody but the dealer."),
        )


def _dealer_sees_upcard(claims: Claiming, deal: Deal) -> bool:
    """Whether the dealer can be asked about the first open card: it lies there, and somebody else draws first."""
    is_drawn_for = deal.starter not in ("dealer", deal.extra_card)
    return deal.upcard and is_drawn_for and claims.from_lap == 1


def _when(flow: TurnFlow, claims: Claiming, cited: Cited) -> Iterator[Paragraph]:
    if claims.from_lap > 1:
        yield cited.by(
            Reason.CLAIM_LAP,
            say_number(
                "Nobody may claim in the first lap, that is, before everybody has been on turn once.",
                "Nobody may claim in the first {number} laps, that is, before everybody has been on turn {number} "
                "times.",
                claims.from_lap - 1,
            ),
        )
    # Elsewhere the last stock card does not make a last turn, or the claim is made before it is drawn.
    if flow.drawing.exhaustion == "finish_turn_then_score" and not claims.takes_turn:
        yield cited.by(
            Reason.CLAIM_ON_FINAL_DRAW,
            say("A claim is possible even after the last card of the stock has been drawn.")
            if claims.on_final_draw
            else say("Once the last card of the stock has been drawn, nothing can be claimed any more."),
        )


def _price(claims: Claiming, cited: Cited) -> Paragraph:
    number, reason = claims.penalty_cards, Reason.CLAIM_NO_PENALTY_CARD
    if number and claims.takes_turn:
        return cited.by(
            reason,
            say_number(
                "A claim has its price: besides the open card you take the top card of the stock. If there is none, "
                "you may not claim.",
                "A claim has its price: besides the open card you take the top {number} cards of the stock. If there "
                "are not so many, you may not claim.",
                number,
            ),
        )
    if number:
        return cited.by(
            reason,
            say_number(
                "A claim has its price: besides the open card you take the top card of the stock, so you hold two "
                "cards more. You discard nothing for it, and have your turn as usual. If the stock has no card left, "
                "you may not claim.",
                "A claim has its price: besides the open card you take the top {number} cards of the stock. You "
                "discard nothing for it, and have your turn as usual. If the stock has not so many cards left, you "
                "may not claim.",
                number,
            ),
        )
    if claims.takes_turn:
        return cited.by(reason, say("Apart from that, a claim costs nothing."))
    return cited.by(
        reason,
        say(
            "A claim costs nothing: you simply hold one card more. You discard nothing for it, and have your turn as "
            "usual."
        ),
    )
