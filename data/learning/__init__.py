"""Data for learning: exercises, appraisals, guesses and opening trees."""
