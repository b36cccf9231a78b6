"""Computer players: search, levels, choices.

A player gets what its seat has seen (`seen`) and gives one move (`choose`). Strength counts nodes,
never seconds, and decides by integers, so a level is the same on every machine. Nothing here knows
of pictures, storage or Discord.
"""
