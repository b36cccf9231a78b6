"""Competitions: stages, entrants, pairings, ladders, teams."""
