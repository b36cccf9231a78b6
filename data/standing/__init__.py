"""Ratings and their matches, profiles, and a server's card and digest."""
