"""RummyKit: the rules of the Rummy family on one core.

Importing this package is cheap on purpose: it brings the hook marker that plugins need
and nothing else. The engine, the house rules and the plugin loader live in submodules.
"""

from pluggy import HookimplMarker

__version__ = "0.1.0"

hookimpl = HookimplMarker("rummykit")
"""Marks a function of a plugin as the implementation of a RummyKit hook."""

__all__ = ["__version__", "hookimpl"]
