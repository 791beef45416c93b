"""The checks that look on while games are played."""

from rummykit_kit.game import Watcher
from rummykit_kit.watchers.again import CopiesIndependent, RecordsReplay, SameAgain
from rummykit_kit.watchers.cards import CardsConserved, TableLegal
from rummykit_kit.watchers.ends import NothingCrashes, RoundsEnd, ScoresAddUp
from rummykit_kit.watchers.legality import ListedMovesPass, NotationReadsBack, RefusalsExplained, UnlistedMovesRefused
from rummykit_kit.watchers.views import ViewsBlind

WATCHERS: tuple[type[Watcher], ...] = (
    NothingCrashes,
    CardsConserved,
    TableLegal,
    ListedMovesPass,
    UnlistedMovesRefused,
    NotationReadsBack,
    RefusalsExplained,
    CopiesIndependent,
    ViewsBlind,
    RoundsEnd,
    ScoresAddUp,
    RecordsReplay,
    SameAgain,
)
"""All of them, as they look on together in one game."""
