"""One Zero One: the program display and hands as pictures and in words.

`display` draws a `ProgramView` from the sprites of `playing_cards`; `icons` has the signs of the commands.
"""
