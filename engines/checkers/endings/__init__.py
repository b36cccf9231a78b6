"""Endings of up to three pieces, on 32 squares four.

They tell who wins in how many plies, in every kind of checkers. `places` numbers the positions,
`solve` works them out by the moves of the search (`fours` those of four pieces), `table` reads the
shipped files. `python -m engines.checkers.endings` makes the tables again.
"""
