"""Matches and challenges, and everything that players do in them.

This package is the only writer of matches.
"""
