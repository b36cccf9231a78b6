"""Computer players of the open games on square boards other than checkers.

`field` defines the game tree that the search needs, with a file for each game; `deep` is the
alpha-beta search; `player` makes levels of it.
"""
