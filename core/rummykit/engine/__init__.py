"""The engine: rounds and matches, the moves in them, why a move is refused, what a seat may see, and records."""
