"""Ratings and rankings, the cards of servers, and weekly digests.

`glicko` is the rating formula, and `rating_arithmetic` applies it to a list of games in order of
time. Both are pure: they use no store and no clock.
"""
