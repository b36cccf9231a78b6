"""Where one stands: ratings that follow from a list of games and nothing else.

`glicko` is the formula, `rating` replays games in the order of time. Both are pure: no store, no time of their own.
"""
