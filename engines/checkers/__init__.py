"""Fifteen kinds of checkers, played by one search.

`tree` grows the moves on bare integers, `counts` knows the draws, `evaluate` says what a position is worth, `search`
looks ahead, `player` makes levels of it.
"""
