"""The part of the bot for its host, the person who runs it.

It covers configuration, processes, health, metrics and logs.
"""
