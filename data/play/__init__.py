"""Matches: their events, seats, clocks, offers, votes and notes, and the challenges they come from."""
