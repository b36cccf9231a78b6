"""Cards for puzzles: single ones, the daily one, streaks, races, history."""
