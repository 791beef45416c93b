"""What is checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from rummykit.errors import PluginError, RummyKitError
from rummykit.houserules import from_variant
from rummykit.plugins import Plugins
from rummykit.scenario import resolve
from rummykit_kit import GAMES
from rummykit_kit.broken import TOLD_ELSEWHERE, Unplayable
from rummykit_kit.setup import ONE_ROUND

if TYPE_CHECKING:
    from rummykit.ruleset import Ruleset
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

    def require_presets(self) -> None:
        """Raise `Unplayable` if the plugin cannot say its presets: then no house rules load at all."""
        try:
            self.plugins.presets(self.variant)
        except PluginError:
            raise Unplayable("The presets cannot be loaded. The check 'presets_valid' tells why.") from None

    def default_rules(self) -> Ruleset:
        """Return the default rules for some number of players; raise `Unplayable` if nobody can play by them."""
        self.require_presets()
        try:
            return self.plugins.assemble_for_any(from_variant(self.variant, self.plugins))
        except RummyKitError:
            raise Unplayable(f"The default rules cannot be played. {TOLD_ELSEWHERE}") from None

    @property
    def files(self) -> list[Path]:
        """The plugins of a single file, which are not installed."""
        return [plugin.file for plugin in self.plugins.loaded if plugin.file is not None]
