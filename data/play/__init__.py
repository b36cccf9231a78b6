"""Matches and the challenges that lead to them.

A match has events, seats, clocks, offers, votes and notes.
"""
