"""Competitions: what they count, and how they run by themselves.

`kinds` has a file for each kind, with all in which it differs from others; nothing else asks which kind a
competition is. `reckoning` is pure and of plain values, players being whatever names them: results, tables
with their ties broken, ranks that are still possible, round robins, Swiss rounds by the `matching` of least
cost, brackets, places of ladders.

`crosstable` is a section as it is shown, `lookup` finds it and other parts by what members name.
`competitions` is what people do, `tournaments`, `ladders`, `teams` and `simuls` what they do in these alone,
`writer` what all of these have in common. `scheduler` takes the steps that are due, each one
`competition_step`; `judge` decides a match that its competition does not wait for, `match_reports` hears of
matches that end. `absences` says whose place is free, `forfeits` what becomes of a team match when a server
leaves, `whereabouts` where competitions are, and `announcements` which events of Discord tell of a stage.
"""
