"""The files of games: where they are, how they are written, and who may write to them."""
