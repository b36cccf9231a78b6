"""The ways to a match: challenges, proposals, rematches, private matches, and who looks for a game."""
