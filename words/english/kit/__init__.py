"""What no column owns: commands, the home card, refusals that all share, words in pictures."""
