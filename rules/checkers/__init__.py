"""All kinds of checkers from one table of rule sets and one move generator.

The table is `rulesets`, the generator `moves`. Moving: `moves` is made of `geometry` (boards as
bits), `quiet`, `captures`, `choice` and `huffing`; `perft` counts its tree. A match:
`position`, `draws` and the `counters` they keep. Text: `notation`, `fen`, `pdn`, `records` and
`refusals`. Help derived from the table: `traits`, `help_positions`, `help`. `game` is the class that
implements the contract.
"""
