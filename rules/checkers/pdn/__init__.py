"""PDN 3.0, the draughts players' file format, in all forms in use.

`lexer` cuts a text into tokens, `grammar` puts them together into games, and `writing` writes one.
"""
