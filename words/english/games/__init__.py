"""Texts of the games: their names, rules, refusals, moves and results."""
