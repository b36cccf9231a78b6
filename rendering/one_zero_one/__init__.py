"""One Zero One: the program display and hands as pictures and in words.

`display` lays a `ProgramView` out and draws it: its `header`, the tiles of its `lines`, its `cells` of `keys`, and the
`stacks` beside them. `hand` draws a hand; `icons` has the signs.
"""
