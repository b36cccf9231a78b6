"""What members learn from: exercises, appraisals, guesses, the trees of openings, best times."""
