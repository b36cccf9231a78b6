"""Fifteen kinds of checkers from one table of rule sets (`rulesets`) and one move generator (`moves`).

Moving: `geometry` (boards as bits), `quiet`, `captures`, `choice` and `forfeits` are what `moves` is made of, `perft`
counts its tree. A match: `position`, `draws` and the `counters` they keep. Text: `notation`, `fen`, `pdn`, `records`
and `refusals`. Help comes from the table: `traits`, `figures`, `help`. `game` is the class that meets the contract.
"""
