"""Puzzles, the daily one, streaks and races."""
