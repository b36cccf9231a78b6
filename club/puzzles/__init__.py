"""Puzzles: solved by one person, posted for a server each day, found in its finished matches."""
