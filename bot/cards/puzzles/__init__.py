"""Puzzles, the daily one, streaks and races, and what a member has made of them."""
