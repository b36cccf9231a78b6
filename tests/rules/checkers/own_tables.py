"""Tables of openings that we have of our own."""

from rules.checkers.rulesets import RULESETS

FEDERATIONS = ("american", "brazilian", "russian")

OWN = tuple(key for key in RULESETS if key not in FEDERATIONS)
