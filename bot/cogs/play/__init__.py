"""Challenges, moves, offers, ends, and actions on finished matches."""
