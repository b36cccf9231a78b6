"""Computer player of One Zero One, from a seat's view.

It works out which hands the opponent may hold, what a display of cards is worth, and the moves of
the levels.
"""
