"""Competitions: leagues, tournaments, ladders, team matches and simuls.

They run by themselves once they have been created. `kinds` has one file for each kind of
competition; everything that sets a kind apart is in its file, and no other module asks which kind a
competition is. `reckoning` is pure arithmetic on plain values and identifies players by any
hashable value: results, tables with tie-breaks, the ranks that players can still reach, round
robins, Swiss rounds paired at least cost (`matching`), brackets, and the places on ladders.

`crosstable` describes a section (a group of entrants who share a table) the way it is shown, and
`lookup` loads it and other parts of competitions by id. `competitions` has the actions of members
that all kinds share; `tournaments`, `ladders`, `teams` and `simuls` have the actions of these kinds
alone; `writer` is their common base. `scheduler` takes the steps that are due, each one a
`competition_step`; `judge` decides matches that their competition no longer waits for, and
`match_reports` records the results of matches that end. `absences` frees the places of entrants who
do not play, `forfeits` settles team matches when a server leaves, `whereabouts` follows
competitions when their channel or server is lost, and `announcements` keeps Discord's scheduled
events up to date.
"""
