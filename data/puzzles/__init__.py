"""Puzzles: daily puzzles, puzzles from matches, streaks, races and ratings."""
