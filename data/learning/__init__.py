"""Learning: exercises, appraisals, guesses, opening trees and best times."""
