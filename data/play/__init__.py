"""Matches and the challenges they come from.

A match has events, seats, clocks, offers, votes and notes.
"""
