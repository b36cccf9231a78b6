"""Everything that happens while a match runs.

Offers, clocks, waiting players, team votes, hints, the computer's moves, and the place of the match.
"""
