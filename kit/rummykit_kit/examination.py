"""What can be found out about a decision without making it, by listed moves and by moves made up from any cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from rummykit.engine import actions as act
from rummykit.melds import Meld, MeldProblem
from rummykit.parts import LayingDown
from rummykit_kit.broken import asking

if TYPE_CHECKING:
    from rummykit.cards import Placed
    from rummykit.engine.round import Round
    from rummykit.engine.views import View
    from rummykit.refusals import Refusal


class Trial(NamedTuple):
    """A move made on a copy of the round, and whether that left the round itself alone."""

    action: act.Action
    round: Round
    independent: bool


class Examination:
    """A decision looked at in full: every listed move checked and tried out, and many that are not listed."""

    def __init__(self, round: Round, legal: Sequence[act.Action], random: Random) -> None:
        self._round = round
        self._legal = legal
        self._random = random

    @cached_property
    def listed(self) -> list[tuple[act.Action, Refusal | None]]:
        """The listed moves, and what the check says of them."""
        return [(action, self._checked(action)) for action in self._legal]

    @cached_property
    def made_up(self) -> list[tuple[act.Action, Refusal | None]]:
        """Moves that nobody listed, and what the check says of them; of rearrangements few are listed."""
        actions = [*unlisted(self._round, self._random), *rearrangements(self._round, self._random)]
        return [(action, self._checked(action)) for action in actions]

    @cached_property
    def trials(self) -> list[Trial]:
        """Every move that passes, made on a copy: the listed ones, and the rearrangements that were made up."""
        passed = [action for action, refusal in self.listed if refusal is None]
        passed += [action for action, refusal in self.made_up if refusal is None and isinstance(action, act.Rearrange)]
        return [self._tried(action) for action in passed]

    @cached_property
    def views(self) -> list[View]:
        """What every seat is shown."""
        with asking("Making a view"):
            return [self._round.view(seat) for seat in range(self._round.players)]

    def _checked(self, action: act.Action) -> Refusal | None:
        with asking(f"Checking '{action}'"):
            return self._round.check(action)

    @cached_property
    def _before(self) -> str:
        return self._round.fingerprint()

    def _tried(self, action: act.Action) -> Trial:
        before = self._before
        with asking(f"Playing '{action}' on a copy of the round"):
            trial = self._round.copy()
            trial.apply(action)
        return Trial(action, trial, self._round.fingerprint() == before)


TRIES = 25
MOST_DEPTHS = 40
"""So many cards of a pile are tried to be taken."""


def unlisted(round: Round, random: Random) -> list[act.Action]:
    """Return moves made up from any cards, most of them illegal; none of a kind that the listing leaves out."""
    pack = round.rules.pack
    actions: list[act.Action] = [act.CLAIM, act.PASS, act.DRAW_STOCK, act.DRAW_DISCARD, act.END_TURN]
    actions += [act.Draw(act.Source.DISCARD, cards=cards) for cards in range(2, len(round.pile) + 2)][:MOST_DEPTHS]
    held = list(pack.cards_in(round.hands[round.active])) + list(pack.cards_in(round.pool))
    kinds: list[type[act.CardAction]] = [act.Discard, act.Knock, act.Call]
    kinds += [kind for kind in round.rules.flow.own if issubclass(kind, act.CardAction)]
    for card in random.sample(pack.cards, min(6, len(pack.cards))) + held:
        actions += [kind(card) for kind in kinds]
    if _lists_single_melds(round):
        actions += [act.LayDown((meld,)) for meld in _melds(round, random)]
    actions += _on_the_table(round)
    return list(dict.fromkeys(actions))


def _melds(round: Round, random: Random) -> list[Meld]:
    """Return melds of some of the cards at hand, but for those that are never listed.

    That is a hand joker in the place of a card that the hand holds; and where other cards are wild, too, of melds with
    several wild cards only one of each shape is listed.
    """
    pack, hand = round.rules.pack, round.hands[round.active]
    held = list(pack.cards_in(hand)) + list(pack.cards_in(round.pool))
    found: list[Meld] = []
    for _ in range(TRIES):
        cards = random.sample(held, min(len(held), random.choice([3, 3, 3, 4, 5])))
        try:
            found += round.rules.melds.readings([pack.placed(card.text) for card in cards])
        except MeldProblem:
            continue
    most = 1 if hand & round.rules.melds.wild_bits & ~pack.joker_bits else len(held)
    return [
        meld for meld in found if len(meld.jokers) <= most and not any(_in_hand(placed, hand) for placed in meld.jokers)
    ]


def _in_hand(joker: Placed, hand: int) -> bool:
    if joker.stands_for is None or joker.stands_for.is_joker or (joker.card.is_joker and joker.card.suit >= 0):
        return False
    return bool(hand >> joker.stands_for.kind & 1)


def _lists_single_melds(round: Round) -> bool:
    """Whether single melds are listed: a first meld with a minimum is listed in combinations."""
    laying_down = next((move for move in round.rules.flow.moves if isinstance(move, LayingDown)), None)
    if laying_down is None or round.has_melded(round.active):
        return True
    return laying_down.first_for(round, round.active).is_free


def _on_the_table(round: Round) -> list[act.Action]:
    actions: list[act.Action] = []
    for meld in round.table.values():
        additions = [addition for addition, _ in meld.additions]
        actions += additions
        for swap in meld.swaps:
            card = round.rules.pack.cards[swap.kind]
            homes: list[act.LayDown | act.LayOff] = [a for a in additions if a.placed.card == swap.joker.card]
            actions += [act.SwapJoker(((card, meld.number),), (home,)) for home in homes]
            actions.append(act.SwapJoker(((card, meld.number),)))
    return actions


def rearrangements(round: Round, random: Random) -> list[act.Action]:
    """Return rearrangements of some melds and any cards of the hand, some legal, most with a fault.

    The listing has one of them at most, so a legal one need not be in it.
    """
    return [_rearrangement(round, random) for _ in range(TRIES)] if round.table else []


def _rearrangement(round: Round, random: Random) -> act.Action:
    pack, held = round.rules.pack, round.rules.pack.cards_in(round.hands[round.active])
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
    return act.Rearrange(tuple(numbers if random.random() < 0.9 else [*numbers, 99]), tuple(melds))
