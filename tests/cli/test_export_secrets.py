"""What leaves the machine for one seat holds nothing that this seat may not know.

Proven twice: by working out what a seat may know and looking for anything else, and by changing what is hidden, which
must change nothing in an export.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest

from cli.command import rummy
from cli.recordings import NAMES, PLUGINS, SEED, recorded
from rummykit.cards import Pack
from rummykit.engine.match import Match
from rummykit.engine.records import Record
from rummykit.engine.round import Round
from rummykit.errors import RecordError
from rummykit_cli.commands.export import SUFFIXES, render
from rummykit_cli.render.story import Story, known_hands, steps_of

MOVES = 22
"""Where a game in play stops: most cards are still unseen."""


# -- what a seat may know ----------------------------------------------------------------------------------


def may_know(match: Match, round: Round, seated: tuple[int, ...], seat: int) -> set[int]:
    """The kinds of the cards that *seat* sees now: worked out without views."""
    pack, found = round.rules.pack, set(round.pile[-1:])
    for at, other in enumerate(seated):
        revealed = round.rules.flow.shows_hands and (
            round.outcome is not None or (round.announced is not None and round.announced.seat == at)
        )
        if other == seat or revealed:
            found |= set(pack.kinds(round.hands[at]))
    for meld in round.table.values():
        found |= {placed.card.kind for placed in meld.meld.cards}
    return found | set(pack.kinds(round.pool))


def known_so_far(record: Record, seat: int) -> Iterator[set[int]]:
    """For every step of an export, the kinds that *seat* has seen up to then."""
    match = record.start(PLUGINS)
    known = may_know(match, match.round, match.seated, seat) | {card.kind for card in match.seat_draw}
    yield set(known)
    for action in record.actions(match):
        round, seated = match.round, match.seated
        match.apply(action)
        known |= may_know(match, round, seated, seat)
        yield set(known)
        if match.round is not round:
            known |= may_know(match, match.round, match.seated, seat)
            yield set(known)


def cards_named(text: str, pack: Pack) -> set[int]:
    """The kinds of all cards that a text names, with letters or with signs, but for those that a joker stands for."""
    names = {card.text: card.kind for card in pack.cards}
    names |= {f"{pack.ranks[card.rank]}{card.sign}": card.kind for card in pack.cards[: pack.naturals] if card.sign}
    return {names[word] for word in re.findall(r"(?<!=)\b[\w♠♥♦♣*]+", text) if word in names}


@pytest.fixture(params=[MOVES, None], ids=["in_play", "over"])
def moves(request: pytest.FixtureRequest) -> int | None:
    part: int | None = request.param
    return part


def test_no_card_is_named_that_the_seat_may_not_know(home: Path, our_variant: str, moves: int | None) -> None:
    match = recorded(home / "game.rummy", our_variant, moves=moves)
    pack, record = match.rules.pack, Record.read(home / "game.rummy")
    known = list(known_so_far(record, seat=1))

    def exported(format: str) -> str:
        result = rummy(home, "export", "game.rummy", "--seat", "Ben", "--format", format)
        assert result.code == 0
        assert str(SEED) not in result.out
        return result.out

    steps = json.loads(exported("json"))["steps"]
    assert len(steps) == len(known)
    for step, seen in zip(steps, known, strict=True):
        assert cards_named(json.dumps(step), pack) <= seen
    # The heading begins with "As", which is also the ace of spades.
    text = exported("text").replace("As Ben sees it", "")
    assert cards_named(text, pack) <= known[-1]
    assert cards_named(text, pack), "cards are found in this way"
    page = exported("html").replace("As Ben sees it", "")
    style = re.compile(r"<style>.*?</style>|<script>.*?</script>", re.DOTALL)
    assert cards_named(style.sub("", page), pack) <= known[-1]
    drawn = json.loads(re.findall(r'id="data">(.*?)</script>', page)[0])["cards"]
    assert {pack.placed(key).card.kind for key in drawn} <= known[-1]
    if moves is not None:
        assert len(known[-1]) < len(pack.cards), "there is something to hide"


# -- changing what is hidden -------------------------------------------------------------------------------


class Swap(NamedTuple):
    """A card that a seat gets and never shows changes places with one that lies at a *place* in the stock."""

    at: int
    given: int
    """The kind that it gets."""
    drawn: int | None
    """Where in the stock it lies before it is drawn; None if it is dealt."""
    place: int


Swaps = dict[int, list[Swap]]
"""What is swapped in a round, by the number of the round."""


def twin(match: Match, swaps: Swaps) -> Match:
    """The match before its first move, with some cards in other places."""

    class Twin(Match):
        def _deal(self) -> None:
            super()._deal()
            for swap in swaps.get(self.round.number, ()):
                exchange(self.round, swap)

    return Twin(match.rules, match.seed, match.names)


def exchange(round: Round, swap: Swap) -> None:
    instead, round.stock[swap.place] = round.stock[swap.place], swap.given
    if swap.drawn is None:
        pack = round.rules.pack
        round.hands[swap.at] = pack.add(pack.remove(round.hands[swap.at], swap.given), instead)
    else:
        round.stock[swap.drawn] = instead


def holds(match: Match, record: Record) -> bool:
    """Whether the moves of a record can be made, with the same results."""
    try:
        for action in record.actions(match):
            match.apply(action)
    except (RecordError, ValueError):
        return False
    return True


class Played(NamedTuple):
    """A round as it was dealt and as it ended, and who drew the card at which place of the stock."""

    dealt: Round
    ended: Round
    drawers: dict[int, int]


def rounds_of(record: Record) -> Iterator[Played]:
    match = record.start(PLUGINS)
    played = Played(match.round.copy(), match.round, {})
    for action in record.actions(match):
        round, before = match.round, match.round.copy()
        match.apply(action)
        grown = [at for at in range(round.players) if round.hands[at].bit_count() > before.hands[at].bit_count()]
        if len(grown) == 1:
            played.drawers.update((place, grown[0]) for place in range(len(round.stock), len(before.stock)))
        if match.round is not round:
            yield played
            played = Played(match.round.copy(), match.round, {})
    yield played


def unseen(played: Played, at: int, taken: Collection[int]) -> Iterator[Swap]:
    """Swaps of the cards that a seat drew, and of those it was dealt, if it may not have shown them."""
    dealt, ended, drawers = played
    pack, kept = dealt.rules.pack, set(dealt.rules.pack.kinds(ended.hands[at]))
    got: list[tuple[int, int | None]] = [(dealt.stock[place], place) for place, by in drawers.items() if by == at]
    got += [(kind, None) for kind in pack.kinds(dealt.hands[at])]
    for given, drawn in got:
        place = next((place for place in places(played, given) if place not in taken), None)
        if given in kept and place is not None:
            yield Swap(at, given, drawn, place)


def places(played: Played, given: int) -> Iterator[int]:
    """Where in the stock cards lie that nobody has drawn; if hands were counted, only those that count the same."""
    dealt, ended, _ = played
    cards, worth = dealt.rules.pack.cards, dealt.rules.scoring.card_penalty
    if dealt.stock[: len(ended.stock)] != ended.stock:
        return  # the discards were shuffled
    for place, kind in enumerate(ended.stock):
        if kind != given and (ended.outcome is None or worth(cards[kind]) == worth(cards[given])):
            yield place


def hidden_swaps(match: Match, record: Record, seat: int | None) -> Swaps:
    """Swaps that *seat* cannot notice, or that nobody can, in the first rounds: as many as can be made together."""
    swaps: Swaps = {}
    for number, played in enumerate(islice(rounds_of(record), 3), 1):
        taken: set[int] = set()
        for at, name in enumerate(played.dealt.names):
            if at in {hand.seat for hand in played.ended.shown} or (seat is not None and match.names[seat] == name):
                continue
            for swap in unseen(played, at, taken):
                trial = {**swaps, number: [*swaps.get(number, []), swap]}
                if holds(twin(match, trial), record):
                    swaps = trial
                    taken.add(swap.place)
    return swaps


def story(match: Match, record: Record, seat: int | None, known: frozenset[int]) -> Story:
    return Story(match, seat, known, tuple(steps_of(match, record.actions(match), known)))


def assert_blind(path: Path, seat: int | None) -> int:
    """Assert that an export is the same whatever is hidden from *seat*; return in how many places it differs."""
    record = Record.read(path)
    match = record.replay(PLUGINS)
    swaps, known = hidden_swaps(match, record, seat), known_hands(match, seat)
    one, other = (story(twin(match, some), record, seat, known) for some in ({}, swaps))
    for format in set(SUFFIXES.values()):
        assert render(one, format) == render(other, format)
    if swaps:
        everybody = frozenset(range(len(match.names)))
        one, other = (story(twin(match, some), record, None, everybody) for some in ({}, swaps))
        assert render(one, "text") != render(other, "text"), "the two would differ if hands were shown"
    return sum(map(len, swaps.values()))


def test_what_is_hidden_from_a_seat_changes_nothing(tmp_path: Path, our_variant: str, moves: int | None) -> None:
    match = recorded(tmp_path / "game.rummy", our_variant, moves=moves)
    found = [assert_blind(tmp_path / "game.rummy", seat) for seat in range(len(NAMES))]
    if moves is not None:
        assert all(found)
    else:
        # Where all hands are shown at the end of a round, nothing that could be swapped stays hidden.
        assert any(found) or match.rules.flow.shows_hands


def test_what_is_hidden_from_all_changes_nothing(tmp_path: Path, our_variant: str) -> None:
    recorded(tmp_path / "game.rummy", our_variant, moves=MOVES)
    assert assert_blind(tmp_path / "game.rummy", None) >= 2


@pytest.mark.parametrize("seat", [0, *(pytest.param(seat, marks=pytest.mark.campaign) for seat in (1, 2))])
def test_several_rounds_with_claims_and_penalty_cards(tmp_path: Path, seat: int) -> None:
    claiming = {"penalty": 1}
    recorded(tmp_path / "game.rummy", "rummy17", preset="five_rounds", claims=claiming)
    assert assert_blind(tmp_path / "game.rummy", seat)
