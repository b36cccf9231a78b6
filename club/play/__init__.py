"""Matches and challenges, and everything that players do in them: the only writers of matches."""
