"""The Discord bot, built on discord.py.

`client` connects the parts. `cogs` has a handler for each command, button and form; `answers` has what
handlers receive and how they reply. `cards` builds the messages, `delivery` posts the outbox, and `host` is
for the person who runs the bot. `custom_ids` is the state that a button carries, and `codes` are Discord's
error codes.
"""
