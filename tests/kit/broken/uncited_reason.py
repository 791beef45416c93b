"""Says of no rule why nobody may claim."""

# ruff: noqa: F403, F405 - everything but what is broken comes from the small game

from kit.tiny import *


@hookimpl
def rummykit_variant():
    return altered(citations={reason: rule for reason, rule in CITATIONS.items() if reason is not Reason.CLAIMS_OFF})
