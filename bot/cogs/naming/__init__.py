"""Shared by commands: autocompletion, options in words, choices of moves.

Also checks of membership. Nothing here is about one command; all other packages of commands may use it.
"""
