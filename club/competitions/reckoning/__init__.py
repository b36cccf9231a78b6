"""The arithmetic of competitions.

It covers results, tables, ranks, rounds, brackets and ladders. Pure and of plain values; a player
is any value that names one. `python -m club` answers by it.
"""
