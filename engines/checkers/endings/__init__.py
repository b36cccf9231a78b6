"""Endings of up to three pieces, played perfectly: who wins in how many plies, in every kind of checkers.

`places` numbers the positions, `solve` works them out by the moves of the search, `table` reads what is shipped.
`python -m engines.checkers.endings` makes the tables again.
"""
