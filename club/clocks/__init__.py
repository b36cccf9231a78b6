"""Game clocks, arithmetic only: a player's time, and what stops it.

`time_control` is the rule for the time that players have, `rest` is when a member's clock is stopped,
`zones` parses time zones, and `clock` computes the clocks of a match after each event. `play.clock_journal`
stores them, and `play.clocks` does what is due.
"""
