"""The parts of a turn. A variant chooses and sets them; the round is played on them.

Naming: the part that rules a move is a gerund (`LayingDown`), the move itself an imperative
(`rummykit.actions.LayDown`).
"""

from rummykit.turn.claiming import Claiming
from rummykit.turn.discarding import Discarding
from rummykit.turn.drawing import Drawing
from rummykit.turn.first_meld import FirstMeld, GoingOutAtOnce
from rummykit.turn.flow import TurnFlow
from rummykit.turn.laying_down import LayingDown, PoolJokers
from rummykit.turn.laying_off import LayingOff
from rummykit.turn.swapping import SwappingJokers

__all__ = [
    "Claiming",
    "Discarding",
    "Drawing",
    "FirstMeld",
    "GoingOutAtOnce",
    "LayingDown",
    "LayingOff",
    "PoolJokers",
    "SwappingJokers",
    "TurnFlow",
]
