"""The score of a game with real cards, as the people at the table tell it.

Everything on a sheet follows from the answers that were given (`answers`), read by their questions (`questions`):
`keeping` asks the scoring and the books, which stop at the first question without an answer. So a sheet that is
resumed, corrected or undone is simply kept again.
"""
