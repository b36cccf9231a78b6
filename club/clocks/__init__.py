"""Clocks, arithmetic only: how much time a player has, and what stops it.

`control` is what a clock is, `rest` when a member's clock is stopped, `zones` reads time zones, `clock` is how the
clocks of a match stand after each event. `play.clock_journal` stores them, `play.clocks` does what is due.
"""
