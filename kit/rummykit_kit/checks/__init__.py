"""All checks of the kit, in the order in which they run: first what a plugin says, then how it plays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from rummykit.errors import SetupError, did_you_mean
from rummykit_kit.checks.bots import bots_finish
from rummykit_kit.checks.matches import books_balance, matches_end, matches_run
from rummykit_kit.checks.options import options_round_trip, options_well_made, presets_valid, sets_up
from rummykit_kit.checks.texts import (
    booklet_prints,
    citations_complete,
    introduces_itself,
    listing_light,
    rulebook_readable,
    rules_tested,
    translations_complete,
)
from rummykit_kit.elsewhere import same_elsewhere
from rummykit_kit.search import play_games
from rummykit_kit.watchers import WATCHERS
from rummykit_kit.watchers.again import SameAgain
from rummykit_kit.watchers.ends import NothingCrashes

if TYPE_CHECKING:
    from rummykit_kit.game import Watcher
    from rummykit_kit.subject import Subject


@dataclass(frozen=True)
class Check:
    """One concern: its name, what must hold, and the function that raises `Broken` where it does not."""

    name: str
    sentence: str
    run: Callable[[Subject], object]


def _said(function: Callable[[Subject], None]) -> Check:
    """Return the check that a function makes; the first line of its text says what must hold."""
    return Check(function.__name__, (function.__doc__ or "").strip().partition("\n")[0], function)


def _watched(kind: type[Watcher]) -> Check:
    return Check(kind.name, kind.sentence, partial(play_games, watchers=(kind,)))


def _deterministic(subject: Subject) -> None:
    play_games(subject, (SameAgain,))
    same_elsewhere(subject)


def _nothing_crashes(subject: Subject) -> None:
    play_games(subject, (NothingCrashes,))
    matches_run(subject)


CHECKS: tuple[Check, ...] = (
    *map(_said, (introduces_itself, listing_light, options_well_made, options_round_trip, sets_up, presets_valid)),
    *map(_said, (rulebook_readable, rules_tested, citations_complete, booklet_prints, translations_complete)),
    Check(NothingCrashes.name, NothingCrashes.sentence, _nothing_crashes),
    *(_watched(kind) for kind in WATCHERS if kind not in (NothingCrashes, SameAgain)),
    Check(SameAgain.name, SameAgain.sentence, _deterministic),
    *map(_said, (bots_finish, matches_end, books_balance)),
)


def named(names: Iterable[str] | None) -> list[Check]:
    """Return the checks of these names, or all of them.

    >>> [check.name for check in named(["cards_conserved"])]
    ['cards_conserved']
    """
    by_name = {check.name: check for check in CHECKS}
    chosen = list(by_name) if names is None else list(names)
    for name in chosen:
        if name not in by_name:
            raise SetupError(f"There is no check '{name}'.{did_you_mean(name, by_name)}")
    return [by_name[name] for name in chosen]
