"""The arithmetic of competitions.

It covers results, tables, ranks, rounds, brackets and ladders. It is pure and works on plain
values; a player is any hashable value. `python -m club` answers its requests with it.
"""
