"""Rules, first steps, exercises, openings, guesses, coordinates, /insight."""
