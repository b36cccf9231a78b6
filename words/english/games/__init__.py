"""What the games say: their names, rules, refusals, moves and results."""
