"""All kinds of checkers, played by one search.

`move_tree` generates the moves on bare integers, `counts` knows the draws, `evaluate` says what a
position is worth, `search` looks ahead, and `player` makes levels of it.
"""
