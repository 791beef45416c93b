"""House rules: the options a variant offers, and the YAML files that set them.

A plugin describes its options with :class:`Section` and :class:`HouseRules`; a program
loads a table's rules with :func:`load_file`, :func:`load_text`, :func:`from_variant` or
:func:`from_json` and catches :class:`HouseRuleError`.
"""

from rummykit.houserules.checkmodel import check_model
from rummykit.houserules.load import from_json, from_variant, load_file, load_text, preset_description
from rummykit.houserules.options import PLAYERS, Contradiction, HouseRules, MatchOptions, Oddity, Section
from rummykit.houserules.perplayers import ByPlayers, PerPlayers, Within, value_for
from rummykit.houserules.problems import HouseRuleError, Place, Problem
from rummykit.houserules.table import Catalogue, Origin, TableRules

__all__ = [
    "PLAYERS",
    "ByPlayers",
    "Catalogue",
    "Contradiction",
    "HouseRuleError",
    "HouseRules",
    "MatchOptions",
    "Oddity",
    "Origin",
    "PerPlayers",
    "Place",
    "Problem",
    "Section",
    "TableRules",
    "Within",
    "check_model",
    "from_json",
    "from_variant",
    "load_file",
    "load_text",
    "preset_description",
    "value_for",
]
