"""The strategies that tests draw house rules and matches from; they are those of the kit."""

from rummykit_kit.strategies import house_rules, match_options

__all__ = ["house_rules", "match_options"]
