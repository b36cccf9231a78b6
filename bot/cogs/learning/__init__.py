"""Rules, first steps, exercises, openings, guesses, coordinates and /insight."""
