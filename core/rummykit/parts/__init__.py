"""The parts of a turn, each with the options by which tables change it. A variant chooses and sets them.

Naming: the part that rules a move is a gerund (`LayingDown`), the move itself an imperative
(`rummykit.engine.actions.LayDown`), the section of house rules beside a part its options (`LayOffOptions`). A part is
made from its options by its method ``by``. What the rule booklet says of a part stands in ``booklet/templates``, in a
file of its name.
"""

from rummykit.engine.match_format import MatchOptions, StakesOptions
from rummykit.parts.card_values import CardValues, high_ace, rank_values
from rummykit.parts.claiming import Claiming, ClaimOptions
from rummykit.parts.dealing import PIPS, DealOptions, DeckOptions, deal_by, pack_by
from rummykit.parts.discarding import Discarding, DiscardOptions, EndingTurn, GoingOutOptions, PileOptions
from rummykit.parts.drawing import WITH_A_PILE, Drawing, PileGuard, StockOptions
from rummykit.parts.first_meld import (
    FirstMeld,
    FirstMeldOptions,
    GoingOutAtOnce,
    HandRommeOptions,
    HandRommeStakesOptions,
)
from rummykit.parts.flow import TimedTurnOptions, TurnFlow, TurnOptions
from rummykit.parts.knocking import Calling, Knocking, KnockOptions
from rummykit.parts.lateness import Lateness
from rummykit.parts.laying_down import LayingDown, PoolJokers, PoolOptions
from rummykit.parts.laying_off import LayingOff, LayOffOptions
from rummykit.parts.melding import AceOptions, JokerOptions, MeldOptions, held_values, melds_by
from rummykit.parts.rearranging import Rearranging, RearrangingOptions
from rummykit.parts.scoring import (
    BadPoints,
    CardsLaid,
    ScoringOptions,
    Unfinished,
    Unmelded,
    Winner,
    count_unmelded,
    credit_winner,
    out_bonus,
    scoring_by,
)
from rummykit.parts.swapping import SwapOptions, SwappingJokers

__all__ = [
    "PIPS",
    "WITH_A_PILE",
    "AceOptions",
    "BadPoints",
    "Calling",
    "CardValues",
    "CardsLaid",
    "ClaimOptions",
    "Claiming",
    "DealOptions",
    "DeckOptions",
    "DiscardOptions",
    "Discarding",
    "Drawing",
    "EndingTurn",
    "FirstMeld",
    "FirstMeldOptions",
    "GoingOutAtOnce",
    "GoingOutOptions",
    "HandRommeOptions",
    "HandRommeStakesOptions",
    "JokerOptions",
    "KnockOptions",
    "Knocking",
    "Lateness",
    "LayOffOptions",
    "LayingDown",
    "LayingOff",
    "MatchOptions",
    "MeldOptions",
    "PileGuard",
    "PileOptions",
    "PoolJokers",
    "PoolOptions",
    "Rearranging",
    "RearrangingOptions",
    "ScoringOptions",
    "StakesOptions",
    "StockOptions",
    "SwapOptions",
    "SwappingJokers",
    "TimedTurnOptions",
    "TurnFlow",
    "TurnOptions",
    "Unfinished",
    "Unmelded",
    "Winner",
    "count_unmelded",
    "credit_winner",
    "deal_by",
    "held_values",
    "high_ace",
    "melds_by",
    "out_bonus",
    "pack_by",
    "rank_values",
    "scoring_by",
]
