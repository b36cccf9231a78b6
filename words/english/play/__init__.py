"""Challenges, boards, clocks, offers, and everything about a match after its end."""
