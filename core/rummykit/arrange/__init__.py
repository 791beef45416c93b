"""The exact solver: the best way to put cards into melds. Pure; knows cards and meld rules, and no game."""

from rummykit.arrange.arranger import Arranger
from rummykit.arrange.rearranging import Rearrangement, Rearranger
from rummykit.arrange.search import Arrangement

__all__ = ["Arrangement", "Arranger", "Rearrangement", "Rearranger"]
