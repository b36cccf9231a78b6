"""Learning: the turning points of somebody's own finished matches come back to them as exercises."""
