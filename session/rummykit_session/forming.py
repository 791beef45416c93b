"""What picked cards form, what that is worth, and how far it goes towards a first meld."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rummykit.cards import Card, Placed, Row
from rummykit.engine.actions import LayDown, LayOff, SwapJoker
from rummykit.engine.match import Match
from rummykit.engine.ruleset import Ruleset
from rummykit.engine.views import View
from rummykit.i18n import Numbered, either, say, say_number
from rummykit.melds import MIN_LENGTH, Meld, MeldProblem, Shape, meets
from rummykit.refusals import Reason, Refusal

Way = tuple[Meld, ...]
"""One way to read cards: as a single meld, or as several at once."""

MAY_GROW = (
    Reason.FIRST_MELD_POINTS,
    Reason.FIRST_MELD_POINTS_WITH_JOKER,
    Reason.FIRST_MELD_ALONE,
    Reason.FIRST_MELD_CONDITION,
)
"""Why a first meld is refused that may still grow, group by group."""


@dataclass(frozen=True)
class Forming:
    """What some cards form, in words; every way to read them; or why they form nothing."""

    said: str
    ways: tuple[Way, ...] = ()
    refusal: Refusal | None = None
    legal: tuple[Way, ...] = ()
    """The ways that can be laid now."""
    growing: tuple[Way, ...] = ()
    """The ways that are too little for a first meld, and may be joined by others."""
    besides: str = ""
    """What is said of several cards besides a refusal; a single card is not yet tried as a meld."""

    @property
    def complaint(self) -> Refusal | None:
        """Why several cards cannot be laid."""
        return self.refusal if self.besides else None


def forming(match: Match, view: View, cards: Sequence[Card], staged: Way = ()) -> Forming:
    """Judge picked cards, together with the groups that are already set aside for a first meld."""
    if not cards:
        return Forming(staged_words(view, staged))
    if len(cards) == 1:
        return Forming(_uses(view, cards[0]), refusal=_why_none(view.rules, cards))
    try:
        ways = readings(view.rules, cards)
    except MeldProblem as problem:
        refusal = view.rules.refuse_meld(problem)
        return Forming(str(refusal), refusal=refusal, besides=say("Picked: {cards}.", cards=Row(tuple(cards))))
    refusals: dict[Way, Refusal | None] = {}
    if view.seat == view.actor:
        refusals = {way: match.check(LayDown((*staged, *way))) for way in ways}
    legal = tuple(way for way, refusal in refusals.items() if refusal is None)
    growing = tuple(way for way, refusal in refusals.items() if refusal and refusal.reason in MAY_GROW)
    refused = refusals.get((growing or tuple(ways))[0]) if not legal else None
    sentences = [_way_words(ways)]
    if len({_reached(view, staged, way) for way in ways}) == 1:
        sentences.append(first_meld_words(view, (*staged, *ways[0])))
    besides = " ".join(filter(None, sentences))
    told = refused is not None and refused.reason not in MAY_GROW and view.stage in ("play", "play_or_draw")
    return Forming(f"{besides} {refused}" if told else besides, tuple(ways), refused, legal, growing, besides)


def readings(rules: Ruleset, cards: Sequence[Card]) -> list[Way]:
    """Return every meld that cards can be or, if they are none, one way to part them into melds without a rest.

    Raises `MeldProblem` if there is no such way.
    """
    try:
        return [(meld,) for meld in rules.melds.readings([Placed(card) for card in cards])]
    except MeldProblem:
        parted = rules.arranger.all_but(0, rules.pack.heap(cards)) if len(cards) >= 2 * MIN_LENGTH else None
        if parted is None:
            raise
        return [parted.melds]


def _why_none(rules: Ruleset, cards: Sequence[Card]) -> Refusal:
    return rules.refuse_meld(rules.melds.diagnose([Placed(card) for card in cards]))


# -- in words ----------------------------------------------------------------------------------------------


def meld_words(meld: Meld) -> str:
    """Return what a meld is and what it is worth."""
    if meld.shape is Shape.SET:
        return say("set, {points} points", points=meld.points)
    return say("run, {points} points", points=meld.points)


def _way_words(ways: Sequence[Way]) -> str:
    if len(ways) > 1:
        return say("This can be read in several ways: {melds}.", melds=either(meld for (meld,) in ways))
    (way,) = ways
    if len(way) == 1:
        return say("{cards}: {meld}.", cards=way[0], meld=meld_words(way[0]))
    points, melds = sum(meld.points for meld in way), " | ".join(meld.spoken for meld in way)
    return say("{number} melds, {points} points: {melds}.", number=len(way), points=points, melds=melds)


def staged_words(view: View, staged: Way) -> str:
    """Return what is set aside for a first meld, and how far it goes."""
    if not staged:
        return ""
    melds = " | ".join(meld.spoken for meld in staged)
    return f"{say('Set aside: {melds}.', melds=melds)} {first_meld_words(view, staged)}"


def first_meld_words(view: View, melds: Way) -> str:
    """Return how far some melds go towards a first meld; nothing where any will do."""
    return " ".join(filter(None, (_condition_words(view, melds), _points_words(view, melds))))


def _condition_words(view: View, melds: Way) -> str:
    """Return whether the melds are those that a first meld must have."""
    if view.melded[view.seat] or not view.rules.flow.lays_out:
        return ""
    condition = view.rules.flow.laying_down.first_for(view, view.seat).condition
    if condition is None:
        return ""
    if meets(melds, condition.demands):
        return say("Your first meld needs {condition}, and has it.", condition=condition.spoken)
    return say("Your first meld needs {condition}.", condition=condition.spoken)


def _points_words(view: View, melds: Way) -> str:
    reached, needed = _reached(view, (), melds)
    if not needed:
        return ""
    if reached >= needed:
        return say("{reached} points, enough for your first meld ({needed}).", reached=reached, needed=needed)
    return say("{reached} of {needed} points for your first meld.", reached=reached, needed=needed)


def _reached(view: View, staged: Way, way: Way) -> tuple[int, int]:
    """Return the points that count for a first meld, and those that are needed; none after it."""
    if view.melded[view.seat] or not view.rules.flow.lays_out:
        return 0, 0
    return view.rules.flow.laying_down.first_for(view, view.seat).reached((*staged, *way))


def _uses(view: View, card: Card) -> str:
    """Return what a single card is good for, besides being a part of a meld."""
    fits = {action.number for action in view.legal if isinstance(action, LayOff) and action.placed.card == card}
    swaps = {
        number for action in view.legal if isinstance(action, SwapJoker) for one, number in action.swaps if one == card
    }
    sentences = []
    if fits:
        message = Numbered("{card} fits meld {melds}.", "{card} fits melds {melds}.")
        sentences.append(say_number(*message, len(fits), card=card, melds=_in_order(fits)))
    if swaps:
        message = Numbered(
            "{card} can be swapped for the joker in meld {melds}.",
            "{card} can be swapped for the jokers in melds {melds}.",
        )
        sentences.append(say_number(*message, len(swaps), card=card, melds=_in_order(swaps)))
    return " ".join(sentences) or say("Picked: {cards}.", cards=Row((card,)))


def _in_order(numbers: set[int]) -> tuple[int, ...]:
    return tuple(sorted(numbers))
