"""Ratings, the server's card and its weekly digest."""
