"""Open games on square boards other than checkers.

The package has the positions that follow one, the search over them, and levels. `field` is what the
search asks of a game, one file a game answers it; `deep` is alpha-beta; `player` makes levels of
it.
"""
