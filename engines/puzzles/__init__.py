"""Puzzles: positions with one winning move, found in matches; how they are judged, and the set that is shipped.

`puzzle` is what one is, `scales` weigh the moves of a position, `finding` makes a puzzle of it, `mining` plays the
matches. `python -m engines.puzzles` writes the files of `shipped`.
"""
