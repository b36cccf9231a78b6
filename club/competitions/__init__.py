"""Competitions: what they count, and how they run by themselves.

`results` is what all of it is counted from; `table` has the order with its ties broken, `ranks` the ranks that are
still possible, `rounds` everybody against everybody, `swiss` a round among equals, by the `matching` of least cost:
pure and of plain values, players being whatever names them. `seasons` says who plays where and when, `sheets` puts a
section together as it is shown. `kinds` has the choices of every kind of competition, `paired` and `bracket` who meets
whom in a tournament's round, `stepping` what tournaments do by themselves, `organising` what people do in them alone.
In a team match `boards` has who plays where and what that gives, `teams` what people do, `forfeits` what becomes of it
when a server leaves; `absences` says whose place is free in it, and in a league. `ladder` counts the places of a
ladder, `laddering` is what ladders do by themselves, `ladders` what people do on them; `announced` finds which events
of Discord's tell of a stage. `competitions` is what people do, `progress` what is due by itself, `judging` what becomes
of a match that its season does not wait for, `reported` hears of matches that end, `writer` is what all have in common
that store what people do.
"""
