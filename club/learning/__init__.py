"""Learning: the turning points of a player's finished matches return as exercises."""
