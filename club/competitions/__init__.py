"""Competitions: what they count, and how they run by themselves.

`results` is what all of it is counted from; `table` has the order with its ties broken, `ranks` the ranks that are
still possible, `rounds` everybody against everybody, `swiss` a round among equals, by the `matching` of least cost:
pure and of plain values, players being whatever names them. `seasons` says who plays where and when, `sheets` puts a
section together as it is shown. `kinds` has the choices of every kind of competition, `paired` and `bracket` who meets
whom in a tournament's round, `stepping` what tournaments do by themselves, `organising` what people do in them alone.
`competitions` is what people do, `progress` what is due by itself, `judging` what
becomes of a match that its season does not wait for, `reported` hears of matches that end.
"""
