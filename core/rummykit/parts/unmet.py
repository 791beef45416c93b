"""What the rules of an assembled game demand and no cards can give.

Every answer is on the safe side: it is a warning only if it is certain.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rummykit.engine.match_format import MOST_ROUNDS
from rummykit.i18n import say
from rummykit.melds import MeldRules
from rummykit.parts.discarding import Discarding
from rummykit.parts.drawing import Drawing
from rummykit.parts.laying_down import LayingDown
from rummykit.parts.laying_off import LayingOff
from rummykit.parts.rearranging import Rearranging
from rummykit.parts.swapping import SwappingJokers
from rummykit.refusals import Reason
from rummykit.rules import PLAYERS, Finding

if TYPE_CHECKING:
    from rummykit.engine.ruleset import Ruleset

_MOVES = (LayingDown, LayingOff, SwappingJokers, Rearranging, Discarding)
"""The parts of a turn that give nobody a card."""
RISES_TO = ("first_meld", "rises_to")


def unmet(game: Ruleset) -> Iterator[Finding]:
    """Yield turns too short for a meld, a first meld that no hand reaches, and claims that the stock cannot pay."""
    yield from _cards_per_turn(game)
    yield from _first_meld(game)
    yield from _claim_penalty(game)
    yield from _stalls(game)


def most_points(melds: MeldRules, cards: int, number: int | None = None) -> int:
    """Return a number of points that no melds of so many cards exceed, or so many melds of them.

    The best melds are taken each by itself, as if there were cards enough for all of them.

    >>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack
    >>> rules = MeldRules(Pack(FRENCH_SUITS, FRENCH_RANKS), points=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10))
    >>> [most_points(rules, cards) for cards in (2, 3, 4, 5, 6)]
    [0, 30, 40, 49, 60]
    >>> [most_points(rules, cards, 1) for cards in (6, 20)]
    [57, 85]
    """
    lengths = range(min(melds.min_run, melds.min_set), max(melds.longest_run, melds.largest_set) + 1)
    worths = {length: _best_meld(melds, length) for length in lengths if length <= cards}
    best = [0] * (cards + 1)
    for _ in range(1 if number is None else number):
        before = best if number is None else best[:]
        for count in range(1, cards + 1):
            ways = (worth + before[count - length] for length, worth in worths.items() if length <= count)
            best[count] = max(best[count - 1], *ways, 0)
    return best[cards]


def _best_meld(melds: MeldRules, length: int) -> int:
    places = (range(start, start + length) for start in range(melds.starts) if melds.has_run(start, length))
    runs = [sum(melds.points_at(melds.line[place], place) for place in run) for run in places]
    ranks = range(len(melds.pack.ranks)) if melds.min_set <= length <= melds.largest_set else ()
    return max([*runs, *(melds.points_at(rank) * length for rank in ranks)], default=0)


def _cards_per_turn(game: Ruleset) -> Iterator[Finding]:
    most, laying = game.flow.max_hand_cards, _laying_down(game)
    if most is None or laying is None or game.table_rules.mods:
        return
    needed, pool = min(game.melds.min_run, game.melds.min_set), laying.pool
    if pool:
        from_pool = min(pool.per_turn, game.melds.max_jokers or pool.per_turn)
        needed = min(needed, max(game.melds.min_naturals, pool.min_run - from_pool))
    if most < needed:
        sentence = say("a meld takes at least {needed} cards of the hand, so nobody can ever meld", needed=needed)
        yield _oddity(game, (Reason.CARDS_PER_TURN,), sentence)
    elif not _grows(game) and most > game.deal.hand_size:
        sentence = say("nobody ever has more than {cards} cards to lay down", cards=game.deal.hand_size + 1)
        yield _oddity(game, (Reason.CARDS_PER_TURN,), sentence)


def _laying_down(game: Ruleset) -> LayingDown | None:
    return next((move for move in game.flow.moves if isinstance(move, LayingDown)), None)


def _first_meld(game: Ruleset) -> Iterator[Finding]:
    laying = _laying_down(game)
    if laying is None or laying.first.is_free:
        return
    first, cards = laying.first, _most_cards(game, laying)
    best = most_points(game.melds, cards, 1 if first.alone else laying.per_turn)
    highest = first.highest(game.match.options.rounds_for(game.players) or MOST_ROUNDS)
    minima = {Reason.FIRST_MELD_POINTS: (first.min_points, highest.min_points)}
    if game.melds.wild_bits and first.max_jokers != 0:
        with_joker = first.min_points_with_joker or 0, highest.min_points_with_joker or 0
        minima[Reason.FIRST_MELD_POINTS_WITH_JOKER] = with_joker
    for reason, (begins, needed) in minima.items():
        if needed > best:
            numbers = {"needed": needed, "cards": cards, "best": best}
            sentence = say("{needed} points cannot be reached: {cards} cards in melds count {best} at most", **numbers)
            melds = () if laying.per_turn is None else (Reason.MELDS_PER_TURN,)
            alone = (Reason.FIRST_MELD_ALONE,) if first.alone else ()
            found = _oddity(game, (reason, Reason.CARDS_PER_TURN, *melds, *alone), sentence)
            if begins <= best and not first.rises:
                found = Finding((RISES_TO, *found.options), f"{'.'.join(RISES_TO)}: {sentence}")
            yield found


def _most_cards(game: Ruleset, laying: LayingDown) -> int:
    """Return how many cards a player could ever lay down in a turn, those of a pool included."""
    cards = len(game.pack) if _grows(game) else game.deal.hand_size + 1
    if game.flow.max_hand_cards is not None:
        cards = min(cards, game.flow.max_hand_cards)
    return cards + (laying.pool.per_turn if laying.pool else 0)


def _grows(game: Ruleset) -> bool:
    """Say whether claims, turns without a discard, or what another plugin brings may make a hand larger and larger."""
    flow = game.flow
    return (
        flow.claiming is not None
        or flow.drawing.reach != "top"
        or flow.draw_mode != "draw_then_play"
        or bool(game.table_rules.mods)
        or not any(isinstance(move, Discarding) for move in flow.moves)
        or not all(type(move) in _MOVES for move in flow.moves)
        or type(flow.drawing) is not Drawing
    )


def _claim_penalty(game: Ruleset) -> Iterator[Finding]:
    claiming, drawing, deal = game.flow.claiming, game.flow.drawing, game.deal
    refills = drawing.exhausted == "reshuffle" and drawing.reshuffles > 0
    if claiming is None or refills or game.table_rules.mods:
        return
    jokers = game.pack.joker_bits.bit_count() if deal.pool_jokers else 0
    dealt = game.players * deal.hand_size + (deal.extra_card != "none") + deal.upcard
    # Others are asked after a card was drawn, unless a claim is a turn of its own.
    stock = len(game.pack) - jokers - dealt - (not claiming.takes_turn)
    if claiming.penalty > stock:
        sentence = say(
            "{needed} for a claim are never there: the stock has {stock} left at the first claim",
            needed=claiming.penalty,
            stock=stock,
        )
        yield _oddity(game, (Reason.CLAIM_NO_PENALTY_CARD,), sentence)


def _stalls(game: Ruleset) -> Iterator[Finding]:
    if 0 < game.flow.stall_limit < game.players:
        message = say(
            "turn.stall_limit: {limit} ends the round before each of {players} players had a turn",
            limit=game.flow.stall_limit,
            players=game.players,
        )
        yield Finding((("turn", "stall_limit"), PLAYERS), message)


def _oddity(game: Ruleset, reasons: tuple[Reason, ...], sentence: str) -> Finding:
    """Make an oddity of the options that, by the variant's citations, decide these reasons."""
    cited = [citation.option for reason in reasons if (citation := game.citations.get(reason)) and citation.option]
    name = f"{cited[0]}: " if cited else ""
    pairs = [option.partition(".") for option in cited]
    return Finding(tuple((section, option) for section, _, option in pairs), name + sentence)
