"""What is checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from rummykit.errors import RummyKitError
from rummykit.plugins import Plugins
from rummykit.scenario import resolve
from rummykit_kit import GAMES
from rummykit_kit.setup import ONE_ROUND

if TYPE_CHECKING:
    from rummykit_kit.marks import RuleTests


@dataclass(frozen=True)
class Subject:
    """The variant that is checked, and how much of it.

    ``chance`` draws the same games again; None draws others every time. ``rule_tests`` are the tests that say which
    rule they prove.
    """

    variant: str
    plugins: Plugins = field(default_factory=Plugins.discover)
    games: int = GAMES
    thorough: float = 0.1
    """The share of decisions that are examined in full, which takes time."""
    chance: int | None = 0
    patience: float = 8.0
    """For how many seconds a failing game is made shorter and plainer."""
    rule_tests: RuleTests | None = None

    @cached_property
    def has_single_rounds(self) -> bool:
        """Whether a match of the variant may be a single round; there may be games that never are."""
        try:
            self.plugins.assemble_for_any(resolve(self.plugins, self.variant, match=ONE_ROUND["match"]))
        except RummyKitError:
            return False
        return True

    @property
    def files(self) -> list[Path]:
        """The plugins of a single file, which are not installed."""
        return [plugin.file for plugin in self.plugins.loaded if plugin.file is not None]
