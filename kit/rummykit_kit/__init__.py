"""The conformance kit: what every variant must pass, for the tests of whoever writes one.

``pytest --rummykit my_variant`` runs it, and so does a line in a test module::

    from rummykit_kit import rummykit_conformance

    test_conformance = rummykit_conformance("my_variant")

`rummykit_kit.strategies` draws cards, hands, tables, house rules and games for tests of your own, and `Scenario` sets
up any table in the notation.
"""

from importlib import import_module
from typing import TYPE_CHECKING

GAMES = 25
"""How many games every check plays unless it is told otherwise."""

if TYPE_CHECKING:
    from rummykit.scenario import Scenario
    from rummykit_kit.broken import Broken
    from rummykit_kit.conformance import rummykit_conformance
    from rummykit_kit.subject import Subject
else:
    # Every run of pytest imports this package, also where nobody thinks of cards.
    _HOMES = {
        "Broken": "rummykit_kit.broken",
        "Scenario": "rummykit.scenario",
        "Subject": "rummykit_kit.subject",
        "rummykit_conformance": "rummykit_kit.conformance",
    }

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_HOMES[name]), name)


__all__ = ["Broken", "Scenario", "Subject", "rummykit_conformance"]
