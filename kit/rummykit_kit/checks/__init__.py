"""All checks of the kit, in the order in which they run: first what a plugin says, then how it plays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from rummykit.errors import SetupError, did_you_mean
from rummykit_kit.checks import bots, matches, options, texts
from rummykit_kit.elsewhere import same_elsewhere
from rummykit_kit.search import play_games
from rummykit_kit.watchers import WATCHERS, Deterministic, NothingCrashes

if TYPE_CHECKING:
    from rummykit_kit.setup import Subject


@dataclass(frozen=True)
class Check:
    """One concern: its name, what must hold, and the function that raises `Broken` where it does not."""

    name: str
    sentence: str
    run: Callable[[Subject], object]


def _said(function: Callable[[Subject], None]) -> Check:
    """Return the check that a function makes; the first line of its text says what must hold."""
    return Check(function.__name__, (function.__doc__ or "").strip().partition("\n")[0], function)


def _deterministic(subject: Subject) -> None:
    play_games(subject, (Deterministic,))
    same_elsewhere(subject)


def _nothing_crashes(subject: Subject) -> None:
    play_games(subject, (NothingCrashes,))
    matches.matches_run(subject)


CHECKS: tuple[Check, ...] = (
    *map(_said, (texts.introduces_itself, texts.listing_light)),
    *map(_said, (options.options_well_made, options.options_round_trip, options.sets_up, options.presets_valid)),
    *map(_said, (texts.rulebook_readable, texts.rules_tested, texts.citations_complete)),
    *map(_said, (texts.booklet_prints, texts.translations_complete)),
    Check(NothingCrashes.name, NothingCrashes.sentence, _nothing_crashes),
    *(
        Check(kind.name, kind.sentence, partial(play_games, watchers=(kind,)))
        for kind in WATCHERS
        if kind not in (NothingCrashes, Deterministic)
    ),
    Check(Deterministic.name, Deterministic.sentence, _deterministic),
    *map(_said, (bots.bots_finish, matches.matches_end, matches.books_balance, matches.totals_known)),
)


def named(names: Iterable[str] | None) -> list[Check]:
    """Return the checks of these names, or all of them."""
    by_name = {check.name: check for check in CHECKS}
    chosen = list(by_name) if names is None else list(names)
    for name in chosen:
        if name not in by_name:
            raise SetupError(f"There is no check '{name}'.{did_you_mean(name, by_name)}")
    return [by_name[name] for name in chosen]
