"""How people meet the games: discord.py.

`client` puts the rooms together. `cogs` has a handler for each command, button and form, and `answers` what a handler
gets and answers by; `cards` says what each message shows; `delivery` posts what the outbox holds; `host` is what the
person who runs the bot sets and watches. `custom_ids` is what a button carries, `codes` are Discord's error codes.
"""
