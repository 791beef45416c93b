"""Samples: what the normal run tries a few times, the campaign (`.ci/campaign`) tries thousands of times.

``@samples(normal=12, campaign=5_000)`` gives a test the argument ``sample``: a small one that is always the same, and
large ones, marked ``campaign``, that are drawn anew with every seed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, seed, settings

SEED = "RUMMYKIT_CAMPAIGN_SEED"
"""The variable with the number from which a campaign draws; whoever sets it sees the same campaign again."""


def campaign_seed() -> int:
    """Return the seed of the campaign, by default the time at which it began."""
    # Set once, before the workers of a parallel run start, which inherit it.
    return int(os.environ.setdefault(SEED, datetime.now().strftime("%y%m%d%H%M")))


class Sample(NamedTuple):
    """How many examples to try, and which of the parts of a campaign this is; the normal run has the part 0."""

    number: int
    part: int = 0

    @property
    def seed(self) -> int:
        """What to draw from: in the normal run always 0, in a campaign other numbers for every part."""
        return Random(f"{campaign_seed()} {self.part}").randrange(2**32) if self.part else 0

    @property
    def seeds(self) -> range:
        """As many seeds as there are examples to try."""
        return range(self.seed, self.seed + self.number)

    def drawn(self, test: Callable[..., None]) -> Callable[..., None]:
        """Let Hypothesis draw the examples of a test that is written with ``given``."""
        much = settings(max_examples=self.number, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        return much(seed(self.seed)(test) if self.part else test)


def samples(normal: int, campaign: int, parts: int = 1) -> pytest.MarkDecorator:
    """Give a test its ``sample``; a campaign comes in parts so that several workers can share it."""
    large = [
        pytest.param(Sample(campaign // parts, part), id=f"campaign-{part}", marks=pytest.mark.campaign)
        for part in range(1, parts + 1)
    ]
    return pytest.mark.parametrize("sample", [pytest.param(Sample(normal), id="sample"), *large])
