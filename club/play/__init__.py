"""Matches and challenges, and everything that players do in them.

No other package writes to the stored matches.
"""
