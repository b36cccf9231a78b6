"""Puzzles: solved by one person, posted for a server daily, found in its matches."""
