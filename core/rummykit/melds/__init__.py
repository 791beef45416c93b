"""What is a meld: sets and runs, with jokers, under any of the family's house rules.

`MeldRules` is pure: it knows cards and options, and nothing of hands, turns or tables.
"""

from rummykit.melds.listing import MeldLister
from rummykit.melds.meld import MIN_LENGTH, Condition, Demand, End, Meld, MeldProblem, Shape, Swap, meets
from rummykit.melds.own import OwnMelds
from rummykit.melds.rules import MeldRules

__all__ = [
    "MIN_LENGTH",
    "Condition",
    "Demand",
    "End",
    "Meld",
    "MeldLister",
    "MeldProblem",
    "MeldRules",
    "OwnMelds",
    "Shape",
    "Swap",
    "meets",
]
