"""Ratings, the matches they follow from, profiles, the server's card and its digest."""
