"""Makes the files that `rules.checkers.openings` reads.

They are the federations' tables, and tables of our own.
"""
