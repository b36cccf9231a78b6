"""Ratings, profile matches, and the card and weekly digest of a server."""
