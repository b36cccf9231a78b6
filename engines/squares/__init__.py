"""Open games on square boards that are no checkers: what grows from a position, the search over it, levels.

`field` is what the search asks of a game, one file a game answers it; `deep` is alpha-beta; `player` makes
levels of it.
"""
