"""What is checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rummykit.plugins import Plugins

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
    games: int = 25
    thorough: float = 0.1
    """The share of decisions that are examined in full, which takes time."""
    chance: int | None = 0
    patience: float = 8.0
    """For how many seconds a failing game is made shorter and plainer."""
    rule_tests: RuleTests | None = None

    @property
    def files(self) -> list[Path]:
        """The plugins of a single file, which are not installed."""
        return [plugin.file for plugin in self.plugins.loaded if plugin.file is not None]
