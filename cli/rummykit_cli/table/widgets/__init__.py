"""The pieces that the full screen is made of; they show what they are given and know no game."""
