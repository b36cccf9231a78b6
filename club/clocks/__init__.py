"""Clocks: how much time a player has, what stops it, and what becomes of a match whose time is up.

`control` is what a clock is, `rest` when a member's clock stands, `time` counts both together, `clock` is how the
clocks of a match stand after each event, all of them pure. `journal` stores them, `away` knows when the bot was not
there, `keeper` does what is due.
"""
