"""Puzzles: single ones, the daily puzzle, streaks and races."""
