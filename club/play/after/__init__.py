"""What there is of a match to see, keep and learn from: lists of moves, records, replays, reports, notes."""
