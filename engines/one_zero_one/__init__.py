"""One Zero One from a seat's view.

It finds which hands the other may hold, what a display is worth, and the moves of levels.
"""
