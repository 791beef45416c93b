"""The deal in prose: the hands, the stock, and who begins."""

from __future__ import annotations

from rummykit.booklet.model import Paragraph, Table
from rummykit.deal import Deal
from rummykit.houserules import ByPlayers, HouseRules, PerPlayers
from rummykit.houserules.options import impossible
from rummykit.language import either, say


def possible_players(rules: HouseRules, fewest: int, most: int) -> list[int]:
    """Return how many can play by these rules: for some there may be too few cards, or no size of a hand."""
    return [players for players in range(fewest, most + 1) if not impossible(rules, players)]


def who_can_play(players: list[int], rule: str) -> list[Paragraph]:
    """Return how many can play, *players* being all numbers for which these rules work."""
    fewest, most = players[0], players[-1]
    if fewest < most and players == list(range(fewest, most + 1)):
        text = say("{fewest} to {most} people can play, everybody for himself.", fewest=fewest, most=most)
    else:
        text = say("{numbers} people can play, everybody for himself.", numbers=either(players))
    return [Paragraph(rule, text)]


def hands(hand_size: PerPlayers, players: list[int], rule: str) -> list[Paragraph]:
    """Return how many cards everybody gets, for the numbers of players that can play."""
    if not isinstance(hand_size, ByPlayers):
        return [
            Paragraph(
                rule,
                say(
                    "The dealer shuffles well and deals the cards face down, one at a time and clockwise, until "
                    "everybody has {number}. Pick yours up and do not show them.",
                    number=hand_size,
                ),
            )
        ]
    sizes = Table((say("Players"), say("Cards each")), tuple((str(count), str(hand_size[count])) for count in players))
    return [
        Paragraph(
            rule,
            say(
                "The dealer shuffles well and deals the cards face down, one at a time and clockwise. How many you get "
                "depends on how many you are:"
            ),
            table=sizes,
        )
    ]


def extra_card(deal: Deal, rule: str) -> list[Paragraph]:
    """Return who gets one card more, if anybody does."""
    match deal.extra_card:
        case "dealer":
            text = say("The dealer gets one card more, and does not draw in his first turn.")
        case "left":
            text = say("The player to the left of the dealer gets one card more, and does not draw in his first turn.")
        case _:
            return []
    return [Paragraph(rule, text)]


def stock(deal: Deal, rule: str, pile: bool = True) -> list[Paragraph]:
    """Return what becomes of the other cards; ``pile``: whether there is a discard pile."""
    if deal.upcard:
        text = say(
            "The remaining cards lie face down in the middle of the table: they are the stock. Turn its top card up "
            "and lay it beside the stock. There it begins the discard pile, and the card on top of that is called the "
            "open card."
        )
    elif pile:
        text = say(
            "The remaining cards lie face down in the middle of the table: they are the stock. Beside it is the place "
            "for the discard pile, which is empty at first; the card on top of it will be called the open card."
        )
    else:
        text = say("The remaining cards lie face down in the middle of the table: they are the stock.")
    return [Paragraph(rule, text)]


def starter(deal: Deal, rule: str) -> list[Paragraph]:
    """Return who begins."""
    texts = {
        "dealer": say("The dealer begins, and the others follow clockwise."),
        "left": say("The player to the left of the dealer begins, and the others follow clockwise."),
        "random": say("Chance decides who begins; the others follow clockwise."),
    }
    return [Paragraph(rule, texts[deal.starter])]
