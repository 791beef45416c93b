"""What the greedy bot cares about, and how much: every number of its judgement, in one place.

All values are points of the score sheet. Found by playing versions against each other.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the judgement. A weight of zero switches its feature off."""

    out: float = 0.4
    """A card still to come that would complete a meld."""
    near: float = 0.03
    """A card still to come that would bring a meld within one card."""
    calm_risk: float = 0.4
    """The share of a hand card's penalty that counts while nobody seems about to end the round."""
    card_left: float = 0.6
    """Every card in the hand, whatever its penalty: it has to go before one can go out."""
    bonus: float = 1.0
    """A point of the open bonus items, as they stand now."""
    help: float = 0.5
    """A discard that fits a meld on the table."""
    danger: float = 0.01
    """A meld that others could still make with a discard."""
    joker_help: float = 2.0
    """A discard for which the next player could have a joker from the table."""
    joker_gift: float = 12.0
    """A joker thrown to the next player."""
    joker: float = 8.0
    """A joker in the hand while the end is far."""
    free_joker: float = 60.0
    """A joker in the hand of a player who may rearrange the table: with it the last cards find their place."""
    opening: float = 30.0
    """Making the first meld, where that is not free."""
    held_card: float = 0.5
    """A card in a meld that cannot be laid down yet."""
    held_point: float = 0.3
    """A point towards the minimum of the first meld."""
    hold_chance: float = 0.12
    """How likely the next card must find its place to wait for laying the whole hand at once."""
    finish_card: float = 1.0
    """Keeping a card that multiplies the score as the last discard: per point of lead and share of the hand."""
    take: float = 0.8
    """What the open card must bring to be preferred to an unknown card of the stock."""
    claim: float = 0.0
    """What the open card must bring to be claimed, beyond the burden of a longer hand."""


USUAL = Weights()
WHERE_MELDS_COUNT = Weights(out=2.0, near=0.2, card_left=0.0, calm_risk=0.0)
"""The weights for games in which every card laid counts: there cards in the hand are more than a burden."""

SHORT_HAND = 5
"""From here down a hand looks like going out soon."""
LAST_LAPS = 3
"""With stock for so many laps or fewer, the round looks like ending soon."""
MOST_LAYOUTS = 12
"""So many ways to lay down melds are looked at closely; the rest are set aside at a glance."""
LONG_HAND, FEW_LAYOUTS = 20, 3
"""A hand with more cards than this is looked at less closely: there only so many ways to lay down melds."""
LAYOUTS_TRIED = 300
"""So many are tried at all: a long hand under odd house rules could have thousands."""
MOST_USES = 3
"""So many melds with a card from the depth of the pile are looked at, the longest first."""
LAY_OFFS_TRIED = 60
"""So many steps of laying off are tried to find a way out."""
SHORT_OF_ALL = 2
"""A hand that lacks no more cards than this may wait to be laid all at once."""


@dataclass(frozen=True, slots=True)
class CollectingWeights:
    """The weights for games in which melds stay in the hand. All values are points that a hand counts against one."""

    ahead: float = 1.5
    """How many turns what the next card is expected to bring is counted for."""
    again: float = 0.8
    """How much of what an unknown card is expected to bring the card after it will bring once more."""
    end: float = 0.3
    """Being able to end the round: a share of what the others are thought to hold."""
    danger: float = 2.0
    """A discard that fits whatever the next player may hold."""
    slack: int = 8
    """A discard that leaves so much more than the best one is not looked at closely."""


DISCARDS_TRIED, MANY_CARDS, FEW_DISCARDS = 6, 15, 2
"""So many discards are looked at closely, and from a hand with many cards only a few."""
LEFT_AFTER_LAP = 0.87
"""What melds leave of a hand after one more turn, as a share of what they left before."""
LEFT_AT_FIRST = 0.85
"""What melds leave of a hand as dealt, as a share of what all its cards count."""
LEFT_AT_LAST = 0.4
"""The share that melds go on leaving, however long a round lasts."""
LEFT_WHILE_NOBODY_ENDS = 0.7
"""The same where one may end the round with any hand: whoever has little does, so those who play on have more."""
NEARLY_OUT = 2
"""A hand of which no more cards than this find no place draws for them at once; the others go with the last ones."""
