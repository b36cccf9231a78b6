"""The use-cases of the club, without Discord, and the only writers of the store.

`club.Club` is the one value that handlers need. `play` has matches and challenges, `clocks` only
the arithmetic of time, `members` the choices of people and servers. `puzzles` and `privacy` are
what their names say, and `running` is the work that becomes due by itself. `refusals` says why a
request cannot be carried out.

`standing` and `competitions` only compute on plain values: ratings, tables, ranks, pairings.
`python -m club` is a pipe to them.
"""
