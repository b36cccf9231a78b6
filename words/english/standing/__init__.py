"""Ratings, the server card, and the weekly digest."""
