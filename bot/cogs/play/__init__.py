"""Challenges, moves, offers, ends, and what there is of a match after its end."""
