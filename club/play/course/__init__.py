"""Everything that happens while a match runs.

Offers, clocks, silence, votes, hints, the computer, and the match's place.
"""
