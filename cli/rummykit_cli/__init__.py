"""The command `rummy`."""

INTERRUPTED = 130
"""The exit code of a command that Ctrl-C has ended."""
