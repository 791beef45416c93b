"""Hints in whole games: always a legal move, told in whole sentences that are true and name no hidden card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random

from hinting import hint_for

from campaign import Sample, samples
from matches import NAMES, PLUGINS
from rummykit.engine.actions import BuyBack, Discard, Knock
from rummykit.engine.match import Match
from rummykit.engine.notation import read_action
from rummykit.engine.round import Round
from rummykit.engine.ruleset import Ruleset
from rummykit.engine.scoring import ShownHand
from rummykit.engine.views import View
from rummykit.scenario import resolve
from rummykit_bots.hints import Hint, hint


@cache
def rules_of(variant: str, preset: str | None) -> Ruleset:
    players = 2 if preset == "brettspielnetz" else 3
    return PLUGINS.assemble(resolve(PLUGINS, variant, preset=preset), players)


# The numbers are those of moves that are looked at.
a_game = samples(normal=35, campaign=500)


def decisions(game: tuple[str, str | None], seed: int, sample: Sample) -> Iterator[tuple[Match, Hint]]:
    """Play a match by its hints, and yield each before it is followed."""
    rules = rules_of(*game)
    match = Match(rules, sample.seed + seed, NAMES[: rules.players])
    for _ in range(sample.number):
        if match.is_over:
            return
        given = hint_for(match.view(match.actor))
        yield match, given
        match.apply(given.action)


@a_game
def test_hints_are_legal_moves_in_whole_sentences(our_game: tuple[str, str | None], sample: Sample) -> None:
    for match, given in decisions(our_game, 0, sample):
        assert match.check(given.action) is None
        assert given.move.startswith("You can ")
        assert given.move.endswith(f": {given.action}")
        if not isinstance(given.action, BuyBack):
            assert read_action(str(given.action), match.round) == given.action
        for text in (given.look, given.why):
            assert re.fullmatch(r"[A-Z0-9*].*[.?]", text), text
            assert not re.search(r"[{}]|None(?! of)|  | [.,]", text), text


@a_game
def test_hints_name_no_hidden_card_and_stay_the_same(our_game: tuple[str, str | None], sample: Sample) -> None:
    for match, given in decisions(our_game, 1, sample):
        view = match.view(match.actor)
        assert hint(view, Random(5)) == given
        if not isinstance(view, View):
            continue
        assert named_cards(given, view) <= known_cards(view)
        twin = mixed(match.round, view.seat, Random(match.round.turn))
        assert hint_for(twin.view(view.seat)) == given


def named_cards(given: Hint, view: View) -> set[str]:
    """What is named as a card; not what a joker stands for."""
    words = re.findall(r"[\w*]+(?:=\w+)?", f"{given.look} {given.move} {given.why}")
    return {word.partition("=")[0] for word in words} & {card.text for card in view.rules.pack.cards}


def known_cards(view: View) -> set[str]:
    melds = [meld.meld for meld in view.table] + [meld for hand in view.shown for meld in hand.melds]
    cards = [*view.cards, *view.pool_cards, *[placed.card for meld in melds for placed in meld.cards]]
    cards += [card for hand in view.shown for card in hand.left]
    return {str(card) for card in cards} | {str(view.open_card)}


def mixed(round: Round, seat: int, random: Random) -> Round:
    """The same table with everything that *seat* cannot see dealt anew: other hands, stock, covered discards."""
    pack, twin = round.rules.pack, round.copy()
    open_hands = {seat} | {hand.seat for hand in round.shown}
    others = [other for other in range(round.players) if other not in open_hands]
    hidden = twin.stock + twin.pile[:-1] + [kind for other in others for kind in pack.kinds(twin.hands[other])]
    random.shuffle(hidden)
    for other in others:
        size = round.hands[other].bit_count()
        twin.hands[other], hidden = pack.add_all(0, hidden[:size]), hidden[size:]
    twin.stock, covered = hidden[: len(twin.stock)], hidden[len(twin.stock) :]
    twin.pile = covered + twin.pile[-1:]
    return twin


@a_game
def test_what_hints_say_of_points_and_of_going_out_is_true(our_game: tuple[str, str | None], sample: Sample) -> None:
    for match, given in decisions(our_game, 2, sample):
        if isinstance(given.action, BuyBack):
            continue
        round, seat = match.round.copy(), match.round.actor
        before = penalty(round, seat)
        round.apply(given.action)
        points = re.search(r"It takes (\d+) points? off", given.why)
        if points:
            assert before - penalty(round, seat) == int(points[1])
        left = re.search(r"your cards in no meld count (\d+) point", given.why)
        if left and isinstance(given.action, Discard | Knock):
            assert ShownHand.of(round.rules, seat, round.hands[seat]).points == int(left[1])
        if "you go out" in given.why or "you can go out in this turn" in given.why:
            play_turn(round, seat)
            assert round.outcome is not None
            assert round.outcome.seat == seat


def penalty(round: Round, seat: int) -> int:
    return sum(map(round.rules.scoring.card_penalty, round.rules.pack.cards_in(round.hands[seat])))


def play_turn(round: Round, seat: int) -> None:
    """Follow the hints until the turn of a seat is over."""
    while round.outcome is None and round.active == seat:
        round.apply(hint_for(round.view(round.actor)).action)
