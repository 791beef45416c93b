"""What a seat is told does not change with the cards it cannot see: in generated games, undo and hints included."""

from __future__ import annotations

from collections.abc import Callable, Collection
from copy import deepcopy
from random import Random

import pytest
from hypothesis import assume, given

from campaign import Sample, samples
from properties.game import PLUGINS
from rummykit.engine.actions import Action, BuyBack, Call, Knock
from rummykit.engine.deal import shuffled
from rummykit.engine.match import Match
from rummykit.engine.records import SeatInfo
from rummykit.engine.round import Round
from rummykit.events import TableEvent
from rummykit_kit.setup import Setup
from rummykit_kit.strategies import setups
from rummykit_session import Session
from rummykit_session.thinking import Thinking

MOST_MOVES = 120
"""As far as a game is played."""
COMPARED = 0.15
"""The share of moves that are made at a twin's table too."""


def new_session(match: Match) -> Session:
    # However long a hint takes: that one of two tables ran out of time would tell nothing of hidden cards.
    thinking = Thinking(seconds=3_600)
    return Session(match, tuple(map(SeatInfo, match.names)), None, {}, thinking=thinking)


def twin_of(session: Session, known: Collection[int], action: Action | None, random: Random) -> Session | None:
    """Return a session in which all cards lie elsewhere that those cannot see who know these hands.

    What *action* shows stays where it is. None if the move cannot be made there.
    """
    match, round = session.match, session.match.round
    mixed = mix(round, {round_seat for round_seat, seat in enumerate(match.seated) if seat in known}, action, random)
    shared = {id(one): one for one in (match.rules, round.rules)}
    twin_match = deepcopy(match, {**shared, id(round): mixed, id(match.moves): list(match.moves)})
    if action is not None and twin_match.check(action) is not None:
        return None
    return new_session(twin_match)


def mix(round: Round, known: Collection[int], action: Action | None, random: Random) -> Round:
    """Return a copy of a round with the hidden cards mixed, but for those that a move shows."""
    pack, twin, actor = round.rules.pack, round.copy(), round.actor
    known = {*known, *(hand.seat for hand in round.shown)}
    kept: dict[int, int] = {}
    drawn = len(round.stock)
    if action is not None and not isinstance(action, BuyBack):
        after = round.copy()
        after.apply(action)
        if after.outcome is not None or isinstance(action, Knock | Call):
            known |= {*range(round.players)} if after.outcome is not None else {actor}
        elif actor not in known:
            kept[actor] = pack.heap([])
            for kind in pack.kinds(round.hands[actor]):
                if pack.kinds(after.hands[actor]).count(kind) < pack.kinds(round.hands[actor]).count(kind):
                    kept[actor] = pack.add(kept[actor], kind)
        if known:
            drawn = len(after.stock) if after.reshuffles == round.reshuffles else 0
    hidden = [seat for seat in range(round.players) if seat not in known]
    # What is drawn in this very move is told to whoever draws it, so the top of the stock stays.
    bottom, top = round.stock[:drawn], round.stock[drawn:]
    loose = [kind for seat in hidden for kind in pack.kinds(pack.subtract(round.hands[seat], kept.get(seat, 0)))]
    mixed = shuffled([*loose, *bottom], random)
    for seat in hidden:
        size = round.hands[seat].bit_count() - kept.get(seat, 0).bit_count()
        twin.hands[seat] = pack.add_all(kept.get(seat, 0), mixed[:size])
        mixed = mixed[size:]
    twin.stock = mixed + top
    return twin


def seen(events: list[TableEvent], known: Collection[int]) -> list[TableEvent | None]:
    """Return events as they are told; in the round after one that has ended everything is dealt anew."""
    return [event.seen_by(known) for event in events]


def compare(session: Session, action: Action, random: Random) -> int:
    """Make a move at the twins of every seat and of the lookers-on, and take it back if that can be done."""
    compared = 0
    for known in [*({seat} for seat in session.match.seated), set[int]()]:
        same, twin = twin_of(session, known, action, Random(0)), twin_of(session, known, action, random)
        if same is None or twin is None:
            continue
        told = []
        for table in (same, twin):
            events = table.play(action)
            if table.why_no_undo() is None:
                events.append(table.undo())
            told.append(seen(events, known))
        assert told[0] == told[1], (known, action)
        compared += 1
    return compared


def compare_hints(session: Session, random: Random) -> None:
    """The hint for the seat to act, and what the others learn of it, are the same whatever the others hold."""
    for known in [{session.match.actor}, set[int]()]:
        twin = twin_of(session, {session.match.actor}, None, random)
        assert twin is not None
        same = new_session(deepcopy(session.match, {id(session.match.rules): session.match.rules}))
        for _ in range(3):
            assert same.hint().seen_by(known) == twin.hint().seen_by(known)


def play(setup: Setup) -> int:
    """Play a generated game, and compare some of its moves; return how many."""
    rules = setup.rules_of_match(PLUGINS)
    assume(rules is not None)
    assert rules is not None
    session, random = new_session(Match(rules, setup.seed, setup.names)), Random(setup.luck)
    compared = 0
    while not session.is_over and session.moves < MOST_MOVES:
        if random.random() < COMPARED / 10:
            compare_hints(session, random)
        action = random.choice(session.match.legal_actions)
        if random.random() < COMPARED:
            compared += compare(session, action, random)
        session.play(action)
    return compared


@pytest.mark.untraced
@samples(normal=4, campaign=500, parts=5)
def test_events_do_not_change_with_hidden_cards(
    our_variant: str, sample: Sample, tally: Callable[[str, int], None]
) -> None:
    compared = 0

    @sample.drawn
    @given(setup=setups(PLUGINS, our_variant))
    def hold(setup: Setup) -> None:
        nonlocal compared
        compared += play(setup)

    hold()
    assert compared > sample.number
    tally(f"moves of {our_variant} whose events do not change with hidden cards", compared)
