"""How people meet the games: discord.py.

`tables` holds the use-cases and writes games, without a word of Discord; `commands` and `components` are
thin; `cards` says what each message shows; `delivery` posts what the outbox holds.
"""
