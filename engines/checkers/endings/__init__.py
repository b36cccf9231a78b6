"""Endgame tables of up to three pieces, and of four on 32 squares.

They tell who wins in how many plies, in every kind of checkers. `position_numbers` numbers the
positions, `solve` solves them with the moves of the search (`fours` those of four pieces), and
`tablebase` reads the shipped files. `python -m engines.checkers.endings` makes the tables again.
"""
