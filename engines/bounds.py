"""Conventions of searches: the worth of a win, kinds of kept values, when to end."""

from typing import Final

WIN: Final = 1_000_000
"""What a win is worth, less a point for each ply until it."""
SURE: Final = WIN - 1000
"""From here on it is a win that the search has seen, not an opinion."""

EXACT, LEAST, MOST = range(3)
"""A kept value is a position's worth, or a lower bound of it, or an upper bound."""


class OutOfNodes(Exception):  # noqa: N818 - no fault: the search has had its nodes
    """The search has used up its node limit."""


def from_root(value: int, ply: int) -> int:
    """Return a value as the table keeps it.

    A win counts its plies from the position, not from the root.
    """
    return value + ply if value >= SURE else value - ply if value <= -SURE else value


def from_here(value: int, ply: int) -> int:
    """Return a value from the table as counted from the root."""
    return value - ply if value >= SURE else value + ply if value <= -SURE else value
