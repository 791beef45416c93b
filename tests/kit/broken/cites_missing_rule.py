"""Cites a rule there is not, for a refusal that hardly ever comes up."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


@hookimpl
def rummykit_variant():
    return altered(citations={**CITATIONS, Reason.CLAIM_LAP: Citation("TINY-07")})
