"""Has an option that says nothing of itself, and one without a range."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


def options():
    from pydantic import Field

    from kit.tiny_rules import TinyRules
    from rummykit.rules import Section

    class Extras(Section):
        silent: bool = False
        unbounded: int = Field(3, description="any number whatever")

    class Rules(TinyRules):
        extras: Extras = Extras()

    return Rules


@hookimpl
def rummykit_variant():
    return altered(options=options)
