"""What all cards are made of: frames, text, names, pictures, buttons, menus, forms.

It knows no subject; every other wing stands on it.
"""
