"""Everything that players can see, keep and learn from a match.

Move lists, game records, replays, analysis reports and private notes.
"""
