"""Puzzles: the daily one, those mined from matches, runs through them, ratings of solvers."""
