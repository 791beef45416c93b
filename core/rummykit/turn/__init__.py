"""The parts of a turn. A variant chooses and sets them; the round is played on them.

Naming: the part that rules a move is a gerund (`LayingDown`), the move itself an imperative
(`rummykit.actions.LayDown`).
"""

from rummykit.turn.claiming import Claiming
from rummykit.turn.discarding import Discarding
from rummykit.turn.drawing import Drawing
from rummykit.turn.ending import EndingTurn
from rummykit.turn.first_meld import FirstMeld, GoingOutAtOnce
from rummykit.turn.flow import TurnFlow
from rummykit.turn.knocking import Calling, Knocking
from rummykit.turn.laying_down import LayingDown, PoolJokers
from rummykit.turn.laying_off import LayingOff
from rummykit.turn.rearranging import Rearranging
from rummykit.turn.swapping import SwappingJokers

__all__ = [
    "Calling",
    "Claiming",
    "Discarding",
    "Drawing",
    "EndingTurn",
    "FirstMeld",
    "GoingOutAtOnce",
    "Knocking",
    "LayingDown",
    "LayingOff",
    "PoolJokers",
    "Rearranging",
    "SwappingJokers",
    "TurnFlow",
]
