"""Puzzles: positions with one winning move, found in matches.

The package judges them and has the shipped set. `puzzle` defines one, `scales` weigh the moves of a
position, `finding` makes a puzzle of it, `mining` plays the matches. `python -m engines.puzzles`
writes the files of `shipped`.
"""
