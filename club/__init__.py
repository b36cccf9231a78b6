"""The use-cases of the game club, without Discord.

Only its code writes the database. `club.Club` is the one object that handlers need; it holds a column of
each wing. `play` has matches and challenges, `clocks` only the arithmetic of time, `members` the settings
of people and servers. `puzzles` and `privacy` are what their names say, and `running` is background work.
`refusals` says why a request is not carried out.

`standing` has ratings and rankings, and `competitions` has tables and pairings; their arithmetic works on
plain values, and `python -m club` is a pipe to it.
"""
