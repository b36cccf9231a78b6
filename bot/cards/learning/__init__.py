"""Cards for learning: rules, tasks, exercises, openings, guesses, insight."""
