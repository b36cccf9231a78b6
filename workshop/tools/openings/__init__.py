"""Makes the files that `rules.checkers.openings` reads: the federations' tables, and tables of our own."""
