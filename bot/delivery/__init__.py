"""Posting of the outbox's rows to Discord.

`drain` claims rows, a file for each kind of post builds the cards, and `wire` sends them.
"""
