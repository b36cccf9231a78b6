"""Puzzles: the daily one, mined ones, runs through them and ratings of solvers."""
