"""The best way to put cards into melds. Pure; knows cards and meld rules, and no game."""

from rummykit.solver.arranger import Arrangement, Arranger
from rummykit.solver.table import NewTable, TableSolver

__all__ = ["Arrangement", "Arranger", "NewTable", "TableSolver"]
