"""First steps, exercises, openings, guesses, coordinates, and all of a member's matches together."""
