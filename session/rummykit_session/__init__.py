"""A game that runs, without a screen: people move, bots are asked, the record is kept, and events tell what happens."""

HOME_VARIABLE = "RUMMYKIT_HOME"
"""The variable that names another folder for games and settings than the usual ones."""
