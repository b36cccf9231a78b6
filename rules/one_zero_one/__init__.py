"""One Zero One (David Harding): cards, table, commands, decks, notation, views, the game.

Rulebook: `one-zero-one.txt`. `view` is all that pictures and words may know of it.
"""
