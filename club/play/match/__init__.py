"""A match and what every change of it goes through: its version, seats, clocks, followers, posts.

The only writer of matches; it knows no way to one, and nothing of its end.
"""
