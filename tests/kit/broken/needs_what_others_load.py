"""Takes for granted that somebody else has loaded the kit."""

# ruff: noqa: F403 - everything but what is broken comes from the small game

import sys

from kit.tiny import *

KIT = sys.modules["rummykit_kit"]
