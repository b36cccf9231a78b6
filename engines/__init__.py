"""Computer players: search, strength levels and the choice of a move.

A player is given an observation, which is the part of a match that its seat has seen
(`engines.observation`), and returns one move (`engines.choose`). Strength is limited by counted
nodes, never by seconds, and all decisions use integers, so a level plays the same on every machine.
Nothing here knows about pictures, storage or Discord.
"""
