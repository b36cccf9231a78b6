"""What a competition counts: its table, what each can still reach, and who meets whom.

`results` is what all of it is counted from; `table` has the order with its ties broken, `ranks` the ranks that are
still possible, `rounds` everybody against everybody, `swiss` a round among equals, by the `matching` of least cost.
All are pure and of plain values: players are whatever names them, nothing is stored here.
"""
