"""Posting of the outbox (the table of unsent messages) to Discord.

`drain` claims the outbox's rows, a module for each kind of post builds the messages, and `wire` sends them.
"""
