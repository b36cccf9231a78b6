"""One Zero One: the program display and hands as pictures and in words.

`display` lays out and draws a `ProgramView`: its `header`, the tiles of its `lines`, its `cells` of
`keys`, and the `stacks` beside them. `hand` draws a hand; `icons` has the signs.
"""
