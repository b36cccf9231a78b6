"""Building blocks of all cards: frames, text, names, pictures and controls.

This package knows no subject; all other packages of cards build on it.
"""
