"""Everything to see, keep and learn from a match.

Lists of moves, records, replays, reports and notes.
"""
