"""Plays a generated game and asserts after every move what must always hold."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from rummykit.actions import (
    CLAIM,
    DRAW_DISCARD,
    DRAW_STOCK,
    END_TURN,
    PASS,
    Action,
    Call,
    Discard,
    Knock,
    LayDown,
    LayOff,
    Rearrange,
    SwapJoker,
)
from rummykit.cards import Placed
from rummykit.deal import shuffled
from rummykit.match import Match
from rummykit.melds import Meld, MeldProblem
from rummykit.notation import read_action
from rummykit.plugins import Plugins
from rummykit.round import Round
from rummykit.ruleset import Ruleset
from rummykit.scenario import resolve
from rummykit.table import TableMeld

PLUGINS = Plugins.discover()
MOST_DECISIONS = 40_000


def assembled(variant: str, players: int, sections: dict[str, Any], preset: str | None = None) -> Ruleset:
    return PLUGINS.assemble(resolve(PLUGINS, variant, preset=preset, **sections), players)


def play_and_verify(rules: Ruleset, seed: int, thorough: float = 0.02) -> Match:
    """Play one match with random moves; *thorough* is the share of decisions examined in full."""
    random = Random(seed)
    match = Match(rules, seed, [f"p{seat}" for seat in range(rules.players)])
    texts: list[str] = []
    verified: dict[int, TableMeld] = {}
    for _ in range(MOST_DECISIONS):
        if match.is_over:
            break
        round = match.round
        legal = list(match.legal_actions())
        assert legal, "somebody must act, but has no move"
        action = legal[int(random.random() * len(legal))]
        if match.offer is None and random.random() < thorough:
            examine(round, legal, random)
        assert match.check(action) is None, f"{action} was listed"
        texts.append(str(action))
        on_table = cards_on_table(round)
        match.apply(action)
        assert_cards_conserved(round)
        assert not on_table - cards_on_table(round), "a card of the table is gone"
        assert_table_legal(round, verified)
    assert match.is_over, "the match does not end"
    assert_replays(rules, seed, texts, match)
    return match


def examine(round: Round, legal: list[Action], random: Random) -> None:
    """Everything that is too slow for every decision."""
    assert len(set(legal)) == len(legal), "a move is listed twice"
    for action in legal:
        assert round.check(action) is None, f"{action} was listed"
        assert read_action(str(action), round) == action, f"{action} reads as something else"
        trial = round.copy()
        before = round.fingerprint()
        trial.apply(action)
        assert_cards_conserved(trial)
        assert round.fingerprint() == before, "a copy is not independent"
    for action in rearrangements(round, random):
        # The list has one of them at most, so there is nothing to say of those that are legal.
        trial = round.copy()
        if round.check(action) is None:
            trial.apply(action)
            assert_table_legal(trial, {})
            assert_cards_conserved(trial)
            assert not cards_on_table(round) - cards_on_table(trial)
        else:
            assert_refused_well(round, action)
    for action in unlisted(round, random):
        refusal = round.check(action)
        if refusal is None:
            assert action in legal, f"{action} is legal but not listed"
        else:
            assert action not in legal
            assert_refused_well(round, action)
    for seat in range(round.players):
        assert_view_is_blind(round, seat, random)


def assert_refused_well(round: Round, action: Action) -> None:
    refusal = round.check(action)
    assert refusal is not None
    assert refusal.sentence.endswith(".")
    assert refusal.rule in round.rules.rulebook or refusal.rule.startswith("TABLE-")


def rearrangements(round: Round, random: Random) -> list[Action]:
    """Rearrangements made up from some melds and any cards of the hand, some legal, most with a fault."""
    if not round.table:
        return []
    pack, held = round.rules.pack, round.rules.pack.cards_in(round.hands[round.active])
    found: list[Action] = []
    for _ in range(25):
        apart = random.sample(list(round.table.values()), min(len(round.table), random.choice([1, 1, 2, 3])))
        loose = [placed.card for meld in apart for placed in meld.meld.cards]
        loose += random.sample(held, min(len(held), random.choice([0, 1, 1, 2, 3])))
        if random.random() < 0.7:
            loose.sort(key=lambda card: (card.suit, card.rank) if random.random() < 0.9 else (card.rank, card.suit))
        else:
            random.shuffle(loose)
        melds: list[Meld] = []
        while loose:
            size = random.choice([3, 3, 4, 5, len(loose)])
            some, loose = loose[:size], loose[size:]
            try:
                melds.append(random.choice(round.rules.melds.readings([pack.placed(card.text) for card in some])))
            except MeldProblem:
                loose = loose[random.choice([0, 1, 3]) :]
        numbers = sorted(meld.number for meld in apart)
        found.append(Rearrange(tuple(numbers if random.random() < 0.9 else [*numbers, 99]), tuple(melds)))
    return found


def unlisted(round: Round, random: Random) -> list[Action]:
    """Moves made up from any cards, most of them illegal; none of a kind that the listing leaves out."""
    pack, melds = round.rules.pack, round.rules.melds
    actions: list[Action] = [CLAIM, PASS, DRAW_STOCK, DRAW_DISCARD, END_TURN]
    held = list(pack.cards_in(round.hands[round.active])) + list(pack.cards_in(round.pool))
    for card in random.sample(pack.cards, 6) + held:
        actions += [Discard(card), Knock(card), Call(card)]
    found = []
    for _ in range(25):
        cards = random.sample(held, min(len(held), random.choice([3, 3, 3, 4, 5])))
        try:
            found += melds.readings([pack.placed(card.text) for card in cards])
        except MeldProblem:
            continue
    # A hand joker in the place of a card that the hand holds is left out of the list.
    hand = round.hands[round.active]
    found = [meld for meld in found if not any(_in_hand(placed, hand) for placed in meld.jokers)]
    # A first meld with a minimum is listed in combinations, so single melds say nothing then.
    flow = round.rules.flow
    if round.has_melded(round.active) or not flow.lays_out or flow.laying_down.first.is_free:
        actions += [LayDown((meld,)) for meld in found]
    for meld in round.table.values():
        additions = [addition for addition, _ in meld.additions]
        actions += additions
        for swap in meld.swaps:
            card = pack.cards[swap.kind]
            homes: list[LayDown | LayOff] = [a for a in additions if a.placed.card == swap.joker.card]
            actions += [SwapJoker(((card, meld.number),), home) for home in [*homes, None]]
    return list(dict.fromkeys(actions))


def _in_hand(joker: Placed, hand: int) -> bool:
    return joker.card.suit < 0 and joker.stands_for is not None and bool(hand >> joker.stands_for.kind & 1)


def cards_on_table(round: Round) -> Counter[int]:
    return Counter(placed.card.kind for meld in round.table.values() for placed in meld.meld.cards)


def assert_cards_conserved(round: Round) -> None:
    pack = round.rules.pack
    heap, count = 0, 0
    heaps = [*round.hands, round.pool, *[meld.meld.heap for meld in round.table.values()]]
    kinds = [kind for heap_ in heaps for kind in pack.kinds(heap_)] + round.stock + round.pile
    for kind in kinds:
        heap = pack.add(heap, kind)
        count += 1
    assert heap == pack.everything
    assert count == len(pack)
    if round.rules.deal.pool_jokers:
        assert not any(hand & pack.joker_bits for hand in round.hands), "a joker is in a hand"


def assert_table_legal(round: Round, verified: dict[int, TableMeld]) -> None:
    """Assert that every meld on the table is one; those *verified* before are not examined again."""
    for meld in round.table.values():
        if id(meld) not in verified:
            assert round.rules.melds.problem(meld.meld) is None
            assert meld.meld in round.rules.melds.readings(meld.meld.cards)
            assert sorted(map(str, meld.meld.cards)) == sorted(str(placed) for placed, _ in meld.laid)
            verified[id(meld)] = meld


def assert_replays(rules: Ruleset, seed: int, texts: list[str], match: Match) -> None:
    again = Match(rules, seed, match.names)
    for text in texts:
        action = read_action(text, again.round)
        again.play(action)  # type: ignore[arg-type]
    assert again.fingerprint() == match.fingerprint()
    assert again.scores == match.scores


def assert_view_is_blind(round: Round, seat: int, random: Random) -> None:
    """Mix all cards hidden from *seat*: its view must not change."""
    pack = round.rules.pack
    others = sorted(set(range(round.players)) - {seat, *(hand.seat for hand in round.shown)})
    hidden = [kind for other in others for kind in pack.kinds(round.hands[other])]
    hidden += round.stock + round.pile[:-1]
    mixed = shuffled(hidden, random)
    twin = round.copy()
    for other in others:
        size = round.hands[other].bit_count()
        twin.hands[other] = pack.add_all(0, mixed[:size])
        mixed = mixed[size:]
    twin.stock, twin.pile = mixed[: len(round.stock)], mixed[len(round.stock) :] + round.pile[-1:]
    assert twin.view(seat) == round.view(seat)
