"""Fifteen kinds of checkers from one table of rule sets (`rulesets`) and one move generator (`moves`).

`draws` ends what cannot be won; `notation` and `pdn` read and write it; `game` is the contract's side of it.
"""
