"""The command `rummy`."""
