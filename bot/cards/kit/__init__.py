"""Parts of all cards: frames, text, names, pictures, buttons, menus, forms.

This package knows no subject; all other packages of cards build on it.
"""
