"""Leagues, tournaments, ladders, team matches, simuls and their tables."""
