"""The conformance kit: what every variant must pass, for the tests of whoever writes one.

``pytest --rummykit my_variant`` runs it, and so does a line in a test module::

    from rummykit_kit import rummykit_conformance

    test_conformance = rummykit_conformance("my_variant")

`rummykit_kit.strategies` draws cards, hands, tables, house rules and games for tests of your own, and `Scenario` sets
up any table in the notation.
"""

from pkgutil import resolve_name
from typing import TYPE_CHECKING

GAMES = 25
"""How many games every check plays unless it is told otherwise."""

if TYPE_CHECKING:
    from rummykit.scenario import Scenario
    from rummykit_kit.broken import Broken
    from rummykit_kit.conformance import rummykit_conformance
    from rummykit_kit.setup import Subject
else:
    # Every run of pytest imports this package, also where nobody thinks of cards.
    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        homes = {"Broken": "rummykit_kit.broken", "Scenario": "rummykit.scenario", "Subject": "rummykit_kit.setup"}
        return resolve_name(f"{homes.get(name, 'rummykit_kit.conformance')}:{name}")


__all__ = ["Broken", "Scenario", "Subject", "rummykit_conformance"]
