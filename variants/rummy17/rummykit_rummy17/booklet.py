"""The rule booklet of Rummy 17: what a table plays, chapter by chapter, and nothing of what it does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rummykit.booklet import Chapter, Paragraph
from rummykit.booklet.cited import Cited
from rummykit.booklet.claims import claiming
from rummykit.booklet.dealing import extra_card, hands, possible_players, starter, stock, who_can_play
from rummykit.booklet.drawing import discarding, drawing, going_out, stock_end
from rummykit.booklet.first_meld import first_meld
from rummykit.booklet.laying import hand_card_limit, laying_off, melds_stay
from rummykit.booklet.match import match_chapter
from rummykit.booklet.meld_rules import sets_and_runs
from rummykit.deal import Deal
from rummykit.language import say, say_number
from rummykit.melds import MeldRules
from rummykit.reasons import Reason
from rummykit.turn import TurnFlow
from rummykit_rummy17 import (
    rummykit_deal,
    rummykit_melds,
    rummykit_pack,
    rummykit_scoring,
    rummykit_turn,
    rummykit_variant,
)
from rummykit_rummy17.bonus import BONUS_CARDS
from rummykit_rummy17.booklet_jokers import jokers
from rummykit_rummy17.booklet_scoring import bonus_cards, scoring
from rummykit_rummy17.house_rules import Rummy17Rules
from rummykit_rummy17.rulebook import CITATIONS


@dataclass(frozen=True)
class _Game:
    """The parts of the game that the chapters are about."""

    rules: Rummy17Rules
    players: list[int]
    deal: Deal
    melds: MeldRules
    flow: TurnFlow
    cited: Cited

    @classmethod
    def by(cls, rules: Rummy17Rules) -> _Game:
        info = rummykit_variant()
        players = possible_players(rules, info.min_players, info.max_players)
        return cls(
            rules,
            players,
            rummykit_deal(rules, players[0]),
            rummykit_melds(rules, rummykit_pack()),
            rummykit_turn(rules),
            Cited(CITATIONS),
        )


def chapters(rules: Rummy17Rules) -> tuple[Chapter, ...]:
    """Return the booklet of these house rules."""
    game = _Game.by(rules)
    flow, melds, cited = game.flow, game.melds, game.cited
    scored = rummykit_scoring(rules)
    written = (
        Chapter(say("Material"), tuple(_material(game))),
        Chapter(say("The deal"), tuple(_deal(game))),
        Chapter(say("The turn"), tuple(_turn(game))),
        Chapter(say("Claiming"), tuple(claiming(flow, game.deal, cited))),
        Chapter(say("Melds"), tuple(_melds(game))),
        Chapter(
            say("The first meld"),
            tuple(first_meld(flow, cited, jokers=True, counting=say("Every card counts its value, from 1 to 17."))),
        ),
        Chapter(say("Laying off"), tuple(laying_off(flow, melds.pack, cited))),
        Chapter(say("Jokers"), tuple(jokers(flow, melds, cited))),
        Chapter(say("The end of the round"), tuple(_end(game))),
        Chapter(say("The bonus cards"), tuple(bonus_cards(rules, flow))),
        Chapter(say("Scoring"), tuple(scoring(rules, melds, scored))),
        match_chapter(rules.match, high_wins=scored.high_wins, rule="R17-SCORE-03"),
    )
    return tuple(chapter for chapter in written if chapter.paragraphs)


def _material(game: _Game) -> Iterator[Paragraph]:
    yield Paragraph("R17-SCORE-03", _aim(game.rules))
    yield from who_can_play(game.players, "R17-COMP-04")
    yield Paragraph(
        "R17-COMP-01",
        say(
            "You need 85 number cards: the values from 1 to 17 in the five colours red, blue, green, yellow and "
            "violet. Every card is there just once."
        ),
    )
    yield Paragraph("R17-COMP-02", say("There are also five jokers, one of each colour. They are never shuffled in."))
    if game.rules.scoring.bonus_cards_in_play:
        yield Paragraph(
            "R17-COMP-03",
            say_number(
                "And there are twelve bonus cards, worth {number} point each. They tell you what brings points.",
                "And there are twelve bonus cards, worth {number} points each. They tell you what brings points.",
                game.rules.scoring.bonus_points,
            ),
        )


def _aim(rules: Rummy17Rules) -> str:
    if not rules.scoring.bonus_cards_in_play:
        return say(
            "You collect sets and runs and lay them out in front of you. Cards that are left in your hand cost points, "
            "and whoever has the best score wins."
        )
    return say(
        "You collect sets and runs and lay them out in front of you. Bonus cards reward the best of them, cards that "
        "are left in your hand cost points, and whoever has the best score wins."
    )


def _deal(game: _Game) -> Iterator[Paragraph]:
    yield Paragraph("R17-SETUP-01", say("Agree on who deals first, by chance or as you like."))
    yield from hands(game.rules.deal.hand_size, game.players, "R17-SETUP-04")
    yield from extra_card(game.deal, "R17-SETUP-04")
    yield from stock(game.deal, "R17-SETUP-04")
    yield Paragraph(
        "R17-SETUP-03",
        say("All five jokers lie open beside the stock. This is the pool, and it is there for all of you."),
    )
    yield from _open_bonus_cards(game.rules.scoring.bonus_cards_in_play)
    yield from starter(game.deal, "R17-SETUP-05")


def _open_bonus_cards(number: int) -> Iterator[Paragraph]:
    if number == len(BONUS_CARDS):
        yield Paragraph("R17-SETUP-02", say("All twelve bonus cards lie open: they hold for the round."))
    elif number:
        yield Paragraph(
            "R17-SETUP-02",
            say_number(
                "The bonus cards are shuffled and one of them is turned up: it holds for the round. The others stay "
                "out of it.",
                "The bonus cards are shuffled and {number} of them are turned up: they hold for the round. The others "
                "stay out of it.",
                number,
            ),
        )


def _turn(game: _Game) -> Iterator[Paragraph]:
    flow, cited = game.flow, game.cited
    yield cited.by(
        Reason.NOT_NOW, _turn_in_short(lays_off=flow.laying_off.on != "none", swaps=game.rules.swaps.joker_swap)
    )
    yield from drawing(flow, cited)
    yield Paragraph(
        "R17-TURN-04",
        say("You never have to meld, even if you could. Sometimes it is wise to wait, sometimes it is not."),
    )
    yield from discarding(flow, cited)


def _turn_in_short(lays_off: bool, swaps: bool) -> str:
    if lays_off and swaps:
        return say(
            "A turn has three parts. First you draw a card. Then you may meld, lay off and swap jokers, in any order "
            "and as often as you can. Finally you discard a card."
        )
    if lays_off:
        return say(
            "A turn has three parts. First you draw a card. Then you may meld and lay off, in any order and as often "
            "as you can. Finally you discard a card."
        )
    if swaps:
        return say(
            "A turn has three parts. First you draw a card. Then you may meld and swap jokers, in any order and as "
            "often as you can. Finally you discard a card."
        )
    return say(
        "A turn has three parts. First you draw a card. Then you may meld, as often as you can. Finally you discard a "
        "card."
    )


def _melds(game: _Game) -> Iterator[Paragraph]:
    yield from sets_and_runs(game.melds, game.cited)
    yield Paragraph("R17-MELD-04", say("You lay your melds open in front of you, so that all can see whose they are."))
    yield from melds_stay(game.cited, swaps=game.rules.swaps.joker_swap)
    yield from hand_card_limit(game.flow, game.cited)


def _end(game: _Game) -> Iterator[Paragraph]:
    yield from going_out(game.flow, game.cited, "R17-END-01")
    match game.rules.scoring.rummy17_double:
        case "all_players":
            yield Paragraph(
                "R17-END-04",
                say(
                    "Rummy 17! If you go out and the last card you discard is a 17, all points of the round count "
                    "double, good and bad ones, for everybody."
                ),
            )
        case "finisher_only":
            yield Paragraph(
                "R17-END-04",
                say(
                    "Rummy 17! If you go out and the last card you discard is a 17, your points of the round count "
                    "double; those of the others do not."
                ),
            )
    yield from stock_end(game.flow, "R17-END-02")
