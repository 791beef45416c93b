"""Long tests in parts."""

from __future__ import annotations

import pytest
from _pytest.mark import ParameterSet


def parts(number: int) -> list[ParameterSet]:
    """Return the numbers of the parts; after the first, coverage is not measured: it would take three times as long."""
    return [pytest.param(part, marks=[pytest.mark.no_cover] if part else []) for part in range(number)]
