"""What people do with one another: the use-cases, without Discord, and the only writers of the store.

`club.Club` is the one value that handlers need. `play` has matches and challenges, `clocks` only the arithmetic of
time, `members` what people and servers choose, `puzzles` and `privacy` what their names say, `running` the work that
is due by itself. `refusals` says what cannot be done.

`standing` and `competitions` only count, of plain values: ratings, tables, ranks, pairings. `python -m club` is
their pipe.
"""
