"""House rules: the options a variant offers, and the YAML files that set them.

A plugin describes its options with :class:`Section` and :class:`HouseRules`; a program
loads a table's rules with :func:`load_file`, :func:`load_text`, :func:`from_variant` or
:func:`from_json` and catches :class:`HouseRuleError`.
"""

from rummykit.rules.grammar import Catalogue
from rummykit.rules.load import from_json, from_variant, load_data, load_file, load_text, preset_description
from rummykit.rules.options import CHANGED, PLAYERS, SAID, ByOptions, Finding, HouseRules, Section, check_model
from rummykit.rules.problems import HouseRuleError, Place, Problem
from rummykit.rules.shapes import (
    ByPlayers,
    ByRank,
    Off,
    PerPlayers,
    RankList,
    Ranks,
    RankValues,
    Same,
    Unlimited,
    Within,
    value_for,
)
from rummykit.rules.table import Origin, TableRules

__all__ = [
    "CHANGED",
    "PLAYERS",
    "SAID",
    "ByOptions",
    "ByPlayers",
    "ByRank",
    "Catalogue",
    "Finding",
    "HouseRuleError",
    "HouseRules",
    "Off",
    "Origin",
    "PerPlayers",
    "Place",
    "Problem",
    "RankList",
    "RankValues",
    "Ranks",
    "Same",
    "Section",
    "TableRules",
    "Unlimited",
    "Within",
    "check_model",
    "from_json",
    "from_variant",
    "load_data",
    "load_file",
    "load_text",
    "preset_description",
    "value_for",
]
