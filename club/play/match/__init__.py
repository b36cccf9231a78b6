"""A match and everything that each change of it goes through.

Its version, seats, clocks, followers and posts. This package is the only writer of matches; it does
not know how a match comes about, nor what happens after its end.
"""
