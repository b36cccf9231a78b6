"""Data of competitions: stages, entrants, pairings, ladders and teams."""
