"""Challenges, boards, clocks, offers, and what there is of a match after its end."""
