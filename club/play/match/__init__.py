"""A match and everything that each change of it goes through.

Its version, seats, clocks, posts, and the followers that are notified of changes. No other package writes
to stored matches. How a match comes about and what happens after its end is decided elsewhere.
"""
