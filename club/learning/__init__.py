"""Learning from one's own matches, and other training.

It covers exercises from turning points of a player's finished matches, first steps, coordinates,
guessing moves, openings, and statistics.
"""
