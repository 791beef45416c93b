"""Examples of melds that are true of the table: whether they are legal, and why not, the rules themselves say."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from rummykit.booklet.model import Example
from rummykit.cards import JOKER_SIGN, Pack
from rummykit.language import say
from rummykit.melds import MeldProblem, MeldRules
from rummykit.reasons import Reason


def judged(melds: MeldRules, cards: str, caption: str) -> Example:
    """Return cards as an example with its caption if they are a meld here, or else with what is wrong with them.

    >>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS
    >>> rules = MeldRules(Pack(FRENCH_SUITS, FRENCH_RANKS))
    >>> judged(rules, "5h 6h 7h", "a run")
    Example(cards='5h 6h 7h', caption='a run', legal=True, is_meld=True)
    >>> judged(rules, "5h 6h 8h", "a run")
    Example(cards='5h 6h 8h', caption='no run: there is a gap', legal=False, is_meld=True)
    """
    problem = _problem(melds, cards)
    if problem is None:
        return Example(cards, caption)
    return Example(cards, _fault(problem.reason, melds.pack), legal=False)


def is_meld(melds: MeldRules, cards: str) -> bool:
    """Whether cards are a meld here."""
    return _problem(melds, cards) is None


def row(pack: Pack, ranks: Iterable[int], suit: int = 0, jokers_at: Collection[int] = ()) -> str:
    """Return cards of one suit in the notation, by the indices of their ranks; jokers at the places ``jokers_at``.

    >>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS
    >>> row(Pack(FRENCH_SUITS, FRENCH_RANKS, plain_jokers=2), [4, 5, 6], suit=1, jokers_at=[2])
    '5h 6h *=7h'
    """
    return " ".join(_card(pack, rank, suit, at in jokers_at) for at, rank in enumerate(ranks))


def group(pack: Pack, rank: int, suits: Sequence[int], jokers: int = 0) -> str:
    """Return cards of one rank in the notation, by the indices of their suits; the last ``jokers`` are jokers.

    >>> from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS
    >>> group(Pack(FRENCH_SUITS, FRENCH_RANKS, plain_jokers=2), 6, [0, 1, 2], jokers=1)
    '7s 7h *'
    """
    naturals = len(suits) - jokers
    cards = [_card(pack, rank, suit, joker=False) for suit in suits[:naturals]]
    # A plain joker of a set stands for any missing suit, so nothing is written behind it.
    cards += [_card(pack, rank, suit, joker=True) if pack.suit_jokers else JOKER_SIGN for suit in suits[naturals:]]
    return " ".join(cards)


def _card(pack: Pack, rank: int, suit: int, joker: bool) -> str:
    natural = pack.natural(rank, suit).text
    if not joker:
        return natural
    return f"{JOKER_SIGN}{pack.suits[suit].code if pack.suit_jokers else ''}={natural}"


def _problem(melds: MeldRules, cards: str) -> MeldProblem | None:
    try:
        melds.readings(melds.pack.placed_cards(cards))
    except MeldProblem as problem:
        return problem
    return None


def _fault(reason: Reason, pack: Pack) -> str:
    faults = {
        Reason.MELD_TOO_SHORT: say("too short"),
        Reason.MELD_MIXED: say("neither a set nor a run"),
        Reason.SET_SAME_SUIT: say("no set: a colour comes twice")
        if pack.has_colours
        else say("no set: a suit comes twice"),
        Reason.RUN_GAP: say("no run: there is a gap"),
        Reason.RUN_DUPLICATE: say("no run: a card comes twice"),
        Reason.RUN_WRAP: say("no run: it goes on beyond the end"),
        Reason.JOKER_COLOUR: say("the joker has another colour"),
        Reason.JOKER_TWIN: say("the joker stands for a card that is there already"),
        Reason.TOO_MANY_JOKERS: say("too many jokers"),
        Reason.TOO_FEW_NATURALS: say("too few natural cards"),
        Reason.ADJACENT_JOKERS: say("too many jokers side by side"),
    }
    return faults.get(reason) or say("no meld")
