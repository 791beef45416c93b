"""`rummy score`: the score sheet for people who play with real cards.

Everything on a sheet follows from the answers that people have given (`answers`), read by their questions
(`questions`): `keeping` asks the scoring and the books, which stop at the first question without an answer, and
`dialogue` puts that question to the people. So a sheet that is resumed, corrected or undone is simply kept again.
"""
