"""Learning.

First steps, exercises, openings, guesses, coordinates, and the summary of all of a member's
matches.
"""
