"""What happens while a match runs: offers, clocks, silence, votes, hints, the computer, its place."""
