"""The reading of records: each game of a text, replayed under every kind.

`game_reading` has the way in; `pdn` has the form of the text.
"""
