"""`rummy score`: the score sheet for people who play with real cards.

`rummykit_session.paper` knows what is to be asked; `dialogue` asks it, and `storage` keeps what people answer.
"""
