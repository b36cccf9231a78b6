"""Puzzles: positions with one winning move, found in matches.

The package judges them and has the shipped set. `puzzle` defines a puzzle, `scales` rates the moves
of a position, `finding` makes a puzzle of it, `generation` plays matches to find puzzles in, and
`match_hunt` searches matches of people. `python -m engines.puzzles` writes the files of `shipped`.
"""
